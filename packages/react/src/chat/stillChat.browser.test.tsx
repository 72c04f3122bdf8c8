import { createTimeline, type NewEvent } from "@callboard/core";
import { page, userEvent } from "vitest/browser";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { jumpOf, mostShift } from "../../../../test/setup/layoutShifts.ts";
import { AgentTimeline } from "../card/AgentTimeline.tsx";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { asLog } from "../testing/fixtures/callEvents.ts";
import {
  ask,
  begin,
  chatIds,
  createFakeChat,
  finish,
  finishedTurn,
  manySteps,
  note,
  say,
  turn,
} from "../testing/fixtures/chatEvents.ts";
import { Chat } from "./Chat.tsx";

beforeEach(async () => {
  sessionStorage.clear();
  await page.viewport(1280, 860);
});
afterEach(() => page.viewport(1280, 800));

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

const show = (events: NewEvent[]) => {
  const { client } = createFakeChat({ events });
  const can = () => ({ answer: true, edit: true, cancel: true, session: true });
  return render(
    <div style={{ blockSize: "100vh" }}>
      <Chat client={{ ...client, can }} sessionId={chatIds.session} />
    </div>,
  );
};

const asking = [...finishedTurn, ...manySteps(12), ...turn(4, "Publish"), ...ask("a4", "p1", note)];
const askTop = () => document.querySelector("[data-ask]")!.getBoundingClientRect().top;

/** Whether a control is seen whole within the part of the chat that scrolls. */
const isSeen = (control: Element) => {
  const box = document.querySelector(".cb-chat-scroll")!.getBoundingClientRect();
  const { top, bottom } = control.getBoundingClientRect();
  // A browser scrolls to whole pixels.
  return top >= box.top - 1 && bottom <= box.bottom + 1;
};

describe("an ask in a chat", () => {
  test("stays where it is when it is edited, and what takes the values is in sight", async () => {
    await show(asking);
    await expect.element(button("Edit")).toBeInViewport();
    const top = askTop();
    const opening = await jumpOf(button("Edit").element(), () => userEvent.click(button("Edit")));
    await expect.element(page.getByRole("textbox", { name: "Title" })).toHaveFocus();
    expect(opening.score).toBeLessThanOrEqual(mostShift);
    expect(Math.abs(askTop() - top)).toBeLessThanOrEqual(2);
    expect(isSeen(button("Use these values").element())).toBe(true);
    expect(isSeen(page.getByRole("textbox", { name: "Title" }).element())).toBe(true);
    await userEvent.fill(page.getByRole("textbox", { name: "Title" }), "How retries differ");
    const use = button("Use these values");
    const closing = await jumpOf(use.element(), () => userEvent.click(use));
    expect(closing.score).toBeLessThanOrEqual(mostShift);
    // What was changed is listed there now: the ask rises by what its buttons need.
    // The words of the change are fetched, and the ask rises once more when they are there.
    await expect.poll(() => isSeen(button("Publish note").element())).toBe(true);
    expect(askTop()).toBeLessThanOrEqual(top + 2);
    await expect.poll(() => isSeen(page.getByText("What you changed").element())).toBe(true);
  });

  test("has the place for a reason on the line of its buttons, none of which moves", async () => {
    await show(asking);
    await expect.element(button("Say why")).toBeInViewport();
    const jump = await jumpOf(button("Deny").element(), () => userEvent.click(button("Say why")));
    const reason = page.getByRole("textbox", { name: "Reason for denying (optional)" });
    await expect.element(reason).toHaveFocus();
    expect(jump.score).toBeLessThanOrEqual(mostShift);
    expect(Math.abs(jump.moved!)).toBeLessThanOrEqual(1);
    expect(isSeen(reason.element())).toBe(true);
  });
});

describe("what a reader folds", () => {
  const rows: Record<string, NewEvent[]> = {
    "Search documents": [
      ...finishedTurn,
      ...turn(2, "Look it up"),
      ...begin("a2", "c9", "search_documents", { query: "retry" }, "all"),
      ...finish("c9", [{ document: "core/README.md", passage: "The first wait is 500 ms." }]),
    ],
    "Document analyst": [
      ...finishedTurn,
      ...turn(2, "Analyze it"),
      ...begin("a2", "c9", "analyze_document", { document: "guide.md" }, "guide.md"),
      { type: "agent.started", agentId: "s1", parentCallId: "c9", name: "Document analyst" },
      ...say("s1", "The guide has 14 sections. Two are about retries; I read them first."),
      { type: "agent.completed", agentId: "s1" },
      ...finish("c9", "Two sections are about retries."),
      ...say("a2", "Two sections of the guide are about retries."),
    ],
  };
  test.each(Object.entries(rows))("stays under the pointer: %s", async (name, events) => {
    await show(events);
    const row = page.getByRole("button", { name: new RegExp(`^${name}`) }).last();
    await expect.element(row).toBeInViewport();
    for (const act of ["unfold", "fold", "unfold again"]) {
      const { score, moved } = await jumpOf(row.element(), () => userEvent.click(row));
      expect(score, act).toBeLessThanOrEqual(mostShift);
      expect(Math.abs(moved!), act).toBeLessThanOrEqual(1);
    }
  });
});

test("rows end at the same edge: one that is stopped, one that runs on, and one of a log that is over", async () => {
  const events: NewEvent[] = [
    ...turn(1, "Look it up"),
    ...begin("a1", "c1", "search_documents", { query: "a" }, "a"),
    ...begin("a1", "c2", "search_documents", { query: "b" }, "b"),
    ...begin("a1", "c3", "analyze_document", { document: "guide.md" }, "guide.md"),
    { type: "agent.started", agentId: "s1", parentCallId: "c3", name: "Document analyst" },
  ];
  const log = asLog([...events, { type: "tool.cancelled", callId: "c1" }, ...finish("c2", "done")]);
  const timeline = createTimeline({ schedule: (run) => run() });
  const { client } = createFakeChat();
  const draw = (of: typeof timeline) =>
    render(
      <ToolProvider timeline={of} client={client}>
        <div style={{ inlineSize: 700 }}>
          <AgentTimeline root="a1" />
        </div>
      </ToolProvider>,
    );
  const ends = (container: Element) =>
    [...container.querySelectorAll(".cb-call-chevron")].map((one) => Math.round(one.getBoundingClientRect().right));
  timeline.apply(log.slice(0, events.length));
  const { container, unmount } = await draw(timeline);
  await expect.poll(() => container.querySelectorAll(".cb-call-stop:not([data-gone])")).toHaveLength(3);
  const before = ends(container);
  const stop = container.querySelector<HTMLElement>(".cb-call-stop")!;
  const jump = await jumpOf(stop.parentElement!, async () => timeline.apply(log.slice(events.length)));
  // The words of a state are not all of one width.
  expect(jump.score).toBeLessThan(mostShift / 10);
  expect(jump.moved).toBe(0);
  expect(ends(container)).toEqual(before);
  expect(new Set(before).size).toBe(1);
  await unmount();
  const over = createTimeline({ schedule: (run) => run() });
  over.apply(log);
  const again = await draw(over);
  await expect.poll(() => ends(again.container)).toEqual(before);
});
