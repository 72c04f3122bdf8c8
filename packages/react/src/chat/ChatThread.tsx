"use client";
import type { AgentView, Timeline, ToolClientError } from "@callboard/core";
import { RotateCw } from "lucide-react";
import { memo, useCallback, useMemo, useState, type ReactNode } from "react";
import { asClientError } from "../provider/asClientError.ts";
import { ToolProvider, useCallboard } from "../provider/ToolProvider.tsx";
import { AgentTimeline } from "../timeline/AgentTimeline.tsx";
import { LostNote } from "../timeline/LostNote.tsx";
import type { FollowedSession } from "../timeline/useSession.ts";
import { sameList, useTimelineValue } from "../timeline/useTimelineValue.ts";
import { LongText } from "../view/TextView.tsx";
import { Markdown } from "./markdown/Markdown.tsx";
import { turnsOf, type Turn } from "./turnsOf.ts";
import { chatMessages } from "../messages/chat.ts";
import { addMessages } from "../messages/messages.ts";

addMessages(chatMessages);

export interface ChatThreadProps {
  session: Pick<FollowedSession, "timeline">;
  /** A message that was sent and is not in the log yet. */
  pending?: string | null;
  /** Lets an agent go on that ended otherwise than whole; offered for the last turn. */
  onContinue?: ((agentId: string) => Promise<void>) | undefined;
}

const rootOf = (timeline: Timeline) => timeline.getRoot();

/** A session as a conversation: each message, and below it the agents that answer it. It has no scroller of its own. */
export function ChatThread({ session, pending = null, onContinue }: ChatThreadProps): ReactNode {
  const { language } = useCallboard();
  const { timeline } = session;
  const root = useTimelineValue(timeline, rootOf);
  const turns = useMemo(() => (root ? turnsOf(timeline, root) : []), [timeline, root]);
  return (
    <ToolProvider timeline={timeline}>
      <div {...language} className="callboard cb-thread">
        {turns.map((turn, index) => (
          <TurnView
            key={turn.key}
            turn={turn}
            timeline={timeline}
            last={pending === null && index === turns.length - 1}
            onContinue={onContinue}
          />
        ))}
        <LostNote timeline={timeline} />
        {pending !== null && <PendingTurn text={pending} />}
      </div>
    </ToolProvider>
  );
}

/** A message on its way. It is drawn as it will be once the log has it. */
export function PendingTurn({ text }: { text: string }): ReactNode {
  const { t } = useCallboard();
  return (
    <section className="cb-turn" aria-busy="true">
      <UserMessage text={text} />
      <p className="cb-pulse">{t("chat.sending")}</p>
    </section>
  );
}

interface TurnViewProps {
  turn: Turn;
  timeline: Timeline;
  last: boolean;
  onContinue: ChatThreadProps["onContinue"];
}

const TurnView = memo(
  function TurnView({ turn, timeline, last, onContinue }: TurnViewProps): ReactNode {
    const { message, agents } = turn;
    const isOver = useCallback(
      (from: Timeline) =>
        agents.every((id) => {
          const agent = from.getNode(id);
          return agent?.kind !== "agent" || agent.status !== "running";
        }),
      [agents],
    );
    const over = useTimelineValue(timeline, isOver);
    const endActions = useCallback(
      (agent: AgentView) => onContinue && <ContinueButton agentId={agent.id} onContinue={onContinue} />,
      [onContinue],
    );
    return (
      // What is over and not the last thing said is skipped by layout while it is out of sight.
      <section className="cb-turn" data-over={(over && !last) || undefined} data-message={message?.id}>
        {message && <MessageView role={message.role} text={message.text} />}
        {agents.map((agentId) => (
          <AgentTimeline key={agentId} root={agentId} {...(last && onContinue ? { endActions } : {})} />
        ))}
      </section>
    );
  },
  (one, other) =>
    one.turn.message === other.turn.message &&
    sameList(one.turn.agents, other.turn.agents) &&
    one.timeline === other.timeline &&
    one.last === other.last &&
    one.onContinue === other.onContinue,
);

function MessageView({ role, text }: { role: "user" | "assistant" | "system"; text: string }): ReactNode {
  const { renderText } = useCallboard();
  if (role === "user") return <UserMessage text={text} />;
  if (role === "system") return <p className="cb-call-note">{text}</p>;
  return <div className="cb-said">{renderText ? renderText(text) : <Markdown text={text} />}</div>;
}

/** What a person said, as they wrote it. */
function UserMessage({ text }: { text: string }): ReactNode {
  const { t } = useCallboard();
  return (
    <div className="cb-user-message">
      <h2 className="cb-visually-hidden">{t("chat.you")}</h2>
      {text.length > 1200 || text.split("\n", 17).length > 16 ? (
        <LongText text={text} />
      ) : (
        <div className="cb-text" dir="auto">
          {text}
        </div>
      )}
    </div>
  );
}

interface ContinueProps {
  agentId: string;
  onContinue: (agentId: string) => Promise<void>;
}

function ContinueButton({ agentId, onContinue }: ContinueProps): ReactNode {
  const { t } = useCallboard();
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
