import type { BrowserContextOptions, Page } from "playwright";
import { expect, test } from "vitest";
import { examples } from "../../apps/demo/src/examples.ts";
import { axeViolationsInBoth } from "./axe.ts";
import { chatIn, notesOf, startChatHost } from "./chatPage.ts";
import { visitDemo } from "./visitDemo.ts";
import { sideways } from "./watchedTab.ts";

/** What a reader sees of the calls: each row's name and state, with everything opened. Saved messages have no times. */
async function callsIn(tab: Page): Promise<string[]> {
  const messages = tab.getByRole("list", { name: "Messages" });
  const closed = messages.locator(".cb-call [aria-expanded=false]:not([aria-haspopup])");
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

/** The calls of the example that publishes, before it does: the analyst's line is its call's. */
const read = ["Document analyst: Done", "Read Document: Done", "Search Documents: Done"];

/** Tries a chat of other people's, as the demo shows it at an address: their messages, our cards. */
export function tryWireChat(path: string): void {
  const demo = visitDemo(startChatHost);
  const open = (options?: BrowserContextOptions) => demo.open(path, options);
  // Rows are drawn as they come near, so their names are there a while after they are opened.
  const calls = (tab: Page) => expect.poll(() => callsIn(tab), { timeout: 30_000 });

  test("shows each call as a card, with its sub-agent, and asks in it; a reload shows the same cards", async () => {
    const before = await notesOf(demo.host);
    const { tab, complaints, foreign } = await open();
    const chat = chatIn(tab);
    await tab.getByRole("button", { name: "Choose a tool" }).waitFor();
    expect(await axeViolationsInBoth(tab)).toEqual([]);
    await chat.ask(examples.publish);
    await chat.publish.waitFor({ timeout: 30_000 });
    expect(await chat.message.evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await notesOf(demo.host)).toEqual(before);
    // While it waits, too.
    const waiting = [...read, "Publish Note: Needs approval"];
    await calls(tab).toEqual(waiting);
    await tab.reload();
    await chat.publish.waitFor();
    await calls(tab).toEqual(waiting);

    await chat.publish.click();
    await chat.row("Publish Note", "Done").waitFor({ timeout: 30_000 });
    await chat.ended();
    expect(await notesOf(demo.host)).toHaveLength(before.length + 1);
    const done = [...read, "Publish Note: Done"];
    await calls(tab).toEqual(done);
    await tab.reload();
    await chat.row("Publish Note", "Done").waitFor();
    await calls(tab).toEqual(done);
    expect(await notesOf(demo.host)).toHaveLength(before.length + 1);
    expect([complaints, foreign]).toEqual([[], []]);
  });

  test("asks for a sub-agent in the card below its call, and goes on there, on a narrow screen", async () => {
    const before = await notesOf(demo.host);
    const { tab, complaints } = await open({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
    const chat = chatIn(tab);
    expect(await sideways(tab)).toEqual([]);
    // On a touch screen Enter begins a line.
    await chat.message.fill(examples.analystPublishes);
    await chat.send.tap();
    await chat.approval("Document analyst").waitFor({ timeout: 30_000 });
    expect(await sideways(tab)).toEqual([]);
    expect(await chat.publish.count()).toBe(1);
    await chat.readNote();
    await chat.publish.click();
    await chat.row("Publish Note", "Done", chat.card("Analyze Document")).waitFor({ timeout: 30_000 });
    await chat.row("Document analyst", "Done").waitFor({ timeout: 30_000 });
    await chat.ended();
    expect(await notesOf(demo.host)).toHaveLength(before.length + 1);
    expect(complaints).toEqual([]);
  });

  test("is denied with a reason, and says so", async () => {
    const before = await notesOf(demo.host);
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.ask(examples.publish);
    await chat.giveReason("Not before Monday");
    await chat.deny.click();
    await chat.row("Publish Note", "Denied").waitFor({ timeout: 30_000 });
    await chat.card("Publish Note").getByText("Not before Monday", { exact: true }).waitFor();
    await tab.getByText("You denied that, so it did not happen.").last().waitFor({ timeout: 30_000 });
    await chat.ended();
    expect(await notesOf(demo.host)).toEqual(before);
  });

  test("stops what runs", async () => {
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.ask(examples.survey);
    await chat.row("Corpus Survey", "Running").waitFor({ timeout: 30_000 });
    await chat.stop.click();
    await chat.ended();
    await expect
      .poll(() => callsIn(tab).then(([row]) => row), { timeout: 15_000 })
      .toMatch(/^Corpus Survey: (?:Cancelled|Interrupted|Failed)$/);
  });
}
