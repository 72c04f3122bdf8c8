"use client";
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { BoundedContext } from "../text/BoundedContext.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";

/**
 * The place of an output that grows under its reader's eyes. A text scrolls in it and follows its end until the reader
 * scrolls away; the row below has its height from the start. When the output is whole, the box is never smaller than
 * before, so that nothing on the page moves.
 */
export function GrowingBox(props: {
  /** More may come. */
  isRunning: boolean;
  /** It holds what was written, and not yet the output. */
  isGrowing: boolean;
  /** It holds nothing but text, which scrolls within it. */
  isText: boolean;
  label: string;
  /** How much there is by now, and what can be done with it: below the text. */
  foot: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { isRunning, isGrowing, isText, label, foot, children } = props;
  const { t } = useKit(viewEnglish);
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const height = useRef(0);
  const [isOpen, setOpen] = useState(false);
  const [overflows, setOverflows] = useState(false);
  const isBounded = isText && !isOpen;
  useEffect(() => {
    const [outer, inner] = [box.current!, content.current!];
    const look = () => {
      height.current = outer.offsetHeight;
      if (!isBounded) return;
      setOverflows(outer.scrollHeight > outer.clientHeight + 1);
      if (follows.current) outer.scrollTop = outer.scrollHeight;
    };
    const observer = new ResizeObserver(look);
    observer.observe(inner);
    observer.observe(outer);
    return () => observer.disconnect();
  }, [isBounded]);
  useLayoutEffect(() => {
    const outer = box.current!;
    if (isGrowing || isOpen || height.current === 0) return;
    outer.style.minBlockSize = `${height.current}px`;
    if (follows.current) outer.scrollTop = outer.scrollHeight;
    return () => {
      outer.style.minBlockSize = "";
    };
  }, [isGrowing, isOpen]);
  return (
    <BoundedContext.Provider value={isText ? (isGrowing ? "growing" : "whole") : null}>
      <div>
        <div
          ref={box}
          className="cb-stream"
          data-bounded={isBounded || undefined}
          aria-busy={isRunning || undefined}
          // A region that scrolls has to be reachable by keyboard.
          {...(isText ? { role: "region", "aria-label": label, tabIndex: isBounded && overflows ? 0 : undefined } : {})}
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            follows.current = scrollHeight - scrollTop - clientHeight < 24;
          }}
        >
          <div ref={content} className="cb-output">
            {children}
          </div>
        </div>
        <div className="cb-stream-foot">
          {isText && (overflows || isOpen) && (
            <button
              type="button"
              className="cb-inline-button"
              aria-expanded={isOpen}
              onClick={() => {
                follows.current = isOpen;
                setOpen(!isOpen);
              }}
            >
              {t(isOpen ? "view.showLess" : "view.stream.showAll")}
            </button>
          )}
          {foot}
        </div>
      </div>
    </BoundedContext.Provider>
  );
}
