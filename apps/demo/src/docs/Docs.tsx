import "./docs.css";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { useParams } from "react-router";
import { NotFound } from "@callboard/pages";
import { useWords } from "../words.ts";
import { Contents } from "./Contents.tsx";
import { readPage } from "./docFiles.ts";

// Holds the Markdown parser and the highlighter.
const Article = lazy(() => import("./Article.tsx").then((module) => ({ default: module.Article })));

type Reading = { name: string; text: string | null } | { name: string; failed: true };

/** A page of the documentation beside its table of contents. */
export function Docs(): ReactNode {
  const words = useWords();
  const name = useParams()["*"]?.replace(/\/$/, "") || "README";
  const [reading, setReading] = useState<Reading>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    readPage(name).then(
      (text) => isCurrent && setReading({ name, text }),
      () => isCurrent && setReading({ name, failed: true }),
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt reads the same page again
  }, [name, attempt]);
  // The page before stays until the next one is there.
  if (!reading) return <div className="demo-docs" aria-busy />;
  return (
    <div className="demo-docs" aria-busy={reading.name !== name || undefined}>
      <Contents current={name} />
      {"failed" in reading ? (
        <section className="site-message">
          <title>{`${words.docs} · Callboard`}</title>
          <h1>{words["docs.failed"]}</h1>
          <p>{words["docs.failed.help"]}</p>
          <button type="button" className="site-action" onClick={() => setAttempt(attempt + 1)}>
            {words["wire.retry"]}
          </button>
        </section>
      ) : reading.text === null ? (
        <NotFound />
      ) : (
        <Suspense>
          <Article key={reading.name} name={reading.name} source={reading.text} />
        </Suspense>
      )}
    </div>
  );
}
