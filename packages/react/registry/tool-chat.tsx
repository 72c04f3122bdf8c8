"use client";

import { useChat } from "@ai-sdk/react";
import { AskDock, Markdown, ToolCallCard, ToolProvider } from "@callboard/react";
import { useAiSdkTimeline } from "@callboard/react/ai-sdk";
import { DefaultChatTransport, isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses } from "ai";
import { useState, type FormEvent } from "react";

/** A chat over your AI SDK route, with a card for each call of a tool. It is yours: change what you like. */
export function ToolChat({ api = "/api/chat" }: { api?: string }) {
  const { transport, timeline, client, connect } = useAiSdkTimeline(() => new DefaultChatTransport({ api }));
  const chat = useChat({ transport, sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses });
  connect(chat);
  const [text, setText] = useState("");
  const isBusy = chat.status === "submitted" || chat.status === "streaming";

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || text.trim() === "") return;
    setText("");
    void chat.sendMessage({ text });
  };

  return (
    <ToolProvider timeline={timeline} client={client}>
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 p-4">
        {chat.messages.map(({ id, role, parts }) => (
          <article
            key={id}
            className={
              role === "user" ? "self-end rounded-xl bg-secondary px-4 py-2 text-secondary-foreground" : "grid gap-3"
            }
          >
            {parts.map((part, index) => {
              if (isToolUIPart(part)) return <ToolCallCard key={index} callId={part.toolCallId} />;
              return part.type === "text" ? <Markdown key={index} text={part.text} /> : null;
            })}
          </article>
        ))}
        {chat.error && (
          <p role="alert" className="text-destructive">
            {chat.error.message}
          </p>
        )}
        <AskDock />
        <form onSubmit={send} className="flex gap-2">
          <input
            aria-label="Message"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="h-10 min-w-0 flex-1 rounded-md border border-input bg-transparent px-3"
          />
          <button
            disabled={isBusy || text.trim() === ""}
            className="h-10 rounded-md bg-primary px-4 text-primary-foreground disabled:opacity-50"
          >
            Send
          </button>
        </form>
      </div>
    </ToolProvider>
  );
}
