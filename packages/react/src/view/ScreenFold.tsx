"use client";
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";

/** Pixels of a screen. */
const tallest = 860;

/**
 * Many blocks that nobody arranged, cut at about a screen while they are longer; whoever reaches into them by keyboard
 * opens them.
 */
export function ScreenFold({ children }: { children: ReactNode }): ReactNode {
  const { t } = useKit(viewEnglish);
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  const [isTall, setTall] = useState(false);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const look = () => setTall(content.current!.offsetHeight > tallest);
    const observer = new ResizeObserver(look);
    observer.observe(content.current!);
    look();
    return () => observer.disconnect();
  }, []);
  return (
    <div>
      <div
        id={id}
        className="cb-fold"
        data-clipped={isTall && !open ? "screen" : undefined}
        onFocus={() => isTall && setOpen(true)}
      >
        <div ref={content} className="cb-output">
          {children}
        </div>
      </div>
      {isTall && (
        <button
          type="button"
          className="cb-inline-button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {t(open ? "view.showLess" : "view.stream.showAll")}
        </button>
      )}
    </div>
  );
}
