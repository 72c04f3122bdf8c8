import { createTimeline, type NewEvent } from "@callboard/core";
import { userEvent } from "vitest/browser";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { asLog, timelineOf } from "../testing/fixtures/callEvents.ts";
import { begin, finish, manyCalls, turn } from "../testing/fixtures/chatEvents.ts";
import { AgentTimeline } from "./AgentTimeline.tsx";

const show = async (events: NewEvent[]) => {
  const timeline = createTimeline({ schedule: queueMicrotask });
  timeline.apply(asLog(events));
  const scroller = { height: 400, overflow: "auto" };
  const { container } = await render(
    <ToolProvider timeline={timeline}>
      <div data-testid="scroller" style={scroller}>
        <AgentTimeline />
      </div>
    </ToolProvider>,
  );
  const box = container.querySelector<HTMLElement>("[data-testid=scroller]")!;
  const cards = () => [...box.querySelectorAll<HTMLElement>(".cb-call")];
  const cardOf = (id: string) => box.querySelector<HTMLElement>(`.cb-call[data-node="${id}"]`);
  const nodes = () => document.createNodeIterator(box, NodeFilter.SHOW_ALL);
  const count = () => {
    let seen = 0;
    for (const all = nodes(); all.nextNode();) seen++;
    return seen;
  };
  return { timeline, box, cards, cardOf, count };
};

/** Calls of an agent that goes on, so that none is folded. */
const callsAtWork = (count: number) => manyCalls(count).slice(0, -2);

const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Calls below calls: each starts an agent with `width` calls, and the last of them goes on, `depth` agents deep. */
const deepCalls = (width: number, depth: number): NewEvent[] => {
  const down = (agentId: string, level: number): NewEvent[] =>
    Array.from({ length: width }, (_, index): NewEvent[] => {
      const id = `${agentId}.${index}`;
      const inner: NewEvent[] =
        level < depth && index === 0
          ? [
              { type: "agent.started", agentId: `${id}>`, parentCallId: id, name: "Deeper" },
              ...down(`${id}>`, level + 1),
            ]
          : [];
      return [...begin(agentId, id, "search_documents", {}, `row ${id}`), ...inner];
    }).flat();
  return [...turn(1, "Go down"), ...down("a1", 1)];
};

test("ten thousand calls cost a few hundred nodes, and each is drawn where the reader scrolls", async () => {
  const { box, cards, cardOf, count } = await show(callsAtWork(10_000));
  expect(cards().length).toBeGreaterThan(10);
  expect(count()).toBeLessThan(1500);
  for (const place of [0.13, 0.87, 0.5]) {
    box.scrollTop = place * (box.scrollHeight - box.clientHeight);
    await vi.waitFor(() => {
      const { top } = box.getBoundingClientRect();
      const seen = cards().filter((card) => Math.abs(card.getBoundingClientRect().top - top - 200) < 150);
      expect(seen.length).toBeGreaterThan(5);
    });
    expect(count()).toBeLessThan(3000);
  }
  box.scrollTop = box.scrollHeight;
  await vi.waitFor(() => expect(cardOf("many9999")).not.toBeNull());
  expect(cardOf("many0")).toBeNull();
});

test("what the screen has room for and its scroller has not is not drawn at first", async () => {
  const taken: Element[] = [];
  const watch = new MutationObserver((records) => {
    const removed = records.flatMap(({ removedNodes }) => [...removedNodes]);
    taken.push(...removed.filter((node) => node instanceof Element).filter((node) => node.matches(".cb-call")));
  });
  watch.observe(document.body, { childList: true, subtree: true });
  // The screen ends far below the scroller.
  const { cards } = await show(callsAtWork(400));
  for (let frames = 0; frames < 6; frames++) await frame();
  watch.disconnect();
  expect(cards().length).toBeGreaterThan(10);
  // Rows are a little higher than they are taken for: a block at the edge may go again.
  expect(taken.length).toBeLessThanOrEqual(8);
});

test("what an agent begins to do is drawn without a measuring of the page", async () => {
  const measured = vi.spyOn(Element.prototype, "getBoundingClientRect");
  const { cards } = await show(callsAtWork(3));
  await expect.poll(() => cards().length).toBe(3);
  expect(measured).not.toHaveBeenCalled();
  measured.mockRestore();
});

test("ten thousand calls six agents deep cost no more", async () => {
  const { cards, count } = await show(deepCalls(1_700, 6));
  expect(cards().length).toBeGreaterThan(10);
  expect(count()).toBeLessThan(5000);
});

test("what is far is found by its words, also what arrives there later", async () => {
  const { timeline, box } = await show(callsAtWork(500));
  await vi.waitFor(() => expect(box.textContent).toContain("“word 321” in all documents"));
  const log = asLog([...callsAtWork(500), ...begin("a3", "late", "search_documents", {}, "A word that comes late.")]);
  timeline.apply(log);
  await vi.waitFor(() => expect(box.textContent).toContain("A word that comes late."), { timeout: 3000 });
  // `window.find` is in no standard, so TypeScript does not know it.
  const { find } = window as unknown as { find: (words: string) => boolean };
  expect(find.call(window, "“word 321” in all")).toBe(true);
});

test("a card that was opened is open when the reader is back, and what they read stays in place", async () => {
  const { box, cardOf } = await show(callsAtWork(400));
  const toggle = () => cardOf("many3")!.querySelector<HTMLElement>(".cb-call-toggle")!;
  await userEvent.click(toggle());
  toggle().blur();
  const height = () => cardOf("many3")!.offsetHeight;
  await vi.waitFor(() => expect(height()).toBeGreaterThan(40));
  const whole = box.scrollHeight;
  box.scrollTop = 6000;
  await vi.waitFor(() => expect(cardOf("many3")).toBeNull());
  expect(Math.abs(box.scrollHeight - whole)).toBeLessThan(200);
  box.scrollTop = 0;
  await vi.waitFor(() => expect(toggle().getAttribute("aria-expanded")).toBe("true"));
});

test("a row with the focus, or with a part that the reader opened, stays drawn", async () => {
  const { box, cardOf } = await show(callsAtWork(400));
  cardOf("many2")!.querySelector<HTMLElement>(".cb-call-toggle")!.focus();
  box.scrollTop = 9000;
  await vi.waitFor(() => expect(cardOf("many240")).not.toBeNull());
  await frame();
  expect(cardOf("many2")).not.toBeNull();
});

test("a short timeline is whole for assistive technology once it is calm", async () => {
  const { cardOf } = await show(callsAtWork(150));
  expect(cardOf("many149")).toBeNull();
  await vi.waitFor(() => expect(cardOf("many149")).not.toBeNull(), { timeout: 5000 });
});

test("an event far from the screen draws nothing", async () => {
  const events = callsAtWork(300);
  const more: NewEvent[] = [...begin("a3", "late", "search_documents", {}, "the last"), ...finish("late", {})];
  const { timeline, box, cards } = await show(events);
  // Until the rows that are out of sight are at rest.
  await vi.waitFor(async () => {
    const now = cards();
    for (let frames = 0; frames < 6; frames++) await frame();
    expect(cards()).toEqual(now);
  });
  const before = cards();
  const changes: MutationRecord[] = [];
  const watch = new MutationObserver((records) => void changes.push(...records));
  watch.observe(box, { childList: true, subtree: true });
  timeline.apply(asLog([...events, ...more]));
  await frame();
  watch.disconnect();
  expect(changes.filter(({ addedNodes }) => [...addedNodes].some((node) => node instanceof HTMLElement))).toEqual([]);
  expect(cards()).toEqual(before);
});

test("the fold of a hundred thousand calls is drawn at the cost of what is seen", async () => {
  const timeline = timelineOf(callsAtWork(100_000));
  const { container } = await render(
    <ToolProvider timeline={timeline}>
      <AgentTimeline scrollParent style={{ height: 400 }} />
    </ToolProvider>,
  );
  const box = container.querySelector<HTMLElement>("[data-scrolls]")!;
  await vi.waitFor(() => expect(box.querySelector('[data-node="many99999"]')).not.toBeNull());
  expect(box.querySelectorAll("*").length).toBeLessThan(2000);
});
