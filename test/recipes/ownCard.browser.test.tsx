import type { ToolClient } from "@callboard/core";
import { renderEvents } from "@callboard/react/testing";
import { expect, test } from "vitest";
import { MyCard } from "./ownCard.tsx";
import "./ownCardTest.tsx";

test("my card stops a call, and answers what it asks", async () => {
  const acts: unknown[] = [];
  const client: ToolClient = {
    cancel: async (target) => void acts.push(target),
    answer: async (answer) => void acts.push(answer),
  };
  const { container, add, unmount } = await renderEvents(
    [{ type: "tool.started", callId: "c1", tool: "publish", input: {} }],
    { client, ui: <MyCard callId="c1" /> },
  );
  const press = (name: string) =>
    [...container.querySelectorAll("button")].find(({ textContent }) => textContent === name)!.click();
  press("Stop");
  await add(
    { type: "tool.cancelled", callId: "c1" },
    { type: "tool.requested", callId: "c2", tool: "publish" },
    { type: "tool.needs_approval", callId: "c2", approvalId: "a1", input: { text: "Hello" } },
  );
  expect(acts).toEqual([{ callId: "c1" }]);
  await unmount();

  const asked = await renderEvents(
    [
      { type: "tool.requested", callId: "c2", tool: "publish" },
      { type: "tool.needs_approval", callId: "c2", approvalId: "a1", input: { text: "Hello" } },
    ],
    { client, ui: <MyCard callId="c2" /> },
  );
  [...asked.container.querySelectorAll("button")].find(({ textContent }) => textContent === "publish")!.click();
  await asked.unmount();
  expect(acts.at(-1)).toMatchObject({ callId: "c2", approvalId: "a1", decision: "approve" });
});

test("the whole timeline is rendered where nothing else is asked for", async () => {
  const { container, unmount } = await renderEvents([
    { type: "agent.started", agentId: "a" },
    { type: "agent.text_appended", agentId: "a", delta: "Hello" },
  ]);
  await expect.poll(() => container.textContent).toContain("Hello");
  await unmount();
});

test("an event that is none fails the test, with its place and what is wrong", async () => {
  const mistyped = renderEvents([
    { type: "tool.requested", callId: "c1", tool: "publish" },
    { type: "tool.completd", callId: "c1" } as never,
  ]);
  await expect(mistyped).rejects.toThrow(/^Event 2 of the test cannot be shown: .*tool\.completd/);
  const { add, unmount } = await renderEvents([{ type: "tool.requested", callId: "c1", tool: "publish" }]);
  await expect(add({ type: "tool.progressed", callId: "c1" } as never)).rejects.toThrow(/^Event 2 .*progress/);
  await unmount();
});
