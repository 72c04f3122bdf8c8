import type { ReactNode } from "react";
import { useRouteError } from "react-router";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";

/** What is shown in place of a page that broke: what to do, and the raw error folded away. */
export function PageError(): ReactNode {
  const words = useWords();
  const error = useRouteError();
  return (
    <section className="callboard site-main site-message" role="alert">
      <title>{pageTitle(words.broken)}</title>
      <h1>{words["broken.title"]}</h1>
      <p>{words["broken.help"]}</p>
      <button className="site-action" type="button" onClick={() => location.reload()}>
        {words.reload}
      </button>
      <details>
        <summary>{words.details}</summary>
        <pre>{error instanceof Error ? (error.stack ?? error.message) : String(error)}</pre>
      </details>
    </section>
  );
}
