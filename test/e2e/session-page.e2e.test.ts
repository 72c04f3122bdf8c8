import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { createTimeline, type SessionEvent } from "@callboard/core";
import { readSessionFile, writeSessionPage, type SessionViewer } from "@callboard/core/share";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attackLog } from "../../packages/react/src/testing/fixtures/attackLog.ts";
import { attacks } from "../../packages/react/src/testing/fixtures/attacks.ts";
import { at } from "../../scripts/paths.mjs";
import { openChromium } from "./chromium.ts";
import { openWatched, sideways } from "./watchedTab.ts";

let browser: Browser;
let viewer: SessionViewer;
const folder = mkdtempSync(join(tmpdir(), "callboard-session-page-"));
beforeAll(async () => {
  const built = pathToFileURL(at("packages/react/dist/viewer.js")).href;
  [browser, { viewer }] = await Promise.all([openChromium(), import(built) as Promise<{ viewer: SessionViewer }>]);
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const numbered = (bodies: ReturnType<typeof attackLog>): SessionEvent[] =>
  bodies.map((body, index) => ({ seq: index + 1, sessionId: "s", at: 1_000 * index, ...body }));

/** Writes the page to the disk and opens it from there, as somebody who was sent it does. */
async function openFromDisk(events: SessionEvent[], name: string, change = (html: string) => html) {
  const html = await writeSessionPage(events, viewer, { title: "Kept" });
  const file = join(folder, name);
  writeFileSync(file, change(html));
  const context = await browser.newContext({
    locale: "en-US",
    reducedMotion: "reduce",
    viewport: { width: 320, height: 800 },
  });
  const watched = await openWatched(context, pathToFileURL(file).href);
  await watched.tab.getByRole("slider", { name: "Place in the session" }).waitFor();
  return { ...watched, html };
}

const openAll = async (tab: Page) => {
  const closed = tab.locator(".cb-player-stage [data-row][aria-expanded=false]");
  while ((await closed.count()) > 0) await closed.first().click();
};

describe("a session's page, opened from disk", () => {
  test("shows what its log says, under a policy that allows its own script alone, and asks nothing of anybody", async () => {
    const events = numbered([
      { type: "message.added", messageId: "m", role: "user", text: "How long are the waits?" },
      { type: "agent.started", agentId: "a", messageId: "m" },
      {
        type: "tool.requested",
        callId: "c",
        agentId: "a",
        tool: "measure_waits",
        title: "Measure waits",
        source: "agent",
      },
      {
        type: "tool.started",
        callId: "c",
        agentId: "a",
        tool: "measure_waits",
        input: { host: "eu-1" },
        summary: "of eu-1",
      },
      { type: "tool.completed", callId: "c", output: { longest: 20_480 }, durationMs: 12 },
      { type: "agent.text_appended", agentId: "a", delta: "The longest wait is **20 s**." },
      { type: "agent.completed", agentId: "a" },
    ]);
    const { tab, complaints, foreign, html } = await openFromDisk(events, "kept.html");
    const stage = tab.locator(".cb-player-stage");
    await stage.getByText("The longest wait is 20 s.").waitFor();
    await openAll(tab);
    await stage.getByText("20,480").waitFor();
    const shown = await stage.innerText();
    for (const words of ["How long are the waits?", "Measure waits", "of eu-1", "eu-1", "Done"])
      expect(shown).toContain(words);
    expect(await sideways(tab)).toEqual([]);
    await tab.getByRole("button", { name: "One step back" }).click();
    await tab.getByText(`Step ${events.length - 1} of ${events.length}`).waitFor();
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    // What the page has is what it was made of, to the last byte, also as the browser has read it.
    const snapshotOf = (log: readonly SessionEvent[]) => {
      const timeline = createTimeline();
      timeline.apply(log);
      return timeline.snapshot();
    };
    for (const text of [html, await tab.content()])
      expect(snapshotOf((await readSessionFile(text))!.events)).toEqual(snapshotOf(events));
  });

  test("is at most 1.2 times its compressed log, beside the program that shows it", async () => {
    const events = numbered(attacks.flatMap((text, index) => attackLog(`${text} ${index}`)));
    const log = events.map((event) => JSON.stringify(event)).join("\n");
    const program = await writeSessionPage([], viewer);
    const page = await writeSessionPage(events, viewer);
    expect(Buffer.byteLength(page) - Buffer.byteLength(program)).toBeLessThan(1.2 * gzipSync(log).length);
  });

  test("runs nothing and fetches nothing of what attacks from within its log", async () => {
    // Each kind of place has its own test; these three would break out of the page itself, and the last is code in
    // colours.
    for (const [index, text] of attacks.filter((one) => /^(?:<script>|"><script>|```)/.test(one)).entries()) {
      const { tab, complaints, foreign } = await openFromDisk(numbered(attackLog(text)), `attack-${index}.html`);
      await openAll(tab);
      expect(await tab.evaluate(() => (window as { __ran?: unknown }).__ran), text).toBeUndefined();
      expect({ complaints, foreign }, text).toEqual({ complaints: [], foreign: [] });
      await tab.context().close();
    }
  });

  test("the control, whose log stands in it as markup, is stopped by its policy and reported", async () => {
    const attack = `<img src="https://egress.test/remote.png" onerror="window.__ran = 1">`;
    const { tab, complaints } = await openFromDisk(numbered(attackLog("x")), "naive.html", (html) =>
      html.replace('<div id="root">', `${attack}<div id="root">`),
    );
    await expect.poll(() => complaints.join()).toContain("egress.test");
    expect(await tab.evaluate(() => (window as { __ran?: unknown }).__ran)).toBeUndefined();
  });
});
