"use client";
import { useEffect, useRef, type ReactNode } from "react";

/** Lines of streamed text. It follows its end until the reader scrolls away from it, and again once they are back. */
export function StreamedOutput({ text, label }: { text: string; label: string }): ReactNode {
  const box = useRef<HTMLPreElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (element && follows.current) element.scrollTop = element.scrollHeight;
  }, [text]);
  return (
    <pre
      ref={box}
      className="cb-call-stream"
      role="region"
      aria-label={label}
      // A scrolling region has to be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
    >
      {tail(text)}
    </pre>
  );
}

const SHOWN = 20_000;

/** The end of a long stream: what is above it scrolls out of the page's memory, not out of the log. */
function tail(text: string): string {
  if (text.length <= SHOWN) return text;
  const cut = text.indexOf("\n", text.length - SHOWN);
  return `…\n${text.slice(cut < 0 ? text.length - SHOWN : cut + 1)}`;
}
