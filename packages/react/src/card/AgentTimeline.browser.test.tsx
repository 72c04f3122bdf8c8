import { createTimeline, type NewEvent, type Timeline } from "@callboard/core";
import { Profiler, useState } from "react";
import { page, userEvent } from "vitest/browser";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ToolCallCard } from "./ToolCallCard.tsx";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { asLog, timelineOf } from "../testing/fixtures/callEvents.ts";
import {
  ask,
  begin,
  createFakeChat,
  finish,
  finishedTurn,
  manySteps,
  nestedAsk,
  nestedAskApproved,
  note,
  say,
  think,
  turn,
} from "../testing/fixtures/chatEvents.ts";
import { german } from "../messages/de.ts";
import type { Messages } from "../messages/messages.ts";
import { AgentTimeline } from "./AgentTimeline.tsx";
import { AnnouncedContext } from "./useAnnouncer.ts";

const show = (timeline: Timeline, props: Parameters<typeof AgentTimeline>[0] = {}) =>
  render(
    <ToolProvider timeline={timeline} client={createFakeChat().client}>
      {/* Away from the corner where the pointer rests: a row under it would be one that is read. */}
      <AgentTimeline {...props} style={{ margin: "1rem", ...props.style }} />
    </ToolProvider>,
  );

/** A timeline that tells its readers at once, and the log that is still to come. */
const live = (now: NewEvent[], then: NewEvent[]) => {
  const timeline = createTimeline({ schedule: queueMicrotask });
  const log = asLog([...now, ...then]);
  timeline.apply(log.slice(0, now.length));
  let at = now.length;
  return { timeline, next: (count = 1) => timeline.apply(log.slice(at, (at += count))) };
};

// Rows act on what the pointer rests on, and it stays where the test before left it.
beforeEach(() => userEvent.hover(document.documentElement, { position: { x: 2, y: 2 } }));

describe("AgentTimeline", () => {
  test("says of a turn what the host said of it, in the reader's words, and an unknown kind as it was written", async () => {
    const notice = (code: string, count: number): NewEvent => ({
      type: "message.added",
      messageId: `n:${code}`,
      role: "system",
      text: `Of another kind: ${code}.`,
      wording: { template: code, values: { agentId: "a1", count, limit: 20, tool: "look" } },
    });
    const kinds = ["calls_left", "calls_used", "repeated_call", "newer_kind"];
    const events: NewEvent[] = [{ type: "agent.started", agentId: "a1" }, ...kinds.map((code) => notice(code, 4))];
    const timeline = timelineOf(events);
    await render(
      <ToolProvider timeline={timeline} locale="de" messages={german}>
        <AgentTimeline root="a1" />
      </ToolProvider>,
    );
    const notes = page.getByRole("note");
    await expect
      .poll(() => notes.elements().map(({ textContent }) => textContent.trim()))
      .toEqual([
        "In dieser Runde sind noch 4 von 20 Werkzeugaufrufen übrig.",
        "Alle 20 Werkzeugaufrufe dieser Runde sind verbraucht, daher muss der Agent nun antworten.",
        "„look“ wurde 4-mal mit denselben Argumenten aufgerufen: Das sieht nach einer Schleife aus.",
        "Of another kind: newer_kind.",
      ]);
  });

  test("an open row keeps room for its words beside the longest name", async () => {
    const title = "Reader of every document in the corpus of installed packages, and of what they say of each other";
    const summary = "a summary that is long as well, as they are";
    const timeline = timelineOf([
      { type: "agent.started", agentId: "a1" },
      { type: "tool.requested", callId: "l1", tool: "long", agentId: "a1", title, source: "agent" },
      { type: "tool.started", callId: "l1", tool: "long", input: {}, summary },
      { type: "agent.started", agentId: "l2", parentCallId: "l1", name: title },
      { type: "tool.requested", callId: "l3", tool: "long", agentId: "l2", title, source: "agent" },
    ]);
    const { container } = await render(
      <ToolProvider timeline={timeline} client={createFakeChat().client}>
        <div style={{ inlineSize: 640 }}>
          <AgentTimeline />
        </div>
      </ToolProvider>,
    );
    await expect
      .poll(() => container.querySelector("[aria-expanded=true] .cb-call-summary")?.textContent)
      .toBe(summary);
    const words = container.querySelector("[aria-expanded=true] .cb-call-summary")!;
    expect(words.getBoundingClientRect().height).toBeLessThan(8 * parseFloat(getComputedStyle(words).fontSize));
  });

  test("shows thought, call and answer in their order", async () => {
    const { container } = await show(timelineOf(finishedTurn));
    await expect.element(page.getByRole("table")).toBeVisible();
    const words = container.textContent!;
    const places = ["Thought for 3\u00a0s", "Search documents", "tried again"].map((text) => words.indexOf(text));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    await expect.element(page.getByText(/I search for “retry”/)).not.toBeInTheDocument();
    await userEvent.click(page.getByRole("button", { name: /Thought for/ }));
    await expect.element(page.getByText(/I search for “retry”/)).toBeVisible();
  });

  test("says in the reader's words which limit ended a call and the agent, and without them in the host's", async () => {
    const wording = (template: string, values: Record<string, string | number>) => ({ template, values });
    const events: NewEvent[] = [
      { type: "agent.started", agentId: "a1" },
      { type: "tool.requested", callId: "c1", tool: "look", source: "agent", agentId: "a1" },
      {
        type: "tool.failed",
        callId: "c1",
        error: {
          code: "budget_exhausted",
          message: "The budget of 20 calls is used up; this one did not run.",
          wording: wording("The budget of {limit} calls is used up; this one did not run.", { limit: 20 }),
        },
      },
      {
        type: "agent.failed",
        agentId: "a1",
        error: { code: "time_exhausted", message: "The time was over.", wording: wording("The time was over.", {}) },
      },
    ];
    const shown = (locale: string, messages?: Messages) => (
      <ToolProvider timeline={timelineOf(events)} locale={locale} {...(messages && { messages })}>
        <AgentTimeline root="a1" />
      </ToolProvider>
    );
    const { container, rerender } = await render(shown("de", german));
    await expect.element(page.getByText(/^Der Agent wurde angehalten, weil die Zeit/)).toBeVisible();
    const open = async () => {
      const row = container.querySelector<HTMLElement>('.cb-call [aria-expanded="false"]');
      if (row) await userEvent.click(row);
    };
    await open();
    const said = page.getByText(
      "Alle 20 Werkzeugaufrufe dieser Runde sind verbraucht, daher wurde dieser nicht ausgeführt.",
    );
    await expect.element(said.first()).toBeVisible();
    await rerender(shown("en"));
    await expect.element(page.getByText("The time was over.")).toBeVisible();
  });

  test("says what never came and what could not be read, and takes back what came after all", async () => {
    const log = asLog([...finishedTurn, ...turn(2, "And then?")]);
    const timeline = createTimeline({ schedule: queueMicrotask });
    const last = log.length - 1;
    timeline.apply(log.filter((_, index) => index !== last - 1));
    await show(timeline);
    const missing = page.getByText(/steps are missing here/);
    await expect.element(missing).toBeVisible();
    timeline.apply(log[last - 1]!);
    await expect.element(missing).not.toBeInTheDocument();
    timeline.apply({ ...log[last]!, seq: last + 2, type: "tool.dreamt" } as unknown as (typeof log)[number]);
    await expect.element(page.getByText(/^1 event could not be read/)).toBeVisible();
  });

  test("a piece of a sub-agent's text renders that text alone", async () => {
    const { timeline, next } = live(
      nestedAsk.slice(0, -3),
      say("s3", "More of the note, word by word, and then some more."),
    );
    const commits: string[] = [];
    const Counted = ({ callId }: { callId: string }) => (
      <Profiler id={callId} onRender={(id) => commits.push(id)}>
        <ToolCallCard callId={callId} />
      </Profiler>
    );
    const { container } = await render(
      <ToolProvider timeline={timeline}>
        <AnnouncedContext.Provider value>
          <Counted callId="c2" />
        </AnnouncedContext.Provider>
      </ToolProvider>,
    );
    await vi.waitFor(() => expect(container.querySelectorAll("[data-agent-text]")).toHaveLength(3));
    const changed = new Set<Node>();
    const watch = new MutationObserver((records) => records.forEach((record) => changed.add(record.target)));
    watch.observe(container, { childList: true, characterData: true, attributes: true, subtree: true });
    const texts = [...container.querySelectorAll("[data-agent-text]")];
    const readNode = vi.spyOn(timeline, "getNode");
    next();
    await vi.waitFor(() => expect(texts[2]!.textContent).toContain("More of the note"));
    watch.disconnect();
    expect([...changed].filter((node) => !texts[2]!.contains(node))).toEqual([]);
    // Nothing but the text's own component looked anything up: no card, no agent, no row.
    expect(new Set(readNode.mock.calls.map(([id]) => id)).size).toBe(1);
    readNode.mockRestore();
  });

  test("nests by one guide a depth, never a card within a card", async () => {
    const { container } = await show(timelineOf(nestedAsk));
    await expect.element(page.getByRole("button", { name: "Publish note" }).first()).toBeVisible();
    expect(container.querySelectorAll("[data-card]")).toHaveLength(1);
    expect(container.querySelectorAll("[data-nested]")).toHaveLength(4);
    expect(container.querySelectorAll("[data-agent-text]")).toHaveLength(3);
    for (const card of container.querySelectorAll(".cb-call")) {
      expect(getComputedStyle(card).borderTopColor).toBe("rgba(0, 0, 0, 0)");
    }
    const depths = [...container.querySelectorAll(".cb-nest")].map((nest) => nest.getBoundingClientRect().left);
    expect(new Set(depths).size).toBe(3);
    expect(depths[1]! - depths[0]!).toBe(depths[2]! - depths[1]!);
    expect(getComputedStyle(container.querySelector(".cb-call-body")!).borderInlineStartWidth).toBe("1px");
    // An agent's text and its calls' icons share one left edge.
    const agent = container.querySelector(".cb-nest")!;
    const left = (selector: string) => Math.round(agent.querySelector(selector)!.getBoundingClientRect().left);
    expect(left(".cb-items .cb-call-icon")).toBe(left("[data-agent-text]"));
    expect(container.scrollWidth).toBeLessThanOrEqual(container.clientWidth);
  });

  test.each([320, 440, 520, 760])(
    "at %i px what is nested stays inside, and its rows wrap all or none",
    async (width) => {
      const { container } = await render(
        <ToolProvider timeline={timelineOf(nestedAsk)}>
          <div style={{ width }}>
            <AgentTimeline />
          </div>
        </ToolProvider>,
      );
      await expect.element(page.getByRole("button", { name: "Publish note" }).first()).toBeVisible();
      const { right } = container.querySelector(".cb-timeline")!.getBoundingClientRect();
      await expect.poll(() => container.querySelectorAll(".cb-nest, .cb-approval").length).toBeGreaterThan(3);
      const parts = [...container.querySelectorAll(".cb-nest, .cb-approval")];
      expect(Math.max(...parts.map((part) => part.getBoundingClientRect().right))).toBeLessThanOrEqual(right);
      const rows = [...container.querySelectorAll(".cb-call-toggle")];
      expect(new Set(rows.map((row) => getComputedStyle(row).display)).size).toBe(1);
      // Three agents deep, an open row still has its name on one line.
      const names = [...container.querySelectorAll(".cb-call-name")];
      expect(Math.max(...names.map((name) => name.getBoundingClientRect().height))).toBeLessThan(24);
    },
  );

  test.each([
    [280, "en", "comfortable"],
    [440, "de", "comfortable"],
    [520, "en", "compact"],
  ] as const)(
    "at %i px, in %s, %s, nothing reaches past the end of six agents in each other",
    async (width, locale, density) => {
      const unbroken = "x".repeat(200);
      const input = { [unbroken]: { of: { things: { in: { things: unbroken } } } } };
      const deep = [1, 2, 3, 4, 5, 6].flatMap((depth): NewEvent[] => [
        ...begin(
          depth === 1 ? "a1" : `s${depth - 1}`,
          `d${depth}`,
          "analyze_document",
          {},
          `guide.md, section ${depth}`,
        ),
        { type: "agent.started", agentId: `s${depth}`, parentCallId: `d${depth}`, name: `Agent of depth ${depth}` },
        ...begin(`s${depth}`, `f${depth}`, "search_documents", {}),
        ...finish(`f${depth}`, [{ document: "guide.md", passage: "The first wait is 500 ms.", score: 0.9 }]),
      ]);
      const offers = [{ id: "rule", rule: `publish(${unbroken})`, reach: "project" }];
      const events = [...turn(1, "Go deep"), ...deep, ...ask("s6", "p1", input), ...ask("s1", "p2", input, { offers })];
      const { container } = await render(
        <ToolProvider
          timeline={timelineOf(events)}
          locale={locale}
          {...(locale === "de" && { messages: german })}
          client={createFakeChat().client}
        >
          <div style={{ width }} data-callboard-density={density}>
            <AgentTimeline />
          </div>
        </ToolProvider>,
      );
      await expect.poll(() => container.querySelectorAll(".cb-approval-buttons").length).toBe(2);
      const { right } = container.querySelector(".cb-timeline")!.getBoundingClientRect();
      const parts = [...container.querySelectorAll(".cb-call-chevron, .cb-exact *, .cb-ask-always > span")];
      expect(parts.length).toBeGreaterThan(12);
      const past = parts.filter((part) => part.getBoundingClientRect().right > right + 0.5);
      expect(past.map((part) => part.getAttribute("class"))).toEqual([]);
    },
  );

  test("at 280 px the tools of a table end where the timeline does", async () => {
    const rows = Array.from({ length: 5 }, (_, index) => ({
      document: `${index}.md`,
      passage: "The first wait.",
      score: index,
      page: index,
    }));
    const events = [...turn(1, "Look"), ...begin("a1", "c1", "search_documents", {}), ...finish("c1", rows)];
    const { container } = await render(
      <ToolProvider timeline={timelineOf(events)} client={createFakeChat().client}>
        <div style={{ width: 280 }}>
          <AgentTimeline />
        </div>
      </ToolProvider>,
    );
    if (!container.querySelector(".cb-call-body")) await userEvent.click(container.querySelector(".cb-call-toggle")!);
    await expect.poll(() => container.querySelector(".cb-block-actions")).not.toBeNull();
    const endOf = (selector: string) => container.querySelector(selector)!.getBoundingClientRect().right;
    expect(endOf(".cb-block-actions")).toBeLessThanOrEqual(endOf(".cb-timeline"));
  });

  test("what can be done with an open call covers neither the row below it nor what was answered", async () => {
    const call = (callId: string): NewEvent => ({
      type: "tool.requested",
      callId,
      tool: "look",
      agentId: "a1",
      source: "agent",
    });
    const events: NewEvent[] = [
      ...turn(1, "Order"),
      call("c1"),
      ...begin("a1", "c2", "order_shirts", { count: 12 }),
      { type: "tool.needs_input", callId: "c2", askId: "q1", message: "Which size shall they all have, please?" },
      { type: "tool.input_given", callId: "c2", askId: "q1", action: "accept", by: "ada" },
    ];
    const { container } = await render(
      <ToolProvider timeline={timelineOf(events)} client={createFakeChat().client} hrefOf={(id) => `#${id}`}>
        <div style={{ width: 280 }}>
          <AgentTimeline />
        </div>
      </ToolProvider>,
    );
    for (const row of container.querySelectorAll("[aria-expanded=false].cb-call-toggle")) await userEvent.click(row);
    await expect.poll(() => container.querySelectorAll(".cb-call-tools").length).toBe(2);
    const [tools, answeredTools] = [...container.querySelectorAll(".cb-call-tools")].map((one) =>
      one.getBoundingClientRect(),
    );
    const next = container.querySelector("[data-node=c2] .cb-call-toggle")!;
    expect(next.getBoundingClientRect().top).toBeGreaterThanOrEqual(tools!.bottom);
    await expect.poll(() => container.querySelector(".cb-answered")).not.toBeNull();
    const said = container.querySelector(".cb-answered > summary")!;
    expect(said.getBoundingClientRect().right).toBeLessThanOrEqual(answeredTools!.left);
  });

  test("a sub-agent is one row with its call: open while it works, closed once something follows, and else as the reader leaves it", async () => {
    const { timeline, next } = live(nestedAsk, nestedAskApproved.slice(nestedAsk.length));
    const Switch = () => {
      const [on, setOn] = useState(true);
      return (
        <>
          <button onClick={() => setOn(!on)}>Switch</button>
          {on && <AgentTimeline />}
        </>
      );
    };
    await render(
      <ToolProvider timeline={timeline}>
        <Switch />
      </ToolProvider>,
    );
    const analyst = page.getByRole("button", { name: /^Document analyst/ });
    await expect.element(analyst).toHaveAttribute("aria-expanded", "true");
    expect(page.getByRole("button", { name: /Analyze document/ }).elements()).toEqual([]);
    next(100);
    await expect.element(page.getByText("The note “How retries work” is published.")).toBeVisible();
    await expect.element(analyst).toHaveAttribute("aria-expanded", "false");
    await expect.element(analyst).toHaveTextContent("2 callsDone");
    await userEvent.click(analyst);
    await userEvent.click(page.getByRole("button", { name: "Switch" }));
    await expect.element(analyst).not.toBeInTheDocument();
    await userEvent.click(page.getByRole("button", { name: "Switch" }));
    await expect.element(analyst).toHaveAttribute("aria-expanded", "true");
    const reloaded = await show(timelineOf(nestedAskApproved));
    const rows = reloaded.container.querySelectorAll(".cb-agent-row");
    expect([...rows].map((row) => row.getAttribute("aria-expanded"))).toEqual(["false"]);
  });

  test("a sub-agent's row says how many of its calls did not finish, and its own rows end where it does", async () => {
    const { container } = await show(
      timelineOf([
        ...turn(1, "x"),
        ...begin("a1", "c1", "analyze_document", {}),
        { type: "agent.started", agentId: "s1", parentCallId: "c1", name: "Document analyst" },
        ...begin("s1", "n1", "search_documents", {}),
        ...finish("n1", {}),
        ...begin("s1", "n2", "search_documents", {}),
        { type: "tool.failed", callId: "n2", error: { code: "tool_error", message: "No." } },
        { type: "agent.completed", agentId: "s1" },
        ...finish("c1", "Read."),
        { type: "agent.completed", agentId: "a1" },
      ]),
    );
    const analyst = page.getByRole("button", { name: /^Document analyst/ });
    await expect.element(analyst).toHaveTextContent("2 calls1 did not finish");
    await userEvent.click(analyst);
    await expect.element(page.getByRole("button", { name: /^Search documents No\./ })).toBeVisible();
    const ends = [...container.querySelectorAll(".cb-call-chevron")].map((one) => one.getBoundingClientRect().right);
    expect(ends).toHaveLength(3);
    for (const end of ends) expect(end).toBeCloseTo(ends[0]!, 0);
  });

  test("a closed row says what its agent is doing, and that something in it needs approval", async () => {
    const { timeline, next } = live(nestedAsk.slice(0, -3), nestedAsk.slice(-3));
    await show(timeline);
    const analyst = page.getByRole("button", { name: /^Document analyst/ });
    await userEvent.click(analyst);
    await expect
      .element(analyst)
      .toHaveTextContent("Document analystAnalyze document · guide.md, section 72 callsWorking");
    next(3);
    await expect.element(analyst).toHaveTextContent("Needs approval");
    await userEvent.click(analyst);
    await expect.element(analyst).toHaveAttribute("aria-expanded", "true");
    await expect.element(analyst).toHaveTextContent("Needs approval");
    await expect
      .element(page.getByRole("button", { name: /Publish note.*Needs approval/ }))
      .toHaveAttribute("aria-expanded", "true");
  });

  test("every row above an ask says that it waits, open or closed, and leads to it", async () => {
    const { container } = await show(timelineOf(nestedAsk));
    const rows = page.getByRole("button", { name: /Needs approval/ });
    const names = () => rows.elements().map((row) => row.querySelector(".cb-call-name")!.textContent);
    await expect.poll(names).toEqual(["Document analyst", "Section reader", "Note writer", "Publish note"]);
    expect(container.querySelector(".cb-call-status:not([data-waiting])")?.textContent).not.toBe("Working");
    await userEvent.click(rows.first());
    await expect.poll(names).toEqual(["Document analyst"]);
    await userEvent.click(rows.first());
    await expect.element(page.getByRole("button", { name: "Publish note", exact: true })).toBeInViewport();
    for (const one of page.getByRole("button", { name: "Go to what waits for you" }).elements())
      expect(one).toBeVisible();
  });

  test("of several agents, the call that started them says it, too", async () => {
    await show(
      timelineOf([
        ...turn(1, "Ask around"),
        ...begin("a1", "c1", "survey", {}, "two people"),
        { type: "agent.started", agentId: "s1", parentCallId: "c1", name: "First" },
        { type: "agent.started", agentId: "s2", parentCallId: "c1", name: "Second" },
        ...begin("s1", "c2", "read", {}),
        ...ask("s2", "p1", note),
      ]),
    );
    const rows = page.getByRole("button", { name: /Needs approval/ });
    const names = () => rows.elements().map((row) => row.querySelector(".cb-call-name")!.textContent);
    await expect.poll(names).toEqual(["survey", "Second", "Publish note"]);
  });

  test("an ask opens its card once; the reader may close it", async () => {
    await show(timelineOf([...turn(1, "Publish"), ...ask("a1", "p1", note)]));
    const row = page.getByRole("button", { name: /Needs approval/ });
    await expect.element(row).toHaveAttribute("aria-expanded", "true");
    expect(document.activeElement).toBe(document.body);
    await userEvent.click(row);
    await expect.element(row).toHaveAttribute("aria-expanded", "false");
    await expect.element(row).toHaveTextContent("Needs approval");
  });

  test.each<[string, NewEvent, string]>([
    [
      "failed",
      { type: "agent.failed", agentId: "a1", error: { code: "busy", message: "The model is busy." } },
      "The model is busy.",
    ],
    ["cancelled", { type: "agent.cancelled", agentId: "a1" }, "Stopped"],
    ["interrupted", { type: "agent.interrupted", agentId: "a1" }, "Interrupted"],
  ])("says in words that an agent %s, and offers what the host gives", async (_status, event, words) => {
    const carryOn = vi.fn();
    await show(timelineOf([...turn(1, "Hi"), ...say("a1", "Half an"), event]), {
      endActions: (agent) => <button onClick={() => carryOn(agent.id)}>Go on</button>,
    });
    await expect.element(page.getByText(words).first()).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "Go on" }));
    expect(carryOn).toHaveBeenCalledWith("a1");
  });

  test("offers a way on at a sub-agent that was interrupted, for as long as its call waits", async () => {
    const carryOn = vi.fn();
    const analysis: NewEvent[] = [
      ...turn(1, "Analyze"),
      ...begin("a1", "c1", "analyze_document", {}),
      { type: "agent.started", agentId: "a2", parentCallId: "c1", name: "Document analyst" },
      ...say("a2", "Half an"),
      { type: "agent.interrupted", agentId: "a2" },
    ];
    const timeline = createTimeline({ schedule: queueMicrotask });
    timeline.apply(asLog(analysis));
    await show(timeline, { endActions: (agent) => <button onClick={() => carryOn(agent.id)}>Go on</button> });
    await userEvent.click(page.getByRole("button", { name: "Go on" }));
    expect(carryOn).toHaveBeenCalledWith("a2");
    timeline.apply(asLog([...analysis, { type: "tool.cancelled", callId: "c1" }]).slice(-1));
    await vi.waitFor(() => expect(page.getByRole("button", { name: "Go on" }).elements()).toHaveLength(0));
  });

  test("says that the agent thinks where nothing else shows it", async () => {
    const { timeline, next } = live(turn(1, "Hi"), [
      ...begin("a1", "c1", "search_documents", {}),
      ...finish("c1", {}),
      ...say("a1", "Found."),
      ...think("a1", "Hm."),
    ]);
    const { container } = await show(timeline);
    const pulses = () => container.querySelectorAll(".cb-pulse").length;
    expect(pulses()).toBe(1);
    next(3);
    await vi.waitFor(() => expect(pulses()).toBe(0));
    next(1);
    await vi.waitFor(() => expect(pulses()).toBe(1));
    next(1);
    await vi.waitFor(() => expect(pulses()).toBe(0));
    await expect.element(page.getByText("Found.")).toBeVisible();
  });

  test("shows one call with all below it, or what answers one message", async () => {
    const timeline = timelineOf([...finishedTurn, ...nestedAsk]);
    const call = await show(timeline, { root: "c4" });
    await expect.element(page.getByText("Section 7 says how long each wait is.")).toBeVisible();
    expect(call.container.textContent).not.toContain("The guide has 14 sections");
    await call.unmount();
    const message = await show(timeline, { root: "m1" });
    await expect.element(page.getByText(/tried again/)).toBeVisible();
    expect(message.container.textContent).not.toContain("analyst");
  });

  test("has no scroller unless asked; then it opens at its end, follows it, and stays where the reader is", async () => {
    const more = say("a3", `\n\n${"Another line of the answer. ".repeat(40)}`);
    const { timeline, next } = live(manySteps(60), more);
    const plain = await show(timeline);
    expect(plain.container.querySelector("[data-scrolls]")).toBeNull();
    await plain.unmount();
    const { container } = await show(timeline, { scrollParent: true, style: { height: 300 } });
    const box = container.querySelector<HTMLElement>("[data-scrolls]")!;
    const left = () => box.scrollHeight - box.clientHeight - box.scrollTop;
    await vi.waitFor(() => expect(left()).toBeLessThan(2));
    next(20);
    await vi.waitFor(() => expect(container.textContent).toContain("Another line"));
    await vi.waitFor(() => expect(left()).toBeLessThan(2));
    const toEnd = page.getByRole("button", { name: "Jump to the end" });
    await expect.element(toEnd).not.toBeInTheDocument();
    box.scrollTop -= 200;
    await expect.element(toEnd).toBeVisible();
    const place = box.scrollTop;
    next(100);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(box.scrollTop).toBe(place);
    await userEvent.click(toEnd);
    await vi.waitFor(() => expect(left()).toBeLessThan(2));
    await expect.element(toEnd).not.toBeInTheDocument();
  });

  test("leads to the end whoever has the focus in an ask that it runs away from", async () => {
    const grown = Array.from({ length: 40 }, (_, line) => `Line ${line}.`).join("\n\n");
    const { timeline, next } = live(
      [...turn(3, "Publish"), ...ask("a3", "p1", note)],
      [{ type: "agent.text_appended", agentId: "a3", delta: grown }],
    );
    const { container } = await show(timeline, { scrollParent: true, style: { height: 300 } });
    const box = container.querySelector<HTMLElement>("[data-scrolls]")!;
    const left = () => box.scrollHeight - box.clientHeight - box.scrollTop;
    const deny = page.getByRole("button", { name: "Deny" });
    await expect.element(deny).toBeInViewport();
    await vi.waitFor(() => expect(left()).toBeLessThan(2));
    const toEnd = page.getByRole("button", { name: "Jump to the end" });
    await expect.element(toEnd).not.toBeInTheDocument();
    (deny.element() as HTMLElement).focus({ preventScroll: true });
    const place = box.scrollTop;
    next();
    await expect.element(page.getByText("Line 39.")).toBeInTheDocument();
    await expect.element(toEnd).toBeVisible();
    expect(box.scrollTop).toBe(place);
    await userEvent.click(toEnd);
    await vi.waitFor(() => expect(left()).toBeLessThan(2));
    await expect.element(toEnd).not.toBeInTheDocument();
  });

  test("what the reader opens at the end stays under the pointer", async () => {
    const { container } = await show(timelineOf(manySteps(60)), { scrollParent: true, style: { height: 300 } });
    const box = container.querySelector<HTMLElement>("[data-scrolls]")!;
    await vi.waitFor(() => expect(box.scrollHeight - box.clientHeight - box.scrollTop).toBeLessThan(2));
    const last = page.getByRole("button", { name: /word 59/ });
    await expect.element(last).toBeInViewport();
    const row = last.element();
    const before = row.getBoundingClientRect().top;
    await userEvent.click(row);
    await vi.waitFor(() => expect(row.getAttribute("aria-expanded")).toBe("true"));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(Math.abs(row.getBoundingClientRect().top - before)).toBeLessThan(3);
  });

  test("folds work that is over into one row, and opens it again around what the reader looks at", async () => {
    const work = [
      ...turn(1, "Find"),
      ...["c1", "c2", "c3", "c4"].flatMap((id) => [...begin("a1", id, "search_documents", {}, id), ...finish(id, {})]),
    ];
    const { timeline, next } = live(
      [...work, ...begin("a1", "c5", "publish_note", {}), ...finish("c5", {})],
      [...say("a1", "Found."), { type: "agent.completed", agentId: "a1" }],
    );
    await show(timeline);
    const calls = page.getByRole("button", { name: /Search documents.*Done/ });
    await vi.waitFor(() => expect(calls.elements()).toHaveLength(4));
    next(2);
    const folded = page.getByRole("button", { name: /Worked.*Search documents ×4, Publish note.*5 calls/ });
    await expect.element(folded).toHaveAttribute("aria-expanded", "false");
    expect(calls.elements()).toHaveLength(0);
    await userEvent.click(folded);
    await userEvent.click(page.getByRole("button", { name: /Search documents ×4/ }).nth(1));
    await vi.waitFor(() => expect(calls.elements()).toHaveLength(4));

    const other = live(work, [...say("a1", "Found.")]);
    const { container } = await show(other.timeline);
    await vi.waitFor(() => expect(container.querySelectorAll("[data-row]")).toHaveLength(4));
    const row = container.querySelectorAll<HTMLElement>("[data-row]")[2]!;
    row.focus();
    other.next(1);
    await vi.waitFor(() => expect(container.querySelectorAll("[data-row]")).toHaveLength(5));
    expect(document.activeElement?.closest("[data-node]")?.getAttribute("data-node")).toBe("c3");
  });

  test("shows agents that work at the same time side by side where the reader asks for it, and stops each of them", async () => {
    const { client, cancelled } = createFakeChat();
    const agents: NewEvent[] = ["c1", "c2"].flatMap((id) => [
      ...begin("a1", id, "analyze_document", {}),
      { type: "agent.started", agentId: `of-${id}`, parentCallId: id, name: `Reader of ${id}` },
      ...say(`of-${id}`, `I read ${id}.`),
    ]);
    const { container } = await render(
      <ToolProvider timeline={timelineOf([...turn(1, "Compare"), ...agents])} client={client}>
        <AgentTimeline />
      </ToolProvider>,
    );
    await expect.element(page.getByText("I read c2.")).toBeVisible();
    const placeOf = (id: string) => container.querySelector(`[data-node="${id}"]`)!.getBoundingClientRect();
    expect(placeOf("c2").top).toBeGreaterThan(placeOf("c1").top);
    await userEvent.click(page.getByRole("button", { name: "Side by side" }));
    expect(placeOf("c2").top).toBe(placeOf("c1").top);
    expect(placeOf("c2").left).toBeGreaterThanOrEqual(placeOf("c1").right);
    await userEvent.click(page.getByRole("button", { name: "Stop Reader of c2" }));
    expect(cancelled).toEqual(["of-c2"]);
  });

  test("is walked by the keys of a tree, with one stop for Tab", async () => {
    const failed: NewEvent[] = [
      ...begin("a2", "f1", "search_documents", {}),
      { type: "tool.failed", callId: "f1", error: { code: "x", message: "No." } },
    ];
    const { container } = await show(timelineOf([...nestedAsk, ...failed]), { tools: true });
    await vi.waitFor(() => expect(container.querySelectorAll("[data-row]")).toHaveLength(6));
    expect(container.querySelectorAll("[data-row][tabindex='0']")).toHaveLength(1);
    const row = (id: string) => container.querySelector<HTMLElement>(`[data-node="${id}"] [data-row]`)!;
    const at = () => document.activeElement?.closest("[data-node]")?.getAttribute("data-node");
    const press = (keys: string) => userEvent.keyboard(keys);
    row("c2").focus();
    await press("{ArrowDown}");
    expect(at()).toBe("c3");
    await press("{ArrowUp}{End}");
    expect(at()).toBe("f1");
    await press("{Home}");
    expect(at()).toBe("c2");
    await press("{ArrowRight}");
    expect(at()).toBe("c3");
    await press("{ArrowRight}");
    expect(row("c3").getAttribute("aria-expanded")).toBe("true");
    await press("{ArrowLeft}");
    expect(row("c3").getAttribute("aria-expanded")).toBe("false");
    row("c4").focus();
    await press("{ArrowLeft}");
    await vi.waitFor(() => expect(row("c4").getAttribute("aria-expanded")).toBe("false"));
    await press("{ArrowLeft}");
    expect(at()).toBe("c2");
    // The ask is below a row that is closed now.
    await press("a");
    await vi.waitFor(() => expect(at()).toBe("c6"));
    await press("e");
    await vi.waitFor(() => expect(at()).toBe("f1"));
    expect(container.querySelectorAll("[data-row][tabindex='0']")).toHaveLength(1);

    await userEvent.click(page.getByRole("button", { name: "Close all" }));
    await vi.waitFor(() => expect(container.querySelectorAll("[data-row]")).toHaveLength(2));
    await userEvent.click(page.getByRole("button", { name: "Open all" }));
    await vi.waitFor(() => expect(container.querySelectorAll("[data-row]")).toHaveLength(6));
    await userEvent.click(page.getByRole("button", { name: "Next that waits for you" }));
    await vi.waitFor(() => expect(at()).toBe("c6"));
  });

  test("says how calls go in one polite region, also for cards in a list of an app's own", async () => {
    const { timeline, next } = live(
      [...turn(1, "x"), ...begin("a1", "c1", "search_documents", {}), ...begin("a1", "c2", "search_documents", {})],
      finish("c1", {}),
    );
    await render(
      <ToolProvider timeline={timeline}>
        <ToolCallCard callId="c1" />
        <ToolCallCard callId="c2" />
      </ToolProvider>,
    );
    await expect.element(page.getByRole("button", { name: /Search documents.*Running/ }).first()).toBeVisible();
    next(1);
    await vi.waitFor(
      () => expect(document.querySelector("[data-callboard-announcer]")?.textContent).toBe("Search documents: Done"),
      { timeout: 5000 },
    );
    expect(document.querySelectorAll("[data-callboard-announcer]")).toHaveLength(1);
  });

  test("is as dense as its page asks for", async () => {
    const events = [...turn(1, "x"), ...begin("a1", "c1", "search_documents", {})];
    const heightIn = async (density: string) => {
      const { container } = await render(
        <div data-callboard-density={density}>
          <ToolProvider timeline={timelineOf(events)}>
            <AgentTimeline />
          </ToolProvider>
        </div>,
      );
      await vi.waitFor(() => expect(container.querySelector("[data-row]")).not.toBeNull());
      return container.querySelector("[data-row]")!.getBoundingClientRect().height;
    };
    expect([await heightIn("comfortable"), await heightIn("compact")]).toEqual([36, 28]);
  });
});

test("a sub-agent's row says how long it worked, and what was asked how long it waited", async () => {
  const before: NewEvent[] = [
    ...turn(1, "Go"),
    ...begin("a1", "c1", "analyze_document", {}),
    { type: "agent.started", agentId: "a2", parentCallId: "c1", name: "Analyst" },
    ...ask("a2", "p1", note),
  ];
  const after: NewEvent[] = [
    { type: "tool.approved", callId: "p1", approvalId: "approval-p1", by: "ada" },
    ...finish("p1", {}),
    { type: "agent.completed", agentId: "a2" },
    { type: "tool.completed", callId: "c1", output: "Read." },
  ];
  const log = asLog([...before, ...after], Date.now() - 4_000_000);
  const hour = 3_600_000;
  const timeline = createTimeline({ schedule: queueMicrotask });
  await show(timeline);
  // While it asks, the time of its work stands still.
  timeline.apply(log.slice(0, before.length));
  const row = page.getByRole("button", { name: /^Analyst/ });
  await expect.element(row).toHaveTextContent(/\d\.\d\ss$/);
  timeline.apply(log.slice(before.length).map((event) => ({ ...event, at: event.at + hour })));
  await expect.element(row).toHaveTextContent(/Done\d+(\.\d)?\ss$/);
  await expect.element(page.getByText(/^Approved · waited 1\sh$/)).toBeVisible();
});
