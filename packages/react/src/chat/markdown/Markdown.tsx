"use client";
import { lazy, memo, Suspense, useEffect, useMemo, useState, type ReactNode } from "react";
import { calmTail } from "./calmTail.ts";
import { createBlockSplitter, definitionsOf, isPlain } from "./splitBlocks.ts";

type Reader = (typeof import("./MarkdownBlock.tsx"))["default"];

/** Set once it is here; from then on a block is drawn at once, where `lazy` would show its source for a moment. */
let loaded: Reader | undefined;
const load = () =>
  import("./MarkdownBlock.tsx").then((module) => {
    loaded = module.default;
    return module;
  });
const LaterBlock = lazy(load);

/** Fetches what reads Markdown before it is needed; true once it is here, or cannot be had. */
export function usePreloadedMarkdown(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    let current = true;
    const settle = () => current && setSettled(true);
    load().then(settle, settle);
    return () => {
      current = false;
    };
  }, []);
  return settled;
}

export interface MarkdownProps {
  text: string;
  /** More is still to come: what is half written at the end is shown calmly. */
  streaming?: boolean;
}

/**
 * Markdown as elements, safe by construction: no HTML of the text becomes markup, links lead to http, https and mailto only, and images are
 * named, never loaded. While it streams, only its last block is drawn again.
 * @example
 * ```tsx
 * <ToolProvider renderText={(text) => <Markdown text={text} />}>…</ToolProvider>
 * ```
 */
export function Markdown({ text, streaming = false }: MarkdownProps): ReactNode {
  const [split] = useState(createBlockSplitter);
  const blocks = useMemo(() => split(text), [split, text]);
  const definitions = useMemo(() => definitionsOf(text), [text]);
  return (
    <div className="callboard cb-md">
      {blocks.map((source, index) => (
        <Block
          // A block keeps its place once it is there.
          key={index}
          source={source}
          definitions={source.includes("[") ? definitions : ""}
          streaming={streaming && index === blocks.length - 1}
        />
      ))}
    </div>
  );
}

interface BlockProps {
  source: string;
  definitions: string;
  streaming: boolean;
}

const Block = memo(function Block({ source, definitions, streaming }: BlockProps): ReactNode {
  const [MarkdownBlock] = useState(() => loaded ?? LaterBlock);
  const calm = streaming ? calmTail(source) : source;
  if (isPlain(calm)) return calm.trim() === "" ? calm : <p dir="auto">{calm}</p>;
  return (
    <Suspense fallback={<p className="cb-md-unread">{source}</p>}>
      <MarkdownBlock source={definitions === "" ? calm : `${calm}\n\n${definitions}`} />
    </Suspense>
  );
});
