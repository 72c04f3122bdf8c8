import type { ReactNode } from "react";
import { Link } from "react-router";
import { useWords } from "../shell/LanguageProvider.tsx";

export interface KnowledgePagesProps {
  from: number;
  shown: number;
  total: number;
  step: number;
}

/** The ways on and back where not all is shown. */
export function KnowledgePages({ from, shown, total, step }: KnowledgePagesProps): ReactNode {
  const words = useWords();
  if (from === 0 && shown >= total) return null;
  return (
    <nav className="site-knowledge-pages" aria-label={words["knowledge.pages"]}>
      {from > 0 && <Link to={`?offset=${Math.max(0, from - step)}`}>{words["knowledge.back"]}</Link>}
      {from + shown < total && <Link to={`?offset=${from + shown}`}>{words["knowledge.on"]}</Link>}
    </nav>
  );
}
