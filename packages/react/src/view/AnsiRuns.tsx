"use client";
import Anser from "anser";
import { useMemo, type ReactNode } from "react";
import { readableText } from "../text/visibleText.ts";

// What is no colour: cursor moves, titles, hyperlinks' targets.
// oxlint-disable-next-line no-control-regex -- the pattern is of control sequences
const others = /\u001b(?:\[[\d;?]*[A-LN-Za-ln-z]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][A-Z0-9]|[A-Z=>])/g;

/** The runs of one colour; the sixteen colours of terminals are the theme's, all others keep the text's own. */
export function AnsiRuns({ text }: { text: string }): ReactNode {
  const runs = useMemo(
    () => Anser.ansiToJson(text.replace(others, ""), { use_classes: true, remove_empty: true }),
    [text],
  );
  return runs.map(({ content, fg, decorations }, index) => (
    <span
      key={index}
      className="cb-ansi"
      data-colour={
        /^ansi-(?:bright-)?(?:black|red|green|yellow|blue|magenta|cyan|white)$/.test(fg ?? "")
          ? fg!.slice(5)
          : undefined
      }
      data-bold={decorations.includes("bold") || undefined}
    >
      {readableText(content)}
    </span>
  ));
}
