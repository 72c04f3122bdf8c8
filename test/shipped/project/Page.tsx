import { createTimeline, defineTool } from "@callboard/core";
import { FieldDefinitionEditor, ToolCallCard, ToolForm, ToolOutput, ToolProvider } from "@callboard/react";
import "@callboard/react/styles.css";
import { z } from "zod";

export const tool = defineTool({
  slug: "tip-splitter",
  name: "Tip Splitter",
  description: "Use this to split a bill between people.",
  category: "everyday",
  icon: "receipt",
  inputSchema: z.object({ bill: z.number().meta({ title: "Bill" }), guests: z.array(z.string()).optional() }),
  outputSchema: z.object({ each: z.number().meta({ title: "Each pays" }) }),
  execute: ({ bill }) => ({ each: bill / 2 }),
});

const timeline = createTimeline();
timeline.apply([
  { v: 1, seq: 1, sessionId: "s", at: 1, type: "tool.requested", callId: "c1", tool: tool.slug },
  { v: 1, seq: 2, sessionId: "s", at: 2, type: "tool.completed", callId: "c1", output: { each: 30 } },
]);

export function Page({ save }: { save: (input: unknown) => void }) {
  return (
    <ToolProvider timeline={timeline}>
      <ToolForm tool={tool} defaultValue={{ bill: 60, guests: ["Ada"] }} onSubmit={save} submitLabel="Split" />
      <ToolOutput tool={tool} output={{ each: 30 }} />
      <ToolCallCard callId="c1" />
      <FieldDefinitionEditor defaultValue={[{ key: "note", type: "text", label: "Note" }]} onChange={save} />
    </ToolProvider>
  );
}
