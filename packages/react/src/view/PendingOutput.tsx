import type { ReactNode } from "react";

/** Room for an output of which nothing can be shown yet. */
export function PendingOutput(): ReactNode {
  return <div className="cb-output-pending" aria-busy="true" />;
}
