"use client";
import type { ItemRef } from "@callboard/core";
import {
  createContext,
  memo,
  useContext,
  useEffect,
  useId,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useTimeline } from "../timeline/useNode.ts";
import { useOpen, useOpenNodes } from "../timeline/useOpen.ts";
import { rowsInWork, type AgentRow } from "./agentRows.ts";
import { callStatusIcon } from "./callStatusIcon.tsx";
import { nodeSelector } from "./nodeSelector.ts";
import { Rows, type RowProps } from "./Rows.tsx";
import { chevron } from "./chevron.tsx";
import { formatDuration } from "./formatDuration.ts";
import { toolWords } from "./toolWords.ts";
import { useRequestedTools } from "./useCallTool.ts";
import { summaryOf } from "./workSummary.ts";
import { cardEnglish } from "../messages/en.ts";

export interface WorkRowProps {
  id: string;
  items: readonly ItemRef[];
  /** Draws each row below. */
  Row: ComponentType<RowProps<AgentRow>>;
}

/**
 * Work that is over, in one row that opens into its calls: "Worked 12 s · 6 calls", or the name of the one tool and how
 * often.
 */
export const WorkRow = memo(function WorkRow({ id, items, Row }: WorkRowProps): ReactNode {
  const { t, locale } = useKit(cardEnglish);
  const timeline = useTimeline()!;
  const nodes = useOpenNodes();
  const held = useHeldRow(items);
  // Who opened one of its calls, or is at one of them, goes on reading it.
  const [isRead] = useState(() => held !== undefined || items.some((item) => nodes.chosen(item.id) === true));
  const [open, setOpen] = useOpen(id, isRead);
  const rows = useMemo(() => (open ? rowsInWork(timeline, items) : []), [open, timeline, items]);
  const bodyId = useId();
  const { calls, failed, tools, summaries, duration } = useMemo(() => summaryOf(timeline, items), [timeline, items]);
  useRequestedTools(tools);
  const nameOf = ({ tool, title }: (typeof tools)[number]) => title ?? toolWords(tool);
  const times = (count: number) => t("work.times", { count });
  const [only] = tools;
  const isOneTool = tools.length === 1 && only !== undefined;
  const took = duration === null ? undefined : formatDuration(duration, locale);
  const words = isOneTool
    ? summaries.join(", ")
    : tools.map((one) => (one.count > 1 ? `${nameOf(one)} ${times(one.count)}` : nameOf(one))).join(", ");
  return (
    <div className="cb-work">
      <button
        type="button"
        className="cb-call-toggle cb-work-row"
        data-row=""
        tabIndex={-1}
        aria-expanded={open}
        aria-controls={open ? bodyId : undefined}
        onClick={() => setOpen(!open)}
      >
        {callStatusIcon(failed > 0 ? "failed" : "completed")}
        <span className="cb-call-name">
          {isOneTool
            ? `${nameOf(only)} ${times(only.count)}`
            : took === undefined
              ? t("work.worked")
              : t("work.workedFor", { duration: took })}
        </span>
        <span className="cb-call-summary" title={words}>
          {words}
        </span>
        {!isOneTool && <span className="cb-call-facts">{t("agent.calls", { count: calls })}</span>}
        {failed > 0 && <span className="cb-call-status">{t("work.failed", { count: failed })}</span>}
        {isOneTool && took !== undefined && <span className="cb-call-time">{took}</span>}
        {chevron}
      </button>
      {open && (
        <div id={bodyId} className="cb-work-body">
          <Rows items={rows} Row={Row} streaming={false} nested={false} />
        </div>
      )}
    </div>
  );
});

/** The element that holds an agent's rows. */
export const ItemsBox = createContext<RefObject<HTMLElement | null>>({ current: null });

/** Frames until the rows that were just opened are drawn. */
const FRAMES = 10;

/**
 * The call that the reader's pointer or focus is at, while its row is folded with others into one; the focus comes back
 * to it.
 */
function useHeldRow(items: readonly ItemRef[]): string | undefined {
  const box = useContext(ItemsBox);
  const [held] = useState(() => findHeldRow(box.current, items));
  useEffect(() => {
    if (!held?.hasFocus) return;
    let left = FRAMES;
    let frame = 0;
    const focus = () => {
      const row = box.current?.querySelector<HTMLElement>(`${nodeSelector(held.id)} [data-row]`);
      if (row) row.focus({ preventScroll: true });
      else if (left-- > 0) frame = requestAnimationFrame(focus);
    };
    focus();
    return () => cancelAnimationFrame(frame);
  }, [held, box]);
  return held?.id;
}

function findHeldRow(
  box: HTMLElement | null,
  items: readonly ItemRef[],
): { id: string; hasFocus: boolean } | undefined {
  if (!box?.matches(":hover, :focus-within")) return undefined;
  const rows = [...box.querySelectorAll<HTMLElement>("[data-node]:hover, [data-node]:focus-within")];
  const ids = new Set(rows.map((row) => row.dataset["node"]));
  const id = items.find((item) => ids.has(item.id))?.id;
  const row = rows.find(({ dataset }) => dataset["node"] === id);
  return id === undefined || !row ? undefined : { id, hasFocus: row.matches(":focus-within") };
}
