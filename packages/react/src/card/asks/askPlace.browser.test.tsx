import { createTimeline, type NewEvent, type ToolClient } from "@callboard/core";
import { createReplay } from "@callboard/core/timeline";
import { page, userEvent } from "vitest/browser";
import { beforeEach, describe, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { ToolProvider } from "../../provider/ToolProvider.tsx";
import { asLog, timelineOf } from "../../testing/fixtures/callEvents.ts";
import { ask, createFakeChat, note, turn } from "../../testing/fixtures/chatEvents.ts";
import { ToolCallCard } from "../ToolCallCard.tsx";

beforeEach(() => sessionStorage.clear());

const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByRole("textbox", { name });
const asked: NewEvent[] = [...turn(1, "Publish"), ...ask("a1", "p1", note)];
const order = (more: object): NewEvent[] => [
  ...turn(1, "Order"),
  { type: "tool.requested", callId: "o1", tool: "order_shirt", agentId: "a1" },
  { type: "tool.input_ready", callId: "o1", input: {} },
  { type: "tool.started", callId: "o1", tool: "order_shirt", input: {} },
  { type: "tool.needs_input", callId: "o1", askId: "q1", message: "For whom?", ...more },
];
const sizes = (more: object = {}) => ({
  schema: {
    type: "object",
    properties: { name: { type: "string", title: "Name" }, code: { type: "string", title: "Code", ...more } },
  },
});

/** A page that shows a call, until the reader leaves it: nothing of it is there for the next one. */
async function open(events: NewEvent[], callId: string, user?: string, client: ToolClient = createFakeChat().client) {
  const { unmount } = await render(
    <ToolProvider timeline={timelineOf(events)} client={client} {...(user !== undefined && { user })}>
      <ToolCallCard callId={callId} />
    </ToolProvider>,
  );
  return unmount;
}

describe("what a person began to answer is there again after a reload", () => {
  test("the form of a question, as far as it was filled in", async () => {
    const leave = await open(order(sizes()), "o1", "ada");
    await userEvent.fill(field("Name"), "Grace");
    await leave();
    await open(order(sizes()), "o1", "ada");
    await expect.element(field("Name")).toHaveValue("Grace");
  });

  test("the form of what is asked, and what was changed once it is closed", async () => {
    const leave = await open(asked, "p1", "ada");
    await userEvent.click(button("Edit"));
    await userEvent.fill(field("Title"), "Another title");
    await leave();
    const leaveAgain = await open(asked, "p1", "ada");
    await expect.element(field("Title")).toHaveValue("Another title");
    await userEvent.click(button("Use these values"));
    await expect.element(page.getByText("It would run with exactly this, as you changed it")).toBeVisible();
    await leaveAgain();
    await open(asked, "p1", "ada");
    await expect.element(page.getByText("It would run with exactly this, as you changed it")).toBeVisible();
    await userEvent.click(button("Undo the changes"));
    await expect.element(page.getByText("It would run with exactly this, as you changed it")).not.toBeInTheDocument();
  });

  test("which a film of the session neither shows nor forgets", async () => {
    const leave = await open(asked, "p1", "ada");
    await userEvent.click(button("Edit"));
    await userEvent.fill(field("Title"), "Another title");
    await leave();
    const replay = createReplay(asLog(asked));
    const film = await render(
      <ToolProvider timeline={replay} client={{}} user="ada">
        <ToolCallCard callId="p1" />
      </ToolProvider>,
    );
    await expect.element(page.getByText(note.title, { exact: true })).toBeVisible();
    await expect.element(field("Title")).not.toBeInTheDocument();
    replay.seek(1);
    replay.flush();
    await expect.element(page.getByText(note.title, { exact: true })).not.toBeInTheDocument();
    await film.unmount();
    await open(asked, "p1", "ada");
    await expect.element(field("Title")).toHaveValue("Another title");
  });

  test("the reason of a denial", async () => {
    const leave = await open(asked, "p1", "ada");
    await userEvent.click(button("Say why"));
    await userEvent.keyboard("Not before Monday");
    await leave();
    await open(asked, "p1", "ada");
    await expect.element(page.getByRole("textbox")).toHaveValue("Not before Monday");
  });
});

describe("what was begun is for nobody else", () => {
  test.each([
    ["another reader", order(sizes()), "grace"],
    ["a reader whom nobody knows", order(sizes()), undefined],
    ["another question under the same id", order(sizes({ maxLength: 4 })), "ada"],
  ])("not for %s", async (_who, events, user) => {
    const leave = await open(order(sizes()), "o1", "ada");
    await userEvent.fill(field("Name"), "Grace");
    await leave();
    expect(JSON.stringify(sessionStorage)).toContain("Grace");
    await open(events, "o1", user);
    await expect.element(field("Name")).toHaveValue("");
  });

  test.each([
    ["while nobody knows who the reader is", order(sizes()), undefined],
    ["where a part of it is secret", order(sizes({ format: "password" })), "ada"],
  ])("and nothing of it is stored %s", async (_when, events, user) => {
    const leave = await open(events, "o1", user);
    await userEvent.fill(field("Name"), "Grace");
    await leave();
    expect(JSON.stringify(sessionStorage)).toBe("{}");
  });

  test("and nothing of it stays once the ask has its answer", async () => {
    const timeline = createTimeline({ schedule: queueMicrotask });
    const log = asLog([...asked, { type: "tool.denied", callId: "p1", approvalId: "approval-p1", by: "grace" }]);
    timeline.apply(log.slice(0, -1));
    await render(
      <ToolProvider timeline={timeline} client={createFakeChat().client} user="ada">
        <ToolCallCard callId="p1" />
      </ToolProvider>,
    );
    await userEvent.click(button("Edit"));
    await userEvent.fill(field("Title"), "Another title");
    expect(JSON.stringify(sessionStorage)).toContain("Another title");
    timeline.apply(log.slice(-1));
    await expect.poll(() => JSON.stringify(sessionStorage)).toBe("{}");
  });
});

test("a page whose storage is closed keeps what was typed as long as it is there", async () => {
  const refuse = (): never => {
    throw new DOMException("The storage is closed.", "SecurityError");
  };
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = refuse;
  try {
    await open(order(sizes()), "o1", "ada");
    await userEvent.fill(field("Name"), "Grace");
    await expect.element(field("Name")).toHaveValue("Grace");
  } finally {
    Storage.prototype.setItem = setItem;
  }
});
