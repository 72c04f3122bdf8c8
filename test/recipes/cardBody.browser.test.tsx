import { createLocalClient, createRegistry, type SessionEvent } from "@callboard/core";
import { page, userEvent } from "vitest/browser";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { Assistant } from "./cardBody.tsx";
import tipSplitter from "./definition.ts";

test("the guide's card body stands in the cards of a chat", async () => {
  const events = [
    { type: "message.added", messageId: "m", role: "user", text: "Split 60" },
    { type: "agent.started", agentId: "a", messageId: "m" },
    { type: "tool.requested", callId: "c", tool: tipSplitter.slug, agentId: "a" },
    { type: "tool.input_ready", callId: "c", input: { bill: 60, people: 3 } },
    { type: "tool.completed", callId: "c", output: { each: 22 } },
    { type: "agent.completed", agentId: "a" },
  ].map((event, index) => ({ v: 1, seq: index + 1, sessionId: "s", at: Date.now(), ...event }) as SessionEvent);
  const registry = createRegistry();
  registry.register(tipSplitter);
  const client = {
    ...createLocalClient(registry),
    chat: async () => ({ sessionId: "s", messageId: "m", agentId: "a" }),
    async *events() {
      yield events;
    },
  };
  await render(<Assistant client={client} />);
  await userEvent.fill(page.getByRole("textbox"), "Split 60");
  await userEvent.keyboard("{Enter}");
  const row = page.getByRole("button", { name: /Tip Splitter.*Done/i });
  await expect.element(row).toBeVisible();
  if (row.element().getAttribute("aria-expanded") === "false") await userEvent.click(row);
  await expect.element(page.getByText("3 people pay 22 each.")).toBeVisible();
});
