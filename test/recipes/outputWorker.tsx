import { ToolProvider } from "@callboard/react";
import type { ReactNode } from "react";

interface TrustedWorkers {
  createScriptURL(url: string): string;
}

export function WithTrustedWorker(props: { policy: TrustedWorkers; workerUrl: string; children: ReactNode }) {
  const { policy, workerUrl, children } = props;
  // #region trusted
  const startWorker = () => new Worker(policy.createScriptURL(workerUrl), { type: "module" });
  const app = <ToolProvider outputWorker={startWorker}>{children}</ToolProvider>;
  // #endregion
  return app;
}
