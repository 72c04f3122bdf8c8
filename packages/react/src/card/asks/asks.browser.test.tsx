import {
  createRegistry,
  createTimeline,
  ToolClientError,
  type NewEvent,
  type Timeline,
  type ToolClient,
} from "@callboard/core";
import { page, userEvent } from "vitest/browser";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { german } from "../../messages/de.ts";
import { ToolProvider } from "../../provider/ToolProvider.tsx";
import { asLog, timelineOf } from "../../testing/fixtures/callEvents.ts";
import { ask, begin, createFakeChat, note, turn } from "../../testing/fixtures/chatEvents.ts";
import { heardIn } from "../../testing/fixtures/heard.ts";
import { ToolOutput } from "../../view/ToolOutput.tsx";
import { AskDock } from "../AskDock.tsx";
import { ToolCallCard } from "../ToolCallCard.tsx";

beforeEach(() => sessionStorage.clear());

const asked: NewEvent[] = [...turn(1, "Publish"), ...ask("a1", "p1", note)];
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** A timeline of some events, and what applies those that follow. */
const answered = (events: NewEvent[], more: NewEvent[]) => {
  const timeline = createTimeline({ schedule: queueMicrotask });
  const log = asLog([...events, ...more]);
  timeline.apply(log.slice(0, events.length));
  return { timeline, answer: () => log.slice(events.length).forEach((event) => timeline.apply(event)) };
};

const show = (client: ToolClient, events: NewEvent[], callId = "p1") =>
  render(
    <ToolProvider timeline={timelineOf(events)} client={client} user="ada">
      <ToolCallCard callId={callId} />
    </ToolProvider>,
  );

describe("editing what is asked", () => {
  test("happens in the tool's own form; what changed is shown before, and is what runs", async () => {
    const { client, answers } = createFakeChat();
    await show({ ...client, can: () => ({ answer: true, edit: true, cancel: true, session: true }) }, asked);
    await userEvent.click(button("Edit"));
    await expect.element(page.getByRole("textbox", { name: "Title" })).toHaveFocus();
    await userEvent.fill(page.getByRole("textbox", { name: "Title" }), "Another title");
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Edit")).toHaveFocus();
    await expect.element(page.getByText("It would run with exactly this, as you changed it")).toBeVisible();
    expect(answers).toEqual([]);
    const change = page.getByRole("definition").filter({ hasText: "Before" });
    await expect.element(change).toHaveTextContent(`Before: ${note.title}After: Another title`);
    await userEvent.click(page.getByRole("checkbox", { name: "Always allow “Publish note” in this session" }));
    await userEvent.click(button("Publish note"));
    await vi.waitFor(() =>
      expect(answers).toEqual([
        {
          callId: "p1",
          approvalId: "approval-p1",
          decision: "approve",
          input: { ...note, title: "Another title" },
          scope: "session",
        },
      ]),
    );
  });

  test("says beside each item of a list who filled it in, and covers no field by it", async () => {
    const { client } = createFakeChat();
    const { container } = await show({ ...client, can: () => ({ answer: true, edit: true, cancel: true }) }, asked);
    await userEvent.click(button("Edit"));
    await expect.poll(() => container.querySelectorAll(".cb-row .cb-field-by").length).toBe(note.tags.length);
    for (const by of container.querySelectorAll(".cb-row .cb-field-by")) {
      const input = by.parentElement!.querySelector("input")!;
      expect(by.getBoundingClientRect().top).toBeGreaterThanOrEqual(input.getBoundingClientRect().bottom);
    }
  });

  test("is not offered where the wire drops it, nor what else it cannot carry", async () => {
    const { client } = createFakeChat();
    await show({ ...client, can: () => ({ answer: true, edit: false, cancel: false, reason: false }) }, asked);
    await expect.element(button("Publish note")).toBeVisible();
    for (const name of ["Edit", "Say why"]) await expect.element(button(name)).not.toBeInTheDocument();
    await expect.element(page.getByRole("checkbox")).not.toBeInTheDocument();
  });

  test("is beside what the agent offers to allow from now on, which nobody takes by default", async () => {
    const { client, answers } = createFakeChat();
    const events = asked.map((event) =>
      event.type === "tool.needs_approval"
        ? {
            ...event,
            offers: [
              { id: "ever", words: "Always al\u202elow" },
              { id: "rule", rule: "publish_note(notes/*)", reach: "project" as const },
            ],
          }
        : event,
    );
    await show(client, events);
    const reach = page.getByRole("radiogroup", { name: "How far your yes goes" });
    await expect.element(reach.getByRole("radio", { name: "Only this call" })).toBeChecked();
    await expect.element(reach.getByRole("radio", { name: "Always al⟨U+202E⟩low" })).not.toBeChecked();
    await userEvent.click(
      reach.getByRole("radio", { name: "From now on, in this project: publish_note(notes/*)", exact: true }),
    );
    await userEvent.click(button("Publish note"));
    await vi.waitFor(() =>
      expect(answers).toEqual([{ callId: "p1", approvalId: "approval-p1", decision: "approve", offer: "rule" }]),
    );
  });

  test("fills in while the arguments stream, and leaves what was typed", async () => {
    const timeline = createTimeline({ schedule: queueMicrotask });
    const { client, answers } = createFakeChat();
    const can = () => ({ answer: true, edit: true, cancel: true });
    const input = { ...note, title: "From the agent" };
    const text = JSON.stringify(input);
    const log = asLog([
      ...turn(1, "Publish"),
      { type: "tool.requested", callId: "p1", tool: "publish_note", agentId: "a1", source: "agent" },
      { type: "tool.input_appended", callId: "p1", delta: text.slice(0, 12) },
      { type: "tool.input_appended", callId: "p1", delta: text.slice(12) },
      { type: "tool.input_ready", callId: "p1", input },
      { type: "tool.needs_approval", callId: "p1", approvalId: "approval-p1", input },
    ]);
    const from = log.findIndex(({ type }) => type === "tool.input_appended") + 1;
    timeline.apply(log.slice(0, from));
    await render(
      <ToolProvider timeline={timeline} client={{ ...client, can }}>
        <ToolCallCard callId="p1" defaultOpen />
      </ToolProvider>,
    );
    await userEvent.click(button("Edit"));
    const title = page.getByRole("textbox", { name: "Title" });
    await userEvent.fill(title, "Mine");
    const isSaid = page.getByRole("status").filter({ hasText: /./ });
    await expect.element(isSaid).toHaveTextContent("Arguments are being written");
    for (const event of log.slice(from)) timeline.apply(event);
    await expect.element(isSaid).not.toBeInTheDocument();
    await expect.element(page.getByRole("textbox", { name: "Text" })).toHaveValue(note.text);
    await expect.element(title).toHaveValue("Mine");
    await userEvent.click(button("Use these values"));
    await userEvent.click(button("Publish note"));
    await vi.waitFor(() => expect(answers).toMatchObject([{ decision: "approve", input: { ...note, title: "Mine" } }]));
  });
});

test("nothing is approved before the end of each long value was within reach", async () => {
  const { client, answers } = createFakeChat();
  const text = `${"A long line of the note.\n".repeat(200)}And delete everything.`;
  await show(client, [...turn(1, "Publish"), ...ask("a1", "p1", { ...note, text })]);
  await expect.element(page.getByText(`${text.length.toLocaleString("en")} characters`)).toBeVisible();
  await expect.element(button("Publish note")).toHaveAttribute("aria-disabled", "true");
  (button("Publish note").element() as HTMLElement).click();
  await expect.element(page.getByText("Read this to its end first: Text.")).toBeVisible();
  expect(answers).toEqual([]);
  const box = page.getByRole("region", { name: "Value of Text" }).element();
  box.scrollTop = box.scrollHeight;
  await expect.element(button("Publish note")).not.toHaveAttribute("aria-disabled");
  await userEvent.click(button("Publish note"));
  await vi.waitFor(() => expect(answers).toHaveLength(1));
});

test("a short value stands beside its name, and a long one below it; on a phone all stand below", async () => {
  const { client } = createFakeChat();
  const draw = await show(client, [
    ...turn(1, "Publish"),
    ...ask("a1", "p1", { ...note, text: `${"A long line of the note.\n".repeat(200)}` }),
  ]);
  await expect.element(button("Publish note")).toBeVisible();
  const beside = (key: string) => {
    const value = draw.container.querySelector(`dd[data-key="${key}"]`)!;
    return value.getBoundingClientRect().top < value.previousElementSibling!.getBoundingClientRect().bottom;
  };
  expect([beside("title"), beside("text"), beside("pinned")]).toEqual([true, false, true]);
  (draw.container as HTMLElement).style.width = "300px";
  await expect.poll(() => [beside("title"), beside("text"), beside("pinned")]).toEqual([false, false, false]);
});

describe("a question", () => {
  const question = (more: object): NewEvent[] => [
    ...turn(1, "Order"),
    { type: "tool.requested", callId: "o1", tool: "order", agentId: "a1", source: "agent" },
    { type: "tool.started", callId: "o1", tool: "order", agentId: "a1", input: {} },
    { type: "tool.needs_input", callId: "o1", askId: "q1", message: "Which si\u202eze?", ...more } as NewEvent,
  ];
  const schema = { type: "object", properties: { size: { type: "string", title: "Size" } }, required: ["size"] };

  test("may be answered in one's own words where it takes any", async () => {
    const { client, answers } = createFakeChat();
    const options = { type: "string", oneOf: [{ const: "M", title: "Medium" }, { const: "L" }] };
    const free = { anyOf: [options, { type: "string", minLength: 1 }], title: "Size" };
    await show(client, question({ schema: free }), "o1");
    await userEvent.click(page.getByRole("radio", { name: "In your own words" }));
    await userEvent.fill(page.getByRole("textbox"), "Somewhere between");
    await userEvent.click(button("Send answer"));
    await vi.waitFor(() =>
      expect(answers).toEqual([{ callId: "o1", askId: "q1", action: "accept", content: "Somewhere between" }]),
    );
  });

  test("says once that its answer is sent, and not that something runs", async () => {
    const { client } = createFakeChat();
    const pending = new Promise<void>(() => {});
    const { container } = await show({ ...client, answer: () => pending }, question({ schema }), "o1");
    await userEvent.fill(page.getByRole("textbox", { name: "Size" }), "M");
    const said = heardIn(container);
    await userEvent.click(button("Send answer"));
    await expect.element(button("Send answer")).toHaveAttribute("aria-disabled", "true");
    expect(said).toEqual(["Sending your answer"]);
  });

  test.each([
    ["a form", { schema }, { size: "M" }],
    ["one field, where the answer is no record", { schema: { type: "string", title: "Size" } }, "M"],
  ])("is answered by %s", async (_what, more, content) => {
    const { client, answers } = createFakeChat();
    await show(client, question(more), "o1");
    await expect.element(page.getByText("Which si⟨U+202E⟩ze?")).toBeVisible();
    expect(document.activeElement).toBe(document.body);
    await userEvent.fill(page.getByRole("textbox", { name: "Size" }), "M");
    await userEvent.click(button("Send answer"));
    await vi.waitFor(() => expect(answers).toEqual([{ callId: "o1", askId: "q1", action: "accept", content }]));
  });

  test("names its one answer in the reader's language, and does not say again what the call was given", async () => {
    const { client } = createFakeChat();
    const answer = { type: "object", properties: { answer: { type: "string", maxLength: 100 } } };
    const events = question({ schema: answer }).map((event) =>
      event.type === "tool.started" ? { ...event, input: { question: "Which size?" } } : event,
    );
    await render(
      <ToolProvider timeline={timelineOf(events)} client={client} locale="de" messages={german}>
        <ToolCallCard callId="o1" />
      </ToolProvider>,
    );
    await expect.element(page.getByRole("textbox", { name: "Antwort" })).toBeVisible();
    await expect.element(page.getByText("Which size?", { exact: true })).not.toBeInTheDocument();
    await userEvent.click(page.getByText("Eingabe", { exact: true }));
    await expect.element(page.getByText("Which size?", { exact: true })).toBeVisible();
  });

  test("of one word is answered by a press of that word, once", async () => {
    const { client, answers } = createFakeChat();
    const one = { type: "object", properties: { answer: { enum: ["Small", "Med\u200bium"] } } };
    await show(client, question({ schema: one }), "o1");
    expect(page.getByRole("textbox").query()).toBeNull();
    await userEvent.dblClick(
      page
        .getByRole("group", { name: /^Which si/ })
        .last()
        .getByText("Med⟨U+200B⟩ium"),
    );
    await expect.element(button("Small")).toHaveAttribute("aria-disabled", "true");
    expect(answers).toEqual([{ callId: "o1", askId: "q1", action: "accept", content: { answer: "Med\u200bium" } }]);
  });

  test("shows the word as on its way that is, also while another is pressed", async () => {
    const { client } = createFakeChat();
    const pending = new Promise<void>(() => {});
    await show({ ...client, answer: () => pending }, question({ schema: { enum: ["Small", "Large"] } }), "o1");
    await userEvent.click(button("Large"));
    await expect.element(button("Large")).toHaveAttribute("aria-busy", "true");
    (button("Small").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Large")).toHaveAttribute("aria-busy", "true");
    await expect.element(button("Small")).not.toHaveAttribute("aria-busy");
  });

  test("whose words are explained shows them with what explains them", async () => {
    const { client, answers } = createFakeChat();
    const schema = { oneOf: [{ const: "s", title: "Small", description: "Up to 10 kg" }, { const: "l" }] };
    await show(client, question({ schema }), "o1");
    await expect.element(page.getByText("Up to 10 kg")).toBeVisible();
    await userEvent.click(page.getByRole("radio", { name: "Small" }));
    await userEvent.click(button("Send answer"));
    await vi.waitFor(() => expect(answers).toMatchObject([{ action: "accept", content: "s" }]));
  });

  test("of yes or no says what its field says, in the reader's language", async () => {
    const { client, answers } = createFakeChat();
    await render(
      <ToolProvider
        timeline={timelineOf(
          question({ schema: { type: "boolean", title: "Als Geschenk", description: "Ohne Preis." } }),
        )}
        client={client}
        locale="de"
        messages={german}
      >
        <ToolCallCard callId="o1" />
      </ToolProvider>,
    );
    await expect.element(page.getByText("Ohne Preis.")).toBeVisible();
    await userEvent.click(page.getByRole("group", { name: "Als Geschenk" }).getByRole("button", { name: "Nein" }));
    await vi.waitFor(() => expect(answers).toMatchObject([{ action: "accept", content: false }]));
  });

  test("is one line once it has its answer, which opens into both", async () => {
    const { client } = createFakeChat();
    const asks = question({ message: "Who are they for?", schema: { enum: ["Developers", "Operators"] } }).map(
      (event) =>
        event.type === "tool.started"
          ? { ...event, input: { question: "Who are they for?", choices: ["Developers", "Operators"] } }
          : event,
    );
    const given = { type: "tool.input_given", callId: "o1", askId: "q1", action: "accept" } as const;
    const { container } = await show(
      client,
      [
        ...asks,
        { ...given, content: "Developers", by: "ada" },
        { type: "tool.completed", callId: "o1", output: "Developers", durationMs: 5 },
      ],
      "o1",
    );
    await userEvent.click(page.getByRole("button", { name: /^Order/ }));
    await expect.element(page.getByText("You answered: \u2068Developers\u2069")).toBeVisible();
    // Neither what went in nor what came out says more.
    expect(container.querySelectorAll(".cb-call-body > :not(.cb-call-tools)")).toHaveLength(1);
    expect(container.querySelector(".cb-answered")!.clientHeight).toBeLessThanOrEqual(28);
    await expect.element(page.getByText("Who are they for?")).not.toBeVisible();
    await userEvent.click(page.getByText(/^You answered/));
    await expect.element(page.getByText("Who are they for?")).toBeVisible();
    await expect.element(page.getByText("Developers", { exact: true })).toBeVisible();
  });

  test("can be left unanswered, in the wire's own word for that", async () => {
    const { client, answers } = createFakeChat();
    const { unmount } = await show(client, question({}), "o1");
    await userEvent.click(button("Do not answer"));
    await unmount();
    const can = () => ({ answer: true, edit: false, cancel: true, decline: false });
    await show({ ...client, can }, question({}), "o1");
    await userEvent.click(button("Do not answer"));
    await vi.waitFor(() => expect(answers).toMatchObject([{ action: "decline" }, { action: "cancel" }]));
  });

  test("offers no way out that the wire has not", async () => {
    const { client } = createFakeChat();
    const can = () => ({ answer: true, edit: false, cancel: false, decline: false, skip: false });
    await show({ ...client, can }, question({ schema }), "o1");
    await expect.element(button("Send answer")).toBeVisible();
    await expect.element(button("Do not answer")).not.toBeInTheDocument();
  });

  test("of a server is asked in the server's name", async () => {
    const { client } = createFakeChat();
    await show(client, question({ url: "https://shop.example/login", asker: "Shop server" }), "o1");
    await expect.element(page.getByText("Shop server asks")).toBeVisible();
    await expect.element(page.getByText("https://shop.example/login")).toBeVisible();
  });

  test("with an address says where it leads, and asks nothing of one that is no page", async () => {
    const { client } = createFakeChat();
    const { unmount } = await show(client, question({ url: "https://ex\u0430mple.com/login" }), "o1");
    const link = page.getByRole("link", { name: /^Open xn--/ });
    await expect.element(link).toHaveAttribute("rel", "noopener noreferrer");
    await expect.element(button("I have done it")).not.toBeInTheDocument();
    await unmount();
    await show(client, question({ url: "javascript:alert(1)" }), "o1");
    await expect
      .element(page.getByText("The address of this question is not one that can be opened safely."))
      .toBeVisible();
    await expect.element(page.getByRole("link")).not.toBeInTheDocument();
  });
});

/** The words that are drawn, without those for screen readers alone. */
const seen = (root: Element) =>
  [...root.querySelectorAll("p, button, h2, label, dt, dd")]
    .filter((part) => part.getBoundingClientRect().width > 2)
    .map(({ textContent }) => textContent)
    .join("\n");

describe("what a card asks", () => {
  test("is said once: its row is the heading, and whoever hears the ask alone hears whose it is", async () => {
    const { client } = createFakeChat();
    const { container } = await show(client, asked);
    const panel = page.getByRole("group", { name: "Assistant wants to use “Publish note”" });
    await expect.element(panel).toBeVisible();
    await expect.element(page.getByRole("button", { name: /^Publish note .*Needs approval$/s })).toBeVisible();
    expect(seen(container)).not.toContain("wants to use");
  });

  test("of a sub-agent says whose it is where an app has put its card alone, or without its row", async () => {
    const { client } = createFakeChat();
    const events: NewEvent[] = [
      ...turn(1, "Publish"),
      ...begin("a1", "c1", "analyze_document", {}),
      { type: "agent.started", agentId: "a2", parentCallId: "c1", name: "Note writer" },
      ...ask("a2", "p1", note),
    ];
    const { container, unmount } = await show(client, events);
    await expect.element(page.getByText("Note writer wants to use “Publish note”")).toBeVisible();
    await vi.waitFor(() => expect(seen(container)).toContain("Note writer wants to use"));
    await unmount();
    const bare = await render(
      <ToolProvider timeline={timelineOf(asked)} client={client}>
        <ToolCallCard.Root callId="p1">
          <ToolCallCard.Approval />
        </ToolCallCard.Root>
      </ToolProvider>,
    );
    await vi.waitFor(() => expect(seen(bare.container)).toContain("Assistant wants to use"));
  });

  test("offers no more of a long value that fits its box", async () => {
    await show(createFakeChat().client, [
      ...turn(1, "Publish"),
      ...ask("a1", "p1", { ...note, text: "A line of the note that goes on for a while. ".repeat(7) }),
    ]);
    await expect.element(page.getByText("315 characters")).toBeVisible();
    await expect.element(button("Publish note")).toBeEnabled();
    expect(button("Show all of Text").elements()).toEqual([]);
  });
});

describe("whoever answers by keyboard goes on where they are", () => {
  const approval = (callId: string): NewEvent => ({ type: "tool.approved", callId, approvalId: `approval-${callId}` });

  test("at the row of the call, whose result follows", async () => {
    const { timeline, answer } = answered(asked, [approval("p1")]);
    await render(
      <ToolProvider timeline={timeline} client={createFakeChat().client}>
        <ToolCallCard callId="p1" />
      </ToolProvider>,
    );
    await expect.element(button("Publish note")).toBeVisible();
    button("Publish note").element().focus();
    answer();
    await expect.element(page.getByRole("button", { name: /^Publish note .*Ready$/s })).toHaveFocus();
  });

  test("in the place of the reason, and at the answers where what was changed is taken back", async () => {
    const { client } = createFakeChat();
    await show({ ...client, can: () => ({ answer: true, edit: true, cancel: true }) }, asked);
    await userEvent.click(button("Say why"));
    await expect.element(page.getByRole("textbox", { name: /^Reason/ })).toHaveFocus();
    await userEvent.click(button("Edit"));
    await userEvent.fill(page.getByRole("textbox", { name: "Title" }), "Another title");
    await userEvent.keyboard("{Enter}");
    await userEvent.click(button("Undo the changes"));
    await expect.element(button("Undo the changes")).not.toBeInTheDocument();
    await expect.element(button("Edit")).toHaveFocus();
  });

  test("at the row of the call, where they take back what they had allowed", async () => {
    const allowed = { type: "tool.approved", callId: "p1", approvalId: "approval-p1", scope: "session" } as NewEvent;
    const { timeline, answer } = answered(
      [...asked, allowed],
      [{ type: "session.allowance_revoked", tool: "publish_note" }],
    );
    await render(
      <ToolProvider timeline={timeline} client={{ ...createFakeChat().client, revoke: async () => answer() }}>
        <ToolCallCard callId="p1" />
      </ToolProvider>,
    );
    await userEvent.click(button(/^Publish note/));
    await userEvent.click(button(/^Ask again for/));
    await expect.element(button(/^Ask again for/)).not.toBeInTheDocument();
    await expect.element(button(/^Publish note/)).toHaveFocus();
  });

  test("at the next ask of a dock", async () => {
    const { timeline, answer } = answered(
      [...asked, ...ask("a1", "p2", { ...note, title: "Second" })],
      [approval("p1")],
    );
    await render(
      <ToolProvider timeline={timeline} client={createFakeChat().client}>
        <AskDock />
      </ToolProvider>,
    );
    await userEvent.click(button("Show all"));
    await expect.element(button("Publish note").first()).toBeVisible();
    button("Publish note").first().element().focus();
    answer();
    await expect.element(page.getByRole("listitem").first().getByRole("button").first()).toHaveFocus();
    await expect.element(page.getByText("Second", { exact: true })).toBeVisible();
  });

  test("in the dock after a batch, and at the row of a call once the dock is gone", async () => {
    const asks = [1, 2, 3].flatMap((at) => ask("a1", `p${at}`, { ...note, title: `Note ${at}` }));
    const { timeline, answer } = answered([...turn(1, "Publish"), ...asks], [approval("p1"), approval("p2")]);
    const last = answered([...turn(1, "Publish"), ...ask("a1", "p3", note)], [approval("p3")]);
    const card = (at: Timeline, ui: ReactNode) => (
      <ToolProvider timeline={at} client={createFakeChat().client}>
        {ui}
      </ToolProvider>
    );
    const { rerender } = await render(card(timeline, <AskDock />));
    await userEvent.click(button("Show all"));
    const first = page.getByRole("listitem").first().getByRole("button").first();
    await expect.element(first).toHaveFocus();
    await expect.element(button("Approve 3 shown")).toBeVisible();
    button("Approve 3 shown").element().focus();
    answer();
    await expect.element(button("Approve 3 shown")).not.toBeInTheDocument();
    await expect.element(first).toHaveFocus();
    await rerender(
      card(
        last.timeline,
        <>
          <AskDock />
          <ToolCallCard callId="p3" />
        </>,
      ),
    );
    const dock = page.getByRole("region", { name: "Waiting for you" });
    await expect.element(dock.getByRole("button", { name: "Deny" })).toBeVisible();
    dock.getByRole("button", { name: "Deny" }).element().focus();
    last.answer();
    await expect.element(dock).not.toBeInTheDocument();
    expect(document.activeElement?.closest("[data-node]")?.getAttribute("data-node")).toBe("p3");
  });

  test("in the place of the dock where its page has no cards, until they leave it", async () => {
    const { timeline, answer } = answered(asked, [approval("p1")]);
    await render(
      <ToolProvider timeline={timeline} client={createFakeChat().client}>
        <button type="button">Before</button>
        <AskDock />
        <button type="button">After</button>
      </ToolProvider>,
    );
    const dock = page.getByRole("region", { name: "Waiting for you" });
    const place = page.getByRole("region", { name: "Nothing waits for you any more" });
    await expect.element(dock.getByRole("button", { name: "Deny", exact: true })).toBeVisible();
    dock.getByRole("button", { name: "Deny", exact: true }).element().focus();
    answer();
    await expect.element(place).toHaveFocus();
    await userEvent.keyboard("{Tab}");
    await expect.element(button("After")).toHaveFocus();
    await expect.element(place).not.toBeInTheDocument();
  });

  test("and nothing moves under the pointer with which they leave the place of a dock", async () => {
    const { timeline, answer } = answered(asked, [approval("p1")]);
    const onClick = vi.fn();
    await render(
      <ToolProvider timeline={timeline} client={createFakeChat().client}>
        <AskDock />
        <button type="button" onClick={onClick}>
          After
        </button>
      </ToolProvider>,
    );
    const dock = page.getByRole("region", { name: "Waiting for you" });
    await expect.element(dock.getByRole("button", { name: "Deny", exact: true })).toBeVisible();
    dock.getByRole("button", { name: "Deny", exact: true }).element().focus();
    answer();
    await expect.element(page.getByRole("region", { name: "Nothing waits for you any more" })).toHaveFocus();
    await userEvent.click(button("After"));
    expect(onClick).toHaveBeenCalledOnce();
    await expect.element(page.getByRole("region")).not.toBeInTheDocument();
  });

  test("at a long value that they have had shown whole", async () => {
    await show(createFakeChat().client, [
      ...turn(1, "Publish"),
      ...ask("a1", "p1", { ...note, text: "A long line of the note.\n".repeat(40) }),
    ]);
    await expect.element(button("Show all of Text")).toBeVisible();
    button("Show all of Text").element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Show all of Text")).not.toBeInTheDocument();
    await expect.element(page.getByRole("region", { name: "Value of Text" })).toHaveFocus();
  });
});

describe("what somebody writes while the time to answer ends", () => {
  const expired: NewEvent[] = [{ type: "tool.approval_expired", callId: "p1", approvalId: "approval-p1" }];
  const showIn = (timeline: Timeline, more: Partial<ToolClient> = {}, callId = "p1") => {
    const can = () => ({ answer: true, edit: true, cancel: true });
    return render(
      <ToolProvider timeline={timeline} client={{ ...createFakeChat().client, can, ...more }}>
        <ToolCallCard callId={callId} />
      </ToolProvider>,
    );
  };
  const unsent = page.getByRole("group", { name: "What you had written was not sent:" });

  test("in the form of what is asked stays to be read and copied, and typing on presses nothing", async () => {
    const { timeline, answer: expire } = answered(asked, expired);
    await showIn(timeline);
    await userEvent.click(button("Edit"));
    await userEvent.fill(page.getByRole("textbox", { name: "Title" }), "A long title of my ");
    expire();
    await expect.element(unsent).toHaveFocus();
    await userEvent.keyboard("own ");
    await expect.element(unsent).toHaveTextContent(/:TitleA long title of my Copy it$/);
    await expect.element(page.getByText("Nobody answered in time, so the call went no further.")).toBeVisible();
  });

  test("as a reason, or as it had been changed, stays too", async () => {
    const { timeline, answer: expire } = answered(asked, expired);
    await showIn(timeline);
    await userEvent.click(button("Edit"));
    await userEvent.fill(page.getByRole("textbox", { name: "Title" }), "Another title");
    await userEvent.keyboard("{Enter}");
    await userEvent.click(button("Say why"));
    await userEvent.keyboard("Not before Mon");
    expire();
    await expect.poll(() => unsent.elements().map(({ textContent }) => textContent)).toHaveLength(2);
    await expect.element(unsent.first()).toHaveTextContent(/TitleAnother title/);
    await expect.element(unsent.nth(1)).toHaveTextContent(/Not before Mon/);
  });

  test("as an answer stays, without what is secret, under the question, which nobody is said to have approved", async () => {
    const properties = { size: { type: "string", title: "Size" }, pin: { type: "string", format: "password" } };
    const { timeline, answer: expire } = answered(
      [
        ...turn(1, "Order"),
        { type: "tool.started", callId: "o1", tool: "order", agentId: "a1", input: {} },
        {
          type: "tool.needs_input",
          callId: "o1",
          askId: "q1",
          message: "Which size?",
          schema: { type: "object", properties },
        },
      ],
      [{ type: "tool.input_expired", callId: "o1", askId: "q1" }],
    );
    const { container } = await showIn(timeline, {}, "o1");
    await userEvent.fill(page.getByRole("textbox", { name: "Size" }), "Somewhere betw");
    await expect.poll(() => container.querySelector("input[type=password]")).not.toBeNull();
    await userEvent.fill(page.elementLocator(container.querySelector("input[type=password]")!), "hunter2");
    expire();
    await expect.element(unsent).toHaveTextContent(/:SizeSomewhere betwCopy it$/);
    await expect.element(page.getByText("Which size?")).toBeVisible();
    expect(container.textContent).not.toMatch(/hunter2|pprov/);
  });

  test.each([
    ["of the wire, where there is no tool", { title: { type: "string", format: "password" } }, false],
    ["of the page, which has a form of its own for the tool", {}, true],
  ])("in a form stays without what only the words %s call a secret", async (_whose, title, isRegistered) => {
    const inputSchema = {
      type: "object",
      properties: { title: { type: "string" }, text: { type: "string" }, ...title },
    };
    const registry = createRegistry();
    if (isRegistered)
      registry.registerFormSpec("tool:publish_note", {
        fields: [{ key: "title", variant: "password" }, { key: "text" }],
      });
    const { timeline, answer: expire } = answered(
      [...turn(1, "Publish"), ...ask("a1", "p1", { title: "a", text: "b" }, { inputSchema })],
      expired,
    );
    const { tool, ...withoutTools } = createFakeChat().client;
    const { container } = await render(
      <ToolProvider
        timeline={timeline}
        client={isRegistered ? { ...withoutTools, tool } : withoutTools}
        registry={registry}
        user="ada"
      >
        <ToolCallCard callId="p1" />
      </ToolProvider>,
    );
    await expect.element(button("Edit")).toBeVisible();
    await userEvent.click(button("Edit"));
    await expect.poll(() => container.querySelector("input[type=password]")).not.toBeNull();
    await userEvent.fill(page.elementLocator(container.querySelector("input[type=password]")!), "hunter2");
    await userEvent.fill(page.getByRole("textbox", { name: "Text" }), "No secret");
    expire();
    await expect.element(unsent).toHaveTextContent(/No secret/);
    expect(unsent.element().textContent).not.toContain("hunter2");
  });

  test("is gone where it was sent, and there again where that came too late", async () => {
    const { timeline, answer: deny } = answered(asked, [
      { type: "tool.denied", callId: "p1", approvalId: "approval-p1", by: "ada", reason: "No." },
    ]);
    let refuse = () => {};
    const late = new ToolClientError("It is closed.", { code: "already_answered", status: 409 });
    await showIn(timeline, { answer: () => new Promise<void>((_, reject) => (refuse = () => reject(late))) });
    await userEvent.click(button("Say why"));
    await userEvent.keyboard("My own reason");
    await userEvent.click(button("Deny"));
    deny();
    await expect.element(page.getByText("Denied", { exact: true }).first()).toBeVisible();
    await expect.element(unsent).not.toBeInTheDocument();
    refuse();
    await expect.element(unsent).toHaveTextContent(/My own reason/);
  });
});

describe("an answer that another one came before", () => {
  const approvedElsewhere = [
    { type: "tool.approved", callId: "p1", approvalId: "approval-p1", by: "ada" },
  ] as NewEvent[];
  const showIn = (timeline: Timeline, answer: ToolClient["answer"]) =>
    render(
      <ToolProvider timeline={timeline} client={{ ...createFakeChat().client, answer }}>
        <ToolCallCard callId="p1" />
      </ToolProvider>,
    );
  const taken = new ToolClientError("It is closed.", { code: "already_answered", status: 409 });

  test.for(["after", "before"])("is said not to count, told %s the other arrives", async (order) => {
    let refuse = () => {};
    const answer = () => new Promise<void>((_, reject) => (refuse = () => reject(taken)));
    const { timeline, answer: approveElsewhere } = answered(asked, approvedElsewhere);
    await showIn(timeline, answer);
    await userEvent.click(button("Deny"));
    const late = page.getByText("Your answer came too late, so it did not count.");
    if (order === "after") approveElsewhere();
    refuse();
    if (order === "before") {
      await expect.element(page.getByText(/^It was answered elsewhere already/)).toBeVisible();
      approveElsewhere();
    }
    await expect.element(late).toBeVisible();
    await expect.element(page.getByText("Approved", { exact: true })).toBeVisible();
  });

  test("is said to be too late where the time is over, and not that somebody answered", async () => {
    const answer = () =>
      Promise.reject(new ToolClientError("It has expired.", { code: "approval_expired", status: 409 }));
    await showIn(timelineOf(asked), answer);
    await userEvent.click(button("Deny"));
    await expect.element(page.getByText("The time to answer is over.")).toBeVisible();
  });

  test("does not close the ask that takes the place of it, since the tool has changed", async () => {
    const changed = new ToolClientError("The tool has changed.", { code: "tool_changed", status: 409 });
    const answer = vi.fn(async () => {}).mockRejectedValueOnce(changed);
    const [anew] = ask("a1", "p1", note).filter(({ type }) => type === "tool.needs_approval");
    const { timeline, answer: askAnew } = answered(asked, [{ ...anew, approvalId: "anew" } as NewEvent]);
    await showIn(timeline, answer);
    await userEvent.click(button("Publish note"));
    await expect.element(page.getByText("Your answer was not taken: The tool has changed.")).toBeVisible();
    askAnew();
    await expect.element(page.getByText(/^Your answer was not taken/)).not.toBeInTheDocument();
    await userEvent.click(button("Publish note"));
    await vi.waitFor(() => expect(answer).toHaveBeenLastCalledWith(expect.objectContaining({ approvalId: "anew" })));
  });
});

describe("AskDock", () => {
  const three = [
    ...asked,
    ...ask("a1", "p2", { ...note, title: "Second" }),
    { type: "tool.started", callId: "o1", tool: "order", agentId: "a1", input: {} },
    { type: "tool.needs_input", callId: "o1", askId: "q1", message: "Which size?" },
  ] as NewEvent[];

  test("lists every ask, and approves together only what is shown", async () => {
    const { client, answers } = createFakeChat();
    await render(
      <ToolProvider timeline={timelineOf(three)} client={client}>
        <AskDock />
      </ToolProvider>,
    );
    const dock = page.getByRole("region", { name: "Waiting for you" });
    await expect.element(dock.getByRole("listitem").nth(2)).toBeVisible();
    await expect.element(page.getByRole("button", { name: /^Approve/ })).not.toBeInTheDocument();
    await userEvent.click(dock.getByRole("button", { name: /^Publish note/ }).first());
    await userEvent.click(button("Approve 1 shown"));
    await vi.waitFor(() => expect(answers).toMatchObject([{ callId: "p1", decision: "approve" }]));
    await userEvent.click(button("Show all"));
    await userEvent.click(button("Deny 2 shown"));
    await vi.waitFor(() => expect(answers.map(({ decision }) => decision)).toEqual(["approve", "deny", "deny"]));
  });

  test("approves together what was changed as it was changed, and nothing while its form is open", async () => {
    const { client, answers } = createFakeChat();
    const can = () => ({ answer: true, edit: true, cancel: true });
    await render(
      <ToolProvider timeline={timelineOf(three)} client={{ ...client, can }}>
        <AskDock />
      </ToolProvider>,
    );
    await userEvent.click(button("Show all"));
    await userEvent.click(button("Edit").first());
    await expect.element(button("Approve 1 shown")).toBeVisible();
    await userEvent.fill(page.getByRole("textbox", { name: "Title" }), "Mine");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("1 of them runs as you changed it.")).toBeVisible();
    await userEvent.click(button("Approve 2 shown"));
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    expect(answers).toMatchObject([
      { callId: "p1", decision: "approve", input: { ...note, title: "Mine" } },
      { callId: "p2", decision: "approve" },
    ]);
    expect(answers[1]).not.toHaveProperty("input");
  });

  test("says whole whose ask it is, in as little room as a phone has, and says it once", async () => {
    const { client } = createFakeChat();
    const name = (depth: number) => `Analyst number ${depth} of the documentation of installed packages`;
    const nested = [1, 2].flatMap((depth): NewEvent[] => [
      ...begin(`a${depth}`, `c${depth}`, "analyze_document", {}),
      { type: "agent.started", agentId: `a${depth + 1}`, parentCallId: `c${depth}`, name: name(depth) },
    ]);
    const events = [...turn(1, "Publish"), ...nested, ...ask("a3", "p1", note), ...ask("a3", "p2", note)];
    const { container } = await render(
      <ToolProvider timeline={timelineOf(events)} client={client}>
        <div style={{ inlineSize: 288 }}>
          <AskDock />
        </div>
      </ToolProvider>,
    );
    const row = page.getByRole("button", { name: /^Publish note/ }).first();
    await expect
      .element(row)
      .toHaveAccessibleName(`Publish note \u2068${note.title}\u2069 · Assistant › ${name(1)} › ${name(2)}`);
    for (const part of row.element().querySelectorAll("span")) {
      expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth || part.scrollWidth);
      expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(container.querySelector("section")!.clientWidth);
    }
    const path = row.element().querySelector(".cb-call-summary")!;
    expect(getComputedStyle(path).whiteSpace).toBe("normal");
    expect(path.getBoundingClientRect().height).toBeGreaterThan(3 * parseFloat(getComputedStyle(path).fontSize));
    await userEvent.click(row);
    const panel = page.getByRole("group", { name: `${name(2)} wants to use “Publish note”` });
    await expect.element(panel).toBeVisible();
    expect(seen(panel.element())).not.toContain("wants to use");
  });

  test("has what is allowed ask again", async () => {
    const { client } = createFakeChat();
    const revoke = vi.fn(async () => {});
    const events = [
      ...asked,
      { type: "tool.approved", callId: "p1", approvalId: "approval-p1", scope: "session", by: "ada" },
    ] as NewEvent[];
    const timeline = timelineOf(events);
    await render(
      <ToolProvider timeline={timeline} client={{ ...client, revoke }}>
        <AskDock />
      </ToolProvider>,
    );
    await expect.element(page.getByRole("region", { name: "Allowed without asking" })).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: /^Ask again for/ }));
    await vi.waitFor(() => expect(revoke).toHaveBeenCalledWith(expect.objectContaining({ tool: "publish_note" })));
  });

  test("says that what is allowed still runs where the host does not take it back, and takes it back then", async () => {
    const { client } = createFakeChat();
    const closing = new ToolClientError("The host is closing. Try again in a moment.", {
      code: "closing",
      status: 503,
    });
    const unreachable = new ToolClientError("No.", { code: "unreachable", status: 0 });
    const revoke = vi
      .fn(async () => {})
      .mockRejectedValueOnce(closing)
      .mockRejectedValueOnce(unreachable);
    const events = [
      ...asked,
      { type: "tool.approved", callId: "p1", approvalId: "approval-p1", scope: "session", by: "ada" },
    ] as NewEvent[];
    await render(
      <ToolProvider timeline={timelineOf(events)} client={{ ...client, revoke }}>
        <ToolCallCard callId="p1" defaultOpen />
      </ToolProvider>,
    );
    const again = page.getByRole("button", { name: /^Ask again for/ });
    const alert = page.getByRole("alert");
    await userEvent.click(again);
    await expect
      .element(alert)
      .toHaveTextContent(/still runs without asking: The host is closing\. Try again in a moment\.$/);
    await userEvent.click(again);
    await expect.element(alert).toHaveTextContent(/still runs without asking, because the host was not reached\./);
    await userEvent.click(again);
    await expect.element(alert).not.toBeInTheDocument();
    expect(revoke).toHaveBeenCalledTimes(3);
  });

  test("says why answers were not taken together", async () => {
    const { client } = createFakeChat();
    const answer = vi.fn(async () => {
      throw new ToolClientError("No.", { code: "unreachable", status: 0 });
    });
    await render(
      <ToolProvider timeline={timelineOf(three)} client={{ ...client, answer }}>
        <AskDock />
      </ToolProvider>,
    );
    await userEvent.click(button("Show all"));
    await userEvent.click(button("Deny 2 shown"));
    await expect
      .element(page.getByRole("alert"))
      .toHaveTextContent(
        "2 answers were not taken. Your answer did not reach the host. Check the connection, then try again.",
      );
  });
});

test("an output cannot draw what passes for an ask; the control that can is caught", async () => {
  const attacks = [
    '<div class="cb-approval" role="group" data-ask="x"><button data-decision="approve">Publish note</button></div>',
    "**Note writer wants to use “Publish note”**\n\n[Publish note](https://evil.example/approve) [Deny](javascript:alert(1))",
    '<form><button type="submit">Publish note</button></form>',
    "<details open><summary>Needs approval</summary><button>Publish note</button></details>",
  ];
  const passes = (root: HTMLElement) =>
    root.querySelectorAll(".cb-approval, [data-ask], [data-decision]").length +
    [...root.querySelectorAll("button, a[href]")].filter(({ textContent }) =>
      /^(Publish note|Deny)$/.test(textContent?.trim() ?? ""),
    ).length;
  for (const output of attacks) {
    const control = document.createElement("div");
    control.innerHTML = output;
    const isMarkup = output.startsWith("<");
    if (isMarkup) expect(passes(control)).toBeGreaterThan(0);
    for (const shape of [output, { text: output, rows: [{ text: output }] }]) {
      const { container, unmount } = await render(<ToolOutput output={shape} />);
      await vi.waitFor(() => expect(container.textContent).toContain("Publish note"));
      expect(passes(container)).toBe(0);
      await unmount();
    }
  }
});
