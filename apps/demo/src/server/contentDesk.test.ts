import { createRegistry, executeTool, type ToolContext } from "@callboard/core";
import { createConnections, createStore, DEFAULT_TENANT_ID, type Store } from "@callboard/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contentDeskTool, deliveryOf } from "./contentDesk.ts";

const SECRET = "app:password-77";
const context = { userId: "ada", spaceId: null, requestId: "r", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default" };
const registry = createRegistry();
let store: Store;
let id: string;
beforeAll(async () => {
  store = await createStore();
  const connections = createConnections(store);
  registry.register(contentDeskTool(connections));
  const draft = { name: "Company blog", kind: "wordpress", address: "https://blog.example/", secret: SECRET } as const;
  id = (await connections.create(DEFAULT_TENANT_ID, "ada", draft))!.id;
});
afterAll(() => store.close());

const run = (input: object, as: ToolContext = context) =>
  executeTool("content-desk-publish", { title: "Hello", body: "Words", ...input }, as, { registry });

describe("content-desk-publish", () => {
  it("gives the same by id and by name, and its output holds no secret", async () => {
    const byId = await run({ connectionId: id });
    const byName = await run({ connectionName: "company blog" });
    expect(byId.error).toBeNull();
    expect(byName.output).toEqual(byId.output);
    expect(byId.output).toMatchObject({
      summary: { destination: "Company blog", kind: "wordpress" },
      request: { url: "https://blog.example/wp-json/wp/v2/posts", body: { title: "Hello", status: "draft" } },
    });
    const all = JSON.stringify([byId, byName]);
    expect(all).not.toContain(SECRET);
    expect(all).not.toContain(Buffer.from(SECRET).toString("base64"));
    expect((await run({ connectionId: id, mode: "publish" })).output).toMatchObject({
      request: { body: { status: "publish" } },
    });
  });

  it("names what there is where a connection is unknown, and nothing of another tenant's", async () => {
    expect((await run({ connectionName: "nope" })).error).toMatch(/no connection "nope".*"Company blog"/);
    expect((await run({})).error).toMatch(/No connection was named/);
    const other = { ...context, tenantId: "11111111-1111-4111-8111-111111111111", tenantSlug: "other" };
    const foreign = await run({ connectionId: id }, other);
    expect(foreign.error).toMatch(/none yet/);
    expect(foreign.error).not.toContain("Company blog");
  });

  it("authorises each kind of destination in its own way", () => {
    const to = (kind: "wordpress" | "webhook" | "social") =>
      deliveryOf(
        { id, name: "x", kind, address: "https://x.example/in", hasSecret: true, createdAt: 0, secret: SECRET },
        { mode: "draft", title: "T", body: "B", topics: [] },
      ).headers;
    expect(to("wordpress")["authorization"]).toBe(`Basic ${Buffer.from(SECRET).toString("base64")}`);
    expect(to("social")["authorization"]).toBe(`Bearer ${SECRET}`);
    expect(to("webhook")["x-signature-256"]).toMatch(/^sha256=[0-9a-f]{64}$/);
  });
});
