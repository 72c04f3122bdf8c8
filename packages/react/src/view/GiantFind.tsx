"use client";
import { useEffect, useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { readableText } from "../text/visibleText.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { FindInput } from "./FindInput.tsx";
import type { GiantMatch } from "./giantBlocks.ts";
import type { GiantReader } from "./giantReader.ts";

/** What is typed is looked for once the typing rests, in milliseconds. */
const rest = 250;

/** Finds words in all of a giant output, also where it is cut on the page. */
export function GiantFind({ reader }: { reader: GiantReader }): ReactNode {
  const { t, locale } = useKit(viewEnglish);
  const [text, setText] = useState("");
  const [found, setFound] = useState<{ of: string; count: number; matches: GiantMatch[] }>();
  useEffect(() => {
    if (text === "") return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      reader.find(text).then(
        (result) => isCurrent && setFound({ of: text, ...result }),
        () => {},
      );
    }, rest);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [reader, text]);
  const shown = text !== "" && found?.of === text ? found : undefined;
  return (
    <div className="cb-tree-frame">
      <div className="cb-table-tools">
        <FindInput label={t("view.giant.find")} value={text} isAsked={false} onChange={setText} />
        <span className="cb-note" role="status">
          {shown &&
            (shown.count > shown.matches.length
              ? t("view.ranking.cut", { shown: shown.matches.length, count: shown.count })
              : t("view.tree.found", { count: shown.count }))}
        </span>
      </div>
      {shown && shown.matches.length > 0 && (
        <ol className="cb-call-stream" aria-label={t("view.giant.find")} tabIndex={0}>
          {shown.matches.map(({ at, before, found: words, after }) => (
            <li key={at} dir="auto">
              <span className="cb-note">{at.toLocaleString(locale)} </span>
              {readableText(before)}
              <mark>{readableText(words)}</mark>
              {readableText(after)}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
