import {
  createRegistry,
  createTimeline,
  ToolClientError,
  type CallStatus,
  type JsonSchema,
  type NewEvent,
  type SessionEvent,
  type Timeline,
  type ToolDetail,
} from "@callboard/core";
import { Profiler } from "react";
import { page, userEvent } from "vitest/browser";
import { describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { english } from "../messages/english.ts";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { asLog, callHistories, queuedCall, surveyTool, timelineOf } from "../testing/fixtures/callEvents.ts";
import { createFakeChat } from "../testing/fixtures/chatEvents.ts";
import { ToolCallCard } from "./ToolCallCard.tsx";

const show = (status: CallStatus, open = true) =>
  render(
    <ToolProvider timeline={timelineOf(callHistories[status])}>
      <ToolCallCard callId="call" tool={surveyTool} defaultOpen={open} />
    </ToolProvider>,
  );

/** Applies events as they come, each drawn before the next. */
async function follow(timeline: Timeline, events: readonly SessionEvent[]): Promise<void> {
  for (const event of events) {
    timeline.apply(event);
    await new Promise((done) => setTimeout(done));
  }
}

/** The card of a call that was just requested; `drawn` counts how often React draws it. */
async function showWritten(requested: SessionEvent) {
  const timeline = createTimeline({ schedule: (run) => run() });
  timeline.apply(requested);
  const drawn = vi.fn();
  await render(
    <ToolProvider timeline={timeline}>
      <Profiler id="card" onRender={drawn}>
        <ToolCallCard callId="call" tool={surveyTool} />
      </Profiler>
    </ToolProvider>,
  );
  return { timeline, drawn };
}

test("a few plain arguments of a tool that nobody here knows are read as those of any other", async () => {
  const events: NewEvent[] = [
    { type: "tool.requested", callId: "x1", tool: "order_shirts" },
    { type: "tool.started", callId: "x1", tool: "order_shirts", input: { count: 12, size: "M\u202e" } },
  ];
  const { container } = await render(
    <ToolProvider timeline={timelineOf(events)}>
      <ToolCallCard callId="x1" defaultOpen />
    </ToolProvider>,
  );
  await expect
    .poll(() => [...container.querySelectorAll(".cb-call-arguments .cb-field")].map(({ textContent }) => textContent))
    .toEqual(["Count12", "SizeM⟨U+202E⟩"]);
});

test("a call that its tool's limits do not let run yet says so, until it runs", async () => {
  const timeline = createTimeline({ schedule: (run) => run() });
  timeline.apply(asLog(queuedCall));
  await render(
    <ToolProvider timeline={timeline}>
      <ToolCallCard callId="call" tool={surveyTool} />
    </ToolProvider>,
  );
  await expect.element(page.getByText("Waits for its turn")).toBeVisible();
  const given: NewEvent[] = [
    { type: "tool.turn_given", callId: "call", turnId: "turn" },
    { type: "tool.started", callId: "call", tool: surveyTool.slug, input: {} },
  ];
  timeline.apply(asLog([...queuedCall, ...given]).slice(queuedCall.length));
  await expect.element(page.getByText("Running")).toBeVisible();
  await expect.element(page.getByText("Waits for its turn")).not.toBeInTheDocument();
});

test("the values of arguments stand in one column, numbers as words, lists behind their guide", async () => {
  const input = { word: "callboard", limit: 20, only: ["react", "core"] };
  const properties = {
    word: { type: "string" },
    limit: { type: "integer" },
    only: { type: "array", items: { type: "string" } },
  };
  const events: NewEvent[] = [
    { type: "tool.requested", callId: "call", tool: surveyTool.slug, source: "web" },
    { type: "tool.started", callId: "call", tool: surveyTool.slug, input },
  ];
  const { container } = await render(
    <ToolProvider timeline={timelineOf(events)}>
      <div style={{ inlineSize: 720 }}>
        <ToolCallCard callId="call" tool={{ ...surveyTool, inputSchema: { type: "object", properties } }} defaultOpen />
      </div>
    </ToolProvider>,
  );
  const places = (selector: string) =>
    [...container.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  await expect.poll(() => places("form .cb-field-value").length).toBe(4);
  const [word, limit, react, core] = places("form .cb-field-value");
  const [guide] = places("form .cb-rows");
  const [label] = places("form legend");
  expect([limit!.left, guide!.left]).toEqual([word!.left, word!.left]);
  expect(core!.left).toBe(react!.left);
  for (const [above, below] of [
    [word, limit],
    [limit, react],
    [react, core],
  ])
    expect(below!.top).toBeGreaterThanOrEqual(above!.bottom);
  expect(Math.abs(label!.top - react!.top)).toBeLessThan(4);
});

describe("ToolCallCard", () => {
  test("says in the line of its tools that a call has no input, and nothing before that is known", async () => {
    const timeline = createTimeline({ schedule: (run) => run() });
    const log = asLog([
      { type: "tool.requested", callId: "call", tool: "survey", agentId: "a1", source: "agent" },
      { type: "tool.input_ready", callId: "call", input: {} },
      { type: "tool.started", callId: "call", tool: "survey", input: {} },
      { type: "agent.started", agentId: "s1", parentCallId: "call", name: "Analyst" },
      { type: "agent.text_appended", agentId: "s1", delta: "I begin." },
    ]);
    timeline.apply(log[0]!);
    await render(
      <ToolProvider timeline={timeline}>
        <ToolCallCard callId="call" defaultOpen />
      </ToolProvider>,
    );
    const copy = page.getByRole("button", { name: "Copy this call" });
    const none = page.getByText("No input", { exact: true });
    await expect.element(copy).toBeVisible();
    await expect.element(none).not.toBeInTheDocument();
    timeline.apply(log.slice(1));
    await expect.element(page.getByText("I begin.")).toBeVisible();
    const [line, tool] = [none, copy].map((one) => one.element().getBoundingClientRect());
    expect(line!.top + line!.height / 2).toBeCloseTo(tool!.top + tool!.height / 2, 0);
  });

  test.each(Object.keys(callHistories) as CallStatus[])(
    "says that a call is %s by its own icon and word",
    async (status) => {
      const { container } = await show(status, false);
      await expect
        .element(page.getByRole("button", { name: new RegExp(english[`call.status.${status}`]) }))
        .toBeVisible();
      const icon = container.querySelector(".cb-call-icon")!.innerHTML;
      for (const other of Object.keys(callHistories) as CallStatus[]) {
        if (other === status) continue;
        const { container: beside } = await show(other, false);
        expect(beside.querySelector(".cb-call-icon")!.innerHTML, `${status} looks like ${other}`).not.toBe(icon);
      }
    },
  );

  test("a closed card draws nothing while its arguments and its output grow, and shows them whole once it is opened", async () => {
    const callId = "call";
    const grow = (type: "tool.input_appended" | "tool.output_appended", delta: string): NewEvent[] =>
      Array.from({ length: 20 }, () => ({ type, callId, delta }));
    const log = asLog([
      { type: "tool.requested", callId, tool: "survey" },
      { type: "tool.input_appended", callId, delta: '{"query":"' },
      ...grow("tool.input_appended", "x"),
      { type: "tool.input_appended", callId, delta: '"}' },
      { type: "tool.started", callId, tool: "survey", input: { query: "x".repeat(20) } },
      ...grow("tool.output_appended", "line\n"),
      { type: "tool.progressed", callId, progress: 1, total: 2 },
    ]);
    const timeline = createTimeline({ schedule: (run) => run() });
    timeline.apply(log[0]!);
    const drawn = vi.fn();
    await render(
      <ToolProvider timeline={timeline}>
        <Profiler id="card" onRender={drawn}>
          <ToolCallCard callId={callId} />
        </Profiler>
      </ToolProvider>,
    );
    const before = drawn.mock.calls.length;
    await follow(timeline, log.slice(1, 22));
    expect(drawn).toHaveBeenCalledTimes(before);
    // Its first text is whole now, which its row says.
    await follow(timeline, log.slice(22, 23));
    expect(drawn).toHaveBeenCalledTimes(before + 1);
    timeline.apply(log[23]!);
    await expect.element(page.getByRole("button", { name: /Running/ })).toBeVisible();
    const running = drawn.mock.calls.length;
    await follow(timeline, log.slice(24, 44));
    expect(drawn).toHaveBeenCalledTimes(running);
    timeline.apply(log.slice(44));
    await expect.element(page.getByText("1 of 2")).toBeVisible();
    await userEvent.click(page.getByRole("button", { expanded: false }));
    await expect.element(page.getByText("x".repeat(20))).toBeVisible();
    await expect.element(page.getByText(/line/).first()).toBeVisible();
  });

  test("a collapsed call is one row of 32 to 36 px that says its name, its words, its state and its time", async () => {
    const { container } = await show("completed", false);
    const row = page.getByRole("button", { expanded: false });
    await expect.element(row).toHaveTextContent("Corpus survey“callboard” in 20 packagesDone2.1 s");
    const height = container.querySelector(".cb-call-header")!.getBoundingClientRect().height;
    expect(height).toBeGreaterThanOrEqual(32);
    expect(height).toBeLessThanOrEqual(36);
    await userEvent.click(row);
    await expect.element(page.getByRole("button", { expanded: true })).toBeVisible();
  });

  test("says its summary and its progress in the reader's language, from the tool's messages", async () => {
    const callId = "call";
    const tool = {
      ...surveyTool,
      messages: {
        de: {
          "{count} files like {name}": { one: "eine Datei wie {name}", other: "{count} Dateien wie {name}" },
          "Reading {file}": "{file} wird gelesen",
        },
      },
    };
    const timeline = timelineOf([
      {
        type: "tool.started",
        callId,
        tool: tool.slug,
        input: {},
        summary: "1500 files like أ",
        wording: { template: "{count} files like {name}", values: { count: 1500, name: "أ" } },
      },
      {
        type: "tool.progressed",
        callId,
        progress: 1,
        message: "Reading a.md",
        wording: { template: "Reading {file}", values: { file: "a.md" } },
      },
    ]);
    const shown = (locale: string) => (
      <ToolProvider timeline={timeline} locale={locale}>
        <ToolCallCard callId={callId} tool={tool} defaultOpen />
      </ToolProvider>
    );
    const { container, rerender } = await render(shown("de"));
    const textOf = (part: string) => container.querySelector(part)?.textContent;
    expect(textOf(".cb-call-summary")).toBe("1.500 Dateien wie \u2068أ\u2069");
    await expect.poll(() => textOf(".cb-call-progress-message")).toBe("a.md wird gelesen");
    await rerender(shown("en"));
    expect(textOf(".cb-call-summary")).toBe("1,500 files like \u2068أ\u2069");
    expect(textOf(".cb-call-progress-message")).toBe("Reading a.md");
  });

  test("says why it failed in the reader's language, where its tool says it by a template", async () => {
    const template = "No document {name}.";
    const tool = { ...surveyTool, messages: { ar: { [template]: "لا يوجد مستند {name}." } } };
    const timeline = timelineOf([
      { type: "tool.started", callId: "call", tool: tool.slug, input: {} },
      {
        type: "tool.failed",
        callId: "call",
        error: { code: "tool_error", message: "No document a.md.", wording: { template, values: { name: "a.md" } } },
      },
    ]);
    const { rerender } = await render(
      <ToolProvider timeline={timeline} locale="ar">
        <ToolCallCard callId="call" tool={tool} defaultOpen />
      </ToolProvider>,
    );
    await expect.element(page.getByRole("alert")).toHaveTextContent(/لا يوجد مستند .?a\.md/u);
    await rerender(
      <ToolProvider timeline={timeline} locale="fr">
        <ToolCallCard callId="call" tool={tool} defaultOpen />
      </ToolProvider>,
    );
    await expect.element(page.getByRole("alert")).toHaveTextContent(/No document .?a\.md/u);
  });

  test("says which arguments the caller did not give", async () => {
    const timeline = timelineOf([
      { type: "tool.requested", callId: "call", tool: "roi" },
      { type: "tool.input_ready", callId: "call", input: { years: 5 } },
      { type: "tool.started", callId: "call", tool: "roi", input: { years: 5, costGrowth: 0, residualValue: 0 } },
      { type: "tool.completed", callId: "call", output: 1 },
    ]);
    await render(
      <ToolProvider timeline={timeline}>
        <ToolCallCard callId="call" defaultOpen />
      </ToolProvider>,
    );
    const note = page.getByText("By default, not by the caller:");
    await expect.element(note).toHaveTextContent("Cost Growth and Residual Value");
  });

  test.each([
    ["a phone", 288],
    ["a column", 640],
  ])("neither jumps nor trades places from request to result, on %s", async (_where, width) => {
    const timeline = createTimeline({ schedule: queueMicrotask });
    const events = asLog(callHistories.completed);
    timeline.apply(events.slice(0, 1));
    const { client } = createFakeChat();
    const { container } = await render(
      <div style={{ inlineSize: width }}>
        <ToolProvider timeline={timeline} client={client}>
          <ToolCallCard callId="call" tool={surveyTool} />
        </ToolProvider>
      </div>,
    );
    const boxOf = (selector: string) => {
      const { left, top, right, height } = container.querySelector(selector)!.getBoundingClientRect();
      return selector === ".cb-call-name" ? [left, top].join() : [left, top, right, height].join();
    };
    const places = [
      ".cb-call",
      ".cb-call-header",
      ".cb-call-icon",
      ".cb-call-name",
      ".cb-call-chevron",
      ".cb-call-stop",
    ];
    const seen = new Set<string>();
    const look = () => seen.add(places.map(boxOf).join(" | "));
    look();
    for (const event of events.slice(1)) {
      timeline.apply(event);
      await vi.waitFor(() => {
        const call = timeline.getNode("call") as { status: CallStatus };
        expect(container.querySelector("[data-card]")!.getAttribute("data-status")).toBe(call.status);
      });
      look();
    }
    expect([...seen]).toHaveLength(1);
    // On a phone the words stand below the name, and are there.
    const summary = container.querySelector(".cb-call-summary")!.getBoundingClientRect();
    expect(summary.width).toBeGreaterThan(60);
    expect(summary.right).toBeLessThanOrEqual(container.getBoundingClientRect().right + 1);
  });

  test("says on its closed row what it is about and how far it is, with a thin bar", async () => {
    const { container } = await show("running", false);
    await expect
      .element(page.getByRole("button", { name: /“callboard” in 20 packages.* · Reading react\/README.md · 12 of 20/ }))
      .toBeVisible();
    const bar = container.querySelector(".cb-call-bar")!.getBoundingClientRect();
    expect(bar.height).toBe(2);
    expect(container.querySelector(".cb-call-bar > div")!.getBoundingClientRect().width).toBeCloseTo(
      bar.width * 0.6,
      0,
    );
  });

  test("says on its closed row why it failed, and leaves that to what it opens", async () => {
    await show("failed", false);
    const row = page.getByRole("button", { name: /^Corpus survey/ });
    await expect.element(row).toHaveTextContent(/in 20 packages\u2069 · The folder of packages cannot be read\./);
    await userEvent.click(row);
    await expect.element(row).not.toHaveTextContent("The folder");
    await expect.element(page.getByRole("alert")).toHaveTextContent("The folder of packages cannot be read.");
  });

  test("says its first text on its closed row as soon as that is whole, while the rest streams, and is drawn for it once", async () => {
    const callId = "call";
    const written = (...parts: string[]): NewEvent[] =>
      parts.map((delta) => ({ type: "tool.input_appended", callId, delta }));
    const log = asLog([
      { type: "tool.requested", callId, tool: surveyTool.slug },
      ...written('{"limit":20,"wo', 'rd":"call', "bo", "ard", '","text":"'),
      ...written(..."and much else".repeat(3)),
      { type: "tool.input_ready", callId, input: { limit: 20, word: "callboard", text: "and much else" } },
    ]);
    const { timeline, drawn } = await showWritten(log[0]!);
    const row = page.getByRole("button", { name: /^Corpus survey/ });
    await expect.element(row).toHaveTextContent("Corpus surveyPreparing");
    const height = row.element().getBoundingClientRect().height;
    const before = drawn.mock.calls.length;
    await follow(timeline, log.slice(1, 5));
    expect(drawn).toHaveBeenCalledTimes(before);
    await follow(timeline, log.slice(5, -1));
    await expect.element(row).toHaveTextContent("Corpus surveycallboardPreparing");
    expect(drawn).toHaveBeenCalledTimes(before + 1);
    expect(row.element().getBoundingClientRect().height).toBe(height);
    timeline.apply(log.at(-1)!);
    await expect.element(row).toHaveTextContent(/^Corpus surveycallboard/);
  });

  test("says the beginning of a long text once that fills its row, and is not drawn while the text goes on", async () => {
    const callId = "call";
    const log = asLog([
      { type: "tool.requested", callId, tool: surveyTool.slug },
      { type: "tool.input_appended", callId, delta: '{"text":"' },
      ...Array.from({ length: 100 }, (): NewEvent => ({ type: "tool.input_appended", callId, delta: "long " })),
    ]);
    const { timeline, drawn } = await showWritten(log[0]!);
    const before = drawn.mock.calls.length;
    await follow(timeline, log.slice(1));
    await expect.element(page.getByRole("button", { name: /^Corpus survey/ })).toHaveTextContent("long long");
    expect(drawn).toHaveBeenCalledTimes(before + 1);
  });

  test("a tool that its client answers nothing about has the words of its slug", async () => {
    await render(
      <ToolProvider
        timeline={timelineOf([{ type: "tool.requested", callId: "call", tool: "corpus_survey" }])}
        client={{ tool: async () => undefined as never }}
      >
        <ToolCallCard callId="call" />
      </ToolProvider>,
    );
    await expect.element(page.getByRole("button", { name: /^Corpus survey/ })).toBeVisible();
  });

  const loop: JsonSchema = { type: "object", properties: { word: { type: "string" } } };
  loop.properties!["more"] = loop;
  const secret = { type: "object", properties: { word: { type: "string", format: "password" } } };
  test.each<[string, Partial<ToolDetail>, boolean]>([
    ["as soon as that is whole", {}, true],
    ["but none of a tool that asks for secrets", { inputSchema: secret }, false],
  ])("its agent's row says the first text of the call that is written, %s", async (_when, parts, isTold) => {
    const own = { agentId: "sub" };
    const log = asLog([
      { type: "tool.requested", callId: "call", tool: "delegate" },
      { type: "tool.started", callId: "call", tool: "delegate", input: {} },
      { type: "agent.started", agentId: "sub", name: "Surveyor", parentCallId: "call" },
      { type: "tool.requested", callId: "inner", tool: surveyTool.slug, ...own },
      { type: "tool.input_appended", callId: "inner", delta: '{"word":"call' },
      { type: "tool.input_appended", callId: "inner", delta: 'board","text":"and' },
      { type: "tool.input_ready", callId: "inner", input: { word: "callboard", text: "and more" } },
    ]);
    const timeline = createTimeline({ schedule: (run) => run() });
    timeline.apply(log.slice(0, 5));
    const client = { tool: async () => ({ ...surveyTool, ...parts }) };
    await render(
      <ToolProvider timeline={timeline} client={client}>
        <ToolCallCard callId="call" />
      </ToolProvider>,
    );
    const row = page.getByRole("button", { name: /^Surveyor/ });
    // It stands open while its agent works.
    await userEvent.click(row);
    await expect.element(row).toHaveTextContent(/^SurveyorCorpus survey1 call/);
    for (const event of log.slice(5)) {
      await follow(timeline, [event]);
      await expect
        .element(row)
        .toHaveTextContent(isTold ? "SurveyorCorpus survey · callboard1" : "SurveyorCorpus survey1");
    }
  });

  test.each<[string, Partial<ToolDetail>, boolean]>([
    ["a tool that asks for nothing secret", {}, true],
    ["a schema that holds itself", { inputSchema: loop }, true],
    ["a schema that marks a secret", { inputSchema: secret }, false],
    ["a form with a field for a password", { formSpec: { fields: [{ key: "word", variant: "password" }] } }, false],
    ["a form of the page's own with such a field", { slug: "vault" }, false],
  ])("its first text is told, cut to a line, where nothing is secret: %s", async (_name, parts, isTold) => {
    const registry = createRegistry();
    registry.registerFormSpec("tool:vault", { fields: [{ key: "word", variant: "password" }] });
    const word = `hush${"!".repeat(5000)}`;
    const log = asLog([
      { type: "tool.requested", callId: "call", tool: surveyTool.slug },
      { type: "tool.input_appended", callId: "call", delta: `{"word":"${word}","text":"` },
      { type: "tool.input_ready", callId: "call", input: { word } },
    ]);
    const timeline = createTimeline({ schedule: (run) => run() });
    timeline.apply(log.slice(0, 2));
    await render(
      <ToolProvider timeline={timeline} registry={registry}>
        <ToolCallCard callId="call" tool={{ ...surveyTool, ...parts }} />
      </ToolProvider>,
    );
    const row = page.getByRole("button", { name: /^Corpus survey/ });
    await expect.element(row).toBeVisible();
    for (const event of log.slice(1)) {
      await follow(timeline, [event]);
      const said = row.element().textContent!;
      expect(said.includes("hush"), event.type).toBe(isTold);
      expect(said.length).toBeLessThan(500);
    }
  });

  test("what is given to a tool is not told before it is known that none of it is secret", async () => {
    const timeline = timelineOf([
      { type: "tool.requested", callId: "call", tool: surveyTool.slug },
      { type: "tool.input_ready", callId: "call", input: { word: "hush" } },
    ]);
    let known = (_tool: ToolDetail) => {};
    const client = { tool: () => new Promise<ToolDetail>((resolve) => (known = resolve)) };
    await render(
      <ToolProvider timeline={timeline} client={client}>
        <ToolCallCard callId="call" />
      </ToolProvider>,
    );
    const row = page.getByRole("button", { name: /survey/i });
    await expect.element(row).toBeVisible();
    await expect.element(row).not.toHaveTextContent("hush");
    await vi.waitFor(() => known(surveyTool));
    await expect.element(row).toHaveTextContent("hush");
  });

  test.each<[CallStatus, string[]]>([
    ["ready", ["[data-args]"]],
    ["running", ["[data-args]", "[data-out]", ".cb-call-progress"]],
    ["completed", ["[data-args]", "[data-out]"]],
    ["cancelled", ["[data-args]", ".cb-call-end"]],
    ["failed", ["[data-args]", ".cb-call-end"]],
  ])("an open card that is %s shows input, work and result in this order", async (status, parts) => {
    const { container } = await show(status);
    await vi.waitFor(() => {
      const found = parts.map((part) => container.querySelector(part));
      for (const [index, element] of found.entries()) {
        expect(element, parts[index]).not.toBeNull();
        const next = found[index + 1];
        if (next) expect(element!.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
      }
    });
  });

  test("says its arguments as the form does, and all of them where the form knows not all", async () => {
    await show("completed");
    await expect.element(page.getByRole("group", { name: "Word", exact: true })).toHaveTextContent("callboard");
    const more: NewEvent[] = [
      { type: "tool.requested", callId: "call", tool: surveyTool.slug },
      { type: "tool.input_ready", callId: "call", input: { word: "x", hidden: "an argument beyond the schema" } },
    ];
    await render(
      <ToolProvider timeline={timelineOf(more)}>
        <ToolCallCard callId="call" tool={surveyTool} defaultOpen />
      </ToolProvider>,
    );
    await expect.element(page.getByText("an argument beyond the schema")).toBeVisible();
  });

  test("shows the result of the tool's last call in the thread where its view asks for it", async () => {
    const tool: ToolDetail = { ...surveyTool, viewSpec: { blocks: [{ type: "summary" }], inChat: "open" } };
    const again = callHistories.completed.map((body) => ("callId" in body ? { ...body, callId: "again" } : body));
    const timeline = createTimeline({ schedule: queueMicrotask });
    const events = asLog([...callHistories.completed, ...again]);
    timeline.apply(events.slice(0, callHistories.completed.length));
    const { container } = await render(
      <ToolProvider timeline={timeline}>
        <ToolCallCard callId="call" tool={tool} />
        <ToolCallCard callId="again" tool={tool} />
      </ToolProvider>,
    );
    const shown = () =>
      [...container.querySelectorAll<HTMLElement>(".cb-call:has(> * > [aria-expanded=true])")].map(
        (card) => card.dataset["node"],
      );
    await vi.waitFor(() => expect(shown()).toEqual(["call"]));
    await expect.element(page.getByText("Found")).toBeVisible();
    timeline.apply(events.slice(callHistories.completed.length));
    await vi.waitFor(() => expect(shown()).toEqual(["again"]));
    await userEvent.click(page.getByRole("button", { name: /Corpus survey/ }).nth(1));
    await vi.waitFor(() => expect(shown()).toEqual([]));
    expect(container.querySelectorAll(".cb-call-output")).toHaveLength(0);
  });

  test("can be stopped from its row while it runs, copied, and linked to", async () => {
    const fake = createFakeChat();
    const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await render(
      <ToolProvider
        timeline={timelineOf(callHistories.running)}
        client={fake.client}
        hrefOf={(id) => `https://chat.example/#${id}`}
      >
        <ToolCallCard callId="call" tool={surveyTool} defaultOpen />
      </ToolProvider>,
    );
    await userEvent.click(page.getByRole("button", { name: "Copy a link to this call" }));
    expect(copy).toHaveBeenLastCalledWith("https://chat.example/#call");
    await userEvent.click(page.getByRole("button", { name: "Copy this call" }));
    expect(JSON.parse(copy.mock.lastCall![0])).toMatchObject({ tool: surveyTool.slug, input: { word: "callboard" } });
    await userEvent.click(page.getByRole("button", { name: "Stop Corpus survey" }));
    expect(fake.cancelled).toEqual(["call"]);
    await expect.element(page.getByRole("button", { name: "Stopping Corpus survey" })).toBeVisible();
    copy.mockRestore();
  });

  test("goes on at its row for whoever stopped it by keyboard", async () => {
    const running = asLog(callHistories.running);
    const timeline = createTimeline({ schedule: queueMicrotask });
    timeline.apply(running);
    await render(
      <ToolProvider timeline={timeline} client={createFakeChat().client}>
        <ToolCallCard callId="call" tool={surveyTool} />
      </ToolProvider>,
    );
    page.getByRole("button", { name: "Stop Corpus survey" }).element().focus();
    await userEvent.keyboard("{Enter}");
    timeline.apply(asLog([...callHistories.running, { type: "tool.cancelled", callId: "call" }]).at(-1)!);
    await expect.poll(() => document.activeElement?.matches("[data-row]")).toBe(true);
  });

  test("says why a call could not be stopped, and can be asked again", async () => {
    const fake = createFakeChat();
    const refused = new ToolClientError("Only whoever began it may stop it.", { code: "forbidden", status: 403 });
    const cancel = vi.fn(fake.client.cancel!).mockRejectedValueOnce(refused);
    await render(
      <ToolProvider timeline={timelineOf(callHistories.running)} client={{ ...fake.client, cancel }}>
        <ToolCallCard callId="call" tool={surveyTool} />
      </ToolProvider>,
    );
    await userEvent.click(page.getByRole("button", { name: "Stop Corpus survey" }));
    await expect.element(page.getByRole("alert")).toHaveTextContent("Only whoever began it may stop it.");
    await userEvent.click(page.getByRole("button", { name: "Stop Corpus survey" }));
    expect(fake.cancelled).toEqual(["call"]);
    expect(page.getByRole("alert").elements()).toEqual([]);
  });

  test("draws no button for what its client cannot stop", async () => {
    const { client } = createFakeChat();
    const can = () => ({ answer: true, edit: true, cancel: false });
    await render(
      <ToolProvider timeline={timelineOf(callHistories.running)} client={{ ...client, can }}>
        <ToolCallCard callId="call" tool={surveyTool} />
      </ToolProvider>,
    );
    await expect.element(page.getByRole("button", { name: /Corpus survey.*Running/ })).toBeVisible();
    expect(page.getByRole("button", { name: /Stop/ }).elements()).toEqual([]);
  });

  test("shows the arguments as they stream in, and only ever more of them", async () => {
    const timeline = createTimeline({ schedule: queueMicrotask });
    const requested = { type: "tool.requested", callId: "call", tool: surveyTool.slug } as const;
    const pieces = ['{"word":"call', 'board","fold', 'er":"docs"}'];
    const deltas = pieces.map((delta) => ({ type: "tool.input_appended", callId: "call", delta }) as const);
    const [first, ...rest] = asLog([requested, ...deltas]);
    timeline.apply([first!]);
    const { container } = await render(
      <ToolProvider timeline={timeline}>
        <ToolCallCard callId="call" tool={surveyTool} defaultOpen />
      </ToolProvider>,
    );
    for (const [index, text] of [/call/, /callboard/, /callboard.*docs/s].entries()) {
      timeline.apply([rest[index]!]);
      await expect.poll(() => container.querySelector("[data-args]")?.textContent).toMatch(text);
    }
    expect(container.textContent).not.toMatch(/[{}]/);
  });

  test("shows progress, and streamed output in a region of its own", async () => {
    await show("running");
    await expect
      .element(page.getByRole("progressbar", { name: "Progress of Corpus survey" }))
      .toHaveAttribute("value", "12");
    await expect.element(page.getByText("12 of 20")).toBeVisible();
    await expect.element(page.getByRole("region", { name: "Output so far" })).toHaveTextContent("react/README.md");
  });

  test("a failure says what happened, aloud", async () => {
    await show("failed");
    await expect.element(page.getByRole("alert")).toHaveTextContent("The folder of packages cannot be read.");
  });

  test("renders again for its own call only", async () => {
    const timeline = createTimeline({ schedule: queueMicrotask });
    const sibling = callHistories.completed.map((body) => ("callId" in body ? { ...body, callId: "sibling" } : body));
    const events = asLog([...callHistories.running, ...sibling]);
    timeline.apply(events.slice(0, callHistories.running.length));
    const renders = vi.fn();
    const Probe = () => {
      renders();
      return null;
    };
    await render(
      <ToolProvider timeline={timeline}>
        <ToolCallCard.Root callId="call" tool={surveyTool}>
          <Probe />
        </ToolCallCard.Root>
      </ToolProvider>,
    );
    const before = renders.mock.calls.length;
    const told = new Promise<void>((resolve) => timeline.subscribe(resolve));
    timeline.apply(events.slice(callHistories.running.length));
    await told;
    expect(renders.mock.calls.length).toBe(before);
  });

  test("a part that throws is contained in its card", async () => {
    const complaint = vi.spyOn(console, "error").mockImplementation(() => {});
    const Broken = () => {
      throw new Error("broken on purpose");
    };
    await render(
      <ToolProvider timeline={timelineOf(callHistories.completed)}>
        <ToolCallCard callId="call">
          <Broken />
        </ToolCallCard>
        <p>A neighbour</p>
      </ToolProvider>,
    );
    await expect.element(page.getByText(english["broken.call"])).toBeVisible();
    await expect.element(page.getByText("A neighbour")).toBeVisible();
    complaint.mockRestore();
  });
});
