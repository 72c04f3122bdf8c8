"use client";
import { useId, useLayoutEffect, useMemo, useRef, useState, type FocusEvent, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useOpen } from "../timeline/useOpen.ts";
import type { BriefBlocks } from "../view/briefBlocks.ts";
import { BriefContext, type BriefView } from "../view/briefContext.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";

interface BriefResultProps {
  callId: string;
  label: string;
  children: ReactNode;
}

/** What an output shows of itself while it is brief. */
type Told = Omit<BriefBlocks, "blocks"> | undefined;

/**
 * The result of a call among others: its words and at most one picture, at a bounded height. The rest is a click away,
 * at a button that stays where it is.
 */
export function BriefResult({ callId, label, children }: BriefResultProps): ReactNode {
  const { t } = useKit(viewEnglish);
  const [isWhole, setWhole] = useOpen(`result:${callId}`, false, "closing");
  const [told, setTold] = useState<Told>();
  const [isTall, setTall] = useState(false);
  const view = useMemo<BriefView>(() => ({ tell: setTold }), []);
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const labelId = useId();
  const bodyId = useId();
  useLayoutEffect(() => {
    if (isWhole) return;
    const look = () => setTall(content.current!.offsetHeight > box.current!.clientHeight + 1);
    const observer = new ResizeObserver(look);
    observer.observe(content.current!);
    observer.observe(box.current!);
    look();
    return () => observer.disconnect();
  }, [isWhole]);
  const left = told?.left ?? "nothing";
  const hasMore = left !== "nothing" || isTall;
  // Who reaches by keyboard into what is cut wants to see it.
  const onFocus = ({ target }: FocusEvent) => {
    if (!isWhole && target.getBoundingClientRect().bottom > box.current!.getBoundingClientRect().bottom) setWhole(true);
  };
  return (
    <div className="cb-call-output cb-result" data-out="" data-one-line={told?.isOneLine || undefined}>
      <div className="cb-result-head">
        <h3 id={labelId} className="cb-result-label">
          {label}
        </h3>
        {(hasMore || isWhole) && (
          <button
            type="button"
            className="cb-inline-button"
            aria-expanded={isWhole}
            aria-controls={bodyId}
            aria-describedby={labelId}
            onClick={() => setWhole(!isWhole)}
          >
            {t(isWhole ? "view.showLess" : left === "table" ? "view.result.table" : "view.result.all")}
          </button>
        )}
      </div>
      <div
        ref={box}
        id={bodyId}
        className={isWhole ? undefined : "cb-result-brief"}
        data-used={told?.isUsed || undefined}
        data-left={isWhole ? undefined : left}
        data-clipped={(!isWhole && isTall) || undefined}
        onFocus={onFocus}
      >
        <div ref={content}>
          <BriefContext.Provider value={isWhole ? null : view}>{children}</BriefContext.Provider>
        </div>
      </div>
    </div>
  );
}
