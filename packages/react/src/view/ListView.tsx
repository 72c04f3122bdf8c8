"use client";
import { jsonChunks, type ListBlock } from "@callboard/core/view";
import { useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { BlockFrame } from "./BlockFrame.tsx";
import { useDownload } from "./outputDownloads.ts";
import { Value } from "./Value.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";

const shownAtFirst = 20;
const mostShown = 1_000;

/** A list of texts or numbers. */
export function ListView({ block }: { block: ListBlock }): ReactNode {
  const { t } = useKit(viewEnglish);
  const [all, setAll] = useState(false);
  const { items } = block;
  const shown = items.slice(0, all ? mostShown : shownAtFirst);
  const long = items.length > shownAtFirst;
  const save = useDownload();
  const actions = long ? [save("json", block.label ?? "", () => jsonChunks(block.value))] : undefined;
  return (
    <BlockFrame block={block} actions={actions}>
      <ul className="cb-list">
        {shown.map((item, index) => (
          <li key={index} dir="auto">
            <Value value={item} format={block.format} />
          </li>
        ))}
      </ul>
      {long && (
        <button type="button" className="cb-inline-button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t("view.showLess") : t("view.showAll.items", { count: Math.min(items.length, mostShown) })}
        </button>
      )}
      {all && items.length > mostShown && (
        <p className="cb-note">{t("view.ranking.cut", { shown: mostShown, count: items.length })}</p>
      )}
    </BlockFrame>
  );
}
