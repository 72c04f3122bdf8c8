import { useEffect, useState, type ReactNode, type RefObject } from "react";
import { useWords } from "../words.ts";

interface Heading {
  id: string;
  text: string;
}

/** What an article's own headings are, beside it, where there is room. */
export function OnPage({ of }: { of: RefObject<HTMLElement | null> }): ReactNode {
  const words = useWords();
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  useEffect(() => {
    const found = of.current?.querySelectorAll<HTMLElement>("h2[id]") ?? [];
    setHeadings([...found].map(({ id, textContent }) => ({ id, text: textContent ?? "" })));
  }, [of]);
  if (headings.length < 2) return null;
  return (
    <nav className="demo-docs-on-page" aria-label={words["docs.onPage"]}>
      <h2>{words["docs.onPage"]}</h2>
      <ul lang="en" dir="ltr">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
