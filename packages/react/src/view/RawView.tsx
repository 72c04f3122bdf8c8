"use client";
import { jsonChunks } from "@callboard/core/view";
import { useMemo, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { CodeBlock } from "../text/CodeBlock.tsx";
import { BlockFrame } from "./BlockFrame.tsx";
import { Fold } from "./Fold.tsx";
import { useDownload } from "./outputDownloads.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";

const mostShown = 200_000;

/** An output as it came: a text letter for letter, any other value as JSON. */
export function RawView({ output }: { output: unknown }): ReactNode {
  const { t } = useKit(viewEnglish);
  const save = useDownload();
  const isText = typeof output === "string";
  const { text, cut } = useMemo(() => beginningOf(isText ? [output] : jsonChunks(output)), [isText, output]);
  return (
    <BlockFrame
      block={{ type: "text" }}
      actions={[save(isText ? "text" : "json", "", () => (isText ? [output] : jsonChunks(output)))]}
    >
      <Fold text={text}>
        <CodeBlock code={text} language={isText ? null : "json"} />
      </Fold>
      {cut && <p className="cb-note">{t("view.raw.cut", { shown: text.length })}</p>}
    </BlockFrame>
  );
}

function beginningOf(pieces: Iterable<string>): { text: string; cut: boolean } {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length > mostShown) return { text: text.slice(0, mostShown), cut: true };
  }
  return { text, cut: false };
}
