"use client";
import { useMemo, type ReactNode } from "react";
import { readableText } from "../text/visibleText.ts";

type LineKind = "added" | "removed" | "place" | "file" | "same";

function kindOf(line: string): LineKind {
  if (/^(?:diff --git |index [0-9a-f]|--- |\+\+\+ |new file|deleted file|rename |similarity )/.test(line))
    return "file";
  if (line.startsWith("@@")) return "place";
  return line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "same";
}

/** A unified diff: each run of lines of one kind in its colour, with its own plus and minus signs. */
export function DiffText({ text }: { text: string }): ReactNode {
  const runs = useMemo(() => {
    const found: { kind: LineKind; lines: string[] }[] = [];
    for (const line of text.split("\n")) {
      const kind = kindOf(line);
      if (found.at(-1)?.kind === kind) found.at(-1)!.lines.push(line);
      else found.push({ kind, lines: [line] });
    }
    return found;
  }, [text]);
  return (
    <pre className="cb-lines" dir="ltr" tabIndex={0}>
      {runs.map(({ kind, lines }, index) => (
        <span key={index} className="cb-diff" data-kind={kind}>
          {readableText(lines.join("\n"))}
          {index < runs.length - 1 && "\n"}
        </span>
      ))}
    </pre>
  );
}
