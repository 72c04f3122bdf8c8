"use client";
import type { AgentStatus, CallView, Timeline } from "@callboard/core";
import { Hand } from "lucide-react";
import { useContext, useEffect, useId, useRef, useState, type ReactNode, type RefObject } from "react";
import { AskDock } from "../card/AskDock.tsx";
import { revealNode } from "../card/revealNode.ts";
import { rowOfCalls } from "../card/rowOfCalls.ts";
import { preloadAsk } from "../card/ToolCallCard.tsx";
import { useFocusAfter } from "../card/useFocusAfter.ts";
import { useSettledFlag } from "../card/useSettledFlag.ts";
import { CallAnnouncer } from "../page/CallAnnouncer.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { useSpoken } from "../provider/useSpoken.ts";
import type { Ask } from "../timeline/askIndex.ts";
import type { AskSight } from "../timeline/askSight.ts";
import { useAsks } from "../timeline/useAsks.ts";
import { useTimeline } from "../timeline/useNode.ts";
import { useTimelineValue } from "../timeline/useTimelineValue.ts";
import { useStore } from "../useStore.ts";
import { ChatToolsContext } from "./chatTools.ts";
import { personOf } from "./turnRows.ts";
import { cardEnglish } from "../messages/en.ts";
import { chatEnglish } from "../messages/chatEnglish.ts";
import type { Translate } from "../messages/messages.ts";

const announcerWords = { ...cardEnglish, ...chatEnglish };

interface WaitingNoticeProps {
  within: RefObject<HTMLElement | null>;
  sight: AskSight;
}

/**
 * A notice of what waits for the person, at any depth: a button leads to the first that is out of sight, and where
 * several wait, another lists them all, to be answered there. A single ask in sight needs no notice: it is there for
 * the keyboard and screen readers, and not drawn.
 */
export function WaitingNotice(props: WaitingNoticeProps): ReactNode {
  const { asks } = useAsks();
  const timeline = useTimeline();
  return timeline && asks.length > 0 && <Waiting {...props} asks={asks} timeline={timeline} />;
}

const waitingWords = (
  asks: readonly Ask[],
  t: Translate<keyof typeof chatEnglish>,
  isWatched: boolean | undefined,
): string => {
  const isApprovals = asks.every(({ kind }) => kind === "approval");
  return t(isWatched ? "chat.waiting.watched" : isApprovals ? "chat.waiting" : "chat.waiting.answers", {
    count: asks.length,
  });
};

/** In milliseconds: an ask that arrives is drawn and scrolled to first, and one that is scrolled past is not told. */
const AWAY = 400;

function Waiting({
  within,
  sight,
  asks,
  timeline,
}: WaitingNoticeProps & { asks: readonly Ask[]; timeline: Timeline }): ReactNode {
  const { t } = useKit(chatEnglish);
  const isWatched = useContext(ChatToolsContext)?.isWatched;
  const dockId = useId();
  const [isListed, setListed] = useState(false);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const seen = useStore(sight);
  const unseen = asks.find(({ id }) => !seen.has(id));
  // A list that somebody has opened, or the button for it that they are at, does not go while they answer.
  const [isAtList, setAtList] = useState(false);
  const hasList = !isWatched && (asks.length > 1 || isListed || isAtList);
  const dock = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  // The asks that it had last are those that were answered last.
  const lastCall = () => {
    const thread = within.current;
    return (
      thread &&
      (rowOfCalls(
        thread,
        asks.map(({ callId }) => callId),
      ) ??
        thread)
    );
  };
  useFocusAfter(notice, lastCall);
  useFocusAfter(dock, lastCall);
  // Nothing is out of sight that is only not fetched yet.
  const [isFetched, setFetched] = useState(false);
  useEffect(() => void preloadAsk().then(() => setFetched(true)), []);
  const isAway = useSettledFlag(isFetched && unseen !== undefined, AWAY);
  const isShown = hasList || isAway || isPointed || isFocused;
  // It keeps the place that it had once, so that no answer moves when it goes.
  const [hasPlace, setPlace] = useState(false);
  if (isShown && !hasPlace) setPlace(true);
  return (
    <>
      {hasList && isListed && (
        <div ref={dock} id={dockId} className="cb-chat-asks">
          <AskDock />
        </div>
      )}
      <div
        ref={notice}
        className={isShown || hasPlace ? "cb-chat-waiting" : "cb-visually-hidden"}
        style={isShown ? undefined : { opacity: 0, pointerEvents: "none" }}
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        <Hand size={16} aria-hidden />
        <span>{waitingWords(asks, t, isWatched)}</span>
        <button
          type="button"
          className="cb-inline-button"
          onClick={() => revealNode(timeline, (unseen ?? asks[0]!).callId, within.current, { focus: true })}
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
            onFocus={() => setAtList(true)}
            onBlur={() => setAtList(false)}
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

/**
 * Announces how a turn goes to screen readers, and how much waits for the person for as long as anything does, so that
 * no ask is lost among others. Streamed text is not announced. `formCall` is the call that was run last by a form of
 * the chat.
 */
export function ChatAnnouncer({ formCall }: { formCall: string | null }): ReactNode {
  const { t } = useKit(announcerWords);
  const timeline = useTimeline();
  const own = useTimelineValue(timeline, lastOwnCall, sameCall);
  const last = useTimelineValue(timeline, lastTurn, sameTurn);
  const { asks } = useAsks();
  const isWatched = useContext(ChatToolsContext)?.isWatched;
  const expired = useExpired(timeline, asks);
  const status = t("call.status.expired");
  const spokenExpired = useSpoken(
    expired.map(({ call }) => t("call.announce", { name: call.title ?? call.tool, status })).join(". "),
    expired.map(({ id }) => id).join(" "),
  );
  const [ask, ...more] = asks;
  const words = ask
    ? more.length > 0 || isWatched
      ? waitingWords(asks, t, isWatched)
      : t(ask.kind === "approval" ? "chat.announce.waiting" : "chat.announce.asking", {
          name: ask.call.title ?? ask.call.tool,
        })
    : last
      ? last.isUnanswered
        ? t("chat.noModel")
        : t(last.status === "running" ? "chat.announce.working" : `chat.announce.${last.status}`)
      : "";
  const spoken = useSpoken(
    words,
    ask ? asks.map(({ id }) => id).join(" ") : `${last?.id} ${last?.status}`,
    !ask && last?.status !== "running",
  );
  return (
    <>
      <p className="cb-visually-hidden" role="status" data-announcer="">
        {spoken}
      </p>
      <CallAnnouncer call={own} name={own?.name ?? ""} isRunSaid={own?.id === formCall} isAskSaid />
      <p className="cb-visually-hidden" role="status" data-expired="">
        {spokenExpired}
      </p>
    </>
  );
}

/** What nobody answered in time, of what agents asked a moment ago. */
function useExpired(timeline: Timeline | undefined, asks: readonly Ask[]): readonly Ask[] {
  const before = useRef(asks);
  const [expired, setExpired] = useState<readonly Ask[]>([]);
  useEffect(() => {
    const gone = before.current.filter(({ id }) => asks.every((ask) => ask.id !== id));
    before.current = asks;
    if (!timeline || gone.length === 0) return;
    // A person's own call says by itself how it went.
    const own = personOf(timeline)?.id;
    setExpired(
      gone.filter(({ callId }) => {
        const node = timeline.getNode(callId);
        return node?.kind === "call" && node.status === "expired" && node.agentId !== own;
      }),
    );
  }, [timeline, asks]);
  return expired;
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
