import { createTimeline, type NewEvent } from "@callboard/core";
import { AgentTimeline, ToolForm, ToolProvider } from "@callboard/react";
import { createRoot } from "react-dom/client";

const schema = {
  type: "object",
  properties: {
    email: { type: "string", format: "email", title: "E-mail", description: "Where the invoice goes." },
    plan: { enum: ["Free", "Team", "Company"], title: "Plan", default: "Team" },
    seats: { type: "integer", title: "Seats", minimum: 1, default: 5 },
    terms: { type: "boolean", title: "I agree to the terms", default: true },
  },
  required: ["email"],
};

const agentId = "agent";
const call = (callId: string, tool: string, title: string, input: object, summary: string): NewEvent[] => [
  { type: "tool.requested", callId, tool, agentId, title, source: "agent" },
  { type: "tool.input_ready", callId, input },
  { type: "tool.started", callId, tool, input, summary },
];
const events: NewEvent[] = [
  { type: "agent.started", agentId, name: "Assistant" },
  {
    type: "agent.text_appended",
    agentId,
    delta: "I look for the **open invoices**, then I ask you before one is sent.",
  },
  ...call("c1", "find_invoices", "Find invoices", { state: "open" }, "open, this year"),
  { type: "tool.completed", callId: "c1", output: { found: 3, total: 1240.5 }, durationMs: 640 },
  ...call("c2", "read_customer", "Read customer", { id: 7 }, "Ada Lovelace"),
  { type: "tool.failed", callId: "c2", error: { code: "not_found", message: "No such customer." }, durationMs: 120 },
  { type: "tool.requested", callId: "c3", tool: "send_invoice", agentId, title: "Send invoice", source: "agent" },
  {
    type: "tool.needs_approval",
    callId: "c3",
    approvalId: "a3",
    input: { to: "ada@example.org", amount: 413.5 },
  },
];
const timeline = createTimeline();
timeline.apply(
  events.map((event, index) => ({ seq: index + 1, sessionId: "s", at: 1_700_000_000_000 + index, ...event })),
);

createRoot(document.getElementById("app")!).render(
  <main>
    <h1>Your plan</h1>
    <ToolForm schema={schema} defaultValue={{ email: "ada@example.org" }} onSubmit={() => {}} submitLabel="Subscribe" />
    <ToolProvider timeline={timeline} client={{ answer: async () => {} }}>
      <AgentTimeline />
    </ToolProvider>
  </main>,
);
