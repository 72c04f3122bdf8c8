"use client";
import { formatValue, type RankingBlock } from "@callboard/core/view";
import { useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { BlockFrame } from "./BlockFrame.tsx";
import { Value } from "./Value.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";

const shownAtFirst = 20;
const mostShown = 500;

/** Items in order, each with its score and a bar from end to end of one scale, whose ends are written below. */
export function RankingView({ block }: { block: RankingBlock }): ReactNode {
  const { t, locale } = useKit(viewEnglish);
  const [all, setAll] = useState(false);
  const { items, scale, format, labelFormat, reasonFormat } = block;
  const ends = {
    from: formatValue(scale.minimum, format, locale),
    to: formatValue(scale.maximum, format, locale),
  };
  const isScaled = scale.maximum > scale.minimum;
  const shown = items.slice(0, all ? mostShown : shownAtFirst);
  return (
    <BlockFrame block={block}>
      <ol className="cb-ranking">
        {shown.map((item, index) => (
          <li key={index} className="cb-ranking-item">
            <span className="cb-ranking-place" aria-hidden>
              {index + 1}
            </span>
            <span className="cb-ranking-label">
              <Value value={item.label} format={labelFormat} />
            </span>
            <span className="cb-ranking-score">
              {item.score === null ? <Value value={null} /> : formatValue(item.score, format, locale)}
            </span>
            <svg className="cb-ranking-bar" aria-hidden>
              <rect className="cb-ranking-track" width="100%" height="100%" />
              <rect className="cb-ranking-fill" width={`${(item.share * 100).toFixed(2)}%`} height="100%" />
            </svg>
            {item.reason !== undefined && (
              <span className="cb-ranking-reason">
                <Value value={item.reason} format={reasonFormat} />
              </span>
            )}
            {item.rest && (
              <div className="cb-ranking-rest">
                <Value value={item.rest} />
              </div>
            )}
          </li>
        ))}
      </ol>
      {isScaled && (
        <p className="cb-ranking-scale">
          <span className="cb-visually-hidden">{t("view.scale", ends)}</span>
          <span aria-hidden>{ends.from}</span>
          <span aria-hidden>{ends.to}</span>
        </p>
      )}
      {items.length > shownAtFirst && (
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
