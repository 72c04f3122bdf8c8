import { useChat } from "@ai-sdk/react";
import { Markdown, ToolCallCard, ToolProvider } from "@callboard/react";
import { useAiSdkTimeline } from "@callboard/react/ai-sdk";
import "@callboard/react/styles.css";
import { DefaultChatTransport, isToolUIPart } from "ai";
import { createRoot } from "react-dom/client";

function Assistant() {
  const { transport, timeline, client, connect } = useAiSdkTimeline(
    () => new DefaultChatTransport({ api: "/api/chat" }),
  );
  const chat = useChat({ transport });
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
      <button onClick={() => void chat.sendMessage({ text: "What is the weather in Bern?" })}>Ask</button>
    </ToolProvider>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Assistant />);
