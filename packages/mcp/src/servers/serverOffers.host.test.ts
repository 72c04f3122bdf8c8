import { createRegistry } from "@callboard/core";
import { createTransport, mcpServersClient } from "@callboard/core/client";
import { createHost, createStore, DEFAULT_TENANT_ID, serve, type Serving, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, it, test, vi } from "vitest";
import { everything } from "../testing/fixtures/everything.ts";
import { serveTools, type ServedTools } from "../testing/fixtures/serveTools.ts";
import { createMcpServers } from "./createMcpServers.ts";

vi.setConfig({ testTimeout: 60_000 });

const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: ["mcp.servers.manage"] };
const ben = { ...ada, userId: "ben", permissions: [] };
const eve = { ...ada, userId: "eve", tenantId: "00000000-0000-4000-8000-0000000000aa", tenantSlug: "other" };
let store: Store;
let plain: ServedTools;
let serving: Serving;

beforeAll(async () => {
  store = await createStore();
  plain = await serveTools({ greet: {} });
  const host = createHost({
    registry: createRegistry(),
    store,
    actor: { ada, ben, eve },
    onProblem: () => {},
    modules: [
      createMcpServers({
        servers: [
          { name: "everything", transport: everything, tenantSlugs: ["default"] },
          { name: "plain", transport: { url: plain.url } },
        ],
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
  await serving.close();
  await plain.stop();
  await store.close();
});

const of = (token: string) =>
  mcpServersClient(createTransport({ baseUrl: serving.url, token: () => token, retry: false }));

it("lists what a server offers beside tools, and nothing of one that offers nothing", async () => {
  const { resources, templates, prompts, completes } = await of("ada").offers("everything");
  expect(resources.length).toBeGreaterThan(0);
  expect(templates).toContainEqual(expect.objectContaining({ variables: ["resourceId"] }));
  expect(prompts.map(({ name }) => name)).toContain("args-prompt");
  expect(prompts.find(({ name }) => name === "args-prompt")?.arguments).toMatchObject([
    { name: "city", isRequired: true },
    { name: "state", isRequired: false },
  ]);
  expect(completes).toBe(true);
  expect(await of("ada").offers("plain")).toEqual({ resources: [], templates: [], prompts: [], completes: false });
});

it("reads a resource, by its address and by a template that is filled in", async () => {
  const { resources, templates } = await of("ada").offers("everything");
  const [first] = resources;
  const [content] = await of("ada").readResource("everything", { uri: first?.uri ?? "" });
  expect(content?.text?.length).toBeGreaterThan(10);
  const template = templates.find(({ template: each }) => each.includes("/text/"))?.template ?? "";
  const [made] = await of("ada").readResource("everything", { template, variables: { resourceId: "7" } });
  expect(made).toMatchObject({ mediaType: "text/plain", isCut: false, text: expect.stringContaining("7") as string });
});

it("has a prompt filled in, and arguments completed beside the others", async () => {
  const messages = await of("ada").fillPrompt("everything", "args-prompt", { city: "Oslo" });
  expect(messages).toMatchObject([{ role: "user", text: expect.stringContaining("Oslo") as string }]);
  const complete = (name: string, value: string, others: Record<string, string>) =>
    of("ada").complete("everything", { prompt: "completable-prompt" }, { name, value }, others);
  expect(await complete("department", "E", {})).toContain("Engineering");
  const engineers = await complete("name", "", { department: "Engineering" });
  const sellers = await complete("name", "", { department: "Sales" });
  expect(engineers.length).toBeGreaterThan(0);
  expect(engineers).not.toEqual(sellers);
});

it("says in its words what a server refuses", async () => {
  await expect(of("ada").readResource("everything", { uri: "demo://none" })).rejects.toMatchObject({
    code: "server_refused",
  });
  await expect(of("ada").fillPrompt("everything", "none", {})).rejects.toMatchObject({ code: "server_refused" });
  // It is there all the same.
  expect((await of("ada").list()).every(({ isConnected }) => isConnected)).toBe(true);
});

test.each([
  ["ben", 403],
  ["eve", 404],
])("is nothing for %s", async (token, status) => {
  const client = of(token);
  for (const asked of [
    client.offers("everything"),
    client.readResource("everything", { uri: "demo://a" }),
    client.fillPrompt("everything", "args-prompt", {}),
    client.complete("everything", { prompt: "a" }, { name: "b", value: "" }, {}),
  ]) {
    await expect(asked).rejects.toMatchObject({ status });
  }
});

it("says of a server that is away that it is", async () => {
  await plain.stop();
  await of("ada").test("plain");
  await vi.waitFor(() => expect(of("ada").offers("plain")).rejects.toMatchObject({ code: "server_away" }), 20_000);
  await plain.restart();
});
