import { ToolProvider } from "@callboard/react";
import { german } from "@callboard/react/messages/de";
import type { ReactNode } from "react";

export function InGerman({ children }: { children: ReactNode }) {
  return (
    <ToolProvider locale="de" messages={german}>
      {children}
    </ToolProvider>
  );
}
