import type { SessionEvent } from "@callboard/core";
import type { BrowserContextOptions, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { examples } from "../../apps/demo/src/examples.ts";
import { api, until } from "./api.ts";
import {
  askedInput,
  asks,
  callOf,
  chatIn,
  documented,
  eventsOf,
  exactValues,
  gaps,
  notesOf,
  shownText,
  startChatHost,
  timesOf,
} from "./chatPage.ts";
import { visitDemo } from "./visitDemo.ts";

const demo = visitDemo(startChatHost);
const open = (path = "/chat", options?: BrowserContextOptions) => demo.open(path, options);

const rootEnds = (events: readonly SessionEvent[]) => {
  const root = events.find((event) => event.type === "agent.started")!.agentId;
  return events.filter(
    (event) =>
      /^agent\.(?:completed|failed|cancelled|interrupted)$/.test(event.type) &&
      "agentId" in event &&
      event.agentId === root,
  );
};

const said = (tab: Page) => chatIn(tab).thread.locator(".cb-said").last();

describe("a server that is killed in the middle of an answer", () => {
  test("says that it was interrupted; Continue takes the step again, and the answer is whole", async () => {
    // How the answer is when nothing comes in between.
    const { tab: calm } = await open();
    await chatIn(calm).askAndWait(examples.search);
    const whole = await said(calm).innerText();

    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.ask(examples.search);
    await said(tab)
      .getByText(/I found .* the first/)
      .waitFor();
    const interrupted = tab.getByText("Interrupted", { exact: true });
    await demo.host.kill();
    await demo.host.restart();
    await interrupted.waitFor({ timeout: 60_000 });
    await expect.poll(() => chat.lost.count(), { timeout: 45_000 }).toBe(0);
    await tab.getByText("The process that ran this ended before it did.").waitFor();
    await chat.send.waitFor();
    const half = await eventsOf(demo.host, tab);
    expect(rootEnds(half).map(({ type }) => type)).toEqual(["agent.interrupted"]);
    const cut = await said(tab).innerText();
    expect(cut.length).toBeGreaterThan(20);
    expect(cut.length).toBeLessThan(whole.length);

    await documented(demo.host);
    await tab.getByRole("button", { name: "Continue", exact: true }).click();
    await expect.poll(() => said(tab).innerText(), { timeout: 30_000 }).toBe(whole);
    await chat.ended();
    expect(await interrupted.count()).toBe(0);
    const events = await eventsOf(demo.host, tab);
    expect(gaps(events)).toEqual([]);
    expect(events.slice(0, half.length)).toEqual(half);
    expect(events.filter(({ type }) => type === "agent.retracted")).toHaveLength(1);
    // The search was over before the crash, and is not made again.
    expect(events.filter(({ type }) => type === "tool.started")).toHaveLength(1);
    expect(rootEnds(events).at(-1)!.type).toBe("agent.completed");
    const text = await shownText(tab);
    await tab.reload();
    await chat.send.waitFor();
    await expect.poll(() => shownText(tab), { timeout: 15_000 }).toBe(text);
  });
});

describe.each(asks)("an approval that %s asks for", (_who, request, agent) => {
  test("survives the server's death: the page comes back by itself, and the note is published once", async () => {
    const before = await notesOf(demo.host);
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.ask(request);
    await chat.approval(agent).waitFor();
    const [shown, input, acknowledged] = [
      await shownText(tab),
      await askedInput(demo.host, tab),
      await eventsOf(demo.host, tab),
    ];
    await chat.giveReason("half a reason");
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
    // What was begun to be said of the ask is there again too.
    expect(await chat.reason.inputValue()).toBe("half a reason");
    const begun = ["Reason for denying (optional)", "half a reason"];
    const asBefore = (text: string) => text.split("\n").filter((line) => !begun.includes(line));
    await expect
      .poll(async () => asBefore(await shownText(tab)), { timeout: 15_000 })
      .toEqual(shown.split("\n").filter((line) => line !== "Say why"));

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

describe("a page that is loaded anew", () => {
  test("shows the same at any moment of a turn: what was there is there, and goes on", async () => {
    const { tab, complaints } = await open();
    const chat = chatIn(tab);
    await tab.addInitScript(() => {
      new MutationObserver(() => {
        const word = document.querySelector(".cb-md-unread")?.textContent;
        if (word) (window as unknown as { raw?: string }).raw ??= word;
      }).observe(document, { subtree: true, childList: true });
    });
    await chat.ask(examples.analystPublishes);
    await expect.poll(() => tab.url(), { timeout: 15_000 }).toMatch(/\/chat\/.+/);
    for (let loads = 0; loads < 3; loads++) {
      const before = await eventsOf(demo.host, tab);
      await tab.reload();
      await chat.thread.getByText("Analyze zod/README.md:").waitFor();
      expect((await eventsOf(demo.host, tab)).slice(0, before.length)).toEqual(before);
    }
    await chat.publish.waitFor();
    const waiting = await shownText(tab);
    expect(waiting).toContain("Document analyst wants to use “Publish Note”");
    await tab.reload();
    await chat.publish.waitFor();
    await expect.poll(() => shownText(tab), { timeout: 15_000 }).toBe(waiting);

    await chat.publish.click();
    await chat.ended();
    const over = await shownText(tab);
    expect(over).toContain("Done");
    await tab.reload();
    await chat.send.waitFor();
    await expect.poll(() => shownText(tab), { timeout: 15_000 }).toBe(over);
    // Nothing was shown as the source of its Markdown first.
    expect(await tab.evaluate(() => (window as unknown as { raw?: string }).raw)).toBeUndefined();
    expect(complaints).toEqual([]);
  });
});

describe("a page without a network", () => {
  test("says so, keeps what is written, and catches up by itself when it is back", async () => {
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.askAndWait(examples.calculate);
    const before = await shownText(tab);
    const sessionId = chat.id();
    await tab.context().setOffline(true);
    await tab.getByText("You are offline. The chat catches up when the network is back.").waitFor({ timeout: 60_000 });
    expect(await shownText(tab)).toBe(before);

    await chat.ask(examples.mend);
    await tab.getByRole("alert").getByText("Your message was not sent.").waitFor();
    expect(await chat.message.inputValue()).toBe(examples.mend);

    // Meanwhile the chat goes on elsewhere.
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ sessionId, message: examples.search });
    expect((await fetch(`${demo.host.url}/api/chat`, { method: "POST", headers, body })).status).toBe(202);
    await until("the answer", async () => rootsOver(await api.events(demo.host, sessionId)) === 2);

    await tab.context().setOffline(false);
    await chat.thread.getByText("the first five stand in these documents").waitFor({ timeout: 15_000 });
    await expect.poll(() => tab.getByText("You are offline.").count(), { timeout: 15_000 }).toBe(0);
    await tab.getByRole("button", { name: "Try again" }).click();
    await chat.thread.getByText("My first call failed").waitFor();
    expect(await chat.message.inputValue()).toBe("");
    expect(await chat.thread.getByText(examples.mend).count()).toBe(1);
  });

  const rootsOver = (events: readonly SessionEvent[]) => events.filter(({ type }) => type === "agent.completed").length;
});
