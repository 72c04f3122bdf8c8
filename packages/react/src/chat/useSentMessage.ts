"use client";
import type { StartedTurn, Timeline } from "@callboard/core";
import { useState } from "react";
import { sameList, useTimelineValue } from "../timeline/useTimelineValue.ts";
import { type Able } from "../provider/clientAbilities.ts";
import { PERSON } from "./turnRows.ts";

/** A client whose host has a chat. */
export type ChatClient = Able<"chat">;

interface Sent {
  text: string;
  /** The session it was sent in; null started a new one. */
  within: string | null;
  turn: StartedTurn | null;
}

/** The message that was sent last, from the press until the log has it. */
export interface SentMessage {
  /** Its text, while the thread has to show it ahead of the log. */
  pending: string | null;
  /** The agents that are at work, and can be stopped. */
  running: readonly string[];
  send(text: string): Promise<void>;
}

/** Sends messages of a chat, to an agent where one is named; `onBegun` is told which session a message began. */
export function useSentMessage(
  client: ChatClient,
  { sessionId, agent }: { sessionId: string | null; agent: string | undefined },
  timeline: Timeline | undefined,
  onBegun: (within: string | null, sessionId: string) => void,
): SentMessage {
  const [sent, setSent] = useState<Sent | null>(null);
  // Once its session is open, a sent message belongs there, so that a new chat opened afterwards starts empty.
  if (sent?.turn && sent.turn.sessionId === sessionId && sent.within !== sessionId)
    setSent({ ...sent, within: sessionId });

  const atWork = useTimelineValue(timeline, runningAgents, sameList) ?? [];
  const messageId = sent?.turn?.messageId;
  const messages = useTimelineValue(timeline, messagesOf) ?? [];
  const arrived = messageId !== undefined && messages.some(({ id }) => id === messageId);
  const belongs = sent !== null && (sent.turn?.sessionId ?? sent.within) === sessionId;
  const moving = sent?.turn != null && sent.within === sessionId;
  const pending = sent !== null && !arrived && (belongs || moving) ? sent.text : null;
  // A started turn can be stopped before it is in the log.
  const running = atWork.length === 0 && pending !== null && sent?.turn ? [sent.turn.agentId] : atWork;
  return {
    pending,
    running,
    async send(text) {
      setSent({ text, within: sessionId, turn: null });
      try {
        const turn = await client.chat(text, {
          ...(sessionId !== null && { sessionId }),
          ...(agent !== undefined && { agent }),
        });
        setSent({ text, within: sessionId, turn });
        onBegun(sessionId, turn.sessionId);
      } catch (error) {
        setSent(null);
        throw error;
      }
    },
  };
}

const messagesOf = (timeline: Timeline) => timeline.getRoot().messages;

function runningAgents(timeline: Timeline): readonly string[] {
  return timeline.getRoot().agents.filter((id) => {
    const agent = timeline.getNode(id);
    return agent?.kind === "agent" && agent.status === "running" && agent.id !== PERSON;
  });
}
