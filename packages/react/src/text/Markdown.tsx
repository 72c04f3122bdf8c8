"use client";
import { memo, startTransition, Suspense, useEffect, useMemo, useState, type ReactNode } from "react";
import { Contained } from "../provider/Contained.tsx";
import { lazyComponent } from "../provider/lazyModule.ts";
import { calmTail } from "./calmTail.ts";
import { isTooMuch, nextBatch, readableBlocks, readableLength } from "./limits.ts";
import { createPlainLine } from "./plainLine.ts";
import { createBlockSplitter, definitionsFor, definitionsOf, isPlain } from "./splitBlocks.ts";
import { readableText } from "./visibleText.ts";

const MarkdownBlock = lazyComponent(
  () => import("./MarkdownBlock.tsx"),
  (module) => module.default,
);

const PlainRest = lazyComponent(
  () => import("./PlainRest.tsx"),
  (module) => module.PlainRest,
);

/** Loads the Markdown parser before it is needed; true once it has loaded, or failed to. */
export function usePreloadedMarkdown(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    let current = true;
    const settle = () => current && setSettled(true);
    MarkdownBlock.load().then(settle, settle);
    return () => {
      current = false;
    };
  }, []);
  return settled;
}

export interface MarkdownProps {
  text: string;
  /** The text still grows: its unfinished end is drawn without flicker. */
  streaming?: boolean;
}

/**
 * Markdown as elements, safe by construction: no HTML of the text becomes markup, links lead to http, https and mailto
 * only, and images are named, never loaded. While it streams, only its last block is drawn again. A long text is drawn
 * in pieces; what is too long, too deep or too dear to be read as Markdown is plain text.
 * @example
 * ```tsx
 * <ToolProvider renderText={(text) => <Markdown text={text} />}>…</ToolProvider>
 * ```
 */
export function Markdown({ text, streaming = false }: MarkdownProps): ReactNode {
  const [isPlainLine] = useState(createPlainLine);
  return (
    <div className="callboard cb-md">
      {isPlainLine(text) ? <p dir="auto">{text}</p> : <Blocks text={text} streaming={streaming} />}
    </div>
  );
}

function Blocks({ text, streaming = false }: MarkdownProps): ReactNode {
  const [split] = useState(createBlockSplitter);
  const length = readableLength(text);
  const blocks = useMemo(() => split(text.slice(0, length)), [split, text, length]);
  const definitions = useMemo(() => definitionsOf(text.slice(0, length)), [text, length]);
  const readable = useMemo(() => readableBlocks(blocks), [blocks]);
  const drawn = useBatches(blocks, readable);
  const rest = useMemo(
    () => (readable < blocks.length || length < text.length ? text.slice(lengthOf(blocks, readable)) : ""),
    [blocks, readable, text, length],
  );
  return (
    <>
      {blocks.slice(0, drawn).map((source, index) => (
        <Block
          // Blocks are only added at the end, so the index identifies them.
          key={index}
          source={source}
          definitions={definitionsFor(source, definitions)}
          streaming={streaming && index === blocks.length - 1}
        />
      ))}
      {rest !== "" && drawn === readable && (
        <Suspense fallback={null}>
          <PlainRest rest={rest} text={text} />
        </Suspense>
      )}
    </>
  );
}

const lengthOf = (blocks: readonly string[], count: number) =>
  blocks.slice(0, count).reduce((length, block) => length + block.length, 0);

/** How many blocks are drawn by now: the first of a long text at once, the others when the page has time for them. */
function useBatches(blocks: readonly string[], readable: number): number {
  const [drawn, setDrawn] = useState(() => nextBatch(blocks, 0));
  // A growing text brings few blocks at a time, so what follows the drawn ones is drawn at once.
  const reached = Math.min(readable, nextBatch(blocks, Math.min(drawn, readable)));
  useEffect(() => {
    if (drawn < readable) startTransition(() => setDrawn(reached));
  }, [drawn, readable, reached]);
  return Math.min(drawn, readable);
}

interface BlockProps {
  source: string;
  definitions: string;
  streaming: boolean;
}

const Block = memo(function Block({ source, definitions, streaming }: BlockProps): ReactNode {
  const plain = <p className="cb-md-unread">{readableText(source)}</p>;
  if (isTooMuch(source)) return plain;
  const calm = streaming ? calmTail(source) : source;
  if (isPlain(calm)) return calm.trim() === "" ? calm : <p dir="auto">{readableText(calm)}</p>;
  return (
    // What fails while it grows is read again when it is whole, and not at every word.
    <Contained from={[streaming ? "" : source]} renderInstead={() => plain}>
      <Suspense fallback={plain}>
        <MarkdownBlock source={definitions === "" ? calm : `${calm}\n\n${definitions}`} />
      </Suspense>
    </Contained>
  );
});
