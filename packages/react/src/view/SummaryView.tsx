"use client";
import type { SummaryBlock } from "@callboard/core/view";
import { useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { BlockFrame } from "./BlockFrame.tsx";
import { areFigures } from "./summaryLayout.ts";
import { Value } from "./Value.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { readableText } from "../text/visibleText.ts";

const shownAtFirst = 20;

/** Named facts: a few short ones side by side as figures, more or longer ones as lines. */
export function SummaryView({ block }: { block: SummaryBlock }): ReactNode {
  const { t, locale } = useKit(viewEnglish);
  const [all, setAll] = useState(false);
  const { items, more = [] } = block;
  const figures = !all && areFigures(items, locale);
  const shown = all ? [...items, ...more] : items.slice(0, shownAtFirst);
  const count = items.length + more.length;
  return (
    <BlockFrame block={block}>
      <dl className="cb-summary" data-layout={figures ? "figures" : "lines"}>
        {shown.map((item, index) => (
          <div key={index} className="cb-summary-item">
            <dt dir="auto">{readableText(item.label)}</dt>
            <dd dir="auto">
              <Value value={item.value} format={item.format} />
            </dd>
          </div>
        ))}
      </dl>
      {count > Math.min(items.length, shownAtFirst) && (
        <button type="button" className="cb-inline-button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t("view.showLess") : t("view.showAll.items", { count })}
        </button>
      )}
    </BlockFrame>
  );
}
