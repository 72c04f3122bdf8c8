import { createRegistry, ToolError } from "@callboard/core";
import { createHttpClient } from "@callboard/core/client";
import { DEFAULT_TENANT_ID, serve, type Serving, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { hostWithBoard } from "./hostModule.ts";
import { createToolsPage, sayFailure } from "./hostPage.ts";

let store: Store;
let serving: Serving;
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
      throw new ToolError("The blog is closed.");
    },
  });
  const tenant = { tenantId: DEFAULT_TENANT_ID, tenantSlug: "default" };
  const actor = {
    writer: { ...tenant, userId: "ada", permissions: ["board.write"] },
    reader: { ...tenant, userId: "bob", permissions: [] },
  };
  serving = await serve(hostWithBoard({ registry, store, actor }), { port: 0 });
}, 60_000);
afterAll(async () => {
  await serving.close();
  await store.close();
});

const pageOf = (token: string) => createToolsPage(serving.url, async () => token);

test("a page of one's own lists what failed, over a client of a subject", async () => {
  const client = createHttpClient({ baseUrl: serving.url, token: "writer" });
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
