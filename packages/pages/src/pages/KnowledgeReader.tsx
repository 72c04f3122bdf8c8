import type { KnowledgeReading } from "@callboard/core/client";
import { Markdown } from "@callboard/react";
import { useEffect, useRef, type ReactNode } from "react";
import { Link } from "react-router";
import { useShownLanguage, useWords } from "../shell/LanguageProvider.tsx";
import { knowledgeProblem } from "./knowledgeProblem.ts";
import { KnowledgePages } from "./KnowledgePages.tsx";

/** A stretch of a document, open at the passage that was asked for. */
export function KnowledgeReader({ reading }: { reading: KnowledgeReading }): ReactNode {
  const words = useWords();
  const language = useShownLanguage();
  const { document, chunks, anchor, sections, start, count } = reading;
  const passage = useRef<HTMLDivElement>(null);
  useEffect(() => passage.current?.scrollIntoView({ block: "start" }), []);
  if (document.state === "failed") {
    return (
      <p role="alert" dir="auto">
        {knowledgeProblem(words, language, document)}
      </p>
    );
  }
  return (
    <div className="site-knowledge-reader">
      {sections.length > 1 && (
        <details>
          <summary>{words["knowledge.contents"]}</summary>
          <ul>
            {sections.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/knowledge/${id}`} dir="auto">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
      {document.problem && (
        <p role="note" dir="auto">
          {knowledgeProblem(words, language, document)}
        </p>
      )}
      <article>
        {chunks.map(({ id, text, hasImage }) => {
          const isAnchor = id === anchor;
          return (
            <div key={id} id={id} ref={isAnchor ? passage : undefined} data-anchor={isAnchor || undefined}>
              {hasImage ? (
                <Picture id={id} caption={/!\[([^\]]*)\]/.exec(text)?.[1] ?? ""} />
              ) : (
                <Markdown text={text} />
              )}
            </div>
          );
        })}
      </article>
      <KnowledgePages from={start} shown={chunks.length} total={count} step={30} />
    </div>
  );
}

function Picture({ id, caption }: { id: string; caption: string }): ReactNode {
  return (
    <figure>
      <img src={`/api/knowledge/images/${id}`} alt={caption} loading="lazy" />
      {caption !== "" && <figcaption dir="auto">{caption}</figcaption>}
    </figure>
  );
}
