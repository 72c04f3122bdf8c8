import type { BrowserContext, Page } from "playwright";

/** A page of the browser, and all that it complained about or asked for. */
export interface WatchedTab {
  tab: Page;
  /** Errors on the console, exceptions that nobody caught, and what the page's policy refused. */
  complaints: string[];
  /** Addresses of other hosts that were asked for. */
  foreign: string[];
}

/** Opens a page whose complaints and requests are written down from the first byte on. */
export async function openWatched(context: BrowserContext, url: string): Promise<WatchedTab> {
  const complaints: string[] = [];
  const foreign: string[] = [];
  const { host } = new URL(url);
  const tab = await context.newPage();
  tab.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} ${message.location().url}`);
  });
  tab.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  tab.on("request", (request) => {
    const to = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(to.protocol) && to.host !== host) foreign.push(request.url());
  });
  await tab.exposeFunction("tellRefusal", (refused: string) => complaints.push(`refused by policy: ${refused}`));
  await tab.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { tellRefusal } = window as unknown as { tellRefusal: (refused: string) => void };
      tellRefusal(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await tab.goto(url);
  return { tab, complaints, foreign };
}

/** Whether the page can be scrolled sideways, and what sticks out, if so. */
export const sideways = (tab: Page): Promise<string[]> =>
  tab.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return [];
    const out = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth + 1,
    );
    return out.map((element) => `${element.tagName.toLowerCase()}.${element.className}`).slice(0, 5);
  });

/** Presses Tab until the element has the focus, as somebody without a mouse does. */
export async function tabTo(tab: Page, name: string, isThere: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await isThere()) return;
    await tab.keyboard.press("Tab");
  }
  throw new Error(`60 presses of Tab did not reach ${name}.`);
}
