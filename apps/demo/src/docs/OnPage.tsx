import type { ReactNode } from "react";
import { useWords } from "../words.ts";

/**
 * What an article's own headings are, beside it, where there is room. The article is drawn by then, and does not
 * change.
 */
export function OnPage({ article }: { article: HTMLElement | null }): ReactNode {
  const words = useWords();
  const headings = [...(article?.querySelectorAll("h2[id]") ?? [])];
  if (headings.length < 2) return null;
  return (
    <nav className="demo-docs-on-page" aria-label={words["docs.onPage"]}>
      <h2>{words["docs.onPage"]}</h2>
      <ul lang="en" dir="ltr">
        {headings.map(({ id, textContent }) => (
          <li key={id}>
            <a href={`#${id}`}>{textContent}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
