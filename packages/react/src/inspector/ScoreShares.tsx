"use client";
import type { FoundTool, ScorePart } from "@callboard/core/search";
import type { ReactNode } from "react";
import { inspectorEnglish } from "../messages/inspectorEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { wholePercents } from "./wholePercents.ts";

const PARTS: readonly ScorePart[] = ["name", "full_text", "keyword", "schema", "vector"];

/** What a score is made of: a bar, and in words the share of each part. */
export function ScoreShares({ shares }: { shares: NonNullable<FoundTool["shares"]> }): ReactNode {
  const { t, locale } = useKit(inspectorEnglish);
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const shown = wholePercents(shares);
  const parts = PARTS.flatMap((part) => {
    const share = shares[part] ?? 0;
    return share > 0 ? [{ part, share }] : [];
  });
  if (parts.length === 0) return null;
  return (
    <span className="cb-inspector-shares">
      <span className="cb-inspector-bar" aria-hidden>
        {parts.map(({ part, share }) => (
          <span key={part} data-part={part} style={{ flexGrow: share }} />
        ))}
      </span>
      {parts.map(({ part }) => (
        <span key={part} className="cb-inspector-share">
          <span className="cb-inspector-swatch" data-part={part} aria-hidden />
          {t("inspector.share", { channel: t(`inspector.${part}`), share: percent.format(shown[part] ?? 0) })}
        </span>
      ))}
    </span>
  );
}
