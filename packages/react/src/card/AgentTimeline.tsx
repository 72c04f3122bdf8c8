"use client";
import type { NodeView, Timeline } from "@callboard/core";
import { ArrowDown } from "lucide-react";
import { useMemo, type HTMLAttributes, type ReactNode, type RefObject } from "react";
import { CallSlot, FoldsContext } from "./callSlot.ts";
import { Card, usePreloadedDetails } from "./ToolCallCard.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { useStylesheet } from "../provider/useStylesheet.ts";
import { EndActionsContext, type EndActions } from "./endActions.ts";
import { Item, type TimelineRow } from "./AgentItems.tsx";
import { onRowKey, useOneTabStop } from "./rowKeys.ts";
import { TimelineTools } from "./TimelineTools.tsx";
import { useAnnouncer } from "./useAnnouncer.ts";
import { LostNote } from "./LostNote.tsx";
import { Rows } from "./Rows.tsx";
import { answersOf } from "../timeline/answers.ts";
import { useFollowEnd, type FollowedEnd } from "../timeline/useFollowEnd.ts";
import { useTimeline } from "../timeline/useNode.ts";
import { sameList, useTimelineValue } from "../timeline/useTimelineValue.ts";
import { useStoresBeforePaint } from "../useStore.ts";
import { cardEnglish } from "../messages/en.ts";

export interface AgentTimelineProps extends Omit<HTMLAttributes<HTMLDivElement>, "children"> {
  /** The agent, call or message whose part of the timeline is shown; all of it unless given. */
  root?: string;
  /**
   * `true` makes it scroll by itself, a ref names the element that scrolls around it. Either way it opens at its end
   * and follows the end until the reader scrolls up.
   */
  scrollParent?: boolean | RefObject<HTMLElement | null>;
  /** Drawn beside the note of how a root agent ended, where it did not complete. */
  endActions?: EndActions;
  /** Whether three calls or more whose work is over are one row ("Worked 12 s · 6 calls"); true unless given. */
  foldsWork?: boolean;
  /**
   * Shows buttons that open and close all of it, and that lead to what waits for a person, to what failed and to the
   * end.
   */
  tools?: boolean;
}

/**
 * Agents live and in order: texts, reasoning, calls as cards, and under each call the sub-agents that it started, at
 * any depth.
 * @example
 * ```tsx
 * <ToolProvider timeline={timeline} client={client}><AgentTimeline root={turn.agentId} /></ToolProvider>
 * ```
 */
export function AgentTimeline(props: AgentTimelineProps): ReactNode {
  const { root, scrollParent, endActions, tools = false, foldsWork = true, className, ...rest } = props;
  const { language, timeline } = useKit();
  usePreloadedDetails();
  useAnnouncer(true);
  const box = useStylesheet<HTMLDivElement>();
  useOneTabStop(box, true);
  const scroller = typeof scrollParent === "object" ? scrollParent : box;
  const follows = scrollParent !== undefined && scrollParent !== false;
  const end = useFollowEnd(scroller, follows);
  const content = (
    <>
      {tools && <TimelineTools within={box} />}
      <FoldsContext.Provider value={foldsWork}>
        <TimelineContent root={root} endActions={endActions} opensAtEnd={follows} />
      </FoldsContext.Provider>
      {follows && <ToEnd end={end} />}
    </>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys that its rows let through
    <div
      {...language}
      {...rest}
      ref={box}
      className={`callboard cb-timeline${className ? ` ${className}` : ""}`}
      data-scrolls={scrollParent === true || undefined}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event);
        onRowKey(event, timeline);
      }}
      {...(scrollParent === true ? { tabIndex: 0 } : {})}
    >
      <CallSlot.Provider value={Card}>
        {scrollParent === true ? <div className="cb-timeline-content">{content}</div> : content}
      </CallSlot.Provider>
    </div>
  );
}

/** A button that leads back to the end, shown to a reader who has scrolled away from it. */
export function ToEnd({ end }: { end: FollowedEnd }): ReactNode {
  const { t } = useKit(cardEnglish);
  return (
    <div className="cb-to-end">
      {end.away && (
        <button type="button" className="cb-button" data-icon-only="" title={t("agent.toEnd")} onClick={end.toEnd}>
          <ArrowDown size={16} aria-hidden />
          <span className="cb-visually-hidden">{t("agent.toEnd")}</span>
        </button>
      )}
    </div>
  );
}

interface ContentProps {
  root: string | undefined;
  endActions: AgentTimelineProps["endActions"];
  opensAtEnd: boolean;
}

function TimelineContent({ root, endActions, opensAtEnd }: ContentProps): ReactNode {
  const timeline = useTimeline();
  useStoresBeforePaint();
  const { t } = useKit(cardEnglish);
  const read = useMemo(() => createRoots(root), [root]);
  const parts = useTimelineValue(timeline, read, sameList);
  if (!parts || parts.length === 0) {
    return (
      root === undefined && (
        <>
          <p className="cb-call-note">{t("agent.empty")}</p>
          <LostNote timeline={timeline} />
        </>
      )
    );
  }
  return (
    <EndActionsContext.Provider value={endActions}>
      {/* A page may hold many timelines of one agent each: those are measured. */}
      <Rows items={parts} Row={Item} streaming={false} nested={false} begins={!opensAtEnd && parts.length > 1} />
      {root === undefined && <LostNote timeline={timeline} />}
    </EndActionsContext.Provider>
  );
}

/**
 * Reads the roots to draw: of the whole timeline, of a message (the agents that answer it and the items that belong to
 * it), or one node. Each keeps its row.
 */
function createRoots(root: string | undefined): (timeline: Timeline) => readonly TimelineRow[] {
  const rows = new Map<string, TimelineRow>();
  const rowOf = ({ kind, id }: { kind: NodeView["kind"]; id: string }) => {
    const row: TimelineRow = rows.get(id) ?? { kind, id };
    rows.set(id, row);
    return row;
  };
  const rowsOf = (agents: readonly string[]) => agents.map((id) => rowOf({ kind: "agent", id }));
  let all: { agents: readonly string[]; rows: readonly TimelineRow[] } | undefined;
  return (timeline) => {
    const { agents } = timeline.getRoot();
    if (root === undefined) {
      if (all?.agents !== agents) all = { agents, rows: rowsOf(agents) };
      return all.rows;
    }
    const node = timeline.getNode(root);
    if (node) return [rowOf({ kind: node.kind, id: root })];
    const answering = answersOf(timeline).agentsOf(root);
    const items = timeline.itemsOf(root).filter(({ id }) => {
      const item = timeline.getNode(id);
      return item?.kind !== "agent" && !(item?.agentId && answering.includes(item.agentId));
    });
    return [...rowsOf(answering), ...items.map(rowOf)];
  };
}
