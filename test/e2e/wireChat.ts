import type { BrowserContextOptions, Page } from "playwright";
import { expect, test } from "vitest";
import { chatIn, notesOf, requests, startChatHost } from "./chatPage.ts";
import { visitDemo } from "./visitDemo.ts";
import { sideways } from "./watchedTab.ts";

/** What a reader sees of the calls: each row's name and state, with everything opened. Saved messages have no times. */
async function callsIn(tab: Page): Promise<string[]> {
  const messages = tab.getByRole("list", { name: "Messages" });
  const closed = messages.locator(".cb-call [aria-expanded=false]");
  for (;;) {
    while ((await closed.count()) > 0) await closed.first().click();
    await tab.waitForTimeout(200);
    if ((await closed.count()) === 0) break;
  }
  // Not `innerText`, which is empty for cards that are out of view.
  const names = await messages.locator(".cb-call-header .cb-call-name").allTextContents();
  const states = await messages.locator(".cb-call-header .cb-call-status").allTextContents();
  return names.map((name, index) => `${name}: ${states[index]}`);
}

/** Tries a chat of other people's, as the demo shows it at an address: their messages, our cards. */
export function tryWireChat(path: string): void {
  const demo = visitDemo(startChatHost);
  const open = (options?: BrowserContextOptions) => demo.open(path, options);

  test("shows each call as a card, with its sub-agent, and asks in it; a reload shows the same cards", async () => {
    const before = await notesOf(demo.host);
    const { tab, complaints, foreign } = await open();
    const chat = chatIn(tab);
    await chat.ask(requests.publish);
    await chat.publish.waitFor({ timeout: 30_000 });
    expect(await chat.message.evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await notesOf(demo.host)).toEqual(before);
    // While it waits, too.
    const waiting = await callsIn(tab);
    expect(waiting.at(-1)).toBe("Publish Note: Needs approval");
    await tab.reload();
    await chat.publish.waitFor();
    expect(await callsIn(tab)).toEqual(waiting);

    await chat.publish.click();
    await chat.row("Publish Note", "Done").waitFor({ timeout: 30_000 });
    await chat.ended();
    expect(await notesOf(demo.host)).toHaveLength(before.length + 1);
    const done = await callsIn(tab);
    expect(done).toEqual([...waiting.slice(0, -1), "Publish Note: Done"]);
    expect(done[0]).toBe("Analyze Document: Done");
    expect(done.length).toBeGreaterThan(2);
    await tab.reload();
    await chat.row("Publish Note", "Done").waitFor();
    expect(await callsIn(tab)).toEqual(done);
    expect(await notesOf(demo.host)).toHaveLength(before.length + 1);
    expect([complaints, foreign]).toEqual([[], []]);
  });

  test("asks for a sub-agent in the card below its call, and goes on there", async () => {
    const before = await notesOf(demo.host);
    const { tab, complaints } = await open();
    const chat = chatIn(tab);
    await chat.ask(requests.analystPublishes);
    await chat.approval("Document analyst").waitFor({ timeout: 30_000 });
    expect(await chat.publish.count()).toBe(1);
    await chat.publish.click();
    await chat.row("Publish Note", "Done", chat.card("Analyze Document")).waitFor({ timeout: 30_000 });
    await chat.row("Analyze Document", "Done").waitFor({ timeout: 30_000 });
    await chat.ended();
    expect(await notesOf(demo.host)).toHaveLength(before.length + 1);
    expect(complaints).toEqual([]);
  });

  test("is denied with a reason, and says so", async () => {
    const before = await notesOf(demo.host);
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.ask(requests.publish);
    await chat.reason.fill("Not before Monday");
    await chat.deny.click();
    await tab
      .getByText(/denied.*Not before Monday/s)
      .last()
      .waitFor({ timeout: 30_000 });
    await chat.ended();
    expect(await notesOf(demo.host)).toEqual(before);
  });

  test("stops what runs", async () => {
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.ask(requests.survey);
    await chat.row("Corpus Survey", "Running").waitFor({ timeout: 30_000 });
    await chat.stop.click();
    await chat.ended();
    await expect
      .poll(() => callsIn(tab).then(([row]) => row), { timeout: 15_000 })
      .toMatch(/^Corpus Survey: (?:Cancelled|Interrupted|Failed)$/);
  });

  test("fits a narrow screen", async () => {
    const { tab } = await open({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
    const chat = chatIn(tab);
    expect(await sideways(tab)).toEqual([]);
    await chat.ask(requests.publish);
    await chat.publish.waitFor({ timeout: 30_000 });
    expect(await sideways(tab)).toEqual([]);
  });
}
