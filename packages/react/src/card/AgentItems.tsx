"use client";
import type { AgentView, ItemRef, RootView, Timeline } from "@callboard/core";
import { isFinal } from "@callboard/core/timeline";
import { Brain } from "lucide-react";
import {
  memo,
  Suspense,
  useCallback,
  useContext,
  useId,
  useMemo,
  useRef,
  useState,
  type ContextType,
  type ReactNode,
} from "react";
import { createAgentRows, type AgentRow } from "./agentRows.ts";
import { CallSlot, FoldsContext } from "./callSlot.ts";
import { callStatusIcon } from "./callStatusIcon.tsx";
import { chevron } from "./chevron.tsx";
import { formatDuration } from "./formatDuration.ts";
import { Rows, type RowProps } from "./Rows.tsx";
import { RichText } from "../text/RichText.tsx";
import type { CardTranslate } from "../messages/messages.ts";
import { lazyComponent } from "../provider/lazyModule.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { EndActionsContext } from "./endActions.ts";
import { Lanes } from "./Lanes.tsx";
import { useLimitText } from "./useLimitText.ts";
import { useOpensInChat } from "./useCallTool.ts";
import { ItemsBox, WorkRow } from "./WorkRow.tsx";
import { createListEnd, type ListEnd } from "../timeline/listEnd.ts";
import { useCallRow, useText, useTimeline } from "../timeline/useNode.ts";
import { useOpen } from "../timeline/useOpen.ts";
import { useTimelineValue } from "../timeline/useTimelineValue.ts";
import { useStore, type Store } from "../useStore.ts";
import { cardEnglish } from "../messages/en.ts";

export interface AgentItemsProps extends Pick<RowProps, "begins"> {
  agentId: string;
}

/** An agent's texts, thoughts and calls in order, each with its own subscription, and how the agent ended. */
export const AgentItems = memo(function AgentItems({ agentId, begins = false }: AgentItemsProps): ReactNode {
  const [end] = useState(createListEnd);
  const { agent, rows } = useAgentList(agentId, end);
  const box = useRef<HTMLDivElement>(null);
  if (!agent) return null;
  const running = agent.status === "running";
  const nested = agent.parentCallId !== null;
  return (
    <div ref={box} className="cb-items">
      <ItemsBox.Provider value={box}>
        <Rows items={rows} Row={Item} streaming={running} nested={nested} begins={begins} end={end} />
      </ItemsBox.Provider>
      {running && <Pulse last={agent.items.at(-1)} />}
      {!nested && <NoticesOf agentId={agentId} />}
      <AgentEnd agent={agent} />
    </div>
  );
});

/** An agent and its rows. */
interface AgentList {
  readonly agent?: AgentView;
  readonly rows: readonly AgentRow[];
}

function useAgentList(agentId: string, end: ListEnd): AgentList {
  const timeline = useTimeline();
  const opensInChat = useOpensInChat();
  const folds = useContext(FoldsContext);
  const store = useMemo(() => {
    const rows = timeline && createAgentRows(timeline, agentId, opensInChat, folds);
    return rows && end.unhurried(listStore(timeline, agentId, rows), ({ rows }) => rows);
  }, [timeline, agentId, opensInChat, folds, end]);
  return useStore(store) ?? noList;
}

const noList: AgentList = { rows: [] };

function listStore(timeline: Timeline, agentId: string, rows: Store<readonly AgentRow[]>): Store<AgentList> {
  let last = noList;
  return {
    read() {
      const node = timeline.getNode(agentId);
      const agent = node?.kind === "agent" ? node : undefined;
      const now = rows.read();
      if (agent !== last.agent || now !== last.rows) last = { agent, rows: now };
      return last;
    },
    subscribe(listener) {
      const stops = [rows.subscribe(listener), timeline.subscribeNode(agentId, listener)];
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** A row of a timeline: a root agent, or a row of an agent. */
export type TimelineRow = AgentRow | { readonly kind: "agent"; readonly id: string; readonly settled?: boolean };

/** A root agent, or a row of an agent. */
export const Item = memo(function Item({ item, streaming, nested, begins = false }: RowProps<TimelineRow>): ReactNode {
  const Card = useContext(CallSlot);
  if (item.kind === "agent") return <AgentItems agentId={item.id} begins={begins} />;
  if (item.kind === "work") return <WorkRow id={item.id} items={item.items} Row={Item} />;
  if (item.kind === "lanes") return <LanesRow row={item} />;
  if (item.kind === "call") return drawCall(Card, item.id, item.settled);
  if (item.kind === "reasoning") return <Thought id={item.id} streaming={streaming} />;
  return <AgentText id={item.id} streaming={streaming} nested={nested} />;
});

/** One call of the nearest timeline, drawn by the nearest card. Rows are many, so it is no component of its own. */
function drawCall(Card: ContextType<typeof CallSlot>, callId: string, settled = false): ReactNode {
  return Card && <Card key={callId} callId={callId} settled={settled} />;
}

function LanesRow({ row }: { row: Extract<AgentRow, { kind: "work" | "lanes" }> }): ReactNode {
  const { id, items, settled = false } = row;
  const Card = useContext(CallSlot);
  return (
    <Lanes id={id} rows={items.map((item) => item.id)}>
      {items.map((item) => drawCall(Card, item.id, settled))}
    </Lanes>
  );
}

interface TextProps {
  id: string;
  streaming: boolean;
}

/** A text of the nearest timeline. */
function AgentText({ id, streaming, nested }: TextProps & { nested: boolean }): ReactNode {
  const text = useText(id);
  if (!text) return null;
  return (
    <div
      className="cb-said"
      data-agent-text={nested ? "" : undefined}
      data-node={id}
      data-streaming={streaming || undefined}
    >
      <RichText text={text.text} streaming={streaming} />
    </div>
  );
}

/** An agent's reasoning, folded. */
function Thought({ id, streaming }: TextProps): ReactNode {
  const { t, locale } = useKit(cardEnglish);
  const text = useText(id);
  const [open, setOpen] = useOpen(id, false, "closing");
  const bodyId = useId();
  if (!text) return null;
  return (
    <div className="cb-thought">
      <button
        type="button"
        className="cb-call-toggle cb-thought-row"
        aria-expanded={open}
        data-row=""
        tabIndex={-1}
        aria-controls={open ? bodyId : undefined}
        onClick={() => setOpen(!open)}
      >
        <Brain className="cb-call-icon" size={16} aria-hidden />
        <span className="cb-call-summary">
          {streaming ? t("agent.thinking") : thoughtFor(text.endedAt - text.startedAt, t, locale)}
        </span>
        {chevron}
      </button>
      {open && (
        <div id={bodyId} className="cb-agent-body">
          <RichText text={text.text} streaming={streaming} />
        </div>
      )}
    </div>
  );
}

/** A duration in whole seconds: nobody needs the tenths. */
function thoughtFor(milliseconds: number, t: CardTranslate, locale: string): string {
  if (milliseconds < 1000) return t("agent.thought.briefly");
  return t("agent.thought", { duration: formatDuration(milliseconds, locale, 0) });
}

/**
 * Shows that an agent is at work while nothing else does: before its first item, and between the end of a call and the
 * next item.
 */
function Pulse({ last }: { last: ItemRef | undefined }): ReactNode {
  if (!last) return <PulseWords />;
  return last.kind === "call" ? <PulseAfter callId={last.id} /> : null;
}

function PulseAfter({ callId }: { callId: string }): ReactNode {
  const call = useCallRow(callId);
  return call && isFinal(call.status) ? <PulseWords /> : null;
}

function PulseWords(): ReactNode {
  const { t } = useKit(cardEnglish);
  return <p className="cb-pulse">{t("agent.thinking")}</p>;
}

/** Few turns come near their end of calls, or go round in circles. */
const Notices = lazyComponent(
  () => import("./TurnNotices.tsx"),
  (module) => module.TurnNotices,
);

/** What the host says of a turn. */
function NoticesOf({ agentId }: { agentId: string }): ReactNode {
  const read = useCallback((from: Timeline) => noticesOf(from, agentId), [agentId]);
  const notices = useTimelineValue(useTimeline(), read);
  return (
    notices && (
      <Suspense>
        <Notices notices={notices} />
      </Suspense>
    )
  );
}

type Messages = RootView["messages"];

/** By the list of messages, which is another one whenever it changed. */
const noticesByAgent = new WeakMap<Messages, ReadonlyMap<string, Messages>>();

function noticesOf(timeline: Timeline, agentId: string): Messages | undefined {
  const { messages } = timeline.getRoot();
  let known = noticesByAgent.get(messages);
  if (!known) {
    const byAgent = new Map<string, Messages>();
    for (const message of messages) {
      const about = message.wording?.values["agentId"];
      if (typeof about === "string") byAgent.set(about, [...(byAgent.get(about) ?? []), message]);
    }
    noticesByAgent.set(messages, (known = byAgent));
  }
  return known.get(agentId);
}

function AgentEnd({ agent }: { agent: AgentView }): ReactNode {
  const { t } = useKit(cardEnglish);
  const actions = useContext(EndActionsContext);
  const parent = useCallRow(agent.parentCallId ?? "");
  // A sub-agent can continue only while its call waits for it.
  const mayAct =
    agent.parentCallId === null || (agent.status === "interrupted" && parent !== undefined && !isFinal(parent.status));
  const { status, error, reason } = agent;
  const limit = useLimitText(`agent.limit.${error?.code}`, error);
  if (status === "running") return null;
  if (status === "completed") {
    return agent.items.length === 0 && <p className="cb-call-note">{t("agent.end.empty")}</p>;
  }
  return (
    <div className="cb-agent-end" data-status={status}>
      {callStatusIcon(status)}
      <div>
        <p className="cb-agent-end-word">{t(`agent.status.${status}`)}</p>
        <p className="cb-call-note">{limit ?? error?.message ?? reason ?? t(`agent.end.${status}`)}</p>
        {error && error.code !== "unknown" && (
          <details className="cb-call-detail">
            <summary>{t("call.errorDetail")}</summary>
            <code>{error.code}</code>
          </details>
        )}
        {mayAct && actions?.(agent)}
      </div>
    </div>
  );
}
