"use client";
import type { AgentStatus, CallView, Timeline } from "@callboard/core";
import { Hand } from "lucide-react";
import { useId, useState, type ReactNode, type RefObject } from "react";
import { AskDock } from "../card/AskDock.tsx";
import { revealNode } from "../card/revealNode.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useAsks } from "../timeline/useAsks.ts";
import { useTimeline } from "../timeline/useNode.ts";
import { useTimelineValue } from "../timeline/useTimelineValue.ts";
import { personOf } from "./turnsOf.ts";
import { cardEnglish } from "../messages/en.ts";
import { chatEnglish } from "../messages/chatEnglish.ts";

const announcerWords = { ...cardEnglish, ...chatEnglish };

/**
 * A notice of what waits for the person, at any depth: a button leads to the first, and where several wait, another lists them all, to be
 * answered there.
 */
export function WaitingNotice({ within }: { within: RefObject<HTMLElement | null> }): ReactNode {
  const { t } = useKit(chatEnglish);
  const { asks } = useAsks();
  const onlyApprovals = asks.every(({ kind }) => kind === "approval");
  const timeline = useTimeline();
  const first = asks[0];
  const dockId = useId();
  const [isListed, setListed] = useState(false);
  if (!first || !timeline) return null;
  const hasList = asks.length > 1;
  return (
    <>
      {hasList && isListed && (
        <div id={dockId} className="cb-chat-asks">
          <AskDock />
        </div>
      )}
      <div className="cb-chat-waiting">
        <Hand size={16} aria-hidden />
        <span>{t(onlyApprovals ? "chat.waiting" : "chat.waiting.answers", { count: asks.length })}</span>
        <button
          type="button"
          className="cb-inline-button"
          onClick={() => revealNode(timeline, first.callId, within.current, { focus: true })}
        >
          {t("chat.waiting.show")}
        </button>
        {hasList && (
          <button
            type="button"
            className="cb-inline-button"
            aria-expanded={isListed}
            aria-controls={isListed ? dockId : undefined}
            onClick={() => setListed(!isListed)}
          >
            {t("chat.waiting.all")}
          </button>
        )}
      </div>
    </>
  );
}

interface LastTurn {
  status: AgentStatus;
  id: string;
  /** There is no model to answer it. */
  isUnanswered: boolean;
}

interface OwnCallState {
  id: string;
  name: string;
  status: CallView["status"];
}

function lastOwnCall(timeline: Timeline): OwnCallState | null {
  const id = personOf(timeline)?.items.at(-1)?.id;
  const call = id === undefined ? undefined : timeline.getNode(id);
  return call?.kind === "call" ? { id: call.id, name: call.title ?? call.tool, status: call.status } : null;
}

function sameCall(one: OwnCallState | null, other: OwnCallState | null): boolean {
  return one?.id === other?.id && one?.status === other?.status;
}

/** Announces the state of a turn to screen readers, once a change; streamed text is not announced. */
export function ChatAnnouncer(): ReactNode {
  const { t } = useKit(announcerWords);
  const timeline = useTimeline();
  const own = useTimelineValue(timeline, lastOwnCall, sameCall);
  const last = useTimelineValue(timeline, lastTurn, sameTurn);
  const { asks } = useAsks();
  const ask = asks.at(-1);
  const words = ask
    ? t(ask.kind === "approval" ? "chat.announce.waiting" : "chat.announce.asking", {
        name: ask.call.title ?? ask.call.tool,
      })
    : last
      ? last.isUnanswered
        ? t("chat.noModel")
        : t(last.status === "running" ? "chat.announce.working" : `chat.announce.${last.status}`)
      : "";
  return (
    <>
      <p className="cb-visually-hidden" role="status" data-announcer="">
        {words}
      </p>
      <p className="cb-visually-hidden" role="status">
        {own && t("chat.announce.own", { name: own.name, status: t(`call.status.${own.status}`) })}
      </p>
    </>
  );
}

function sameTurn(one: LastTurn | null, other: LastTurn | null): boolean {
  return one?.id === other?.id && one?.status === other?.status;
}

function lastTurn(timeline: Timeline): LastTurn | null {
  const person = personOf(timeline)?.id;
  const id = timeline.getRoot().agents.findLast((one) => one !== person);
  const agent = id === undefined ? undefined : timeline.getNode(id);
  if (agent?.kind !== "agent") return null;
  return { id: agent.id, status: agent.status, isUnanswered: agent.error?.code === "no_model" };
}
