import type { BrowserContextOptions, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { examples } from "../../apps/demo/src/examples.ts";
import { axeViolationsInBoth } from "./axe.ts";
import { callOf, chatIn, eventsOf, gaps, showTheSame, shownText, startChatHost } from "./chatPage.ts";
import { visitDemo } from "./visitDemo.ts";
import { sideways, tabTo } from "./watchedTab.ts";

const demo = visitDemo(startChatHost);
const open = (path = "/chat", options?: BrowserContextOptions) => demo.open(path, options);

const hasFocus = (tab: Page) => chatIn(tab).message.evaluate((box) => box === document.activeElement);

/** Writes down, from now on, each word that a card's row shows for its state, and how the arguments grow in it. */
const recordCards = (tab: Page) =>
  tab.evaluate(() => {
    const states: Record<string, string[]> = {};
    const streamed: string[] = [];
    Object.assign(window, { recorded: { states, streamed } });
    new MutationObserver(() => {
      for (const card of document.querySelectorAll<HTMLElement>(".cb-call[data-node]")) {
        const name = card.getAttribute("aria-label") ?? "";
        const word = card.querySelector(".cb-call-status")?.textContent ?? "";
        const seen = (states[name] ??= []);
        if (word && seen.at(-1) !== word) seen.push(word);
        if (name !== "Analyze Document") continue;
        // A reader who is quick opens the row, and in it the arguments, while they are being written.
        const row = card.querySelector<HTMLButtonElement>(":scope > .cb-call-header > button[aria-expanded=false]");
        if (word === "Preparing") row?.click();
        const details = card.querySelector<HTMLDetailsElement>("details[data-args]");
        if (!details || word !== "Preparing") continue;
        if (!details.open) details.open = true;
        const text = details.innerText;
        if (streamed.at(-1) !== text) streamed.push(text);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
const recorded = (tab: Page) =>
  tab.evaluate(
    () => (window as unknown as { recorded: { states: Record<string, string[]>; streamed: string[] } }).recorded,
  );

describe("a chat", () => {
  test("calls two tools side by side, says how each does, and sums them up; nothing is complained about", async () => {
    const { tab, complaints, foreign } = await open();
    const chat = chatIn(tab);
    await tab.getByRole("heading", { name: "What do you want to do?" }).waitFor();
    // There is room for the list beside the chat, so nothing opens it.
    expect(await tab.getByRole("button", { name: "Chats" }).count()).toBe(0);
    await recordCards(tab);
    await chat.ask(examples.calculate);
    expect(await hasFocus(tab)).toBe(true);
    expect(await chat.message.inputValue()).toBe("");
    await chat.stop.waitFor();
    await chat.ended();
    expect(await hasFocus(tab)).toBe(true);

    expect(await chat.thread.getByText(examples.calculate).count()).toBe(1);
    await chat.row("ROI Calculator", "80,000 over 5 years.*Done").waitFor();
    await chat.row("Unit Converter", "2 kg.*Done").waitFor();
    const { states } = await recorded(tab);
    for (const name of ["ROI Calculator", "Unit Converter"]) {
      expect(states[name]!.at(-1)).toBe("Done");
      expect(states[name]).toContain("Preparing");
    }
    // Both were begun before either ended.
    const events = await eventsOf(demo.host, tab);
    expect(gaps(events)).toEqual([]);
    const at = (type: string, tool: string) =>
      events.findIndex((event) => event.type === type && "callId" in event && event.callId === callOf(events, tool));
    const begun = ["roi-calculator", "unit-converter"].map((tool) => at("tool.started", tool));
    const done = ["roi-calculator", "unit-converter"].map((tool) => at("tool.completed", tool));
    expect(Math.max(...begun)).toBeLessThan(Math.min(...done));

    // The answer is drawn as what its Markdown means.
    const said = chat.thread.locator(".cb-said").last();
    expect(await said.getByText("2 kg = 70.5479 oz").evaluate((word) => word.tagName)).toBe("STRONG");
    expect(await said.innerText()).not.toContain("**");
    // No JSON before somebody asks for it.
    expect(await chat.thread.innerText()).not.toMatch(/[{}]|"\w+":/);

    // The result stands in the thread before anybody opens its row, which says that it is open.
    const card = chat.card("ROI Calculator");
    expect(await chat.row("ROI Calculator").getAttribute("aria-expanded")).toBe("true");
    await card.getByText("39,781.30").first().waitFor();
    expect(await card.innerText()).not.toMatch(/[{}]|"\w+":/);
    expect(complaints).toEqual([]);
    expect(foreign).toEqual([]);
  });

  test("shows the arguments as they stream in, and a sub-agent's work below its call", async () => {
    const { tab, complaints } = await open();
    const chat = chatIn(tab);
    await chat.message.waitFor();
    await recordCards(tab);
    await chat.ask(examples.publish);
    await chat.publish.waitFor();
    const { states, streamed } = await recorded(tab);
    // How many pieces are drawn is the machine's to say; what is drawn only ever grows.
    const events = await eventsOf(demo.host, tab);
    const call = callOf(events, "analyze_document");
    const pieces = events.filter((event) => event.type === "tool.input_appended" && event.callId === call);
    expect(pieces.length).toBeGreaterThan(0);
    const lengths = streamed.map((text) => text.length);
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
    expect(streamed.join()).not.toMatch(/[{}]/);
    expect(states["Analyze Document"]).toEqual(expect.arrayContaining(["Preparing", "Working", "Done"]));

    const analyst = tab.getByRole("group", { name: "Agents of Analyze Document" });
    await chat.row("Document analyst", "Done").waitFor();
    await chat.row("Read Document", "Done", analyst).waitFor();
    await chat.row("Search Documents", "Done", analyst).waitFor();
    expect(await analyst.locator(".cb-said").last().innerText()).toContain("TypeScript-first validation library");
    await chat.deny.click();
    await chat.ended();
    expect(complaints).toEqual([]);
  });

  test("says what failed in words, with the way on", async () => {
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.askAndWait(examples.mend);
    await chat.row("Read Document", "Failed").click();
    await chat.card("Read Document").first().getByRole("alert").getByText("There is no document").waitFor();
    expect(await chat.thread.locator(".cb-said").last().innerText()).toMatch(/failed: there is no document/);
    expect(await chat.thread.innerText()).not.toMatch(/[{}]|tool_error|undefined|\bat \w+ \(/);
  });

  test("answers whatever else is said with one sentence: that no model is there, and the tools that may help", async () => {
    const { tab, complaints } = await open();
    const chat = chatIn(tab);
    await tab.getByRole("list", { name: "Watch an example" }).getByText(examples.mend).waitFor();
    await chat.ask("What can you do?");
    await chat.thread.getByText(/^No model is connected/).waitFor();
    await chat.ended();
    expect(await chat.thread.innerText()).not.toMatch(/Failed|Continue|no_model/);
    const events = await eventsOf(demo.host, tab);
    expect(events.map(({ type }) => type)).toEqual(["message.added", "agent.started", "agent.failed"]);
    await tab.getByRole("link", { name: "How to connect one" }).click();
    await tab.getByText("OPENAI_BASE_URL").first().waitFor();
    expect(complaints).toEqual([]);
  });

  test("is run by hand: a wish finds the tool, its form runs it, and its card is there after a reload", async () => {
    const { tab, complaints } = await open();
    const chat = chatIn(tab);
    await tab.getByRole("heading", { name: "What do you want to do?" }).waitFor();
    expect(await hasFocus(tab)).toBe(true);
    await chat.message.pressSequentially("How many words is this?");
    await tab.getByRole("option", { name: /^Text Statistics/ }).waitFor();
    await tab.keyboard.press("ArrowDown");
    await tab.keyboard.press("Enter");
    const form = tab.getByRole("region", { name: "Text Statistics", exact: true });
    await form.getByText("How many words is this?").waitFor();
    await form.getByRole("textbox").first().fill("one two three");
    await form.locator("button[type=submit]").click();
    await chat.row("Text Statistics", "Done").waitFor();
    expect(await form.count()).toBe(0);
    expect(await hasFocus(tab)).toBe(true);

    // Another one from the list of all, and then a message: all three stand in the order in which they came.
    await tab.keyboard.type("/unit");
    await tab.keyboard.press("Enter");
    const converter = tab.getByRole("region", { name: "Unit Converter", exact: true });
    await converter.getByRole("button", { name: "Try with sample data" }).click();
    await converter.locator("button[type=submit]").click();
    await chat.row("Unit Converter", "Done").waitFor();
    await chat.ask("Thank you");
    await chat.thread.getByText(/^No model is connected/).waitFor();
    const events = await eventsOf(demo.host, tab);
    expect(gaps(events)).toEqual([]);
    const requested = events.flatMap((event) => (event.type === "tool.requested" ? [event] : []));
    expect(requested.map(({ tool, source, agentId }) => [tool, source, agentId])).toEqual([
      ["text-statistics", "web", undefined],
      ["unit-converter", "web", undefined],
    ]);
    const places = async () => {
      const text = await chat.thread.innerText();
      return ["Text Statistics", "Unit Converter", "Thank you"].map((name) => text.indexOf(name));
    };
    const before = await places();
    expect(before).toEqual(before.toSorted((one, other) => one - other));
    await tab.reload();
    await chat.row("Unit Converter", "Done").waitFor();
    expect(await chat.row("Text Statistics", "Done").getAttribute("aria-expanded")).toBe("true");
    const after = await places();
    expect(after).toEqual(after.toSorted((one, other) => one - other));
    await chat.list.getByRole("link", { name: /^How many words is this/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("is deleted for good, once that was confirmed", async () => {
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.ask("Delete me, please");
    await chat.thread.getByText(/^No model is connected/).waitFor();
    const id = chat.id();
    await tab.getByRole("button", { name: "Delete “Delete me, please”" }).click();
    await tab.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await tab.getByRole("heading", { name: "What do you want to do?" }).waitFor();
    expect(await chat.list.getByRole("link", { name: /^Delete me/ }).count()).toBe(0);
    expect((await fetch(`${demo.host.url}/api/sessions/${id}/events`)).status).toBe(404);
    await tab.goto(`${demo.host.url}/chat/${id}`);
    await tab.getByText("There is no such chat").waitFor();
  });

  test("is listed, renamed and reopened, and opens from its address alone", async () => {
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.askAndWait(examples.compare);
    const [first, said] = [chat.id(), await shownText(tab)];
    const entry = (name: string | RegExp) => chat.list.getByRole("link", { name });
    await entry(/^Have two analysts/).waitFor();
    expect(await entry(/^Have two analysts/).getAttribute("aria-current")).toBe("page");

    await tab.getByRole("button", { name: `Rename “${examples.compare}”` }).click();
    const name = tab.getByRole("textbox", { name: "Name of the chat" });
    await name.fill("Hono and Vite");
    await name.press("Enter");
    await entry(/^Hono and Vite/).waitFor();

    await tab.getByRole("link", { name: "New chat" }).click();
    await tab.getByRole("heading", { name: "What do you want to do?" }).waitFor();
    await chat.askAndWait(examples.calculate);
    expect(chat.id()).not.toBe(first);
    await entry(/^Hono and Vite/).click();
    await chat.thread.getByText(examples.compare).waitFor();
    await expect.poll(() => shownText(tab), { timeout: 15_000 }).toBe(said);
    expect(await chat.thread.getByText(examples.calculate).count()).toBe(0);

    await tab.goBack();
    await chat.thread.getByText(examples.calculate).waitFor();
    const { tab: other } = await open(`/chat/${first}`);
    await expect.poll(() => shownText(other), { timeout: 15_000 }).toBe(said);
    await chatIn(other)
      .list.getByRole("link", { name: /^Hono and Vite/ })
      .waitFor();

    const { tab: nowhere } = await open("/chat/no-such-chat");
    await nowhere.getByText("There is no such chat, or it is not yours.").waitFor();
  });

  test("is live in a second tab, whichever of the two asks", async () => {
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.ask(examples.survey);
    await chat.row("Corpus Survey", "Running").waitFor();
    const { tab: second } = await open(`/chat/${chat.id()}`);
    const other = chatIn(second);
    await other.row("Corpus Survey", "Running").waitFor();
    await other.stop.click();
    await chat.row("Corpus Survey", "Cancelled").waitFor();
    await Promise.all([chat.ended(), other.ended()]);
    await showTheSame(tab, second);

    await other.ask(examples.calculate);
    await chat.thread.getByText(examples.calculate).waitFor();
    await chat.stop.waitFor();
    await Promise.all([chat.ended(), other.ended()]);
    await showTheSame(tab, second);
    expect(await shownText(tab)).toContain("2 kg = 70.5479 oz");
  });

  test("can be used with the keyboard alone: ask, open a row, approve, rename", async () => {
    const { tab } = await open();
    const chat = chatIn(tab);
    await chat.message.waitFor();
    await tabTo(tab, "the message", () => hasFocus(tab));
    await tab.keyboard.type("Analyze zod/README.md: what does it say about validation?");
    await tab.keyboard.press("Shift+Enter");
    await tab.keyboard.type("Then publish a note about it");
    await tab.keyboard.press("Enter");
    await chat.publish.waitFor();
    expect(await hasFocus(tab)).toBe(true);

    const focused = (locator: ReturnType<Page["locator"]>) => async () =>
      (await locator.count()) > 0 && locator.first().evaluate((element) => element === document.activeElement);
    await back(tab, "the button that publishes", focused(chat.publish));
    await tab.keyboard.press("Enter");
    await chat.row("Publish Note", "Done").waitFor();
    await chat.ended();

    // The focus went on to the row of the call that was answered; arrow keys walk from row to row.
    await expect.poll(focused(chat.row("Publish Note", "Done"))).toBe(true);
    await back(tab, "the row of the analysis", focused(chat.row("Document analyst", "Done")), "ArrowUp");
    await tab.keyboard.press("Enter");
    await expect
      .poll(() => chat.row("Document analyst").getAttribute("aria-expanded"), { timeout: 15_000 })
      .toBe("true");

    const rename = tab.getByRole("button", { name: /^Rename “Analyze zod/ });
    await back(tab, "the pencil of the chat", focused(rename));
    await tab.keyboard.press("Enter");
    await tab.keyboard.type("By keyboard");
    await tab.keyboard.press("Enter");
    await chat.list.getByRole("link", { name: /^By keyboard/ }).waitFor();
  });

  /**
   * Presses Shift and Tab, or another key, until the element has the focus: what was written last stands before the
   * box.
   */
  const back = async (tab: Page, name: string, isThere: () => Promise<boolean>, key = "Shift+Tab") => {
    for (let presses = 0; presses < 60; presses++) {
      if (await isThere()) return;
      await tab.keyboard.press(key);
    }
    throw new Error(`60 presses of ${key} did not reach ${name}.`);
  };

  test("has nothing that axe finds wrong: empty, waiting for an approval, and over, in light and in dark", async () => {
    const { tab } = await open("/chat");
    const chat = chatIn(tab);
    await tab.getByRole("heading", { name: "What do you want to do?" }).waitFor();
    expect(await axeViolationsInBoth(tab)).toEqual([]);
    await chat.ask(examples.analystPublishes);
    await chat.publish.waitFor();
    expect(await axeViolationsInBoth(tab)).toEqual([]);
    await chat.deny.click();
    await chat.ended();
    await chat.askAndWait(examples.calculate);
    await chat.card("ROI Calculator").getByRole("img").first().waitFor();
    expect(await axeViolationsInBoth(tab)).toEqual([]);
  });

  test("has no sideways scroll at 375 px: empty, waiting, over, and with its list of chats", async () => {
    const { tab } = await open("/chat", { viewport: { width: 375, height: 812 }, hasTouch: true });
    const chat = chatIn(tab);
    await tab.getByRole("heading", { name: "What do you want to do?" }).waitFor();
    expect(await sideways(tab)).toEqual([]);
    // A touch keyboard has no way to begin a line but Enter, so the button sends.
    const say = async (text: string) => {
      await chat.message.fill(text);
      await chat.send.click();
      await chat.stop.waitFor();
    };
    await say(examples.analystPublishes);
    await chat.publish.waitFor();
    expect(await sideways(tab)).toEqual([]);
    await chat.readNote();
    await chat.publish.click();
    await chat.ended();
    await say(examples.calculate);
    await chat.ended();
    expect(await sideways(tab)).toEqual([]);
    for (const link of await tab.getByRole("navigation", { name: "Main" }).getByRole("link").all()) {
      const box = await link.boundingBox();
      expect(box!.y).toBeGreaterThanOrEqual(0);
      expect(box!.y + box!.height).toBeLessThanOrEqual(60);
    }

    expect(await chat.list.isVisible()).toBe(false);
    await tab.getByText("Chats", { exact: true }).click();
    await chat.list.getByRole("link").first().waitFor();
    expect(await sideways(tab)).toEqual([]);
    await chat.list.getByRole("link").nth(1).click();
    await expect.poll(() => chat.list.isVisible(), { timeout: 15_000 }).toBe(false);
  });
});
