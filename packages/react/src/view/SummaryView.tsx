"use client";
import { formatValue, type SummaryBlock } from "@callboard/core";
import { useState, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { BlockFrame } from "./BlockFrame.tsx";
import { Value } from "./Value.tsx";

const shownAtFirst = 24;
const mostFigures = 8;
const longestFigure = 22;

/** Facts by name: a few short ones stand side by side as figures, more or longer ones as lines. */
export function SummaryView({ block }: { block: SummaryBlock }): ReactNode {
  const { t, locale } = useCallboard();
  const [all, setAll] = useState(false);
  const { items } = block;
  const figures =
    items.length <= mostFigures &&
    items.some((item) => typeof item.value === "number") &&
    items.every(({ value, format }) => isShort(value, formatValue(value, format, locale)));
  const shown = all ? items : items.slice(0, shownAtFirst);
  return (
    <BlockFrame block={block}>
      <dl className="cb-summary" data-layout={figures ? "figures" : "lines"}>
        {shown.map((item, index) => (
          <div key={index} className="cb-summary-item">
            <dt dir="auto">{item.label}</dt>
            <dd dir="auto">
              <Value value={item.value} format={item.format} />
            </dd>
          </div>
        ))}
      </dl>
      {items.length > shownAtFirst && (
        <button type="button" className="cb-inline-button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t("view.showLess") : t("view.showAll.items", { count: items.length })}
        </button>
      )}
    </BlockFrame>
  );
}

const isShort = (value: unknown, text: string): boolean =>
  value === null ||
  typeof value === "boolean" ||
  (typeof value !== "object" && text !== "" && text.length <= longestFigure);
