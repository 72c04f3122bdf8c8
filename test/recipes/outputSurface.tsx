import { ToolProvider, type OnSurfaceAction } from "@callboard/react";
import type { ReactNode } from "react";

export function WithSurfaceActions(props: {
  tell: (name: string, about: Record<string, unknown>) => Promise<void>;
  children: ReactNode;
}) {
  const { tell, children } = props;
  // #region surface
  const onSurfaceAction: OnSurfaceAction = async ({ action }, { model }) => {
    await tell(action.name, { ...action.context, model });
  };
  const app = <ToolProvider onSurfaceAction={onSurfaceAction}>{children}</ToolProvider>;
  // #endregion
  return app;
}
