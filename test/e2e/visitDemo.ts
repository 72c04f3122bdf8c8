import type { Browser, BrowserContextOptions } from "playwright";
import { afterAll, afterEach, beforeAll } from "vitest";
import { openChromium } from "./chromium.ts";
import { startHost, type Host } from "./host.ts";
import { createVisitors, type Visitors } from "./visitors.ts";
import { openWatched, type WatchedTab } from "./watchedTab.ts";

/** The demo of one file's tests, and a browser that visits it. */
export interface VisitedDemo {
  readonly host: Host;
  /** Opens a page of it as somebody who was never there before; it is closed with the test. */
  open(path: string, options?: BrowserContextOptions): Promise<WatchedTab>;
}

/** Has the demo and a browser there while the tests of a file, or of the `describe` around, run. */
export function visitDemo(start: () => Promise<Host> = startHost): VisitedDemo {
  let host: Host;
  let browser: Browser;
  let visitors: Visitors;
  beforeAll(async () => {
    [host, browser] = await Promise.all([start(), openChromium()]);
    visitors = createVisitors(browser, () => [host.url]);
  });
  afterAll(async () => {
    await browser?.close();
    await host?.dispose();
  });
  afterEach(() => visitors.leave());
  return {
    get host() {
      return host;
    },
    open: async (path, options) =>
      openWatched(await visitors.come({ locale: "en-US", reducedMotion: "reduce", ...options }), host.url + path),
  };
}
