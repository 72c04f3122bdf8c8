"use client";
import type { AgentView, Timeline, ToolClientError } from "@callboard/core";
import { RotateCw } from "lucide-react";
import { createContext, Fragment, memo, useCallback, useContext, useMemo, useState, type ReactNode } from "react";
import { asClientError } from "../provider/asClientError.ts";
import { ToolProvider, useKit } from "../provider/ToolProvider.tsx";
import { AgentTimeline } from "../card/AgentTimeline.tsx";
import { LostNote } from "../card/LostNote.tsx";
import { Rows, type RowProps } from "../card/Rows.tsx";
import { useTimeline } from "../timeline/useNode.ts";
import type { FollowedSession } from "../timeline/useSession.ts";
import { useTimelineValue } from "../timeline/useTimelineValue.ts";
import { LongText } from "../text/LongText.tsx";
import { RichText } from "../text/RichText.tsx";
import { AnsweringAgent, SeveralAgentsContext } from "./ChatAgents.tsx";
import { ChatToolsContext } from "./chatTools.ts";
import { NoModelNote } from "./NoModelNote.tsx";
import { OwnCall } from "./OwnCall.tsx";
import { createTurnRows, personOf, type Turn, type TurnRow } from "./turnRows.ts";
import { chatEnglish } from "../messages/chatEnglish.ts";

export interface ChatThreadProps {
  session: Pick<FollowedSession, "timeline">;
  /** A sent message that is not in the log yet. */
  pending?: string | null;
  /** Continues an agent that did not complete; offered for the last turn. */
  onContinue?: ((agentId: string) => Promise<void>) | undefined;
}

const rootOf = (timeline: Timeline) => timeline.getRoot();

/** A session as a conversation: each message, and below it the agents that answer it. It has no scroller of its own. */
export function ChatThread({ session, pending = null, onContinue }: ChatThreadProps): ReactNode {
  const { language } = useKit();
  const { timeline } = session;
  const root = useTimelineValue(timeline, rootOf);
  const person = useTimelineValue(timeline, personOf);
  const rowsOf = useMemo(() => createTurnRows(timeline), [timeline]);
  const hasLast = pending === null;
  const rows = useMemo(() => (root ? rowsOf(root, person ?? null, hasLast) : []), [rowsOf, root, person, hasLast]);
  return (
    <ToolProvider timeline={timeline}>
      <div {...language} className="callboard cb-thread">
        <ContinueContext.Provider value={onContinue}>
          <Rows items={rows} Row={TurnItem} streaming={false} nested={false} opensAtEnd />
        </ContinueContext.Provider>
        <LostNote timeline={timeline} />
        {pending !== null && <PendingTurn text={pending} />}
      </div>
    </ToolProvider>
  );
}

/** A message that is being sent, drawn as it will be once it is in the log. */
export function PendingTurn({ text }: { text: string }): ReactNode {
  const { t } = useKit(chatEnglish);
  return (
    <section className="cb-turn" aria-busy="true">
      <UserMessage text={text} />
      <p className="cb-pulse">{t("chat.sending")}</p>
    </section>
  );
}

const ContinueContext = createContext<ChatThreadProps["onContinue"]>(undefined);

/** A row of a thread. */
const TurnItem = memo(function TurnItem({ item: { turn, isLast } }: RowProps<TurnRow>): ReactNode {
  return turn.ownCall === null ? <TurnView turn={turn} last={isLast} /> : <OwnCall callId={turn.ownCall} />;
});

interface TurnViewProps {
  turn: Turn;
  last: boolean;
}

function TurnView({ turn, last }: TurnViewProps): ReactNode {
  const timeline = useTimeline();
  const onContinue = useContext(ContinueContext);
  const isOfSeveral = useContext(SeveralAgentsContext);
  const { message, agents } = turn;
  const unanswered = useTimelineValue(
    timeline,
    useCallback((from) => hasNoModel(from, agents), [agents]),
  );
  const endActions = useCallback(
    (agent: AgentView) => onContinue && <ContinueButton agentId={agent.id} onContinue={onContinue} />,
    [onContinue],
  );
  return (
    <section className="cb-turn" data-message={message?.id}>
      {message && <MessageView role={message.role} text={message.text} />}
      {unanswered && message ? (
        <NoModelNote text={message.text} />
      ) : (
        agents.map((agentId) => (
          <Fragment key={agentId}>
            {isOfSeveral && <AnsweringAgent agentId={agentId} />}
            <AgentTimeline root={agentId} {...(last && onContinue ? { endActions } : {})} />
          </Fragment>
        ))
      )}
    </section>
  );
}

/** Whether nobody could answer: there is no model, and nothing was said or done before that was noticed. */
function hasNoModel(timeline: Timeline, agents: readonly string[]): boolean {
  return (
    agents.length > 0 &&
    agents.every((id) => {
      const agent = timeline.getNode(id);
      return agent?.kind === "agent" && agent.error?.code === "no_model" && agent.items.length === 0;
    })
  );
}

function MessageView({ role, text }: { role: "user" | "assistant" | "system"; text: string }): ReactNode {
  if (role === "user") return <UserMessage text={text} />;
  if (role === "system") return <p className="cb-call-note">{text}</p>;
  return (
    <div className="cb-said">
      <RichText text={text} />
    </div>
  );
}

/** A person's message, as they wrote it. */
function UserMessage({ text }: { text: string }): ReactNode {
  const { t } = useKit(chatEnglish);
  const chat = useContext(ChatToolsContext);
  return (
    <>
      <div className="cb-user-message">
        <h2 className="cb-visually-hidden">{t(chat?.isWatched ? "chat.person" : "chat.you")}</h2>
        {text.length > 1200 || text.split("\n", 17).length > 16 ? (
          <LongText text={text} />
        ) : (
          <div className="cb-text" dir="auto">
            {text}
          </div>
        )}
      </div>
      {chat?.isScript(text) && <p className="cb-script-note">{t("chat.script")}</p>}
    </>
  );
}

interface ContinueProps {
  agentId: string;
  onContinue: (agentId: string) => Promise<void>;
}

function ContinueButton({ agentId, onContinue }: ContinueProps): ReactNode {
  const { t } = useKit(chatEnglish);
  const [asked, setAsked] = useState(false);
  const [error, setError] = useState<ToolClientError | null>(null);
  const go = async () => {
    if (asked) return;
    setAsked(true);
    setError(null);
    try {
      await onContinue(agentId);
    } catch (cause) {
      setError(asClientError(cause));
      setAsked(false);
    }
  };
  return (
    <div className="cb-continue">
      <button
        type="button"
        className="cb-button"
        aria-disabled={asked || undefined}
        aria-busy={asked || undefined}
        onClick={() => void go()}
      >
        <RotateCw size={14} aria-hidden />
        {t("chat.continue")}
      </button>
      {error && (
        <p className="cb-approval-error" role="alert">
          {t("chat.continueFailed", { message: error.message })}
        </p>
      )}
    </div>
  );
}
