import "@callboard/core/zod-jitless";
import { useChat } from "@ai-sdk/react";
import type { Timeline } from "@callboard/core";
import { chatClient } from "@callboard/core/client";
import { Markdown, ToolCallCard, ToolProvider } from "@callboard/react";
import { useAiSdkTimeline } from "@callboard/react/ai-sdk";
import {
  DefaultChatTransport,
  isToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage,
} from "ai";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { client as host, transport as hostTransport } from "@callboard/pages";
import { loadChat, problemOf, saveChat, ScriptNote, Thought, WireChat } from "./WireChat.tsx";

interface SavedChat {
  id: string;
  messages: UIMessage[];
}

const KEY = "demo-ai-sdk-chat";
const API = "/api/chat/ai-sdk";

/**
 * An ordinary `useChat` chat: the hook and the list of messages are the app's own, and each call in them is a card of
 * ours.
 */
export function AiSdkChat(): ReactNode {
  const [saved, setSaved] = useState(() => loadChat<SavedChat>(KEY) ?? begin());
  const onNew = () => {
    localStorage.removeItem(KEY);
    setSaved(begin());
  };
  return <OpenChat key={saved.id} saved={saved} onNew={onNew} />;
}

function begin(): SavedChat {
  return { id: crypto.randomUUID(), messages: [] };
}

function OpenChat({ saved, onNew }: { saved: SavedChat; onNew: () => void }): ReactNode {
  const { transport, timeline, client, connect } = useAiSdkTimeline(
    () => new DefaultChatTransport({ api: API }),
    saved.messages,
  );
  const chat = useChat({
    id: saved.id,
    messages: saved.messages,
    transport,
    // What still ran when the page was left goes on here.
    resume: saved.messages.length > 0,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  connect(chat);
  useSaved(saved.id, chat.messages, chat.status);
  const cards = useMemo(() => ({ ...host, ...client }), [client]);

  const isRunning = chat.status === "submitted" || chat.status === "streaming";
  const onStop = () => {
    // A reader that goes away stops nothing, so the host is told.
    chatClient(hostTransport)
      .stopAiSdkTurn(saved.id)
      .catch(() => undefined);
  };
  const isUnanswered = chat.messages.at(-1)?.role === "user" || chat.error !== undefined;
  return (
    <ToolProvider timeline={timeline} client={cards}>
      <WireChat
        kind="aiSdk"
        isEmpty={chat.messages.length === 0}
        isRunning={isRunning}
        problem={chat.error ? { code: lastErrorCode(timeline), ...problemOf(chat.error) } : null}
        onSend={(text) => void chat.sendMessage({ text })}
        onStop={onStop}
        onRetry={isUnanswered ? () => void chat.regenerate() : undefined}
        onNew={onNew}
      >
        {chat.messages.map((message) => (
          <li key={message.id} className="wire-message" data-role={message.role}>
            {message.parts.map((part, index) => (
              <Part key={index} part={part} isPlain={message.role === "user"} />
            ))}
          </li>
        ))}
      </WireChat>
    </ToolProvider>
  );
}

/** An error of `useChat` is words alone; the timeline has read its code. */
function lastErrorCode(timeline: Timeline): string | undefined {
  const last = timeline.getNode(timeline.getRoot().agents.at(-1) ?? "");
  return last?.kind === "agent" ? last.error?.code : undefined;
}

function Part({ part, isPlain }: { part: UIMessage["parts"][number]; isPlain: boolean }): ReactNode {
  if (part.type === "text" && isPlain) {
    return (
      <>
        <div dir="auto">{part.text}</div>
        <ScriptNote text={part.text} />
      </>
    );
  }
  if (part.type === "text") return <Markdown text={part.text} />;
  if (part.type === "reasoning") return <Thought text={part.text} />;
  // What is asked for below a call stands in the card of that call.
  if (!isToolUIPart(part) || isBelow(part.toolMetadata)) return null;
  return <ToolCallCard callId={part.toolCallId} />;
}

function isBelow(metadata: Record<string, unknown> | undefined): boolean {
  const { callboard } = metadata ?? {};
  return typeof callboard === "object" && callboard !== null && "belowToolCallId" in callboard;
}

/** Keeps the messages in the browser, whenever an answer has ended and when the page is left. */
function useSaved(id: string, messages: UIMessage[], status: string): void {
  const latest = useRef(messages);
  useEffect(() => {
    latest.current = messages;
  }, [messages]);
  useEffect(() => {
    const save = () => {
      if (latest.current.length > 0) saveChat(KEY, { id, messages: latest.current });
    };
    if (status === "ready" || status === "error") save();
    window.addEventListener("pagehide", save);
    return () => window.removeEventListener("pagehide", save);
  }, [id, status]);
}
