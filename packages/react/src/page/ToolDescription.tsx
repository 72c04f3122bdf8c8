"use client";
import type { ReactNode } from "react";
import { splitSentence } from "../call/splitSentence.ts";
import { useCallboard } from "../provider/ToolProvider.tsx";

/** A tool's description: what it does, for everybody, and folded below it the rest, which tells agents when and how to use it. */
export function ToolDescription({ text }: { text: string }): ReactNode {
  const { t, locale } = useCallboard();
  const [first, rest] = splitSentence(text, locale);
  return (
    <div className="cb-page-description">
      <p>{first}</p>
      {rest !== "" && (
        <details className="cb-page-more">
          <summary>{t("page.description.more")}</summary>
          <p>{rest}</p>
        </details>
      )}
    </div>
  );
}
