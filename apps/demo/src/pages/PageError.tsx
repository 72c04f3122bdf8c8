import type { ReactNode } from "react";
import { useRouteError } from "react-router";

/** What is shown in place of a page that broke: what to do, and the raw error folded away. */
export function PageError(): ReactNode {
  const error = useRouteError();
  return (
    <section className="callboard demo-main demo-message" role="alert">
      <title>Something broke · Callboard</title>
      <h1>This page broke while it was drawn</h1>
      <p>Nothing that you ran is lost: runs are kept by the server. Reload to draw the page again.</p>
      <button className="demo-action" type="button" onClick={() => location.reload()}>
        Reload
      </button>
      <details>
        <summary>Details</summary>
        <pre>{error instanceof Error ? (error.stack ?? error.message) : String(error)}</pre>
      </details>
    </section>
  );
}
