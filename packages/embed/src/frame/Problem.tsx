import type { ReactNode } from "react";

/** Why the tool is not here, and the way to try again. */
export function Problem({ text, retry, onRetry }: { text: string; retry: string; onRetry: () => void }): ReactNode {
  return (
    <div className="cb-tool-block" role="alert">
      <p>{text}</p>
      <button type="button" className="cb-button" onClick={onRetry}>
        {retry}
      </button>
    </div>
  );
}
