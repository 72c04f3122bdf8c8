"use client";
import { ArrowDownToLine, ChevronsDownUp, ChevronsUpDown, Hand, TriangleAlert, type LucideIcon } from "lucide-react";
import { useRef, useState, type ReactNode, type RefObject } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useAsks } from "../timeline/useAsks.ts";
import { useTimeline } from "../timeline/useNode.ts";
import { useOpenNodes } from "../timeline/useOpen.ts";
import { goToNext, isAsk, isProblem } from "./rowKeys.ts";
import { revealNode } from "./revealNode.ts";
import { timelineEnglish } from "../messages/timelineEnglish.ts";

/** Ways through a timeline: open or close all of it, go to what waits for a person, to what failed, to the end. */
export function TimelineTools({ within }: { within: RefObject<HTMLElement | null> }): ReactNode {
  const { t } = useKit(timelineEnglish);
  const timeline = useTimeline();
  const nodes = useOpenNodes();
  const { asks } = useAsks();
  /** The node that each way led to last; the next is looked for after it. */
  const last = useRef<{ ask?: string; problem?: string }>({});
  const [said, setSaid] = useState("");
  if (!timeline) return null;
  const go = (kind: "ask" | "problem") => {
    const found =
      within.current && goToNext(timeline, within.current, last.current[kind], kind === "ask" ? isAsk : isProblem);
    if (found) last.current[kind] = found;
    setSaid(found ? "" : t(kind === "ask" ? "timeline.noAsk" : "timeline.noProblem"));
  };
  const toEnd = () => {
    const end = timeline.getRoot().agents.at(-1);
    const agent = end === undefined ? undefined : timeline.getNode(end);
    const item = agent?.kind === "agent" ? agent.items.findLast(({ kind }) => kind === "call") : undefined;
    if (item) revealNode(timeline, item.id, within.current, { focus: true, block: "end" });
  };
  return (
    <div className="cb-timeline-tools" role="group" aria-label={t("timeline.tools")}>
      <Tool icon={ChevronsUpDown} label={t("timeline.openAll")} onClick={() => nodes.chooseForAll(true)} />
      <Tool icon={ChevronsDownUp} label={t("timeline.closeAll")} onClick={() => nodes.chooseForAll(false)} />
      <Tool
        icon={Hand}
        label={t("timeline.nextAsk")}
        onClick={() => go("ask")}
        {...(asks.length > 0 ? { count: asks.length } : {})}
      />
      <Tool icon={TriangleAlert} label={t("timeline.nextProblem")} onClick={() => go("problem")} />
      <Tool icon={ArrowDownToLine} label={t("timeline.toEnd")} onClick={toEnd} />
      <span className="cb-call-note" role="status">
        {said}
      </span>
    </div>
  );
}

interface ToolProps {
  icon: LucideIcon;
  label: string;
  count?: number;
  onClick: () => void;
}

function Tool({ icon: Icon, label, count, onClick }: ToolProps): ReactNode {
  return (
    <button
      type="button"
      className="cb-button cb-small-button"
      data-variant="quiet"
      title={label}
      aria-label={label}
      onClick={onClick}
    >
      <Icon size={14} aria-hidden />
      {count !== undefined && <span className="cb-number">{count}</span>}
    </button>
  );
}
