import type { AgentListing, NewEvent } from "@callboard/core";
import { page, userEvent } from "vitest/browser";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { arabic } from "../messages/ar.ts";
import { german } from "../messages/de.ts";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { chatIds, createFakeChat, finishedTurn, runnableTools, turn } from "../testing/fixtures/chatEvents.ts";
import { timelineOf } from "../testing/fixtures/callEvents.ts";
import { Chat, type ChatProps } from "./Chat.tsx";
import { AnsweringAgent } from "./ChatAgents.tsx";

const agents: AgentListing[] = [
  { slug: "default", name: "Assistant", description: null, isDefault: true },
  { slug: "translator", name: "Translator", description: "Puts words into other words.", isDefault: false },
];

async function show(fake = createFakeChat(), props: Partial<ChatProps> = {}) {
  const chat = vi.fn(fake.client.chat);
  await render(
    <div style={{ height: 600 }}>
      <Chat client={{ ...fake.client, chat }} agents={agents} {...props} />
    </div>,
  );
  return chat;
}
const select = () => page.getByRole("combobox", { name: "Who answers" });
const say = async (text: string) => {
  await userEvent.fill(page.getByRole("textbox", { name: "Message" }), text);
  await userEvent.keyboard("{Enter}");
};

test("of several agents a new chat chooses one, and its messages go to it", async () => {
  const chat = await show();
  await expect.element(select()).toHaveValue("default");
  await userEvent.selectOptions(select(), "Translator");
  await expect.element(select()).toHaveAccessibleDescription("Puts words into other words.");
  await say("Hello");
  await vi.waitFor(() => expect(chat).toHaveBeenCalledWith("Hello", { agent: "translator" }));
  await expect.element(select()).not.toBeInTheDocument();
});

test("a chat that has begun goes on with its agent", async () => {
  const chat = await show(createFakeChat({ events: finishedTurn }), { sessionId: chatIds.session });
  await say("And again");
  await vi.waitFor(() => expect(chat).toHaveBeenCalledWith("And again", { sessionId: chatIds.session }));
});

test("a chat that began with a run of the person's own goes to the chosen agent, and then on with it", async () => {
  const fake = createFakeChat({ tools: runnableTools });
  const chat = await show(fake);
  await userEvent.selectOptions(select(), "Translator");
  await userEvent.fill(page.getByRole("textbox", { name: "Message" }), "/stat");
  await userEvent.click(page.getByRole("option", { name: /^Text Statistics/ }));
  const form = page.getByRole("region", { name: "Text Statistics", exact: true });
  await userEvent.fill(form.getByRole("textbox", { name: "Text" }), "one two");
  await userEvent.click(form.getByRole("button", { name: "Run" }));
  await expect.element(page.getByRole("group", { name: "Text Statistics" })).toBeVisible();
  await expect.element(select()).toHaveValue("translator");
  await say("Hello");
  await vi.waitFor(() =>
    expect(chat).toHaveBeenCalledWith("Hello", { sessionId: chatIds.session, agent: "translator" }),
  );
  await expect.element(page.getByText("Hello")).toBeVisible();
  await expect.element(select()).not.toBeInTheDocument();
  await fake.append([{ type: "agent.completed", agentId: "a11" }]);
  await say("And again");
  await vi.waitFor(() => expect(chat).toHaveBeenLastCalledWith("And again", { sessionId: chatIds.session }));
});

test("a chat that holds only runs of the person's own lets them choose when it is opened again", async () => {
  const own: NewEvent[] = [
    { type: "tool.requested", callId: "own", tool: "text-statistics", title: "Text Statistics", source: "web" },
    { type: "tool.started", callId: "own", tool: "text-statistics", input: {} },
    { type: "tool.completed", callId: "own", output: null },
  ];
  const chat = await show(createFakeChat({ tools: runnableTools, events: own }), { sessionId: chatIds.session });
  await userEvent.selectOptions(select(), "Translator");
  await say("Hello");
  await vi.waitFor(() =>
    expect(chat).toHaveBeenCalledWith("Hello", { sessionId: chatIds.session, agent: "translator" }),
  );
});

test("a chat of somebody else's asks nobody who answers", async () => {
  const own: NewEvent[] = [
    { type: "tool.requested", callId: "own", tool: "text-statistics", title: "Text Statistics", source: "web" },
    { type: "tool.completed", callId: "own", output: null },
  ];
  await show(createFakeChat({ events: own, isOwn: false }), { sessionId: chatIds.session });
  await expect.element(page.getByRole("group", { name: "Text Statistics" })).toBeVisible();
  await expect.element(select()).not.toBeInTheDocument();
});

test("who answers is read of that agent alone: no answer listens to the whole timeline", async () => {
  const timeline = timelineOf(turn(1, "Hello"));
  const subscribe = vi.spyOn(timeline, "subscribe");
  await render(
    <ToolProvider timeline={timeline}>
      <AnsweringAgent agentId="a1" />
    </ToolProvider>,
  );
  await expect.element(page.getByText("Answer by Assistant")).toBeVisible();
  expect(subscribe).not.toHaveBeenCalled();
});

test("the default agent answers where nobody chose", async () => {
  const chat = await show();
  await say("Hello");
  await vi.waitFor(() => expect(chat).toHaveBeenCalledWith("Hello", { agent: "default" }));
});

test("each answer of a chat with several agents says whose it is", async () => {
  const named = finishedTurn.map((event) =>
    event.type === "agent.started" && event.parentCallId === undefined ? { ...event, name: "Translator" } : event,
  );
  await show(createFakeChat({ events: named }), { sessionId: chatIds.session });
  await expect.element(page.getByText("Answer by Translator")).toBeVisible();
  await expect.element(select()).not.toBeInTheDocument();
});

test("an answer without a name is the default agent's, in the reader's language", async () => {
  const unnamed = turn(1, "Hallo").map((event) =>
    event.type === "agent.started" ? { ...event, name: undefined } : event,
  );
  const { client } = createFakeChat({ events: unnamed });
  await render(
    <ToolProvider locale="de" messages={german}>
      <Chat client={client} agents={agents} sessionId={chatIds.session} />
    </ToolProvider>,
  );
  await expect.element(page.getByText("Antwort von Assistent")).toBeVisible();
});

test("the choice is said in Arabic, its default in the reader's word", async () => {
  const { client } = createFakeChat();
  await render(
    <ToolProvider locale="ar" messages={arabic}>
      <Chat client={client} agents={agents} />
    </ToolProvider>,
  );
  const choice = page.getByRole("combobox", { name: "من يجيب" });
  await expect.element(choice).toHaveValue("default");
  await expect.element(choice.getByRole("option", { name: "المساعد" })).toBeInTheDocument();
});

test("one agent is no choice, and its answers bear no name", async () => {
  const chat = await show(createFakeChat(), { agents: agents.slice(0, 1) });
  await expect.element(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await expect.element(select()).not.toBeInTheDocument();
  await say("Hello");
  await vi.waitFor(() => expect(chat).toHaveBeenCalledWith("Hello", {}));
  await expect.element(page.getByText(/Answer by/)).not.toBeInTheDocument();
});
