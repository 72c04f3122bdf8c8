import type { SessionEvent } from "@callboard/core";
import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { examples } from "../../apps/demo/src/examples.ts";
import { api, until } from "./api.ts";
import { startHost, type Host } from "./host.ts";

/** Who may ask for an approval, what makes them, and what the page calls them. */
export const asks = [
  ["the root agent", examples.publish, "The assistant"],
  ["a sub-agent", examples.analystPublishes, "Document analyst"],
] as const;

/** Starts the demo, and waits until all of its documents can be asked about. */
export async function startChatHost(): Promise<Host> {
  const host = await startHost();
  await documented(host);
  return host;
}

/**
 * Waits until the documents were read since the host's last start, and can be searched: the first search indexes
 * them.
 */
export async function documented(host: Host): Promise<void> {
  const starts = host.output().split("Callboard is ready").length;
  await until(
    "the documents",
    async () => host.output().split("packages is read").length >= starts && (await hasSearch(host)),
    90_000,
  );
  await until("a search", () => searches(host), 90_000);
}

const hasSearch = async (host: Host) => (await fetch(`${host.url}/api/tools/search_documents`)).status === 200;

async function searches(host: Host): Promise<boolean> {
  const response = await fetch(`${host.url}/api/tools/search_documents/run`, {
    method: "POST",
    headers: { "content-type": "application/json", prefer: "wait" },
    body: JSON.stringify({ input: { query: "streaming" } }),
  });
  const { output } = (await response.json()) as { output?: { total?: number } };
  return (output?.total ?? 0) > 0;
}

/** The notes that were published so far, as the tool for it lists them. */
export async function notesOf(host: Host): Promise<{ title: string; text: string }[]> {
  const response = await fetch(`${host.url}/api/tools/list_notes/run`, {
    method: "POST",
    headers: { "content-type": "application/json", prefer: "wait" },
    body: JSON.stringify({ input: { limit: 100 } }),
  });
  const { output, error } = (await response.json()) as {
    output: { notes: { title: string; text: string }[] } | null;
  } & {
    error: unknown;
  };
  if (!output) throw new Error(`The notes could not be listed: ${JSON.stringify(error)}`);
  return output.notes;
}

/** A chat in a tab, in the words of somebody who uses it. */
export function chatIn(tab: Page) {
  const message = tab.getByRole("textbox", { name: "Message", exact: true });
  const send = tab.getByRole("button", { name: "Send", exact: true });
  const stop = tab.getByRole("button", { name: "Stop", exact: true });
  const thread = tab.getByRole("region", { name: "Conversation" });
  const card = (name: string, within: Page | Locator = tab) => within.getByRole("group", { name, exact: true });
  const chat = {
    message,
    send,
    stop,
    thread,
    /** All that is a call's: its row, what it opens, and the agents below. */
    card,
    /** The row of a call, which says in words how it does. */
    row: (name: string, says: string | RegExp = "", within: Page | Locator = tab) =>
      within.getByRole("button", {
        name: new RegExp(`^${name} .*${typeof says === "string" ? says : says.source}`, "s"),
      }),
    ask: async (text: string) => {
      await message.fill(text);
      await message.press("Enter");
    },
    /** Nothing runs, so a message can be sent. */
    ended: () => send.waitFor({ timeout: 60_000 }),
    askAndWait: async (text: string) => {
      await chat.ask(text);
      await stop.waitFor();
      await chat.ended();
    },
    /** An ask that waits for an answer, of whoever wants it. */
    approval: (agent: string) => tab.getByRole("group", { name: `${agent} wants to use “Publish Note”` }),
    publish: tab.getByRole("button", { name: "Publish Note", exact: true }),
    deny: tab.getByRole("button", { name: "Deny", exact: true }),
    /** Where it is said why something is denied, which is offered and not asked. */
    reason: tab.getByRole("textbox", { name: "Reason for denying (optional)" }),
    giveReason: async (text: string) => {
      await tab.getByRole("button", { name: "Say why", exact: true }).click();
      await chat.reason.fill(text);
    },
    /** Reads the long text of a note to its end, before which nothing can be approved. */
    readNote: () => tab.getByRole("button", { name: "Show all of Text", exact: true }).click(),
    lost: tab.getByText("The connection was lost. Trying again …"),
    list: tab.getByRole("navigation", { name: "Chats" }),
    id: () => {
      const id = /^\/chat\/([^/]+)$/.exec(new URL(tab.url()).pathname)?.[1];
      if (!id) throw new Error(`${tab.url()} is no chat's address.`);
      return decodeURIComponent(id);
    },
  };
  return chat;
}

/**
 * All that the conversation says, to the last row and without the times that go on while one looks. What a reader had
 * opened is opened everywhere, for a page that is loaded anew begins with all of it closed.
 */
export async function shownText(tab: Page): Promise<string> {
  const { thread } = chatIn(tab);
  // A menu says nothing of the chat.
  const closed = thread.locator('button[aria-expanded="false"]:not([aria-haspopup])');
  const busy = thread.locator("[aria-busy=true]");
  for (let text = ""; ; await tab.waitForTimeout(150)) {
    while ((await closed.count()) > 0) {
      // What is fetched moves what stands below it, and may be cut as soon as it is there.
      if ((await busy.count()) > 0) await tab.waitForTimeout(50);
      else await closed.first().click();
    }
    const before = text;
    text = await textOf(thread);
    // What is fetched, and rows out of sight, are drawn once the page is calm.
    if (text === before && (await busy.count()) === 0 && (await thread.locator("[data-far]").count()) === 0)
      return text;
  }
}

/** Waits until two pages of one conversation say the same: one may still fetch what the other has drawn. */
export async function showTheSame(one: Page, other: Page): Promise<void> {
  await expect
    .poll(async () => Promise.all([shownText(one), shownText(other)]), { timeout: 30_000 })
    .toSatisfy(([first, second]: string[]) => first === second);
}

async function textOf(thread: Locator): Promise<string> {
  const text = await thread.evaluate((region) => {
    // Not `innerText`, which leaves out what layout skips while it is out of sight.
    const linesOf = (node: Node): string[] => {
      if (node.nodeType === Node.TEXT_NODE) return [node.textContent ?? ""];
      if (!(node instanceof HTMLElement) || node.hidden) return [];
      if (node instanceof HTMLDetailsElement && !node.open) return linesOf(node.querySelector("summary")!);
      if (/^(?:P|LI|TD|TH|H\d|SPAN|TIME)$/.test(node.tagName)) return [node.textContent ?? ""];
      return [...node.childNodes].flatMap(linesOf);
    };
    return linesOf(region)
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .join("\n");
  });
  return text.replace(/\b\d+(?:\.\d+)?\s(?:ms|s|min|h)\b(?: \d+\s(?:s|min)\b)?/g, "⏱");
}

/** What is wrong with the order of a session's log; nothing, if it is gap-free and of one session. */
export function gaps(events: readonly SessionEvent[]): string[] {
  return events.flatMap(({ seq }, index) => (seq === index + 1 ? [] : [`Place ${index + 1} holds seq ${seq}.`]));
}

/** How often each kind of event is in the log for a call. */
export const timesOf = (events: readonly SessionEvent[], type: string, callId: string) =>
  events.filter((event) => event.type === type && "callId" in event && event.callId === callId).length;

/** The one call of a tool in a session. */
export function callOf(events: readonly SessionEvent[], tool: string): string {
  const ids = new Set(
    events.flatMap((event) => (event.type === "tool.requested" && event.tool === tool ? [event.callId] : [])),
  );
  const [id, ...more] = ids;
  if (id === undefined || more.length > 0) throw new Error(`${ids.size} calls of ${tool} instead of one.`);
  return id;
}

/** What a session's agents and calls came to: each with its last end, in the order in which they began. */
export const eventsOf = (host: Host, tab: Page) => api.events(host, chatIn(tab).id());

/** The arguments that an ask in the log was made for. */
export const askedInput = async (host: Host, tab: Page) => {
  const asked = (await eventsOf(host, tab)).find((event) => event.type === "tool.needs_approval");
  if (asked?.type !== "tool.needs_approval") throw new Error("Nothing was asked.");
  return asked.input as { title: string; text: string };
};

/** Each value of the ask, by its label, to the character. */
export const exactValues = async (tab: Page, agent: string) => {
  const ask = chatIn(tab).approval(agent);
  const labels = await ask.locator("dl > dt").allTextContents();
  const values = await ask.locator("dl > dd > [data-exact]").allTextContents();
  return Object.fromEntries(labels.map((label, index) => [label, values[index]]));
};
