"use client";
import type { StartedTurn, Timeline, ToolClient } from "@callboard/core";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useSettledFlag } from "../call/useSettledFlag.ts";
import { ToolProvider, useCallboard } from "../provider/ToolProvider.tsx";
import { ToEnd } from "../timeline/AgentTimeline.tsx";
import { useFollowEnd } from "../timeline/useFollowEnd.ts";
import { useSession } from "../timeline/useSession.ts";
import { sameList, useTimelineValue } from "../timeline/useTimelineValue.ts";
import { ChatAnnouncer, WaitingNotice } from "./ChatNotices.tsx";
import { ChatComposer, type ComposerHandle } from "./ChatComposer.tsx";
import { ChatThread, PendingTurn } from "./ChatThread.tsx";
import { usePreloadedMarkdown } from "./markdown/Markdown.tsx";
import { chatMessages } from "../messages/chat.ts";
import { addMessages } from "../messages/messages.ts";

addMessages(chatMessages);

export interface ChatProps {
  client?: ToolClient;
  /** The chat that is shown, such as from the address; null is a new one. Left out, the chat keeps it itself. */
  sessionId?: string | null;
  /** A first message has begun this chat. */
  onSession?: (sessionId: string) => void;
  /** Three or four things to ask, offered while nothing has been said. */
  examples?: readonly string[];
  /** Why nothing can be sent now, if so. */
  disabled?: string;
}

interface Sent {
  text: string;
  /** The chat it was said in; null began a new one. */
  within: string | null;
  turn: StartedTurn | null;
}

/**
 * A chat whose agent calls tools: the conversation, live, and where to write. It fills the height that it is given and scrolls within.
 * @example
 * ```tsx
 * <Chat client={client} sessionId={params.id ?? null} onSession={(id) => navigate(`/chat/${id}`)} examples={["Sum up README.md"]} />
 * ```
 */
export function Chat(props: ChatProps): ReactNode {
  const { client: nearest, t, language } = useCallboard();
  const client = props.client ?? nearest;
  const [attempt, setAttempt] = useState(0);
  const [local, setLocal] = useState<string | null>(null);
  if (!client?.chat)
    return (
      <p {...language} className="callboard cb-call-note">
        {t("chat.noClient")}
      </p>
    );
  return (
    <ChatBody
      key={attempt}
      {...props}
      client={client}
      sessionId={props.sessionId === undefined ? local : props.sessionId}
      onSession={(id) => {
        setLocal(id);
        props.onSession?.(id);
      }}
      onReload={() => setAttempt(attempt + 1)}
    />
  );
}

interface ChatBodyProps extends ChatProps {
  client: ToolClient;
  sessionId: string | null;
  onSession: (sessionId: string) => void;
  onReload: () => void;
}

function ChatBody({ client, sessionId, onSession, examples = [], disabled, onReload }: ChatBodyProps): ReactNode {
  const { t, language } = useCallboard();
  const session = useSession(client, sessionId);
  const timeline = session?.timeline;
  const [sent, setSent] = useState<Sent | null>(null);
  const shown = useRef(sessionId);
  useEffect(() => {
    shown.current = sessionId;
  }, [sessionId]);
  const readsMarkdown = usePreloadedMarkdown();
  // Once its chat is open, a message belongs there: whoever then begins another chat finds it empty.
  useEffect(() => {
    setSent((last) => (last?.turn && last.turn.sessionId === sessionId ? { ...last, within: sessionId } : last));
  }, [sessionId]);

  const atWork = useTimelineValue(timeline, runningAgents, sameList) ?? [];
  const messages = useTimelineValue(timeline, (from) => from.getRoot().messages) ?? [];
  const arrived = sent?.turn != null && messages.some((message) => message.id === sent.turn!.messageId);
  const belongs = sent !== null && (sent.turn?.sessionId ?? sent.within) === sessionId;
  const moving = sent?.turn != null && sent.within === sessionId;
  const pending = sent !== null && !arrived && (belongs || moving) ? sent.text : null;

  // A turn that was begun and is not in the log yet can be stopped as well.
  const running = atWork.length === 0 && pending !== null && sent?.turn ? [sent.turn.agentId] : atWork;

  const send = async (text: string) => {
    setSent({ text, within: sessionId, turn: null });
    try {
      const turn = await client.chat!(text, sessionId === null ? {} : { sessionId });
      setSent({ text, within: sessionId, turn });
      // Who went to another chat meanwhile is not called back.
      if (turn.sessionId !== sessionId && shown.current === sessionId) onSession(turn.sessionId);
    } catch (error) {
      setSent(null);
      throw error;
    }
  };
  const stop = async () => {
    await Promise.all(running.map((agentId) => client.cancel!({ agentId })));
  };

  const composer = useRef<ComposerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { away, toEnd } = useFollowEnd(scroller);
  // Who sends a message wants to see what comes of it.
  useEffect(() => {
    if (pending !== null) toEnd();
  }, [pending, toEnd]);

  // A chat that is opened is drawn once, as it is, and never as its Markdown's source first.
  const loading = session !== null && (messages.length === 0 || !readsMarkdown) && pending === null && !session.error;
  return (
    <ToolProvider client={client} {...(timeline ? { timeline } : {})}>
      <div {...language} className="callboard cb-chat" role="region" aria-label={t("chat.label")}>
        <div ref={scroller} className="cb-chat-scroll" tabIndex={0} role="region" aria-label={t("chat.conversation")}>
          <div className="cb-chat-column">
            {session?.error ? (
              <Unreadable
                message={session.error.status === 404 ? t("chat.notFound") : session.error.message}
                onRetry={onReload}
              />
            ) : loading ? (
              <ThreadSkeleton />
            ) : session ? (
              <ChatThread
                key={sessionId}
                session={session}
                pending={pending}
                onContinue={client.resume ? (agentId) => client.resume!(agentId) : undefined}
              />
            ) : pending !== null ? (
              <div className="cb-thread">
                <PendingTurn text={pending} />
              </div>
            ) : (
              <EmptyChat examples={examples} onAsk={(text) => composer.current?.send(text)} />
            )}
          </div>
        </div>
        <div className="cb-chat-foot">
          <ToEnd end={{ away, toEnd }} />
          {session && !session.error && (
            <>
              <Connection state={session.connection} />
              <WaitingNotice within={scroller} />
              <ChatAnnouncer />
            </>
          )}
          <ChatComposer
            composerRef={composer}
            onSend={send}
            {...(client.cancel ? { onStop: stop } : {})}
            running={running.length > 0}
            disabled={disabled ?? (session?.error ? t("chat.unreadable") : undefined)}
          />
        </div>
      </div>
    </ToolProvider>
  );
}

function runningAgents(timeline: Timeline): readonly string[] {
  return timeline.getRoot().agents.filter((id) => {
    const agent = timeline.getNode(id);
    return agent?.kind === "agent" && agent.status === "running" && agent.id !== "you";
  });
}

function Connection({ state }: { state: string }): ReactNode {
  const { t } = useCallboard();
  const lost = useSettledFlag(state === "waiting" || state === "offline", 1000);
  return (
    <p className="cb-chat-connection" role="status">
      {lost && t(state === "offline" ? "chat.connection.offline" : "chat.connection.waiting")}
    </p>
  );
}

function EmptyChat({ examples, onAsk }: { examples: readonly string[]; onAsk: (text: string) => void }): ReactNode {
  const { t } = useCallboard();
  return (
    <div className="cb-chat-empty">
      <h2>{t("chat.empty")}</h2>
      <p>{t("chat.emptyHelp")}</p>
      {examples.length > 0 && (
        <ul aria-label={t("chat.examples")}>
          {examples.map((example) => (
            <li key={example}>
              <button type="button" className="cb-button" dir="auto" onClick={() => onAsk(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Unreadable({ message, onRetry }: { message: string; onRetry: () => void }): ReactNode {
  const { t } = useCallboard();
  return (
    <div className="cb-empty" role="alert">
      <p>{t("chat.unreadable")}</p>
      <p className="cb-empty-help">{message}</p>
      <button type="button" className="cb-button" onClick={onRetry}>
        {t("chat.retry")}
      </button>
    </div>
  );
}

/** The thread's geometry, shown only when loading takes long enough to be noticed. */
function ThreadSkeleton(): ReactNode {
  const { t } = useCallboard();
  const shown = useSettledFlag(true);
  return (
    <div
      className="cb-thread"
      role="status"
      aria-busy="true"
      aria-label={t("chat.loading")}
      data-shown={shown || undefined}
    >
      {[0, 1].map((turn) => (
        <div key={turn} className="cb-turn">
          <span className="cb-skeleton cb-skeleton-user" />
          <span className="cb-skeleton cb-skeleton-row" />
          <span className="cb-skeleton" />
          <span className="cb-skeleton" />
        </div>
      ))}
    </div>
  );
}
