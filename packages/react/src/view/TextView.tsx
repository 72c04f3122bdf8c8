"use client";
import type { TextBlock } from "@callboard/core/view";
import { Suspense, useContext, type ReactNode } from "react";
import { RichText } from "#view/parts";
import { useKit } from "../provider/ToolProvider.tsx";
import { BoundedContext } from "../text/BoundedContext.ts";
import { CodeBlock } from "../text/CodeBlock.tsx";
import { isLong, LongText, mostShown, PlainText } from "../text/LongText.tsx";
import { AnsiText } from "./AnsiText.tsx";
import { BlockFrame } from "./BlockFrame.tsx";
import { DiffText } from "./DiffText.tsx";
import { Fold } from "./Fold.tsx";
import { useDownload } from "./outputDownloads.ts";
import { Value } from "./Value.tsx";

/**
 * A text as what it is written in: Markdown, code, a diff, coloured lines, else plain; a long one is folded at first.
 */
export function TextView({ block }: { block: TextBlock }): ReactNode {
  const { text } = block;
  const saves = text.length > mostShown;
  const save = useDownload();
  return (
    <BlockFrame block={block} actions={saves ? [save("text", block.label ?? "", () => [text])] : undefined}>
      {typeof block.value === "number" || typeof block.value === "boolean" ? (
        <p className="cb-text">
          <Value value={block.value} />
        </p>
      ) : saves ? (
        <LongText text={text} />
      ) : (
        <Written block={block} />
      )}
    </BlockFrame>
  );
}

function Written({ block: { text, form, language } }: { block: TextBlock }): ReactNode {
  const { renderText } = useKit();
  const isGrowing = useContext(BoundedContext) === "growing";
  if (form === "markdown" || (renderText && form === "plain" && text.includes("\n"))) {
    return (
      <Fold text={text}>
        <div className="cb-text" data-rendered>
          <Suspense fallback={<PlainText text={text} />}>
            <RichText text={text} streaming={isGrowing} />
          </Suspense>
        </div>
      </Fold>
    );
  }
  if (form === "code" || form === "yaml") {
    return (
      <Fold text={text}>
        <CodeBlock code={text} language={language ?? form} />
      </Fold>
    );
  }
  if (form === "diff") {
    return (
      <Fold text={text}>
        <DiffText text={text} />
      </Fold>
    );
  }
  if (form === "ansi") {
    return (
      <Fold text={text}>
        <AnsiText text={text} />
      </Fold>
    );
  }
  return isLong(text) ? <LongText text={text} /> : <PlainText text={text} />;
}
