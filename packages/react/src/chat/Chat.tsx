"use client";
import type { RootView, StartedTurn, Timeline, ToolClient, ToolListing } from "@callboard/core";
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { RunAgainContext, type RunAgain } from "../card/NextSteps.tsx";
import { revealNode } from "../card/revealNode.ts";
import { openNodesOf } from "../timeline/openNodes.ts";
import { AnnouncedContext } from "../card/useAnnouncer.ts";
import { useSettledFlag } from "../card/useSettledFlag.ts";
import { ToolProvider, useKit } from "../provider/ToolProvider.tsx";
import { ToEnd } from "../card/AgentTimeline.tsx";
import { useFollowEnd } from "../timeline/useFollowEnd.ts";
import { useSession } from "../timeline/useSession.ts";
import { sameList, useTimelineValue } from "../timeline/useTimelineValue.ts";
import { ChatAnnouncer, WaitingNotice } from "./ChatNotices.tsx";
import { ChatComposer, type ComposerHandle } from "./ChatComposer.tsx";
import { ChatThread, PendingTurn } from "./ChatThread.tsx";
import { ChatToolsContext, useChatTools, type ChatToolActions } from "./chatTools.ts";
import { ThreadForm } from "./ThreadForm.tsx";
import { useSurfaceActions } from "./useSurfaceActions.ts";
import type { ComposerTools } from "./useSuggestions.ts";
import type { CreateToolFinder } from "./toolFinder.ts";
import { usePreloadedMarkdown } from "../text/Markdown.tsx";
import { chatEnglish } from "../messages/chatEnglish.ts";

export interface ChatProps {
  client?: ToolClient;
  /** The session that is shown, such as from the address; null is a new chat. Without it the component keeps its own. */
  sessionId?: string | null;
  /** Called when a first message has started a session. */
  onSession?: (sessionId: string) => void;
  /** A few example messages, offered in an empty chat. */
  examples?: readonly (string | ChatExample)[];
  /** A call or an agent of the session that is opened and scrolled to, such as from an address that the provider's `hrefOf` made. */
  shownNode?: string | null;
  /** Puts the cursor into the composer when the chat opens; false unless given, and never on a touch screen. */
  focusOnOpen?: boolean;
  /** Whether a model answers; true unless given. A chat without one says so, and finds tools. */
  hasModel?: boolean;
  /** A page that says how a model is connected, linked where a message finds none. */
  modelHelp?: string;
  /** Finds tools for what is written, in place of the kit's own search by words. Keeps its identity between renders. */
  createFinder?: CreateToolFinder;
  /** Disables the composer, and is the reason that it shows. */
  disabled?: string;
}

/** An example message of a chat. */
export interface ChatExample {
  /** What is sent. */
  message: string;
  /** What it shows, in a few words; the message itself unless given. */
  title?: string;
  /** The host plays a script for it: its words were written beforehand, and the chat says so. */
  script?: boolean;
  /** Why it cannot be sent yet; it is offered once there is no reason. */
  waits?: string | undefined;
}

/** A form that is open in a thread. */
interface OpenForm {
  key: number;
  tool: ToolListing;
  text: string;
  /** The session that it is open in; null is the chat that has not begun. */
  within: string | null;
}

interface Sent {
  text: string;
  /** The session it was sent in; null started a new one. */
  within: string | null;
  turn: StartedTurn | null;
}

/**
 * A chat with an agent that calls tools: the live conversation and a composer. It fills the given height and scrolls within.
 * @example
 * ```tsx
 * <Chat client={client} sessionId={params.id ?? null} onSession={(id) => navigate(`/chat/${id}`)} examples={["Sum up README.md"]} />
 * ```
 */
export function Chat(props: ChatProps): ReactNode {
  const { client: nearest, t, language } = useKit(chatEnglish);
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

const noExamples: readonly ChatExample[] = [];

function ChatBody(props: ChatBodyProps): ReactNode {
  const { client, sessionId, onSession, disabled, onReload, modelHelp, hasModel = true, focusOnOpen = false } = props;
  const { t, language, onSurfaceAction: actionAbove, onSurfaceCall: callAbove } = useKit(chatEnglish);
  const examples = useMemo(
    () => props.examples?.map((one) => (typeof one === "string" ? { message: one } : one)) ?? noExamples,
    [props.examples],
  );
  const session = useSession(client, sessionId);
  const timeline = session?.timeline;
  const [sent, setSent] = useState<Sent | null>(null);
  const shown = useRef(sessionId);
  useEffect(() => {
    shown.current = sessionId;
  }, [sessionId]);
  const readsMarkdown = usePreloadedMarkdown();
  // Once its session is open, a sent message belongs there, so that a new chat opened afterwards starts empty.
  if (sent?.turn && sent.turn.sessionId === sessionId && sent.within !== sessionId)
    setSent({ ...sent, within: sessionId });

  const atWork = useTimelineValue(timeline, runningAgents, sameList) ?? [];
  const root = useTimelineValue(timeline, rootOf);
  const messages = root?.messages ?? [];
  const arrived = sent?.turn != null && messages.some((message) => message.id === sent.turn!.messageId);
  const belongs = sent !== null && (sent.turn?.sessionId ?? sent.within) === sessionId;
  const moving = sent?.turn != null && sent.within === sessionId;
  const pending = sent !== null && !arrived && (belongs || moving) ? sent.text : null;

  // A started turn can be stopped before it is in the log.
  const running = atWork.length === 0 && pending !== null && sent?.turn ? [sent.turn.agentId] : atWork;

  const send = async (text: string) => {
    setSent({ text, within: sessionId, turn: null });
    try {
      const turn = await client.chat!(text, sessionId === null ? {} : { sessionId });
      setSent({ text, within: sessionId, turn });
      // A reader who has opened another chat meanwhile stays there.
      if (turn.sessionId !== sessionId && shown.current === sessionId) onSession(turn.sessionId);
    } catch (error) {
      setSent(null);
      throw error;
    }
  };
  const surfaceActions = useSurfaceActions(send);
  const tells = hasModel && disabled === undefined;
  const stop = async () => {
    await Promise.all(running.map((agentId) => client.cancel!({ agentId })));
  };

  const composer = useRef<ComposerHandle>(null);
  const tools = useChatTools(client, props.createFinder);
  const [forms, setForms] = useState<readonly OpenForm[]>([]);
  const opened = useRef(0);
  const open = useCallback(
    (tool: ToolListing, text: string) =>
      setForms((before) => [...before, { key: ++opened.current, tool, text, within: sessionId }]),
    [sessionId],
  );
  const close = useCallback((key: number) => {
    setForms((before) => before.filter((form) => form.key !== key));
    composer.current?.focus();
  }, []);
  const run = async ({ tool, text, within }: OpenForm, input: unknown) => {
    const begun = await client.run!(
      tool.slug,
      input,
      within === null ? { title: text === "" ? tool.name : text } : { sessionId: within },
    );
    tools?.remember(tool.slug);
    if (within === null) {
      setForms((before) => before.map((form) => (form.within === null ? { ...form, within: begun.sessionId } : form)));
      if (shown.current === null) onSession(begun.sessionId);
    }
    return begun;
  };
  const runAgain = useCallback<RunAgain>(
    async (call, input) => void (await client.run!(call.tool, input, sessionId === null ? {} : { sessionId })),
    [client, sessionId],
  );
  const offered = disabled === undefined ? tools : null;
  const actions = useMemo<ChatToolActions>(
    () => ({
      tools: offered,
      open,
      browse: () => composer.current?.browse(),
      modelHelp,
      isScript: (message) => examples.some((one) => one.script && sameWords(one.message, message)),
    }),
    [offered, open, modelHelp, examples],
  );
  const composerTools = useMemo<ComposerTools | null>(
    () => offered && { find: offered.find, list: offered.list, isRecent: offered.isRecent, choose: open },
    [offered, open],
  );
  useEffect(() => {
    if (focusOnOpen && !matchMedia("(pointer: coarse)").matches) composer.current?.focus();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another chat that is opened is written in, too
  }, [focusOnOpen, sessionId]);
  const scroller = useRef<HTMLDivElement>(null);
  // What is offered before a chat begins is read from its top.
  const { away, toEnd } = useFollowEnd(scroller, sessionId !== null || pending !== null);
  // Sending a message scrolls to the end, where the answer will appear.
  useEffect(() => {
    if (pending !== null) toEnd();
  }, [pending, toEnd]);

  const { shownNode = null } = props;
  const isThere = useTimelineValue(
    shownNode === null ? undefined : timeline,
    useCallback((from: Timeline) => shownNode !== null && from.getNode(shownNode) !== undefined, [shownNode]),
  );

  // A saved chat is drawn only once the Markdown parser has loaded, so that it never flashes as source.
  const isUnread = !root || root.messages.length + root.agents.length === 0;
  const loading = session !== null && (isUnread || !readsMarkdown) && pending === null && !session.error;
  useEffect(() => {
    if (!isThere || loading || !timeline || shownNode === null) return;
    openNodesOf(timeline).choose(shownNode, true);
    revealNode(timeline, shownNode, scroller.current, { focus: true });
  }, [isThere, loading, timeline, shownNode]);
  const hasForm = forms.some(({ within }) => within === sessionId);
  const content = (
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
            <RunAgainContext.Provider value={client.run && runAgain}>
              <ChatThread
                key={sessionId}
                session={session}
                pending={pending}
                onContinue={client.resume ? (agentId) => client.resume!(agentId) : undefined}
              />
            </RunAgainContext.Provider>
          ) : pending !== null ? (
            <div className="cb-thread">
              <PendingTurn text={pending} />
            </div>
          ) : (
            !hasForm && (
              <EmptyChat
                examples={examples}
                hasTools={composerTools !== null}
                hasModel={hasModel}
                onAsk={(text) => composer.current?.send(text)}
              />
            )
          )}
          {forms.map((form) => (
            // A form of another chat keeps what was typed into it.
            <div key={form.key} className="cb-thread-forms" hidden={form.within !== sessionId}>
              <ThreadForm
                client={client}
                tool={form.tool}
                text={form.text}
                onRun={(input) => run(form, input)}
                onCancel={() => {
                  close(form.key);
                  composer.current?.restore(form.text);
                }}
                onShown={() => close(form.key)}
              />
            </div>
          ))}
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
          tools={composerTools}
          {...(!hasModel && composerTools ? { placeholder: t("chat.placeholder.noModel") } : {})}
          disabled={disabled ?? (session?.error ? t("chat.unreadable") : undefined)}
        />
      </div>
    </div>
  );
  return (
    <ToolProvider
      client={client}
      {...(timeline ? { timeline } : {})}
      {...(!actionAbove && tells ? { onSurfaceAction: surfaceActions.act } : {})}
      {...(!callAbove && tells ? { onSurfaceCall: surfaceActions.call } : {})}
    >
      <AnnouncedContext.Provider value>
        <ChatToolsContext.Provider value={actions}>{content}</ChatToolsContext.Provider>
      </AnnouncedContext.Provider>
    </ToolProvider>
  );
}

function rootOf(timeline: Timeline): RootView {
  return timeline.getRoot();
}

/** A host may have written a message in other white space. */
function sameWords(one: string, other: string): boolean {
  return one.replace(/\s+/g, " ").trim() === other.replace(/\s+/g, " ").trim();
}

function runningAgents(timeline: Timeline): readonly string[] {
  return timeline.getRoot().agents.filter((id) => {
    const agent = timeline.getNode(id);
    return agent?.kind === "agent" && agent.status === "running" && agent.id !== "you";
  });
}

function Connection({ state }: { state: string }): ReactNode {
  const { t } = useKit(chatEnglish);
  const lost = useSettledFlag(state === "waiting" || state === "offline", 1000);
  return (
    <p className="cb-chat-connection" role="status">
      {lost && t(state === "offline" ? "chat.connection.offline" : "chat.connection.waiting")}
    </p>
  );
}

interface EmptyChatProps {
  examples: readonly ChatExample[];
  hasTools: boolean;
  hasModel: boolean;
  onAsk: (text: string) => void;
}

function EmptyChat({ examples, hasTools, hasModel, onAsk }: EmptyChatProps): ReactNode {
  const { t } = useKit(chatEnglish);
  const scripts = examples.filter(({ script }) => script);
  const messages = examples.filter(({ script }) => !script);
  return (
    <div className="cb-chat-empty">
      <h2>{t(hasModel ? "chat.empty" : "chat.empty.noModel")}</h2>
      <p>{t(!hasModel ? "chat.emptyHelp.noModel" : hasTools ? "chat.emptyHelp.tools" : "chat.emptyHelp")}</p>
      <Examples heading={t("chat.examples")} examples={messages} onAsk={onAsk} />
      <Examples heading={t("chat.scripts")} help={t("chat.scripts.help")} examples={scripts} onAsk={onAsk} />
    </div>
  );
}

interface ExamplesProps {
  heading: string;
  help?: string;
  examples: readonly ChatExample[];
  onAsk: (text: string) => void;
}

function Examples({ heading, help, examples, onAsk }: ExamplesProps): ReactNode {
  const id = useId();
  if (examples.length === 0) return null;
  return (
    <>
      <h3 id={id}>{heading}</h3>
      {help !== undefined && <p className="cb-chat-empty-help">{help}</p>}
      <ul aria-labelledby={id}>
        {examples.map(({ message, title, waits }) => (
          <li key={message}>
            <button
              type="button"
              className="cb-button cb-chat-example"
              aria-disabled={waits !== undefined || undefined}
              onClick={() => waits === undefined && onAsk(message)}
            >
              {title !== undefined && <bdi className="cb-chat-example-title">{title}</bdi>}
              <span dir="auto">{message}</span>
              {waits !== undefined && (
                <span className="cb-chat-example-waits" role="status">
                  {waits}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Unreadable({ message, onRetry }: { message: string; onRetry: () => void }): ReactNode {
  const { t } = useKit(chatEnglish);
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

/** A skeleton of the thread, shown only when loading takes long enough to be noticed. */
function ThreadSkeleton(): ReactNode {
  const { t } = useKit(chatEnglish);
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
