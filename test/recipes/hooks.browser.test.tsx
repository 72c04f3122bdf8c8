import { createLocalClient, createRegistry, createTimeline, type NewEvent, type ToolClient } from "@callboard/core";
import { ToolProvider } from "@callboard/react";
import { page, userEvent } from "vitest/browser";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import tipSplitter from "./definition.ts";
import { Inbox, Session, Spent, Status } from "./hooks.tsx";

const timelineOf = (events: readonly NewEvent[]) => {
  const timeline = createTimeline();
  timeline.apply(events.map((event, index) => ({ ...event, seq: index + 1, sessionId: "s", at: 1_000 + index })));
  return timeline;
};

test("useCall follows one call, useAgent one agent", async () => {
  const timeline = timelineOf([
    { type: "agent.started", agentId: "a" },
    { type: "agent.step_completed", agentId: "a", step: 1, usage: { outputTokens: 7 } },
    { type: "tool.started", callId: "c", tool: "copy", input: {}, agentId: "a" },
    { type: "tool.progressed", callId: "c", progress: 1, total: 2 },
  ]);
  await render(
    <ToolProvider timeline={timeline}>
      <Status callId="c" />
      <Status callId="later" />
      <Spent agentId="a" />
    </ToolProvider>,
  );
  await expect.element(page.getByText("copy: running")).toBeVisible();
  await expect.element(page.getByRole("progressbar")).toHaveAttribute("value", "0.5");
  await expect.element(page.getByText("Not there yet")).toBeVisible();
  await expect.element(page.getByText("7 tokens written")).toBeVisible();
});

test("useSession follows a session of a client", async () => {
  const registry = createRegistry();
  registry.register(tipSplitter);
  const client = createLocalClient(registry);
  const { sessionId } = await client.run("tip-splitter", { bill: 60 });
  await render(<Session client={client} id={sessionId} />);
  await expect.element(page.getByRole("button", { name: /tip splitter/i })).toBeVisible();
});

test("useApprovals lists what waits, and answers it, also with another input", async () => {
  const answer = vi.fn<NonNullable<ToolClient["answer"]>>(async () => {});
  const timeline = timelineOf([
    { type: "tool.requested", callId: "c", tool: "publish_note" },
    { type: "tool.input_ready", callId: "c", input: { text: "Hi" } },
    { type: "tool.needs_approval", callId: "c", approvalId: "p", input: { text: "Hi" } },
  ]);
  await render(
    <ToolProvider timeline={timeline} client={{ answer }}>
      <Inbox />
    </ToolProvider>,
  );
  await userEvent.click(page.getByRole("button", { name: "Approve as a draft" }));
  await userEvent.click(page.getByRole("button", { name: "Deny" }));
  expect(answer.mock.calls.map(([given]) => given)).toEqual([
    { callId: "c", approvalId: "p", decision: "approve", input: { text: "Hi", draft: true } },
    { callId: "c", approvalId: "p", decision: "deny", reason: "Not today." },
  ]);
});
