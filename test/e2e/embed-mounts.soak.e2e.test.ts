import type { Browser, CDPSession } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openChromium } from "./chromium.ts";
import { openEmbedWorld, type EmbedWorld } from "./embedWorld.ts";
import { openWatched } from "./watchedTab.ts";

let world: EmbedWorld;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openEmbedWorld(), openChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** How often a tool comes and goes; those before are what a page keeps for good: compiled code, caches. */
const TIMES = 1000;
const WARM = 50;

/** What counts, in the page, what is opened and not closed again, before anything else runs there. */
const COUNTERS = `<script>
  window.open = { listeners: 0, timers: new Set(), observers: 0, ports: 0 };
  const wrap = (owner, name, make) => { const own = owner[name]; owner[name] = make(own); };
  wrap(EventTarget.prototype, "addEventListener", (own) => function (...args) {
    if (this === window || this === document) open.listeners += 1;
    return own.apply(this, args);
  });
  wrap(EventTarget.prototype, "removeEventListener", (own) => function (...args) {
    if (this === window || this === document) open.listeners -= 1;
    return own.apply(this, args);
  });
  wrap(window, "setTimeout", (own) => (work, ...rest) => {
    const id = own(() => { open.timers.delete(id); work(); }, ...rest);
    open.timers.add(id);
    return id;
  });
  wrap(window, "clearTimeout", (own) => (id) => { open.timers.delete(id); own(id); });
  for (const name of ["ResizeObserver", "MutationObserver", "IntersectionObserver"])
    window[name] = class extends window[name] {
      observe(...args) { open.observers += 1; super.observe(...args); }
      disconnect() { open.observers -= 1; super.disconnect(); }
    };
  wrap(window, "MessageChannel", (Own) => class extends Own {
    constructor() { super(); open.ports += 1; const { port1 } = this, close = port1.close.bind(port1); port1.close = () => { open.ports -= 1; close(); }; }
  });
  window.styles = () => document.styleSheets.length + document.adoptedStyleSheets.length + document.querySelectorAll("style").length;
</script>`;

interface Mounting {
  open: { listeners: number; timers: Set<number>; observers: number; ports: number };
  styles(): number;
  callboard: { mount(element: Element, options: object): { unmount(): void } };
}

const metricsOf = async (session: CDPSession) => {
  for (let times = 0; times < 3; times++) await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
  return {
    heap: of("JSHeapUsedSize"),
    nodes: of("Nodes"),
    held: of("JSEventListeners"),
    documents: of("Documents"),
    frames: of("Frames"),
  };
};

test("a tool that came and went a thousand times has left nothing behind", { timeout: 1_500_000 }, async () => {
  const context = await browser.newContext();
  const { tab, complaints } = await openWatched(
    context,
    world.page.page("/mounts", `${COUNTERS}<div id="place"></div>${world.script}`),
  );
  const session = await context.newCDPSession(tab);
  await session.send("Performance.enable");
  const options = { host: world.host, tool: "double", publishKey: world.keys["double"]!.key };
  /** Each goes at another moment: before its frame answers, and once its form is there. */
  const mountTimes = (times: number) =>
    tab.evaluate(
      async ({ options, times }) => {
        const { callboard } = window as unknown as Mounting;
        const place = document.querySelector("#place")!;
        let ready = 0;
        for (let time = 0; time < times; time++) {
          const heard = new AbortController();
          // What this test itself listens to and waits for is not what it counts.
          const { signal } = heard;
          const answered = new Promise<boolean>((resolve) => {
            place.addEventListener("callboard:ready", () => resolve(true), { signal });
            place.addEventListener("callboard:failed", () => resolve(false), { signal });
          });
          const embed = callboard.mount(place, options);
          // One address opens so many frames and gets so many tokens a minute: every tenth is waited for.
          if (time % 10 === 0 && (await answered)) ready += 1;
          heard.abort();
          embed.unmount();
          await new Promise(requestAnimationFrame);
        }
        return ready;
      },
      { options, times },
    );
  const openNow = () =>
    tab.evaluate(() => {
      const { open, styles } = window as unknown as Mounting;
      return {
        ...open,
        timers: open.timers.size,
        styles: styles(),
        globals: Object.getOwnPropertyNames(window).length,
      };
    });
  await mountTimes(WARM);
  const before = { ...(await openNow()), ...(await metricsOf(session)) };
  expect(await mountTimes(TIMES)).toBeGreaterThan(0);
  await expect.poll(async () => (await metricsOf(session)).frames).toBe(1);
  const after = { ...(await openNow()), ...(await metricsOf(session)) };
  expect({ ...after, heap: 0, nodes: 0 }).toEqual({ ...before, heap: 0, nodes: 0 });
  // What a thousand would leave, were it only a hundred bytes each, or a node.
  expect(after.heap - before.heap).toBeLessThan(TIMES * 100);
  expect(after.nodes - before.nodes).toBeLessThan(TIMES / 10);
  expect(complaints.filter((said) => !/429|Failed to load/.test(said))).toEqual([]);
  expect(world.problems).toEqual([]);
  await context.close();
});
