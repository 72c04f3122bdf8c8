import { useChat } from "@ai-sdk/react";
import { Markdown, ToolCallCard, ToolProvider } from "@callboard/react";
import { useAiSdkTimeline } from "@callboard/react/ai-sdk";
import "@callboard/react/styles.css";
import { DefaultChatTransport, isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses } from "ai";

export function Assistant({ api }: { api: string }) {
  const { transport, timeline, client, connect } = useAiSdkTimeline(() => new DefaultChatTransport({ api }));
  const chat = useChat({ transport, sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses });
  connect(chat);
  return (
    <ToolProvider timeline={timeline} client={client}>
      {chat.messages.map(({ id, parts }) => (
        <article key={id}>
          {parts.map((part, index) => {
            if (isToolUIPart(part)) return <ToolCallCard key={index} callId={part.toolCallId} />;
            return part.type === "text" ? <Markdown key={index} text={part.text} /> : null;
          })}
        </article>
      ))}
      {chat.error && <p role="alert">{chat.error.message}</p>}
      <button onClick={() => void chat.sendMessage({ text: "Split the bill" })}>Split the bill</button>
    </ToolProvider>
  );
}
