"use client";
import { useMemo, type ReactNode } from "react";
import { askEnglish } from "../../messages/askEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { Visible } from "./ExactValue.tsx";
import { withoutTheRest, wordChanges } from "./wordChanges.ts";

/** A text with what is no longer in it struck out, and what is new in it underlined, in their places. */
export function WordDiff({ before, after }: { before: string; after: string }): ReactNode {
  const { t, locale } = useKit(askEnglish);
  const changes = useMemo(() => withoutTheRest(wordChanges(before, after, locale), locale), [before, after, locale]);
  return (
    <p className="cb-word-diff" dir="auto">
      {changes.map((change, index) =>
        "same" in change ? (
          <Visible key={index} text={change.same} />
        ) : (
          <span key={index}>
            {change.before !== "" && (
              <del>
                <span className="cb-visually-hidden">{t("approval.before")}: </span>
                <Visible text={change.before} />
              </del>
            )}
            {change.after !== "" && (
              <ins>
                <span className="cb-visually-hidden">{t("approval.after")}: </span>
                <Visible text={change.after} />
              </ins>
            )}
          </span>
        ),
      )}
    </p>
  );
}
