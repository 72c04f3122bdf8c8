/** Each example starts and does its one thing. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import react from "@vitejs/plugin-react";
import { getRequestListener } from "@hono/node-server";
import { DEFAULT_TENANT_ID } from "@callboard/server";
import type { Browser } from "playwright";
import { createServer, defaultClientConditions, type Plugin } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHttpClient, createTimeline } from "@callboard/core";
import { answer } from "../../examples/ai-sdk-card/route.ts";
import { createApp } from "../../examples/express-host/app.ts";
import { createVisitedHost } from "../../examples/own-module/host.ts";
import { watch } from "../../examples/own-wire/wire.ts";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { at } from "../../scripts/paths.mjs";
import { openChromium } from "../e2e/chromium.ts";

test("own-wire: chunks of one's own become a timeline", async () => {
  const chunks = [
    { say: "I look." },
    { call: "c1", tool: "weather", input: { city: "Bern" } },
    { result: { sky: "clear" }, of: "c1" },
    { end: true },
  ];
  async function* lines() {
    for (const chunk of chunks) yield JSON.stringify(chunk);
  }
  const { agents, notices } = (await watch(lines())).snapshot();
  expect(notices).toEqual([]);
  expect(agents).toMatchObject([
    {
      status: "completed",
      items: [
        { kind: "text", text: "I look." },
        { kind: "call", tool: "weather", status: "completed", output: { sky: "clear" } },
      ],
    },
  ]);
});

test("own-module: its route writes its table, and its fact shows a tool", async () => {
  const store = await memoryStore();
  const ada = { tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", userId: "ada", permissions: [] };
  const host = createVisitedHost(store, { ada });
  const ask = async (method: string, path: string) => {
    const init = { method, headers: { authorization: "Bearer ada" } };
    return (await (await host.fetch(new Request(`http://localhost${path}`, init))).json()) as unknown;
  };
  try {
    expect(JSON.stringify(await ask("GET", "/api/tools"))).not.toContain("thanks");
    expect(await ask("POST", "/api/visits")).toEqual({ visits: 1 });
    expect(JSON.stringify(await ask("GET", "/api/tools"))).toContain("thanks");
  } finally {
    await host.close();
    await store.close();
  }
});

test("express-host: the app's own routes, and the tools beside them", async () => {
  const store = await memoryStore();
  const { app, close } = createApp(store);
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const order = { method: "POST", headers: { "content-type": "application/json" }, body: `{"kilograms":2}` };
    expect(await (await fetch(`${baseUrl}/orders`, order)).json()).toEqual({ kilograms: 2 });
    const client = createHttpClient({ baseUrl });
    const { sessionId, callId } = await client.run("shipping", { kilograms: 2, fast: true });
    const timeline = createTimeline();
    for await (const events of client.events(sessionId)) {
      timeline.apply(events);
      if (events.some(({ type }) => type === "tool.completed")) break;
    }
    expect(timeline.getNode(callId)).toMatchObject({ status: "completed", output: { euros: 8 } });
    expect((await fetch(`${baseUrl}/nowhere`)).status).toBe(404);
  } finally {
    server.close();
    server.closeAllConnections();
    await close();
    await store.close();
  }
});

describe("in a browser", () => {
  let browser: Browser;
  beforeAll(async () => void (browser = await openChromium()));
  afterAll(() => browser.close());

  /** Serves an example by Vite, as `npx vite` in its folder does, and opens it. */
  async function open(name: string, plugins: Plugin[] = []) {
    const vite = await createServer({
      root: at("examples", name),
      configFile: false,
      cacheDir: at("node_modules/.cache/callboard/examples", name),
      logLevel: "error",
      plugins: [react(), ...plugins],
      resolve: { conditions: ["@callboard/source", ...defaultClientConditions] },
      server: { port: 0, host: "127.0.0.1" },
    });
    await vite.listen();
    const page = await browser.newPage();
    await page.goto(vite.resolvedUrls?.local[0] ?? "");
    return { page, close: () => Promise.all([page.close(), vite.close()]) };
  }

  test("form-only: says an error of the server at its field, then takes the form", async () => {
    const { page, close } = await open("form-only");
    try {
      const email = page.getByRole("textbox", { name: "E-mail" });
      await email.fill("ada@example.com");
      await page.getByRole("button", { name: "Sign up" }).click();
      await page.getByText("This address is taken.").first().waitFor();
      await email.fill("ada@example.org");
      await page.getByRole("button", { name: "Sign up" }).click();
      await page.getByText("Welcome, ada@example.org, on the plan free.").waitFor();
    } finally {
      await close();
    }
  });

  test("ai-sdk-card: a card stands where the message has its call", async () => {
    const route: Plugin = {
      name: "route",
      configureServer: (server) => void server.middlewares.use("/api/chat", getRequestListener(answer)),
    };
    const { page, close } = await open("ai-sdk-card", [route]);
    try {
      await page.getByRole("button", { name: "Ask" }).click();
      await page.getByText("It is clear, and 21 degrees warm.").waitFor();
      await page.locator(".cb-call-header", { hasText: "weather" }).waitFor();
    } finally {
      await close();
    }
  });
});
