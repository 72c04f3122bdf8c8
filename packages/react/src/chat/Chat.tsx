"use client";
import type { AgentListing, Timeline, ToolClient } from "@callboard/core";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { ToEnd } from "../card/AgentTimeline.tsx";
import { RunAgainContext, type RunAgain } from "../card/NextSteps.tsx";
import { revealNode } from "../card/revealNode.ts";
import { AnnouncedContext } from "../card/useAnnouncer.ts";
import { chatEnglish } from "../messages/chatEnglish.ts";
import { ToolProvider, useKit } from "../provider/ToolProvider.tsx";
import { usePreloadedMarkdown } from "../text/Markdown.tsx";
import { AskSightContext, useAskSightOf } from "../timeline/askSight.ts";
import { openNodesOf } from "../timeline/openNodes.ts";
import { useFollowEnd } from "../timeline/useFollowEnd.ts";
import { readerClient, useSession, type FollowedSession } from "../timeline/useSession.ts";
import { useTimelineValue } from "../timeline/useTimelineValue.ts";
import { ChatComposer, type ComposerHandle } from "./ChatComposer.tsx";
import { AgentSelect, SeveralAgentsContext } from "./ChatAgents.tsx";
import { ChatAnnouncer, WaitingNotice } from "./ChatNotices.tsx";
import { ChatThread, PendingTurn } from "./ChatThread.tsx";
import { ChatToolsContext, useChatTools, type ChatToolActions } from "./chatTools.ts";
import { EmptyChat, type ChatExample } from "./EmptyChat.tsx";
import { ThreadForms, useOpenForms } from "./ThreadForms.tsx";
import { Connection, ThreadSkeleton, Unreadable } from "./ThreadStates.tsx";
import type { CreateToolFinder } from "../page/toolFinder.ts";
import { PERSON } from "./turnRows.ts";
import { useSentMessage, type ChatClient } from "./useSentMessage.ts";
import type { ComposerTools } from "./useSuggestions.ts";
import { useSurfaceActions } from "./useSurfaceActions.ts";
import { ableClient, isAble } from "../provider/clientAbilities.ts";
import { WatchingFoot } from "./WatchingFoot.tsx";

export interface ChatProps {
  client?: ToolClient;
  /**
   * The session that is shown, such as from the address; null is a new chat. Without it the component keeps its own.
   */
  sessionId?: string | null;
  /** Called when a first message has started a session. */
  onSession?: (sessionId: string) => void;
  /** A few example messages, offered in an empty chat. */
  examples?: readonly (string | ChatExample)[];
  /**
   * The agents that may answer, as `chatClient(transport).agents()` lists them. Of several a new chat chooses one, and
   * each answer says whose it is.
   */
  agents?: readonly AgentListing[];
  /**
   * A call or an agent of the session that is opened and scrolled to, such as from an address that the provider's
   * `hrefOf` made.
   */
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

/**
 * A chat with an agent that calls tools: the live conversation and a composer. It fills the given height and scrolls
 * within.
 * @example
 * ```tsx
 * <Chat
 *   client={client}
 *   sessionId={params.id ?? null}
 *   onSession={(id) => navigate(`/chat/${id}`)}
 *   examples={["Sum up README.md"]}
 * />
 * ```
 */
export function Chat(props: ChatProps): ReactNode {
  const { client: nearest, t, language } = useKit(chatEnglish);
  const client = props.client ?? nearest;
  const [attempt, setAttempt] = useState(0);
  const [local, setLocal] = useState<string | null>(null);
  if (!isAble(client, "chat"))
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
  client: ChatClient;
  sessionId: string | null;
  onSession: (sessionId: string) => void;
  onReload: () => void;
}

const noExamples: readonly ChatExample[] = [];
const noAgents: readonly AgentListing[] = [];

function ChatBody(props: ChatBodyProps): ReactNode {
  const { client, sessionId, onSession, disabled, onReload, modelHelp, hasModel = true, focusOnOpen = false } = props;
  const { agents = noAgents } = props;
  const { t, language, onSurfaceAction: actionAbove, onSurfaceCall: callAbove } = useKit(chatEnglish);
  const examples = useMemo(
    () => props.examples?.map((one) => (typeof one === "string" ? { message: one } : one)) ?? noExamples,
    [props.examples],
  );
  const session = useSession(client, sessionId);
  const timeline = session?.timeline;
  const reader = readerClient(client, session);
  // A chat that has not begun is the reader's own.
  const isWatched = session?.isOwn === false;
  const shown = useRef(sessionId);
  useEffect(() => {
    shown.current = sessionId;
  }, [sessionId]);
  const onBegun = (within: string | null, id: string) => {
    // A reader who has opened another chat meanwhile stays there.
    if (id !== within && shown.current === within) onSession(id);
  };
  const [chosen, setChosen] = useState<string | null>(null);
  const isSeveral = agents.length > 1;
  // A chat that an agent has answered goes on with that one. The person's own runs of tools choose nobody.
  const isAnswered = useTimelineValue(timeline, hasAnswer) ?? false;
  const isUnread = useTimelineValue(timeline, isEmpty) ?? true;
  const [begunByRun, setBegunByRun] = useState<string | null>(null);
  const isKnown = sessionId === null || sessionId === begunByRun || !isUnread;
  const isChoosing = isSeveral && !isWatched && isKnown && !isAnswered;
  const chosenSlug = (agents.find(({ slug }) => slug === chosen) ?? agents.find(({ isDefault }) => isDefault))?.slug;
  const { pending, running, send } = useSentMessage(
    client,
    { sessionId, agent: isChoosing ? chosenSlug : undefined },
    timeline,
    onBegun,
  );
  const surfaceActions = useSurfaceActions(send);
  const forms = useOpenForms(client, sessionId, (within, id) => {
    if (within === null) setBegunByRun(id);
    onBegun(within, id);
  });
  const { open } = forms;
  const [formCall, setFormCall] = useState<string | null>(null);

  const composer = useRef<ComposerHandle>(null);
  const tools = useChatTools(client, props.createFinder);
  const offered = disabled === undefined ? tools : null;
  const actions = useMemo<ChatToolActions>(
    () => ({
      tools: offered,
      open,
      browse: () => composer.current?.browse(),
      modelHelp,
      isWatched,
      isScript: (message) => examples.some((one) => one.script && sameWords(one.message, message)),
    }),
    [offered, open, modelHelp, isWatched, examples],
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
  const sight = useAskSightOf(scroller);
  // What is offered before a chat begins is read from its top.
  const { away, toEnd } = useFollowEnd(scroller, sessionId !== null || pending !== null);
  // Sending a message scrolls to the end, where the answer will appear.
  useEffect(() => {
    if (pending !== null) toEnd();
  }, [pending, toEnd]);

  // A saved chat is drawn only once the Markdown parser has loaded, so that it never flashes as source.
  const readsMarkdown = usePreloadedMarkdown();
  const loading = session !== null && (isUnread || !readsMarkdown) && pending === null && !session.error;
  useShownNode(timeline, loading ? null : (props.shownNode ?? null), scroller);

  const tells = hasModel && disabled === undefined && !isWatched;
  return (
    <ToolProvider
      client={reader}
      {...(timeline ? { timeline } : {})}
      {...(!actionAbove && tells ? { onSurfaceAction: surfaceActions.act } : {})}
      {...(!callAbove && tells ? { onSurfaceCall: surfaceActions.call } : {})}
    >
      <AnnouncedContext.Provider value>
        <SeveralAgentsContext.Provider value={isSeveral}>
          <ChatToolsContext.Provider value={actions}>
            <div {...language} className="callboard cb-chat" role="region" aria-label={t("chat.label")}>
              <div
                ref={scroller}
                className="cb-chat-scroll"
                tabIndex={0}
                role="region"
                aria-label={t("chat.conversation")}
              >
                <div className="cb-chat-column">
                  {session && sessionId !== null ? (
                    <AskSightContext.Provider value={sight}>
                      <Thread
                        client={reader}
                        sessionId={sessionId}
                        session={session}
                        loading={loading}
                        pending={pending}
                        onReload={onReload}
                      />
                    </AskSightContext.Provider>
                  ) : pending !== null ? (
                    <div className="cb-thread">
                      <PendingTurn text={pending} />
                    </div>
                  ) : (
                    !forms.all.some(({ within }) => within === null) && (
                      <EmptyChat
                        examples={examples}
                        hasTools={composerTools !== null}
                        hasModel={hasModel}
                        onAsk={(text) => composer.current?.send(text)}
                      />
                    )
                  )}
                  <ThreadForms
                    client={client}
                    forms={forms}
                    sessionId={sessionId}
                    onRun={({ slug }, { callId }) => {
                      tools?.remember(slug);
                      setFormCall(callId);
                    }}
                    onClose={(text) => {
                      composer.current?.focus();
                      if (text !== undefined) composer.current?.restore(text);
                    }}
                  />
                </div>
              </div>
              <div className="cb-chat-foot">
                <ToEnd end={{ away, toEnd }} />
                {session && !session.error && (
                  <>
                    <Connection state={session.connection} />
                    {!loading && <WaitingNotice within={scroller} sight={sight} />}
                    <ChatAnnouncer formCall={formCall} />
                  </>
                )}
                {isChoosing && pending === null && (
                  <AgentSelect agents={agents} value={chosenSlug} onChange={setChosen} />
                )}
                {isWatched ? (
                  <WatchingFoot composerRef={composer} tools={composerTools} running={running} />
                ) : (
                  <ChatComposer
                    composerRef={composer}
                    onSend={send}
                    {...(isAble(client, "cancel")
                      ? {
                          onStop: async () =>
                            void (await Promise.all(running.map((agentId) => client.cancel({ agentId })))),
                        }
                      : {})}
                    running={running.length > 0}
                    tools={composerTools}
                    {...(!hasModel && composerTools ? { placeholder: t("chat.placeholder.noModel") } : {})}
                    disabled={disabled ?? (session?.error ? t("chat.unreadable") : undefined)}
                  />
                )}
              </div>
            </div>
          </ChatToolsContext.Provider>
        </SeveralAgentsContext.Provider>
      </AnnouncedContext.Provider>
    </ToolProvider>
  );
}

interface ThreadProps {
  client: ToolClient;
  sessionId: string;
  session: FollowedSession;
  loading: boolean;
  pending: string | null;
  onReload: () => void;
}

/** The conversation of a session, or why there is none. */
function Thread({ client, sessionId, session, loading, pending, onReload }: ThreadProps): ReactNode {
  const { t } = useKit(chatEnglish);
  const { error } = session;
  const runAgain = useCallback<RunAgain>(
    async (call, input) => void (await ableClient(client, "run").run(call.tool, input, { sessionId })),
    [client, sessionId],
  );
  if (error)
    return <Unreadable message={error.status === 404 ? t("chat.notFound") : error.message} onRetry={onReload} />;
  if (loading) return <ThreadSkeleton />;
  return (
    <RunAgainContext.Provider value={client.run && runAgain}>
      <ChatThread
        key={sessionId}
        session={session}
        pending={pending}
        onContinue={isAble(client, "resume") ? (agentId) => client.resume(agentId) : undefined}
      />
    </RunAgainContext.Provider>
  );
}

/** Opens a call or an agent and scrolls to it, once it is there; null shows none. */
function useShownNode(
  timeline: Timeline | undefined,
  shownNode: string | null,
  scroller: RefObject<HTMLElement | null>,
): void {
  const isThere = useTimelineValue(
    shownNode === null ? undefined : timeline,
    useCallback((from: Timeline) => shownNode !== null && from.getNode(shownNode) !== undefined, [shownNode]),
  );
  useEffect(() => {
    if (!isThere || !timeline || shownNode === null) return;
    openNodesOf(timeline).choose(shownNode, true);
    revealNode(timeline, shownNode, scroller.current, { focus: true });
  }, [isThere, timeline, shownNode, scroller]);
}

function isEmpty(timeline: Timeline): boolean {
  const { messages, agents } = timeline.getRoot();
  return messages.length + agents.length === 0;
}

function hasAnswer(timeline: Timeline): boolean {
  return timeline.getRoot().agents.some((id) => id !== PERSON);
}

/** A host may have written a message in other white space. */
function sameWords(one: string, other: string): boolean {
  return one.replace(/\s+/g, " ").trim() === other.replace(/\s+/g, " ").trim();
}
