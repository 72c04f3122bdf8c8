import type { AgentListing } from "@callboard/core";
import { page, userEvent } from "vitest/browser";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { arabic } from "../messages/ar.ts";
import { german } from "../messages/de.ts";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { chatIds, createFakeChat, finishedTurn, turn } from "../testing/fixtures/chatEvents.ts";
import { Chat, type ChatProps } from "./Chat.tsx";

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
