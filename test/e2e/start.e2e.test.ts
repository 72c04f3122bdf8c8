import { afterEach, expect, test } from "vitest";
import { openChromium } from "./chromium.ts";
import { startHost, type Host } from "./host.ts";

let host: Host | undefined;
afterEach(() => host?.dispose());

const answers = async (url: string) => {
  try {
    return (await fetch(url)).status;
  } catch {
    return "nobody";
  }
};

test("`npm start` serves the page, ends when it is told to or killed, and a later one is ready within 15 seconds", async () => {
  host = await startHost({ script: "scripts/start.mjs", firstStart: true });
  const page = await fetch(host.url);
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toMatch(/^text\/html/);
  const policy = page.headers.get("content-security-policy");
  expect(policy).toMatch(/script-src 'self'(;|$)/);
  expect(policy).toMatch(/style-src 'self'(;|$)/);

  const browser = await openChromium();
  try {
    const tab = await browser.newPage();
    const complaints: string[] = [];
    tab.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    tab.on("pageerror", (error) => complaints.push(error.message));
    await tab.goto(host.url);
    await tab.getByRole("heading").first().waitFor();
    // What the policy refuses is reported on the console, too.
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }

  expect(await host.stop()).toBe(0);
  expect(await answers(host.url)).toBe("nobody");

  const began = Date.now();
  await host.restart();
  expect(Date.now() - began).toBeLessThan(15_000);

  // Killing the process of `npm start` kills the server, and it starts again over the same data.
  await host.kill();
  expect(await answers(host.url)).toBe("nobody");
  await host.restart();
  expect(await answers(`${host.url}/healthz`)).toBe(200);
});
