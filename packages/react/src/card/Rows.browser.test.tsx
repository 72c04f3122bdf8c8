import { createTimeline, type NewEvent } from "@callboard/core";
import { userEvent } from "vitest/browser";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
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

/** A style of the page's own, until the test is over. */
const restyle = (css: string) => {
  const style = document.createElement("style");
  style.textContent = css;
  document.head.append(style);
  onTestFinished(() => style.remove());
};

/** Calls of one more agent that goes on. */
const callsOf = (agentId: string, count: number): NewEvent[] => [
  { type: "agent.started", agentId },
  ...Array.from({ length: count }, (_, index) =>
    begin(agentId, `${agentId}.${index}`, "search_documents", {}, `call ${index} of ${agentId}`),
  ).flat(),
];

const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Waits until something is the same for six frames. */
const restOf = (read: () => unknown) =>
  vi.waitFor(async () => {
    const now = read();
    for (let frames = 0; frames < 6; frames++) await frame();
    expect(read()).toEqual(now);
  });

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
  expect(taken).toEqual([]);
});

test("rows that a page makes higher are measured before more of them are drawn", async () => {
  restyle(".cb-items .cb-call { padding: 40px; }");
  const { box, cards } = await show([...callsAtWork(40), ...callsOf("a4", 40)]);
  const below = () =>
    cards().filter((card) => card.getBoundingClientRect().top > box.getBoundingClientRect().bottom + 200);
  expect(cards().length).toBeGreaterThan(3);
  // Of a block at the edge some may stand beyond it; by the stylesheet's height, three blocks would.
  expect(below().length).toBeLessThan(8);
});

test("a new page has its rows before a frame could be painted without them", async () => {
  const timeline = timelineOf(callsAtWork(400));
  const page = document.createElement("div");
  document.body.append(page);
  const drawn = new Promise((resolve) => {
    const watch = new MutationObserver(async () => {
      watch.disconnect();
      // What a microtask does, no frame comes before.
      for (let turns = 0; turns < 20; turns++) await Promise.resolve();
      resolve(page.querySelectorAll(".cb-call").length);
    });
    watch.observe(page, { childList: true });
  });
  // Not by the library of the tests: that lets React finish before it goes on.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  const root = createRoot(page);
  onTestFinished(() => {
    root.unmount();
    page.remove();
    vi.unstubAllGlobals();
  });
  root.render(
    <ToolProvider timeline={timeline}>
      <AgentTimeline />
    </ToolProvider>,
  );
  expect(await drawn).toBeGreaterThan(10);
});

test("what moves as it is drawn does not come and go", async () => {
  restyle(".cb-items .cb-call { margin-block: 20px; }");
  const { box, cards } = await show([...callsAtWork(8), ...callsOf("a4", 8), ...callsOf("a5", 250)]);
  // An agent's first margin is its block's, once that is drawn: where the second agent begins, it moves across the edge
  // of what is near.
  const { top } = cards().at(-1)!.getBoundingClientRect();
  for (let more = -40; more < 80; more += 5) {
    box.style.height = `${(top + more) / 1.5}px`;
    await restOf(() => cards().map(({ dataset }) => dataset["node"]));
  }
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

test("the words of what is far stand in parts that the browser lays out one by one", async () => {
  const { box } = await show(callsAtWork(2000));
  const parts = () => [...box.querySelectorAll("[data-far] > *")];
  await vi.waitFor(() =>
    expect(
      parts()
        .map(({ textContent }) => textContent)
        .join("\n"),
    ).toContain("“word 1500”"),
  );
  const lengths = parts().map(({ textContent }) => textContent.length);
  expect(Math.max(...lengths)).toBeLessThan(17_000);
  expect(parts().length).toBeGreaterThan(box.querySelectorAll("[data-far]").length);
  expect(new Set(parts().map((part) => getComputedStyle(part).contentVisibility))).toEqual(new Set(["auto"]));
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
  await restOf(cards);
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

test("rows that come at each frame, far from the screen, change the page a few times a second", async () => {
  const events = callsAtWork(300);
  const { timeline, box, cards, cardOf } = await show(events);
  await restOf(cards);
  const changes = new Set<number>();
  let now = 0;
  const watch = new MutationObserver(() => void changes.add(now));
  watch.observe(box, { childList: true, subtree: true, attributes: true, characterData: true });
  for (now = 0; now < 60; now++) {
    events.push(...begin("a3", `late${now}`, "search_documents", {}, `late ${now}`));
    timeline.apply(asLog(events));
    await frame();
  }
  watch.disconnect();
  expect(changes.size).toBeGreaterThan(1);
  expect(changes.size).toBeLessThan(20);
  box.scrollTop = box.scrollHeight;
  await vi.waitFor(() => expect(cardOf("late59")).not.toBeNull());
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
