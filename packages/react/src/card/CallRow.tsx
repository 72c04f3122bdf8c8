"use client";
import type { AgentView, CallView, ToolDetail } from "@callboard/core";
import { isFinal } from "@callboard/core/timeline";
import { useMemo, type ReactNode } from "react";
import type { CardTranslate } from "../messages/messages.ts";
import { isAble } from "../provider/clientAbilities.ts";
import { useKit, type Kit } from "../provider/ToolProvider.tsx";
import { firstText, MOST } from "../timeline/firstText.ts";
import type { Ask } from "../timeline/askIndex.ts";
import { useWaitingBelow } from "../timeline/useApprovals.ts";
import { useAgent, useCallRow, useFirstText } from "../timeline/useNode.ts";
import { asksForSecrets } from "./asksForSecrets.ts";
import { callStatusIcon } from "./callStatusIcon.tsx";
import { chevron } from "./chevron.tsx";
import type { CardState } from "./cardContext.ts";
import { elapsedTime } from "./elapsedTime.tsx";
import { revealAsk } from "./revealAsk.ts";
import { StopButton, stopProblem, useStop, type Stop } from "./StopButton.tsx";
import { toolWords } from "./toolWords.ts";
import { statusWords, waitingStatus, waitingWords } from "./waitingWords.ts";
import { useCallTool } from "./useCallTool.ts";
import { useLimitText } from "./useLimitText.ts";
import { useTextOf } from "./useToolText.ts";
import { tokenWords } from "./tokenWords.ts";
import { summaryOf } from "./workSummary.ts";
import { cardEnglish } from "../messages/en.ts";

/** The row of a call: what happens, in words. A call that started one agent and that agent are one row. */
export function CallRow({ card, actions }: { card: CardState; actions?: ReactNode }): ReactNode {
  const { call, name, open, toggle, bodyId, tool } = card;
  const { agents } = call;
  const kit = useKit(cardEnglish);
  const { t, locale, timeline } = kit;
  const said = useRowWords(call, tool, open);
  const isWritten = !said && !open && isToldWhileWritten(call, tool, kit);
  const agentId = agents.length === 1 ? agents[0] : undefined;
  const stop = useStop(agentId === undefined ? { callId: call.id } : { agentId }, call.id, isFinal(call.status));
  return (
    <>
      <div
        className="cb-call-header"
        data-stops={(stop && !actions) || undefined}
        data-acts={actions !== undefined || undefined}
      >
        <button
          type="button"
          className={`cb-call-toggle${agents.length > 0 ? " cb-agent-row" : ""}`}
          data-row=""
          tabIndex={-1}
          aria-expanded={open}
          aria-controls={open ? bodyId : undefined}
          onClick={({ currentTarget }) => {
            toggle();
            if (!open && agents.length > 0) revealAsk(timeline, call.id, currentTarget);
          }}
        >
          {agentId !== undefined ? (
            <AgentWords card={card} agentId={agentId} />
          ) : agents.length > 0 ? (
            <AgentsWords card={card} said={words(said)} />
          ) : (
            callWords(card, isWritten ? <FirstText callId={call.id} /> : words(said), t, locale)
          )}
          {chevron}
        </button>
        {actions ??
          (stop &&
            (agentId === undefined ? <StopButton stop={stop} name={name} /> : <StopAgent stop={stop} id={agentId} />))}
        {!open && rowProgress(call)}
      </div>
      {stopProblem(stop)}
    </>
  );
}

function StopAgent({ stop, id }: { stop: Stop; id: string }): ReactNode {
  const { t } = useKit(cardEnglish);
  return <StopButton stop={stop} name={useAgent(id)?.name ?? t("agent.sub")} />;
}

function callWords(
  { call, name }: CardState,
  said: ReactNode,
  t: CardTranslate,
  locale: string,
  waiting: Ask["kind"] | null = null,
): ReactNode {
  return (
    <>
      {callStatusIcon(waiting ? waitingStatus(waiting) : call.status)}
      <span className="cb-call-name">{name}</span>
      {said}
      {call.agents.length > 1 && (
        <span className="cb-call-facts">{t("call.agentCount", { count: call.agents.length })}</span>
      )}
      <span className="cb-call-status" data-waiting={waiting !== null || undefined}>
        {waiting ? waitingWords(waiting, t) : statusWords(call, t)}
      </span>
      {elapsedTime(call, locale)}
    </>
  );
}

/** A call that started several agents, and what they wait for. */
function AgentsWords({ card, said }: { card: CardState; said: ReactNode }): ReactNode {
  const { t, locale } = useKit(cardEnglish);
  return callWords(card, said, t, locale, useWaitingBelow(card.call.id));
}

/** A call and the one agent that it started: who it is, what it does, what that took. */
function AgentWords({ card: { call, name, open, tool }, agentId }: { card: CardState; agentId: string }): ReactNode {
  const { t, locale, timeline } = useKit(cardEnglish);
  const agent = useAgent(agentId);
  const textOf = useTextOf(tool);
  const waiting = useWaitingBelow(agentId);
  const isDone = call.status === "completed";
  const failed = useMemo(
    () => (isDone && agent && timeline ? summaryOf(timeline, agent.items).failed : 0),
    [isDone, agent, timeline],
  );
  if (!agent) return null;
  const isOver = isFinal(call.status);
  const status = waiting ? waitingStatus(waiting) : isOver || agent.status === "completed" ? call.status : agent.status;
  const calls = agent.items.filter(({ kind }) => kind === "call").length;
  const facts = joined(
    calls > 0 && t("agent.calls", { count: calls }),
    agent.usage && tokenWords(agent.usage, t, locale),
  );
  return (
    <>
      {callStatusIcon(status)}
      <span className="cb-call-name">{agent.name ?? name}</span>
      {isOver || open ? words(textOf(call.summary, call.wording) ?? agent.description) : <Doing agent={agent} />}
      {facts && <span className="cb-call-facts">{facts}</span>}
      <span className="cb-call-status" data-waiting={waiting !== null || undefined}>
        {waiting
          ? waitingWords(waiting, t)
          : failed > 0
            ? t("work.failed", { count: failed })
            : isOver
              ? statusWords(call, t)
              : t(`agent.status.${agent.status}`)}
      </span>
      {elapsedTime(call, locale)}
    </>
  );
}

/** An agent's current activity in a few words. */
export function Doing({ agent }: { agent: AgentView }): ReactNode {
  const { t } = useKit(cardEnglish);
  const last = agent.items.at(-1);
  if (agent.status === "failed") return words(agent.error?.message ?? t("agent.end.failed"));
  if (agent.status !== "running") return words(agent.reason ?? agent.description);
  if (!last) return words(t("agent.doing.starting"));
  if (last.kind === "call") return <DoingCall callId={last.id} />;
  return words(t(last.kind === "text" ? "agent.doing.writing" : "agent.doing.thinking"));
}

function DoingCall({ callId }: { callId: string }): ReactNode {
  const kit = useKit();
  const call = useCallRow(callId);
  const tool = useCallTool(call?.tool);
  const said = useRowWords(call, tool);
  if (!call) return null;
  const name = tool?.name ?? call.title ?? toolWords(call.tool);
  if (!said && isToldWhileWritten(call, tool, kit)) return <FirstText callId={callId} name={name} />;
  return words(joined(name, said));
}

/** What a call is about while its arguments stream in: drawn by itself, so that its row is not drawn for it. */
function FirstText({ callId, name }: { callId: string; name?: string }): ReactNode {
  return words(joined(name, useFirstText(callId)) || null);
}

/** What a row says; rows are many, so it is no component of its own. */
function words(said: string | null): ReactNode {
  return (
    <span className="cb-call-summary" title={said ?? undefined}>
      {said}
    </span>
  );
}

/**
 * What a row says of its call: what it is about, and how far it is by its own report ("in Bonn · 1 of 2") or why it
 * failed. An open one says only what it is about: the rest stands below.
 */
export function useRowWords(call: CallView | undefined, tool: ToolDetail | undefined, open = false): string | null {
  const kit = useKit(cardEnglish);
  const { t } = kit;
  const textOf = useTextOf(tool);
  const limit = useLimitText(`call.limit.${call?.error?.code}`, call?.error);
  if (!call) return null;
  const { status, progress, error } = call;
  const about = textOf(call.summary, call.wording);
  if (open) return about;
  const { total } = progress ?? {};
  const share = total !== undefined && t("call.progress.share", { progress: progress!.progress, total });
  const report = status === "running" && progress ? joined(textOf(progress.message, progress.wording), share) : "";
  // Where its tool has no words for it, its first text.
  const what = about ?? (mayTell(tool, kit) && firstText(call));
  const why = limit ?? (error && textOf(error.message, error.wording)?.slice(0, MOST));
  const then = report || why;
  // Isolated, as the two may be in scripts of two directions.
  return joined(what && then ? `\u2068${what}\u2069` : what, then);
}

const joined = (...parts: unknown[]) => parts.filter(Boolean).join(" · ");

/** Where tools and the specs of their forms come from. */
type ToolSources = Pick<Kit, "client" | "registry">;

/**
 * Whether a row may say a text of the input: none of a tool that asks for secrets, or of which nothing is known yet.
 */
function mayTell(tool: ToolDetail | undefined, { client, registry }: ToolSources): boolean {
  return tool ? !asksForSecrets(tool, registry) : !isAble(client, "tool");
}

/** Whether a row follows the first text of a call that is still written. */
function isToldWhileWritten(call: CallView, tool: ToolDetail | undefined, kit: ToolSources): boolean {
  return call.status === "requested" && mayTell(tool, kit);
}

/** A thin bar along the row's lower edge; it takes no room. */
function rowProgress(call: CallView): ReactNode {
  const total = call.progress?.total;
  if (call.status !== "running" || !call.progress || total === undefined || total <= 0) return null;
  const share = Math.min(1, Math.max(0, call.progress.progress / total));
  return (
    <div className="cb-call-bar" aria-hidden="true">
      <div style={{ transform: `scaleX(${share})` }} />
    </div>
  );
}
