"use client";
import { isFinal, type AgentView, type ItemRef } from "@callboard/core";
import { Brain, ChevronRight } from "lucide-react";
import { memo, useContext, useId, type ReactNode } from "react";
import { CallSlot } from "../call/callSlot.ts";
import { CallStatusIcon } from "../call/CallStatusIcon.tsx";
import { formatDuration } from "../call/formatDuration.ts";
import { Markdown } from "../chat/markdown/Markdown.tsx";
import type { Translate } from "../messages/messages.ts";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { EndActionsContext } from "./endActions.ts";
import { useKept } from "./useKept.ts";
import { useAgent, useCall } from "./useNode.ts";
import { useText } from "./useText.ts";

export interface AgentItemsProps {
  agentId: string;
}

/** What an agent said and did, in order, each item by its own subscription, and how it ended. */
export const AgentItems = memo(function AgentItems({ agentId }: AgentItemsProps): ReactNode {
  const agent = useAgent(agentId);
  if (!agent) return null;
  const last = agent.items.length - 1;
  const running = agent.status === "running";
  const nested = agent.parentCallId !== null;
  return (
    <div className="cb-items">
      {agent.items.map((item, index) => (
        <Item key={item.id} item={item} streaming={running && index === last} nested={nested} />
      ))}
      {running && <Pulse last={agent.items[last]} />}
      <AgentEnd agent={agent} />
    </div>
  );
});

interface ItemProps {
  item: ItemRef;
  /** The last of a running agent: more of it may come. */
  streaming: boolean;
  nested: boolean;
}

const Item = memo(
  function Item({ item, streaming, nested }: ItemProps): ReactNode {
    if (item.kind === "call") return <CallItem callId={item.id} />;
    if (item.kind === "reasoning") return <Thought id={item.id} streaming={streaming} />;
    return <Said id={item.id} streaming={streaming} nested={nested} />;
  },
  (one, other) => one.item.id === other.item.id && one.streaming === other.streaming && one.nested === other.nested,
);

/** One call of the nearest timeline, drawn by the nearest card. */
export function CallItem({ callId }: { callId: string }): ReactNode {
  const Card = useContext(CallSlot);
  return Card && <Card callId={callId} />;
}

interface TextProps {
  id: string;
  streaming: boolean;
}

/** A text of the nearest timeline. */
export function Said({ id, streaming, nested }: TextProps & { nested: boolean }): ReactNode {
  const text = useText(id);
  const { renderText } = useCallboard();
  if (!text) return null;
  return (
    <div className="cb-said" data-agent-text={nested ? "" : undefined} data-streaming={streaming || undefined}>
      {renderText ? renderText(text.text) : <Markdown text={text.text} streaming={streaming} />}
    </div>
  );
}

/** What an agent thought, folded. */
export function Thought({ id, streaming }: TextProps): ReactNode {
  const { t, locale } = useCallboard();
  const text = useText(id);
  const [open, setOpen] = useKept(`open:${id}`, false);
  const bodyId = useId();
  if (!text) return null;
  return (
    <div className="cb-thought">
      <button
        type="button"
        className="cb-call-toggle cb-thought-row"
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={() => setOpen(!open)}
      >
        <span className="cb-call-icon" aria-hidden>
          <Brain size={16} />
        </span>
        <span className="cb-call-summary">
          {streaming ? t("agent.thinking") : thoughtFor(text.endedAt - text.startedAt, t, locale)}
        </span>
        <ChevronRight className="cb-call-chevron" size={16} aria-hidden="true" />
      </button>
      <div id={bodyId} className="cb-agent-body" hidden={!open}>
        {open && <Markdown text={text.text} streaming={streaming} />}
      </div>
    </div>
  );
}

/** In whole seconds: how long it took to the tenth is nobody's question. */
function thoughtFor(milliseconds: number, t: Translate, locale: string): string {
  if (milliseconds < 1000) return t("agent.thought.briefly");
  if (milliseconds >= 60_000) return t("agent.thought", { duration: formatDuration(milliseconds, locale) });
  const seconds = new Intl.NumberFormat(locale, { style: "unit", unit: "second", maximumFractionDigits: 0 });
  return t("agent.thought", { duration: seconds.format(milliseconds / 1000) });
}

/** Says that an agent is at work where nothing else shows it: before its first word, and between a call's end and what comes of it. */
function Pulse({ last }: { last: ItemRef | undefined }): ReactNode {
  if (!last) return <PulseWords />;
  return last.kind === "call" ? <PulseAfter callId={last.id} /> : null;
}

function PulseAfter({ callId }: { callId: string }): ReactNode {
  const call = useCall(callId);
  return call && isFinal(call.status) ? <PulseWords /> : null;
}

function PulseWords(): ReactNode {
  const { t } = useCallboard();
  return <p className="cb-pulse">{t("agent.thinking")}</p>;
}

function AgentEnd({ agent }: { agent: AgentView }): ReactNode {
  const { t } = useCallboard();
  const actions = useContext(EndActionsContext);
  const parent = useCall(agent.parentCallId ?? "");
  // A sub-agent can go on only while its call still waits for it.
  const mayAct =
    agent.parentCallId === null || (agent.status === "interrupted" && parent !== undefined && !isFinal(parent.status));
  const { status, error, reason } = agent;
  if (status === "running") return null;
  if (status === "completed") {
    return agent.items.length === 0 && <p className="cb-call-note">{t("agent.end.empty")}</p>;
  }
  return (
    <div className="cb-agent-end" data-status={status}>
      <CallStatusIcon status={status} />
      <div>
        <p className="cb-agent-end-word">{t(`agent.status.${status}`)}</p>
        <p className="cb-call-note">{error?.message ?? reason ?? t(`agent.end.${status}`)}</p>
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
