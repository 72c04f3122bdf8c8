import { createRegistry } from "@callboard/core";
import {
  agentsClient,
  callsClient,
  chatClient,
  choicesClient,
  connectionsClient,
  createTransport,
  embedTokensClient,
  outputsClient,
  publishedToolsClient,
  sessionsClient,
  sharesClient,
  toolsClient,
  uploadsClient,
  type Transport,
} from "@callboard/core/client";
import { readSessionFile } from "@callboard/core/share";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createHost, type Host } from "../host.ts";
import type { Store } from "../store.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";
import { doubling, simpleTool } from "../testing/fixtures/toolRegistries.ts";
import { hostRoutes } from "../testing/fixtures/hostRoutes.ts";

vi.setConfig({ testTimeout: 30_000 });

/** Routes that no client of a subject asks, each with who asks it. */
const others: Readonly<Record<string, string>> = {
  "POST /api/backup": "callboard backup, with the host's key",
  "POST /api/chat/ai-sdk": "an unmodified useChat",
  "GET /api/chat/ai-sdk/:/stream": "an unmodified useChat",
  "POST /api/chat/ag-ui": "an unmodified AG-UI client",
  "POST /api/embed/tokens/anonymous": "the page inside a frame, for the nonce that it was served with",
  "GET /api/uploads/:/:": "a browser, by the address that a form holds",
  "GET /api/previews/:/:": "a browser, by the address that preview gives",
  "GET /embed/:": "a frame",
  "GET /embed/loader.json": "whoever writes the line for a page",
  "GET /embed/assets/:": "a frame, and the page around it",
};

/** What each client does, once each. */
const everything: Readonly<Record<string, (transport: Transport) => Promise<unknown>[]>> = {
  tools: (transport) => {
    const tools = toolsClient(transport);
    return [
      tools.list(),
      tools.get("a"),
      tools.run("a", {}),
      tools.runToEnd("a", {}),
      tools.calls("a"),
      tools.search({ query: "a" }),
      tools.offered(),
    ];
  },
  calls: (transport) => {
    const calls = callsClient(transport);
    return [
      calls.answer({ callId: "a", approvalId: "b", decision: "approve" }),
      calls.answer({ callId: "a", approvalId: "b", decision: "deny" }),
      calls.answer({ callId: "a", askId: "b", action: "decline" }),
      calls.cancel("a", { reason: "No more." }),
    ];
  },
  agents: (transport) => [agentsClient(transport).cancel("a"), agentsClient(transport).resume("a")],
  chat: (transport) => [
    chatClient(transport).send("a"),
    chatClient(transport).agents(),
    chatClient(transport).stopAiSdkTurn("a"),
  ],
  sessions: (transport) => {
    const sessions = sessionsClient(transport);
    return [
      sessions.list(),
      sessions.log("a"),
      sessions.rename("a", "b"),
      sessions.revoke("a", "b"),
      sessions.export("a"),
      sessions.remove("a"),
    ];
  },
  shares: (transport) => {
    const shares = sharesClient(transport);
    return [shares.create("a"), shares.list("a"), shares.withdraw("a", "b"), shares.open("a")];
  },
  outputs: (transport) => [outputsClient(transport).get("a"), outputsClient(transport).blob("a")],
  uploads: (transport) => {
    const uploads = uploadsClient(transport);
    return [
      uploads.upload(new Blob(["a"])),
      uploads.download("a"),
      uploads.preview("http://localhost/api/uploads/a/b"),
      uploads.remove("a"),
    ];
  },
  choices: (transport) => [choicesClient(transport).find("a", "b")],
  connections: (transport) => {
    const connections = connectionsClient(transport);
    return [
      connections.list(),
      connections.create({ name: "a", kind: "webhook", address: "https://example.com" }),
      connections.remove("a"),
    ];
  },
  publishedTools: (transport) => {
    const published = publishedToolsClient(transport);
    return [
      published.list(),
      published.publish({ tool: "a", origins: [] }),
      published.publishAgain("a"),
      published.revoke("a"),
    ];
  },
  embedTokens: (transport) => {
    const tokens = embedTokensClient(transport);
    return [tokens.create({ origin: "https://example.com" }), tokens.revoke("a")];
  },
};

const routesOfHost = async () => {
  const { routes, openRoutes } = await hostRoutes();
  return [...routes, ...openRoutes].map(({ method, path }) => `${method} ${path}`);
};
const unnamed = (route: string) => route.replace(/:\w+/g, ":");

it("every route of the host has a client, and every client's request a route", async () => {
  const known = [...new Set((await routesOfHost()).map(unnamed))];
  const asked = new Set<string>();
  const missed: string[] = [];
  const transport = createTransport({
    baseUrl: "http://localhost",
    token: "secret",
    retry: false,
    fetch: async (url, init) => {
      const request = `${init?.method ?? "GET"} ${new URL(String(url)).pathname}`;
      const fitting = known.filter((route) => new RegExp(`^${route.replaceAll(":", "[^/]+")}$`).test(request));
      // A name of a route goes before a parameter.
      const route = fitting.toSorted((one, other) => one.split(":").length - other.split(":").length)[0];
      if (route === undefined) missed.push(request);
      else asked.add(route);
      return Response.json({});
    },
  });
  for (const client of Object.values(everything)) await Promise.allSettled(client(transport));
  expect(missed).toEqual([]);
  expect(known.filter((route) => !asked.has(route)).toSorted()).toEqual(Object.keys(others).toSorted());
});

describe("the clients of a host", () => {
  let store: Store;
  let host: Host;
  let transport: Transport;
  beforeAll(async () => {
    const registry = createRegistry();
    registry.register(doubling);
    registry.register(simpleTool("long", () => "x".repeat(300_000)));
    store = await memoryStore();
    host = createHost({
      registry,
      store,
      choices: { colour: async ({ query, values }) => (values ?? [query]).map((value) => ({ value, label: value })) },
      embed: { mayPublish: () => true },
      onProblem: (message, error) => expect([message, error]).toBe("no problem"),
    });
    await host.ready;
    transport = createTransport({
      baseUrl: "http://localhost",
      fetch: (url, init) => host.fetch(new Request(String(url), init)),
    });
  }, 60_000);
  afterAll(async () => {
    await host.close();
    await store.close();
  });

  it("run tools, read what came of them and end what they left", async () => {
    const tools = toolsClient(transport);
    const sessions = sessionsClient(transport);
    expect((await tools.list()).map(({ slug }) => slug)).toEqual(["double", "long"]);
    const run = await tools.runToEnd("double", { value: 21 }, { title: "Sums" });
    expect(run).toMatchObject({ output: 42, error: null });
    await expect(tools.run("double", {})).rejects.toMatchObject({ code: "invalid_input", path: "/value" });
    expect((await tools.calls("double", { limit: 1 })).map(({ callId }) => callId)).toEqual([run.callId]);
    expect(await tools.offered()).toMatchObject({ mode: "direct", tools: 2 });
    const log = await sessions.log(run.sessionId);
    expect(log.at(-1)).toMatchObject({ type: "tool.completed", output: 42 });
    expect(await sessions.log(run.sessionId, { after: log.length - 1 })).toHaveLength(1);
    await sessions.rename(run.sessionId, "More sums");
    expect(await sessions.list({ search: "more" })).toMatchObject([{ id: run.sessionId, title: "More sums" }]);
    const file = await readSessionFile(await (await sessions.export(run.sessionId)).text());
    expect(file?.events).toHaveLength(log.length);
    await sessions.remove(run.sessionId);
    expect(await sessions.list({ limit: 1 })).toEqual([]);
    await expect(sessions.remove(run.sessionId)).rejects.toMatchObject({ status: 404, mend: "request" });
  });

  it("read an output that is kept beside the log", async () => {
    const { sessionId } = await toolsClient(transport).runToEnd("long", {});
    const log = await sessionsClient(transport).log(sessionId);
    const id = log.flatMap((event) => (event.type === "tool.completed" && event.outputRef ? [event.outputRef.id] : []));
    const outputs = outputsClient(transport);
    expect(await outputs.get(id[0] ?? "")).toHaveLength(300_000);
    expect((await outputs.blob(id[0] ?? "")).size).toBe(300_002);
  });

  it("make links of a session, open one and withdraw it", async () => {
    const { sessionId } = await toolsClient(transport).runToEnd("double", { value: 1 });
    const shares = sharesClient(transport);
    const share = await shares.create(sessionId, { expiresInDays: 1 });
    const token = new URL(share.url).pathname.split("/").at(-1) ?? "";
    expect((await readSessionFile(await (await shares.open(token)).text()))?.events.length).toBeGreaterThan(1);
    expect((await shares.list(sessionId)).map(({ id }) => id)).toEqual([share.id]);
    await shares.withdraw(sessionId, share.id);
    await expect(shares.open(token)).rejects.toMatchObject({ code: "share_not_found" });
  });

  it("keep files, destinations and choices", async () => {
    const uploads = uploadsClient(transport);
    const stored = await uploads.upload(new File(["hello"], "a.txt", { type: "text/plain" }));
    expect(stored).toMatchObject({ name: "a.txt", bytes: 5 });
    expect(await (await uploads.download(stored.id)).text()).toBe("hello");
    await uploads.remove(stored.id);
    await expect(uploads.download(stored.id)).rejects.toMatchObject({ code: "upload_not_found" });
    const connections = connectionsClient(transport);
    const saved = await connections.create({ name: "Hook", kind: "webhook", address: "https://example.com" });
    expect(await connections.list()).toEqual([saved]);
    await connections.remove(saved.id);
    expect(await connections.list()).toEqual([]);
    const choices = choicesClient(transport);
    expect(await choices.find("colour", "red")).toEqual([{ value: "red", label: "red" }]);
    expect(await choices.find("colour", { values: ["a", "b"] })).toHaveLength(2);
  });

  it("publish a tool and give tokens of it", async () => {
    const published = publishedToolsClient(transport);
    const origin = "https://www.example.com";
    const { key, secretKey } = await published.publish({ tool: "double", origins: [origin] });
    expect(await published.list()).toMatchObject([{ key, tool: "double", changes: [], runs: 0 }]);
    expect(await published.publishAgain(key)).toMatchObject({ key, isMissing: false });
    const own = createTransport({
      baseUrl: "http://localhost",
      token: secretKey,
      fetch: (url, init) => host.fetch(new Request(String(url), init)),
    });
    const tokens = embedTokensClient(own);
    const { token } = await tokens.create({ origin, subject: "ada" });
    await tokens.revoke(token);
    await expect(tokens.revoke(token)).rejects.toMatchObject({ code: "token_not_found" });
    await published.revoke(key);
    await expect(tokens.create({ origin })).rejects.toMatchObject({ status: 401, mend: "credential" });
  });
});
