import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createRegistry, ToolError } from "@callboard/core";
import { createHttpClient } from "@callboard/core/client";
import { DEFAULT_TENANT_ID, type Host, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { hostWithBoard } from "./hostModule.ts";
import { createToolsPage, sayFailure } from "./hostPage.ts";

let store: Store;
let host: Host;
let server: Server;
let baseUrl: string;
beforeAll(async () => {
  store = await memoryStore();
  const registry = createRegistry();
  registry.register({
    slug: "publish",
    name: "Publish",
    description: "Publishes a note.",
    category: "test",
    icon: "x",
    inputSchema: { type: "object" },
    execute: () => {
      throw new ToolError("The blog is closed.", { code: "closed" });
    },
  });
  const tenant = { tenantId: DEFAULT_TENANT_ID, tenantSlug: "default" };
  const actor = {
    writer: { ...tenant, userId: "ada", permissions: ["board.write"] },
    reader: { ...tenant, userId: "bob", permissions: [] },
  };
  host = hostWithBoard({ registry, store, actor });
  await host.ready;
  server = createServer(getRequestListener((request) => host.fetch(request)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 60_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await host.close();
  await store.close();
});

const pageOf = (token: string) => createToolsPage(baseUrl, async () => token);

test("a page of one's own lists what failed, over a client of a subject", async () => {
  const client = createHttpClient({ baseUrl, token: "writer" });
  const { sessionId, callId } = await client.run("publish", {});
  for await (const events of client.events(sessionId)) {
    if (events.some(({ type }) => type === "tool.failed")) break;
  }
  expect(await pageOf("writer").failedRuns("publish")).toEqual([{ callId, why: "The blog is closed." }]);
});

test("a module's own route goes over the same transport", async () => {
  await pageOf("writer").pin("Tools are down on Sunday.");
  expect(await pageOf("reader").notes()).toEqual([{ text: "Tools are down on Sunday." }]);
});

test("a failure is said in the host's words, with the button that mends it", async () => {
  const failureOf = async (work: Promise<unknown>) =>
    sayFailure(
      await work.then(
        () => null,
        (error: unknown) => error,
      ),
    );
  expect(await failureOf(pageOf("reader").pin("Mine"))).toEqual({ text: expect.stringContaining("board.write") });
  expect(await failureOf(pageOf("nobody").notes())).toMatchObject({ button: "Sign in" });
  const gone = createToolsPage("http://127.0.0.1:9", async () => "writer");
  expect(await failureOf(gone.notes())).toMatchObject({ button: "Try again" });
});
