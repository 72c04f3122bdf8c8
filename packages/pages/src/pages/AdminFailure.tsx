import type { ToolClientError } from "@callboard/core";
import type { ReactNode } from "react";
import { useWords } from "../shell/LanguageProvider.tsx";

export interface AdminFailureProps {
  /** What could not be read: tools, runs and usage, views, or schedules. */
  of: "admin" | "runs" | "schedules" | "views";
  failure: ToolClientError;
  onRetry(): void;
}

/** Why what a workspace has cannot be read, and what to do. */
export function AdminFailure({ of, failure, onRetry }: AdminFailureProps): ReactNode {
  const words = useWords();
  const isRefused = failure.mend === "permission" || failure.mend === "credential";
  // A host without the platform has no such address.
  const isMissing = failure.code === "route_not_found";
  return (
    <div className="site-message" role="alert">
      <h2>{words[`${of}.${isMissing ? "missing" : isRefused ? "refused" : "unread"}` as const]}</h2>
      <p dir="auto">
        {isMissing ? words["admin.missing.help"] : isRefused ? words["admin.refused.help"] : failure.message}
      </p>
      {!isRefused && !isMissing && (
        <button type="button" className="site-quiet" onClick={onRetry}>
          {words["publishing.retry"]}
        </button>
      )}
    </div>
  );
}
