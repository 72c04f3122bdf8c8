import type { ReactNode } from "react";
import { Link } from "react-router";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";

/** The page for an address that leads nowhere. */
export function NotFound(): ReactNode {
  const words = useWords();
  return (
    <section className="site-message">
      <title>{pageTitle(words.notFound)}</title>
      <h1>{words["notFound.title"]}</h1>
      <p>{words["notFound.help"]}</p>
      <Link className="site-action" to="/tools">
        {words["notFound.open"]}
      </Link>
    </section>
  );
}
