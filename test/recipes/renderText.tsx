import { AgentTimeline, ToolProvider } from "@callboard/react";
import type { Timeline } from "@callboard/core";
import ReactMarkdown from "react-markdown";

const renderText = (text: string) => <ReactMarkdown>{text}</ReactMarkdown>;

export function Answers({ timeline }: { timeline: Timeline }) {
  return (
    <ToolProvider timeline={timeline} renderText={renderText}>
      <AgentTimeline />
    </ToolProvider>
  );
}
