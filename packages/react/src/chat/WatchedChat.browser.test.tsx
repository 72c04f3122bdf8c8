import { colleagueClient, createTimeline, type NewEvent } from "@callboard/core";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import {
  ask,
  chatIds,
  createFakeChat,
  nestedAsk,
  note,
  runnableTools,
  turn,
  type FakeChatOptions,
} from "../testing/fixtures/chatEvents.ts";
import { AskDock } from "../card/AskDock.tsx";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { logOf } from "../testing.ts";
import { Chat } from "./Chat.tsx";

const show = async (options: FakeChatOptions, sessionId: string | null = chatIds.session) => {
  const fake = createFakeChat(options);
  const screen = await render(
    <div style={{ height: 600 }}>
      <Chat client={fake.client} sessionId={sessionId} />
    </div>,
  );
  return { fake, ...screen };
};

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const message = () => page.getByRole("textbox", { name: "Message" });
const line = () => page.getByText("You are reading along. Only the person whose chat this is can write and answer.");
const alone = () => page.getByText("Only the person whose session this is can answer.");
/** The names of all that can be pressed. */
const buttons = () => [...document.querySelectorAll("button")].map((one) => one.textContent);

const asked: NewEvent[] = [
  ...turn(1, "Publish both."),
  ...ask("a1", "c1", note),
  ...ask("a1", "c2", { ...note, title: "Another" }),
];
const question: NewEvent[] = [
  ...turn(1, "Order one."),
  { type: "tool.requested", callId: "q1", tool: "order", agentId: "a1", title: "Order", source: "agent" },
  { type: "tool.input_ready", callId: "q1", input: {} },
  { type: "tool.started", callId: "q1", tool: "order", input: {} },
  {
    type: "tool.needs_input",
    callId: "q1",
    askId: "size",
    message: "Which size?",
    schema: { type: "object", properties: { size: { type: "string" } } },
  },
];

describe("another person's chat", () => {
  test("shows what asks at any depth and who alone can answer, and no button to do it", async () => {
    const { fake } = await show({ events: nestedAsk, isOwn: false });
    await expect.element(alone()).toBeVisible();
    await expect.element(page.getByRole("group", { name: "Note writer wants to use “Publish note”" })).toBeVisible();
    expect(button("Publish note").elements()).toEqual([]);
    for (const name of ["Deny", "Edit", "Say why"]) expect(button(name).elements()).toEqual([]);
    expect(page.getByRole("checkbox").elements()).toEqual([]);
    await expect.element(line()).toBeVisible();
    expect(message().elements()).toEqual([]);
    expect(buttons()).not.toContain("Send");
    // It goes on live: what its person answers is shown as it happens.
    await fake.append([{ type: "tool.denied", callId: "c6", approvalId: "approval-c6", by: "ada" }]);
    await expect.element(alone()).not.toBeInTheDocument();
    await expect.element(page.getByText("Denied").first()).toBeVisible();
  });

  test("shows a question without its form", async () => {
    await show({ events: question, isOwn: false });
    await expect.element(alone()).toBeVisible();
    await expect.element(page.getByText("Which size?")).toBeVisible();
    expect(page.getByRole("textbox").elements()).toEqual([]);
    expect(button("Send answer").elements()).toEqual([]);
  });

  test("says that several wait, aloud too, and not for the reader, and lists none of them to be answered", async () => {
    const { container } = await show({ events: asked, isOwn: false });
    await expect.poll(() => container.querySelector("[data-announcer]")?.textContent).toBe("2 calls need an answer");
    expect(container.textContent).not.toContain("your approval");
    expect(button("List all").elements()).toEqual([]);
    await expect.element(page.getByRole("heading", { name: "The person said" })).toBeInTheDocument();
  });

  test("does not offer to continue what was interrupted, or to have a tool ask again", async () => {
    await show({
      isOwn: false,
      events: [
        ...turn(1, "Publish."),
        ...ask("a1", "c1", note),
        { type: "tool.approved", callId: "c1", approvalId: "approval-c1", by: "ada", scope: "session" },
        { type: "tool.started", callId: "c1", tool: "publish_note", input: note },
        { type: "tool.completed", callId: "c1", output: "Published.", durationMs: 20 },
        { type: "agent.interrupted", agentId: "a1" },
      ],
    });
    await expect.element(line()).toBeVisible();
    await expect.element(page.getByText(/^Publish note/).first()).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: /^Publish note/ }).first());
    await expect.element(page.getByText("“Publish note” runs without asking in this session.")).toBeVisible();
    expect(buttons().filter((name) => /Continue|Ask again/.test(name ?? ""))).toEqual([]);
  });

  test("lets a colleague stop what runs", async () => {
    const { fake } = await show({ events: turn(1, "Take your time."), isOwn: false });
    await userEvent.click(button("Stop"));
    expect(fake.cancelled).toEqual(["a1"]);
    await expect.element(button("Stopping")).toHaveAttribute("aria-disabled", "true");
    await fake.append([{ type: "agent.cancelled", agentId: "a1" }]);
    await expect.element(button("Stopping")).not.toBeInTheDocument();
  });

  test("lets a colleague run a tool, which they find as in a chat of theirs, and sends nobody a message", async () => {
    const { fake } = await show({ events: asked, tools: runnableTools, isOwn: false });
    await userEvent.click(button("Run a tool"));
    const box = page.getByRole("textbox", { name: "Choose a tool" });
    await expect.element(box).toHaveFocus();
    await expect.element(page.getByRole("listbox", { name: "Tools" })).toBeVisible();
    expect(buttons()).not.toContain("Send");
    await userEvent.fill(box, "how many ounces is this");
    await expect.element(page.getByRole("option", { name: /^Unit Converter/ })).toBeVisible();
    await userEvent.keyboard("{Enter}");
    const form = page.getByRole("region", { name: "Unit Converter", exact: true });
    await expect.element(form).toBeVisible();
    await expect.element(box).not.toBeInTheDocument();
    await userEvent.click(form.getByRole("button", { name: "Cancel" }));
    await expect.element(button("Run a tool")).toHaveFocus();
    expect(fake.said).toEqual([]);
  });
});

test("a dock of another person's session shows each ask, and answers none of them", async () => {
  const timeline = createTimeline();
  timeline.apply(logOf(asked));
  await render(
    <ToolProvider client={colleagueClient(createFakeChat().client)} timeline={timeline}>
      <AskDock />
    </ToolProvider>,
  );
  const dock = page.getByRole("region", { name: "Waiting for an answer" });
  await userEvent.click(dock.getByRole("button", { name: "Show all" }));
  await expect.poll(() => alone().elements().length).toBe(2);
  expect(buttons().filter((name) => /^(Approve|Deny|Edit)/.test(name ?? ""))).toEqual([]);
});

describe("a chat of the reader's own", () => {
  test.each([
    ["where the host says so", true],
    ["where the host says nothing", undefined],
  ])("is answered and written in, %s", async (_, isOwn) => {
    const { fake } = await show({ events: nestedAsk, ...(isOwn !== undefined && { isOwn }) });
    await expect.element(button("Deny")).toBeVisible();
    await expect.element(message()).toBeVisible();
    expect(line().elements()).toEqual([]);
    await userEvent.click(button("Deny"));
    await expect.poll(() => fake.answers.length).toBe(1);
  });

  test("is one that has not begun", async () => {
    await show({ isOwn: true }, null);
    await expect.element(message()).toBeVisible();
    expect(line().elements()).toEqual([]);
  });
});
