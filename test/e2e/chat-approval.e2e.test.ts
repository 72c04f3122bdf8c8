import type { BrowserContextOptions, Page } from "playwright";
import { describe, expect, test } from "vitest";
import {
  callOf,
  chatIn,
  documented,
  eventsOf,
  gaps,
  notesOf,
  requests,
  shownText,
  startChatHost,
  timesOf,
} from "./chatPage.ts";
import { visitDemo } from "./visitDemo.ts";

const demo = visitDemo(startChatHost);
const open = (path = "/chat", options?: BrowserContextOptions) => demo.open(path, options);

const asks = [
  ["the root agent", requests.publish, "The assistant"],
  ["a sub-agent", requests.analystPublishes, "Document analyst"],
] as const;

/** The arguments that an ask in the log was made for. */
const askedInput = async (tab: Page) => {
  const asked = (await eventsOf(demo.host, tab)).find((event) => event.type === "tool.needs_approval");
  if (asked?.type !== "tool.needs_approval") throw new Error("Nothing was asked.");
  return asked.input as { title: string; text: string };
};

/** Each value of the ask, by its label, to the character. */
const exactValues = async (tab: Page, agent: string) => {
  const ask = chatIn(tab).approval(agent);
  const labels = await ask.locator("dl > dt").allTextContents();
  const values = await ask.locator("dl > dd").allTextContents();
  return Object.fromEntries(labels.map((label, index) => [label, values[index]]));
};

describe.each(asks)("an approval that %s asks for", (_who, request, agent) => {
  test("takes no focus, shows the exact values, and happens once it is given", async () => {
    const before = await notesOf(demo.host);
    const { tab, complaints } = await open();
    const chat = chatIn(tab);
    await chat.ask(request);
    await chat.message.pressSequentially("a thought meanwhile", { delay: 20 });
    await chat.approval(agent).waitFor();
    expect(await chat.message.evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await chat.message.inputValue()).toBe("a thought meanwhile");
    // Not by a key that somebody presses while writing, either.
    await chat.message.press("Enter");
    const { title, text } = await askedInput(tab);
    const values = await exactValues(tab, agent);
    expect(values).toEqual({ Title: title, Text: text });
    expect(Object.keys(values)).toEqual(["Title", "Text"]);
    expect(await tab.getByText("1 call needs your approval").count()).toBe(1);
    await expect
      .poll(() => tab.getByRole("status").allTextContents(), { timeout: 5_000 })
      .toContain("Publish Note needs your approval.");
    expect(await notesOf(demo.host)).toEqual(before);

    await chat.publish.click();
    await chat.row("Publish Note", "Done").waitFor();
    await chat.ended();
    expect(await chat.publish.count()).toBe(0);
    expect(await tab.getByText("1 call needs your approval").count()).toBe(0);
    const [note, ...earlier] = await notesOf(demo.host);
    expect(note).toMatchObject({ title, text });
    expect(earlier).toEqual(before);
    const events = await eventsOf(demo.host, tab);
    expect(gaps(events)).toEqual([]);
    expect(timesOf(events, "tool.completed", callOf(events, "publish_note"))).toBe(1);
    expect(events.at(-1)!.type).toBe("agent.completed");

    // Anybody of the workspace finds it by the tool's own page.
    await tab.goto(`${demo.host.url}/tools/list_notes`);
    await tab.getByRole("button", { name: "List", exact: true }).click();
    await tab.getByRole("table", { name: "Notes" }).getByRole("cell", { name: title, exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  test("is denied with a reason: that is said, and nothing is published", async () => {
    const before = await notesOf(demo.host);
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.ask(request);
    await chat.approval(agent).waitFor();
    await chat.reason.fill("Not before Monday");
    await chat.deny.click();
    await chat.row("Publish Note", "Denied").waitFor();
    await chat.ended();
    const card = chat.card("Publish Note");
    expect(await card.getByText("Not before Monday", { exact: true }).count()).toBe(1);
    expect(await card.getByText("The call was not approved, so it did not run.").count()).toBe(1);
    // The model was told, and says so itself.
    expect(await chat.thread.locator(".cb-said").last().innerText()).toMatch(/denied.*Not before Monday/s);
    expect(await notesOf(demo.host)).toEqual(before);
    const events = await eventsOf(demo.host, tab);
    const callId = callOf(events, "publish_note");
    expect(timesOf(events, "tool.denied", callId)).toBe(1);
    expect(timesOf(events, "tool.started", callId)).toBe(0);
  });

  test("is answered in one of two tabs: the other shows it, and a late answer has no effect", async () => {
    const before = await notesOf(demo.host);
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.ask(request);
    await chat.approval(agent).waitFor();
    const asked = (await eventsOf(demo.host, tab)).find((event) => event.type === "tool.needs_approval");
    if (asked?.type !== "tool.needs_approval") throw new Error("Nothing was asked.");
    const { tab: second } = await open(`/chat/${chat.id()}`);
    const other = chatIn(second);
    await other.approval(agent).waitFor();
    await other.deny.click();
    await chat.row("Publish Note", "Denied").waitFor();
    await Promise.all([chat.ended(), other.ended()]);
    await expect.poll(() => shownText(second), { timeout: 15_000 }).toBe(await shownText(tab));

    const late = await fetch(`${demo.host.url}/api/calls/${asked.callId}/approve`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ approvalId: asked.approvalId }),
    });
    expect(late.status).toBe(409);
    expect(await notesOf(demo.host)).toEqual(before);
  });

  test("survives the server's death: the page comes back by itself, and the note is published once", async () => {
    const before = await notesOf(demo.host);
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.ask(request);
    await chat.approval(agent).waitFor();
    const [shown, input, acknowledged] = [await shownText(tab), await askedInput(tab), await eventsOf(demo.host, tab)];
    await chat.reason.fill("half a reason");
    await chat.message.fill("half a message");

    await demo.host.kill();
    await chat.lost.waitFor({ timeout: 15_000 });
    // Nobody is there to take the answer, which is said, and the ask stays.
    await chat.publish.click();
    await chat
      .approval(agent)
      .getByRole("alert")
      .getByText("Your answer did not reach the host.")
      .waitFor({ timeout: 15_000 });
    await demo.host.restart();
    await documented(demo.host);
    await expect.poll(() => chat.lost.count(), { timeout: 45_000 }).toBe(0);

    expect(await chat.reason.inputValue()).toBe("half a reason");
    expect(await chat.message.inputValue()).toBe("half a message");
    expect(await exactValues(tab, agent)).toEqual({ Title: input.title, Text: input.text });
    // The log is as it was given out, and nothing was closed by the crash.
    expect((await eventsOf(demo.host, tab)).slice(0, acknowledged.length)).toEqual(acknowledged);
    await tab.reload();
    await chat.approval(agent).waitFor();
    await expect.poll(() => shownText(tab), { timeout: 15_000 }).toBe(shown);

    await chat.publish.dblclick();
    await chat.row("Publish Note", "Done").waitFor();
    await chat.ended();
    const notes = await notesOf(demo.host);
    expect(notes).toHaveLength(before.length + 1);
    expect(notes[0]).toMatchObject(input);
    const events = await eventsOf(demo.host, tab);
    expect(gaps(events)).toEqual([]);
    const callId = callOf(events, "publish_note");
    for (const type of ["tool.approved", "tool.started", "tool.completed"])
      expect(timesOf(events, type, callId)).toBe(1);
    expect(events.filter(({ type }) => type === "agent.interrupted")).toEqual([]);
    expect(events.at(-1)!.type).toBe("agent.completed");
  });
});

describe("Stop", () => {
  test("ends a sub-agent that waits for an approval, with all above it, and the ask cannot be answered any more", async () => {
    const before = await notesOf(demo.host);
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.ask(requests.analystPublishes);
    await chat.approval("Document analyst").waitFor();
    await chat.stop.click();
    await chat.ended();
    await chat.row("Publish Note", "Cancelled").waitFor();
    await chat.row("Analyze Document", "Cancelled").waitFor();
    await tab.getByRole("button", { name: /^Document analyst .*Stopped$/ }).waitFor();
    await tab.getByRole("button", { name: "Continue", exact: true }).waitFor();
    expect(await chat.publish.count()).toBe(0);
    expect(await tab.getByText("needs your approval").count()).toBe(0);

    const events = await eventsOf(demo.host, tab);
    expect(gaps(events)).toEqual([]);
    const ends = events.filter(({ type }) => /^agent\.(?:completed|failed|cancelled|interrupted)$/.test(type));
    expect(ends.map(({ type }) => type)).toEqual(["agent.cancelled", "agent.cancelled"]);
    const asked = events.find((event) => event.type === "tool.needs_approval")!;
    const late = await fetch(`${demo.host.url}/api/calls/${asked.callId}/approve`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ approvalId: asked.approvalId }),
    });
    expect(late.status).toBe(409);
    expect(await notesOf(demo.host)).toEqual(before);
    // It stays ended.
    await tab.waitForTimeout(1_000);
    expect(await eventsOf(demo.host, tab)).toEqual(events);
  });

  test("ends a call that runs, and an answer in its middle; what was there stays", async () => {
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.ask(requests.survey);
    await chat.row("Corpus Survey", "Running").click();
    const output = tab.getByRole("region", { name: "Output so far" });
    await output.waitFor();
    await chat.stop.click();
    await chat.row("Corpus Survey", "Cancelled").waitFor();
    await chat.ended();
    expect(await output.innerText()).toMatch(/^\S+: \d+ files?, /);

    await chat.ask(requests.search);
    const said = chat.thread.locator(".cb-said").last();
    await said.getByText(/I found .* the first/).waitFor();
    await expect.poll(() => chat.stop.click().then(() => chat.stop.count()), { timeout: 10_000 }).toBe(0);
    await chat.ended();
    expect(await chat.thread.getByText("Stopped", { exact: true }).count()).toBe(2);
    const text = await shownText(tab);
    await tab.reload();
    await chat.send.waitFor();
    await expect.poll(() => shownText(tab), { timeout: 15_000 }).toBe(text);
    expect(text).toContain("documents for");
    const events = await eventsOf(demo.host, tab);
    expect(events.at(-1)!.type).toBe("agent.cancelled");
  });
});
