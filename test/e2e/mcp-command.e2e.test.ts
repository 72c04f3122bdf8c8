import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { everything } from "../../packages/mcp/src/testing/fixtures/everything.ts";
import { serveTools, type ServedTools } from "../../packages/mcp/src/testing/fixtures/serveTools.ts";
import { at } from "../../scripts/paths.mjs";
import { openChromium } from "./chromium.ts";

/** The command, running over a data folder of its own. */
interface Command {
  url: string;
  output(): string;
  stop(): Promise<number | null>;
}

let browser: Browser;
let running: Command | undefined;
let served: ServedTools | undefined;
const data = mkdtempSync(join(tmpdir(), "callboard-mcp-e2e-"));

beforeAll(async () => void (browser = await openChromium()));
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await running?.stop();
  await served?.stop();
  running = served = undefined;
});
afterAll(async () => {
  await browser?.close();
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
});

async function callboard(...args: string[]): Promise<Command> {
  const program = at("packages/cli/dist/callboard.js");
  const [name = "", ...rest] = args;
  const child = spawn(process.execPath, [program, name, "--port", "0", "--data", data, ...rest], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text.toString()));
  const command: Command = {
    url: "",
    output: () => output,
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      child.kill("SIGTERM");
      await once(child, "exit");
      return child.exitCode;
    },
  };
  running = command;
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/ready: http/);
  command.url = /ready: (\S+)/.exec(output)![1]!;
  return command;
}

const open = async (path: string) => {
  const tab = await browser.newPage({ locale: "en-US" });
  await tab.goto(running!.url + path);
  return tab;
};
/** What a run has answered; the wire below it says the same in its own way. */
const result = (tab: Page) => tab.locator(".cb-output");
const tool = (tab: Page, name: string) => tab.getByRole("main").getByRole("link", { name: new RegExp(`^${name}`) });

test("a server that speaks 2025-11-25 has a page: its tools are forms, run, and keep their history", async () => {
  await callboard("mcp", everything.command, ...(everything.args ?? []));
  const tab = await open("/");
  await tool(tab, "Get Sum Tool").click();
  await tab.getByRole("spinbutton", { name: "a" }).fill("2");
  await tab.getByRole("spinbutton", { name: "b" }).fill("40");
  await tab.getByRole("button", { name: "Run", exact: true }).click();
  await result(tab).getByText("The sum of 2 and 40 is 42.").waitFor();
  await tab.reload();
  await tab.getByRole("button", { name: /Get Sum Tool.*Done/ }).waitFor();
  expect(await running!.stop()).toBe(0);
});

test("a server that speaks 2026-07-28 has one, behind the key that it is given", async () => {
  const keys: (string | undefined)[] = [];
  served = await serveTools(
    {
      forecast: {
        title: "Forecast",
        description: "Says what the weather will be.",
        inputSchema: {
          type: "object",
          properties: { city: { type: "string", title: "City" }, days: { type: "integer", title: "Days", default: 1 } },
          required: ["city"],
        },
        outputSchema: { type: "object", properties: { degrees: { type: "number", title: "Degrees" } } },
        annotations: { readOnlyHint: true },
        run: ({ days }) => ({ content: [], structuredContent: { degrees: 17 + Number(days) } }),
      },
    },
    { onRequest: ({ headers }) => keys.push(headers["x-key"]?.toString()) },
  );
  const { url } = await callboard("mcp", "--header", "X-Key: secret", served.url);
  expect(url).toMatch(/^http:\/\/localhost:\d+$/);
  const tab = await open("/");
  await tool(tab, "Forecast").click();
  await tab.getByRole("textbox", { name: "City" }).fill("Oslo");
  await tab.getByRole("button", { name: "Run", exact: true }).click();
  await result(tab).getByText("Degrees").waitFor();
  await result(tab).getByText("18", { exact: true }).waitFor();
  expect(new Set(keys)).toEqual(new Set(["secret"]));
  expect(running!.output()).not.toContain("secret");
});

test("`callboard serve --mcp` has the tools of servers beside those of a folder", async () => {
  const folder = join(data, "tools");
  mkdirSync(folder, { recursive: true });
  const own = `export default { slug: "half", name: "Half", description: "Halves.", category: "own", icon: "divide",
    inputSchema: { type: "object" }, outputSchema: {}, execute: () => 1 };`;
  writeFileSync(join(folder, "half.mjs"), own);
  const file = join(data, "mcp.json");
  writeFileSync(file, JSON.stringify({ mcpServers: { "Every Thing": everything } }));
  await callboard("serve", folder, "--mcp", file);
  const tab = await open("/");
  await tool(tab, "Half").waitFor();
  await tab.getByRole("heading", { name: "Every Thing", level: 2 }).waitFor();
  await tool(tab, "Echo Tool").waitFor();
});
