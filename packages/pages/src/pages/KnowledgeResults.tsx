import type { KnowledgeHit } from "@callboard/core/client";
import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { useWords } from "../shell/LanguageProvider.tsx";

/** What a search found: each passage by its place, with the words of the query marked in what it says. */
export function KnowledgeResults({ found, query }: { found: { results: KnowledgeHit[] }; query: string }): ReactNode {
  const words = useWords();
  if (found.results.length === 0) return <p className="site-message">{words["knowledge.nothing"]}</p>;
  return (
    <ol className="site-knowledge-found" aria-label={query}>
      {found.results.map(({ path_part_id, breadcrumb, excerpt }) => (
        <li key={path_part_id}>
          <Link to={`/knowledge/${path_part_id}`}>
            {breadcrumb.split(" > ").map((name, at) => (
              <Fragment key={at}>
                {at > 0 && <span className="site-knowledge-step">{" › "}</span>}
                <bdi>{name}</bdi>
              </Fragment>
            ))}
          </Link>
          <p dir="auto">{excerpt.map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece))}</p>
        </li>
      ))}
    </ol>
  );
}
