import type { BrowserContextOptions, Locator } from "playwright";
import { describe, expect, test } from "vitest";
import { examples } from "../../apps/demo/src/examples.ts";
import {
  askedInput,
  asks,
  callOf,
  chatIn,
  eventsOf,
  exactValues,
  gaps,
  notesOf,
  showTheSame,
  shownText,
  startChatHost,
  timesOf,
} from "./chatPage.ts";
import { visitDemo } from "./visitDemo.ts";

const demo = visitDemo(startChatHost);
const open = (path = "/chat", options?: BrowserContextOptions) => demo.open(path, options);

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
    const { title, text } = await askedInput(demo.host, tab);
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
    await chat.giveReason("Not before Monday");
    await chat.deny.click();
    await chat.row("Publish Note", "Denied").waitFor();
    await chat.ended();
    const card = chat.card("Publish Note");
    expect(await card.getByText("Not before Monday", { exact: true }).count()).toBe(1);
    // Who denied it and why: that it did not run is said by its state.
    expect(await card.getByText("The call was not approved, so it did not run.").count()).toBe(0);
    // The model was told, and says so itself; what it was told to do next is for it alone.
    const said = await chat.thread.locator(".cb-said").last().innerText();
    expect(said).toContain("You denied that, so it did not happen.");
    expect(said).not.toContain("go on without it");
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
    await showTheSame(tab, second);

    const late = await fetch(`${demo.host.url}/api/calls/${asked.callId}/approve`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ approvalId: asked.approvalId }),
    });
    expect(late.status).toBe(409);
    expect(await notesOf(demo.host)).toEqual(before);
  });
});

test("by the keyboard alone: an ask three levels down is found, edited, approved, and its result read", async () => {
  const { tab, complaints } = await open();
  const chat = chatIn(tab);
  await chat.ask(examples.analystPublishes);
  await chat.approval("Document analyst").waitFor();
  // Somebody who comes later, from the field that the page begins in.
  await tab.reload();
  await chat.approval("Document analyst").waitFor();
  await chat.message.focus();
  const press = async (key: string, target: Locator) => {
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
      await tab.keyboard.press(key);
    }
    throw new Error(`40 times ${key} do not lead to ${String(target)}.`);
  };
  await press("Shift+Tab", tab.getByRole("button", { name: "Show it", exact: true }));
  await tab.keyboard.press("Enter");
  const row = chat.row("Publish Note", "Needs approval");
  await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
  await press("Tab", tab.getByRole("button", { name: "Edit", exact: true }));
  await tab.keyboard.press("Enter");
  const title = tab.getByRole("textbox", { name: "Title" });
  await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
  await tab.keyboard.press("ControlOrMeta+A");
  await tab.keyboard.type("Written by hand");
  await tab.keyboard.press("Enter");
  await tab.getByText("It would run with exactly this, as you changed it").waitFor();
  await press("Shift+Tab", chat.publish);
  await tab.keyboard.press("Enter");
  await chat.row("Publish Note", "Done").waitFor();
  await chat.ended();
  expect(await chat.card("Publish Note").innerText()).toContain("Written by hand");
  expect((await notesOf(demo.host))[0]).toMatchObject({ title: "Written by hand" });
  expect(complaints).toEqual([]);
});

describe("Stop", () => {
  test("ends a sub-agent that waits for an approval, with all above it, and the ask cannot be answered any more", async () => {
    const before = await notesOf(demo.host);
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.ask(examples.analystPublishes);
    await chat.approval("Document analyst").waitFor();
    await chat.stop.click();
    await chat.ended();
    await chat.row("Publish Note", "Cancelled").waitFor();
    await chat.row("Document analyst", "Cancelled").waitFor();
    await tab.getByRole("button", { name: "Continue", exact: true }).waitFor();
    expect(await chat.publish.count()).toBe(0);
    // What was announced of it stands in its region until the next announcement.
    await expect.poll(() => tab.getByText("needs your approval").count()).toBe(0);

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
    await chat.ask(examples.survey);
    await chat.row("Corpus Survey", "Running").click();
    const output = tab.getByRole("region", { name: /^(?:Output so far|Log)$/ });
    await output.waitFor();
    await chat.stop.click();
    await chat.row("Corpus Survey", "Cancelled").waitFor();
    await chat.ended();
    expect(await output.innerText()).toMatch(/^\S+: \d+ files?, /);

    await chat.ask(examples.search);
    const said = chat.thread.locator(".cb-said").last();
    await said.getByText(/I found .* the first/).waitFor();
    await expect.poll(() => chat.stop.click().then(() => chat.stop.count()), { timeout: 10_000 }).toBe(0);
    await chat.ended();
    expect(await chat.thread.getByText("Stopped", { exact: true }).count()).toBe(2);
    const text = await shownText(tab);
    await tab.reload();
    await chat.send.waitFor();
    await expect.poll(() => shownText(tab), { timeout: 15_000 }).toBe(text);
    expect(text).toContain("passages on");
    const events = await eventsOf(demo.host, tab);
    expect(events.at(-1)!.type).toBe("agent.cancelled");
  });
});
