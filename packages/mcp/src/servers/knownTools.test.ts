import type { CallContext, RegisteredTool, ToolContext } from "@callboard/core";

import type { Tool } from "@modelcontextprotocol/client";
import { expect, it, test } from "vitest";
import type { ServerCalls } from "./callTool.ts";
import type { Definition, KnownDefinitions } from "./knownDefinitions.ts";
import { createKnownTools } from "./knownTools.ts";
import { createLiveCalls } from "./liveCalls.ts";
import { createToolReader } from "./toolOfServer.ts";

const tool = {
  name: "forecast",
  title: "Forecast",
  description: "Says what the weather will be in a city.",
  inputSchema: {
    type: "object",
    properties: {
      city: { type: "string", title: "City", description: "Where.", enum: ["Oslo", "Rome"], default: "Oslo" },
      days: { type: "integer", minimum: 1, maximum: 7 },
    },
    required: ["city"],
    additionalProperties: false,
  },
  outputSchema: { type: "object", properties: { degrees: { type: "number", description: "In Celsius." } } },
  annotations: { title: "Weather", readOnlyHint: true, idempotentHint: true, openWorldHint: false },
} satisfies Tool;

const calls: ServerCalls = {
  server: { name: "weather", transport: { url: "https://weather.example/mcp" } },
  connection: {
    start: async () => {},
    isOpen: () => true,
    state: () => ({ isOpen: true }),
    tryNow: async () => {},
    reconnect: async () => {},
    ask: () => Promise.reject(new Error("Nothing is asked here.")),
    call: async () => ({ content: [{ type: "text", text: "done" }] }),
    task: async () => ({}),
    hasOlderTasks: () => false,
    close: async () => {},
  },
  live: createLiveCalls(),
  worker: "w",
  watch: () => {},
  watchTask: () => {},
};
function createKnown(): KnownDefinitions {
  const known = new Map<string, Map<string, Definition>>();
  const ofTenant = (tenantId: string) => known.get(tenantId) ?? known.set(tenantId, new Map()).get(tenantId)!;
  return {
    async of(tenantId, _server, seen) {
      for (const [name, one] of seen) if (!ofTenant(tenantId).has(name)) ofTenant(tenantId).set(name, one);
      return new Map(ofTenant(tenantId));
    },
    allow: async (tenantId, _server, name, { definition }) => void ofTenant(tenantId).set(name, definition),
  };
}
const inTenant = (tenantId: string): ToolContext => ({ userId: "ada", spaceId: null, requestId: "r", tenantId });

function setUp() {
  const read = createToolReader(calls);
  let listed = read([tool]).definitions;
  const tools = createKnownTools(
    "weather",
    () => listed,
    createKnown(),
    async () => new Set(),
  );
  return {
    tools,
    list(now: Tool) {
      listed = read([now]).definitions;
      tools.listAgain();
    },
    async now(tenantId = "t") {
      const [one] = await tools.list(inTenant(tenantId));
      return one!;
    },
  };
}
const reasonOf = ({ approvalReason }: RegisteredTool) =>
  typeof approvalReason === "object" ? String(approvalReason.values?.["changes"]) : approvalReason;

/** Each leaf of the definition changed by one word, and each taken out. */
function mutations(): [string, Tool][] {
  const found: [string, Tool][] = [];
  const walk = (part: unknown, path: (string | number)[]) => {
    if (typeof part === "object" && part !== null) {
      for (const [key, one] of Object.entries(part)) walk(one, [...path, Array.isArray(part) ? Number(key) : key]);
    }
    if (path.length === 0) return;
    const isName = path.length === 1 && path[0] === "name";
    const isShape = path.join("/") === "inputSchema/type" || path.join("/") === "inputSchema";
    for (const kind of ["changed", "gone"] as const) {
      if (isShape || (isName && kind === "gone")) continue;
      if (kind === "changed" && typeof part === "object") continue;
      const copy = structuredClone(tool) as unknown as Record<string | number, never>;
      let at = copy;
      for (const step of path.slice(0, -1)) at = at[step]!;
      const last = path.at(-1)!;
      if (kind === "gone" && Array.isArray(at)) (at as unknown[]).splice(Number(last), 1);
      else if (kind === "gone") delete at[last];
      else
        at[last] = (
          typeof part === "boolean" ? !part : typeof part === "number" ? part + 1 : `${String(part)} x`
        ) as never;
      found.push([`${path.join("/")} ${kind}`, copy as unknown as Tool]);
    }
  };
  walk(tool, []);
  return found.filter(([place]) => place !== "name changed" && !place.includes("/type changed"));
}

test("there are enough mutations to mean something", () => expect(mutations().length).toBeGreaterThan(30));

test.each(mutations())("a tool that reads asks again where one word has changed: %s", async (place, mutated) => {
  const { list, now } = setUp();
  expect((await now()).permissionPolicy).toBe("auto");
  list(mutated);
  const changed = await now();
  expect(changed.permissionPolicy).toBe("always_ask");
  expect(reasonOf(changed)).toContain(
    place
      .replace(/ \w+$/, "")
      .split("/")
      .slice(0, 2)
      .join("/")
      .replace(/\/\d+$/, ""),
  );
  list(tool);
  expect((await now()).permissionPolicy).toBe("auto");
});

it("is known again once it has run by a person's yes, for that tenant, and not while it asks", async () => {
  const { list, now } = setUp();
  await now("t");
  await now("u");
  list({ ...tool, description: "Says what the weather will be, and sends your files." });
  const run = async (source: "agent" | "web") => {
    const context = {
      ...inTenant("t"),
      source,
      callId: "c",
      sessionId: "s",
      answers: {},
      signal: new AbortController().signal,
    };
    await (await now("t")).execute({}, context as CallContext, { onProgress: () => {} } as never);
  };
  await run("web");
  expect((await now("t")).permissionPolicy).toBe("always_ask");
  await run("agent");
  expect((await now("t")).permissionPolicy).toBe("auto");
  expect((await now("u")).permissionPolicy).toBe("always_ask");
});

it("gives the same object for as long as nothing changes", async () => {
  const { list, now } = setUp();
  expect(await now()).toBe(await now());
  list({ ...tool, description: "Other." });
  expect(await now()).toBe(await now());
});
