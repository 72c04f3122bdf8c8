import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createRegistry } from "@callboard/core";
import { createTransport, mcpServersClient, type McpWire } from "@callboard/core/client";
import { createHost, createStore, DEFAULT_TENANT_ID, serve, type Serving, type Store } from "@callboard/server";
import { acceptedContent } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { everything } from "../testing/fixtures/everything.ts";
import { question, report, serveTools, text, type ServedTools } from "../testing/fixtures/serveTools.ts";
import { createMcpServers } from "./createMcpServers.ts";

vi.setConfig({ testTimeout: 60_000 });

const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: ["mcp.servers.manage"] };
const ben = { ...ada, userId: "ben", permissions: [] };
const eve = { ...ada, userId: "eve", tenantId: "00000000-0000-4000-8000-0000000000aa", tenantSlug: "other" };
const SECRET = "topsecret-key-1234";
const run = promisify(execFile);
// Beside the sources, so that what is copied finds the library.
const folder = mkdtempSync(join(import.meta.dirname, ".copies-"));
let store: Store;
let served: ServedTools;
let serving: Serving;

beforeAll(async () => {
  store = await createStore();
  served = await serveTools(
    {
      greet: {
        inputSchema: { type: "object", properties: { name: { type: "string" }, password: { type: "string" } } },
        outputSchema: { type: "object", properties: { said: { type: "string" } } },
        async run({ name }, context) {
          await report(context, 1, 2, "Half");
          return { content: [], structuredContent: { said: `Hello, ${String(name)} with ${SECRET}` } };
        },
      },
      weather: {
        run: (_input, context) => (acceptedContent(context.mcpReq.inputResponses, "city") ? text("Sunny") : question()),
      },
      many: {
        async run(_input, context) {
          for (let step = 1; step <= 250; step++) await report(context, step, 250, `Step ${step}`);
          return text("All done");
        },
      },
      large: { run: () => text("x".repeat(300_000)) },
    },
    {
      onRequest(request) {
        if (request.headers["x-key"] !== SECRET) request.destroy();
      },
    },
  );
  const host = createHost({
    registry: createRegistry(),
    store,
    actor: { ada, ben, eve },
    onProblem: () => {},
    modules: [
      createMcpServers({
        servers: [
          { name: "own", transport: { url: `${served.url}?token=${SECRET}`, headers: { "x-key": SECRET } } },
          { name: "everything", transport: everything },
        ],
        keepsWire: true,
      }),
    ],
  });
  serving = await serve(host, { port: 0, hostname: "127.0.0.1" });
  await host.ready;
  await vi.waitFor(
    async () => expect((await of("ada").list()).every(({ isConnected }) => isConnected)).toBe(true),
    40_000,
  );
}, 90_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await serving.close();
  await served.stop();
  await store.close();
});

const of = (token: string) => mcpServersClient(createTransport({ baseUrl: serving.url, token: () => token }));
const ask = async (path: string, body: unknown, more: Record<string, string> = {}) => {
  const headers = { authorization: "Bearer ada", "content-type": "application/json", ...more };
  const answer = await fetch(`${serving.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return (await answer.json()) as { callId: string; sessionId: string };
};
const call = (slug: string, input: object) => ask(`/api/tools/${slug}/run`, { input }, { prefer: "wait" });
/** The wire of a call that is over; what was spoken is written after the call's own end. */
const wireOf = (callId: string) =>
  vi.waitFor(async () => {
    const wire = await of("ada").wire(callId);
    expect(wire.isOver).toBe(true);
    return wire;
  }, 10_000);
const methods = ({ messages }: McpWire) =>
  messages.map(({ way, text: said }) => [way, (JSON.parse(said) as { method?: string }).method ?? "result"]);

it("keeps what was spoken in a call, in order, without secrets", async () => {
  const { callId } = await call("greet", { name: "Zoé", password: "hunter2hunter2" });
  const wire = await wireOf(callId);
  expect(wire).toMatchObject({ server: "own", isCut: false });
  expect(methods(wire)).toEqual([
    ["out", "tools/call"],
    ["in", "notifications/progress"],
    ["in", "result"],
  ]);
  expect(wire.messages[0]?.headers).toMatchObject({ "mcp-protocol-version": "2026-07-28", "x-key": "•••" });
  expect(JSON.parse(wire.messages[0]?.text ?? "")).toMatchObject({
    params: { name: "greet", arguments: { name: "Zoé" } },
  });
  expect(JSON.parse(wire.messages[2]?.text ?? "")).toMatchObject({
    result: { structuredContent: { said: "Hello, Zoé with •••" } },
  });
  const rows = await store.database.asTenant(DEFAULT_TENANT_ID, (tx) => tx.query("select * from callboard.mcp_wires"));
  expect(rows).toHaveLength(1);
  for (const said of [JSON.stringify(wire), JSON.stringify(rows)]) {
    expect(said).not.toContain(SECRET);
    expect(said).not.toContain("hunter2");
  }
});

it("tells two calls that run at once apart", async () => {
  const made = await Promise.all(["Ada", "Ben", "Eve"].map((name) => call("greet", { name })));
  for (const [place, { callId }] of made.entries()) {
    const wire = await wireOf(callId);
    expect(wire.messages).toHaveLength(3);
    expect(wire.messages.at(-1)?.text).toContain(`Hello, ${["Ada", "Ben", "Eve"][place]}`);
  }
});

it("keeps both goes of a call that has asked", async () => {
  const { callId, sessionId } = await ask("/api/tools/weather/run", { input: {} });
  await vi.waitFor(async () => expect(methods(await of("ada").wire(callId))).toHaveLength(2), 10_000);
  const askId = await vi.waitFor(async () => {
    const events = await store.log(DEFAULT_TENANT_ID).read(sessionId);
    const asked = events.find((event) => event.type === "tool.needs_input");
    if (asked?.type !== "tool.needs_input") throw new Error("Nothing is asked yet.");
    return asked.askId;
  }, 10_000);
  await ask(`/api/calls/${callId}/answer`, { askId, action: "accept", content: { city: "Berlin" } });
  await vi.waitFor(async () => expect(methods(await of("ada").wire(callId))).toHaveLength(4), 10_000);
});

it("keeps of a long message its beginning, and says so", async () => {
  const wire = await wireOf((await call("large", {})).callId);
  expect(wire.isCut).toBe(true);
  expect(wire.messages.at(-1)?.text.length).toBeLessThan(200_000);
});

it("keeps of many messages the first ones and the last, which is the answer", async () => {
  const wire = await wireOf((await call("many", {})).callId);
  expect(wire.isCut).toBe(true);
  expect(wire.messages).toHaveLength(200);
  expect(wire.messages.at(-1)?.text).toContain("All done");
});

it("is for those who look after servers, in their own tenant", async () => {
  const { callId } = await call("greet", { name: "A" });
  await wireOf(callId);
  await expect(of("ben").wire(callId)).rejects.toMatchObject({ status: 403 });
  await expect(of("eve").wire(callId)).rejects.toMatchObject({ status: 404, code: "wire_not_found" });
});

it("is gone with its session", async () => {
  const { callId, sessionId } = await call("greet", { name: "Gone" });
  await wireOf(callId);
  const headers = { authorization: "Bearer ada" };
  expect((await fetch(`${serving.url}/api/sessions/${sessionId}`, { method: "DELETE", headers })).status).toBe(204);
  const rows = await store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
    tx.query("select call_id from callboard.mcp_wires where call_id = $1", [callId]),
  );
  expect(rows).toEqual([]);
});

it("copies a call as curl, as code and as a test, each of which runs", async () => {
  const { copies } = await wireOf((await call("greet", { name: "D'Arcy $HOME" })).callId);
  if (!copies) throw new Error("There are no copies.");
  expect(JSON.stringify(copies)).not.toContain(SECRET);
  const env = { ...process.env, X_KEY: SECRET };
  const curl = await run("bash", ["-c", copies.command], { env });
  expect(curl.stdout).toContain(`Hello, D'Arcy $HOME with ${SECRET}`);
  const code = join(folder, "code.mjs");
  writeFileSync(code, copies.sdk);
  expect((await run(process.execPath, [code], { env })).stdout).toContain("Hello, D'Arcy $HOME");
  const test = join(folder, "copied.test.mjs");
  writeFileSync(test, copies.test.replaceAll("•••", SECRET));
  expect((await run(process.execPath, ["--test", test], { env })).stdout).toMatch(/pass 1/);
  writeFileSync(test, copies.test.replaceAll("•••", "another"));
  await expect(run(process.execPath, ["--test", test], { env })).rejects.toThrow("Command failed");
});

it("copies a call on a program as its command line, in a revision that greets first", async () => {
  const { copies } = await wireOf((await call("echo", { message: "over the wire" })).callId);
  if (!copies) throw new Error("There are no copies.");
  expect((await run("bash", ["-c", copies.command])).stdout).toContain("Echo: over the wire");
  const test = join(folder, "program.test.mjs");
  writeFileSync(test, copies.test);
  expect((await run(process.execPath, ["--test", test])).stdout).toMatch(/pass 1/);
});
