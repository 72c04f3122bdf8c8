import type { JsonSchema, NewEvent } from "@callboard/core";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { ToolProvider } from "../../provider/ToolProvider.tsx";
import { timelineOf } from "../../testing/fixtures/callEvents.ts";
import { ask, createFakeChat, note, turn } from "../../testing/fixtures/chatEvents.ts";
import { ToolCallCard } from "../ToolCallCard.tsx";

const gate = vi.hoisted(() => {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
});
vi.mock(import("../../form/ToolForm.tsx"), async (importOriginal) => {
  await gate.opened;
  return importOriginal();
});

const schema: JsonSchema = {
  type: "object",
  properties: {
    size: { title: "Size", enum: ["Small", "Medium", "Large"] },
    count: { type: "integer", title: "Count", minimum: 1 },
    name: { type: "string", title: "Name on the back", description: "Left empty, there is none." },
    reason: { type: "string", maxLength: 2000 },
    gift: { type: "boolean", title: "It is a gift" },
  },
  required: ["size"],
};

test("whoever opens the form of an ask has the focus in its place while it is fetched", async () => {
  const { client } = createFakeChat();
  await render(
    <ToolProvider
      timeline={timelineOf([...turn(1, "Publish"), ...ask("a1", "p1", note)])}
      client={{ ...client, can: () => ({ answer: true, edit: true, cancel: true }) }}
    >
      <ToolCallCard callId="p1" />
    </ToolProvider>,
  );
  await userEvent.click(page.getByRole("button", { name: "Edit", exact: true }));
  await expect.element(page.getByRole("group", { name: "Change what would run" })).toHaveFocus();
});

// Once the form was fetched it is there: there is no second attempt.
test(
  "a question's form has its room before it is fetched: nothing moves as it arrives, and it can be declined at once",
  { retry: 0 },
  async () => {
    const { client, answers } = createFakeChat();
    const events = [
      ...turn(1, "Order"),
      { type: "tool.requested", callId: "o1", tool: "order", agentId: "a1", source: "agent" },
      { type: "tool.started", callId: "o1", tool: "order", agentId: "a1", input: {} },
      { type: "tool.needs_input", callId: "o1", askId: "q1", message: "Which shirts?", schema },
    ] as NewEvent[];
    const { container } = await render(
      <ToolProvider timeline={timelineOf(events)} client={client}>
        <ToolCallCard callId="o1" />
      </ToolProvider>,
    );
    const decline = page.getByRole("button", { name: "Do not answer" });
    await expect.element(decline).toBeVisible();
    await expect.element(page.getByText("Left empty, there is none.")).toBeVisible();
    const labelOf = (name: string) =>
      [...container.querySelectorAll(".cb-field-label")].find(({ textContent }) => textContent?.startsWith(name))!;
    const places = () => [
      ...["Size", "Count", "Name on the back", "Reason", "It is a gift"].map(
        (name) => labelOf(name).getBoundingClientRect().y,
      ),
      ...[page.getByRole("button", { name: "Send answer" }), decline].flatMap((button) => {
        const { x, y, width } = button.element().getBoundingClientRect();
        return [x, y, width];
      }),
    ];
    const before = places();
    gate.open();
    await expect.element(page.getByRole("textbox", { name: "Name on the back" })).toBeVisible();
    const moved = places().map((place, index) => Math.abs(place - before[index]!));
    expect(moved.filter((pixels) => pixels > 2)).toEqual([]);
    await userEvent.click(decline);
    await vi.waitFor(() => expect(answers).toMatchObject([{ askId: "q1", action: "decline" }]));
  },
);
