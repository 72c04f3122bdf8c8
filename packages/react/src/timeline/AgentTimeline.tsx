"use client";
import type { ItemRef, Timeline } from "@callboard/core";
import { ArrowDown } from "lucide-react";
import { useCallback, useRef, type HTMLAttributes, type ReactNode, type RefObject } from "react";
import { CallSlot } from "../call/callSlot.ts";
import { ToolCallCard } from "../call/ToolCallCard.tsx";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { EndActionsContext, type EndActions } from "./endActions.ts";
import { AgentItems, CallItem, Said, Thought } from "./AgentItems.tsx";
import { LostNote } from "./LostNote.tsx";
import { useFollowEnd, type FollowedEnd } from "./useFollowEnd.ts";
import { useTimeline } from "./useNode.ts";
import { sameList, useTimelineValue } from "./useTimelineValue.ts";
import { callMessages } from "../messages/call.ts";
import { addMessages } from "../messages/messages.ts";

addMessages(callMessages);

export interface AgentTimelineProps extends Omit<HTMLAttributes<HTMLDivElement>, "children"> {
  /** The agent, call or message whose part of the timeline is shown; all of it unless given. */
  root?: string;
  /** `true` makes it scroll by itself, a ref names what scrolls around it: either way it opens at its end and follows it until the reader scrolls up. */
  scrollParent?: boolean | RefObject<HTMLElement | null>;
  /** Drawn beside the words with which an agent at the top ended otherwise than whole. */
  endActions?: EndActions;
}

/**
 * What agents say and do, live and in order: text, thoughts, calls as cards, and under each call the agents that it started, at any depth.
 * @example
 * ```tsx
 * <ToolProvider timeline={timeline} client={client}><AgentTimeline root={turn.agentId} /></ToolProvider>
 * ```
 */
export function AgentTimeline({ root, scrollParent, endActions, className, ...rest }: AgentTimelineProps): ReactNode {
  const { language } = useCallboard();
  const own = useRef<HTMLDivElement>(null);
  const scroller = typeof scrollParent === "object" ? scrollParent : own;
  const follows = scrollParent !== undefined && scrollParent !== false;
  const end = useFollowEnd(scroller, follows);
  const content = (
    <>
      <TimelineContent root={root} endActions={endActions} />
      {follows && <ToEnd end={end} />}
    </>
  );
  return (
    <div
      {...language}
      {...rest}
      ref={own}
      className={`callboard cb-timeline${className ? ` ${className}` : ""}`}
      data-scrolls={scrollParent === true || undefined}
      {...(scrollParent === true ? { tabIndex: 0 } : {})}
    >
      <CallSlot.Provider value={ToolCallCard}>
        {scrollParent === true ? <div className="cb-timeline-content">{content}</div> : content}
      </CallSlot.Provider>
    </div>
  );
}

/** A way back to the end, shown to a reader who has left it. */
export function ToEnd({ end }: { end: FollowedEnd }): ReactNode {
  const { t } = useCallboard();
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
}

function TimelineContent({ root, endActions }: ContentProps): ReactNode {
  const timeline = useTimeline();
  const { t } = useCallboard();
  const read = useCallback((from: Timeline) => partsOf(from, root), [root]);
  const parts = useTimelineValue(timeline, read, sameParts);
  if (!parts || parts.agents.length + parts.items.length === 0) {
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
      {parts.agents.map((agentId) => (
        <AgentItems key={agentId} agentId={agentId} />
      ))}
      {parts.items.map(({ kind, id }) =>
        kind === "call" ? (
          <CallItem key={id} callId={id} />
        ) : kind === "text" ? (
          <Said key={id} id={id} streaming={false} nested={false} />
        ) : (
          <Thought key={id} id={id} streaming={false} />
        ),
      )}
      {root === undefined && <LostNote timeline={timeline} />}
    </EndActionsContext.Provider>
  );
}

interface Parts {
  agents: readonly string[];
  items: readonly ItemRef[];
}

const noItems: readonly ItemRef[] = [];

/** What stands at the top: of the whole timeline, of a message (the agents that answer it and the items that belong to it), or one node. */
function partsOf(timeline: Timeline, root: string | undefined): Parts {
  if (root === undefined) return { agents: timeline.getRoot().agents, items: noItems };
  const node = timeline.getNode(root);
  if (node?.kind === "agent") return { agents: [root], items: noItems };
  if (node) return { agents: [], items: [{ kind: node.kind, id: root }] };
  const agents = timeline.getRoot().agents.filter((id) => {
    const agent = timeline.getNode(id);
    return agent?.kind === "agent" && agent.messageId === root;
  });
  const items = timeline.itemsOf(root).filter(({ id }) => {
    const item = timeline.getNode(id);
    return item?.kind !== "agent" && !(item?.agentId && agents.includes(item.agentId));
  });
  return { agents, items };
}

function sameParts(one: Parts, other: Parts): boolean {
  return (
    sameList(one.agents, other.agents) &&
    sameList(
      one.items.map((item) => item.id),
      other.items.map((item) => item.id),
    )
  );
}
