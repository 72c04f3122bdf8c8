import { canUse, createRegistry, type SessionEvent } from "@callboard/core";
import { checkToolSchema } from "@callboard/core/bridge";
import type { Entity, EntityChange, EntityType, FilterResult } from "@callboard/core/client";
import { toRegisteredTool } from "@callboard/core/catalog";
import { untranslatedTexts } from "@callboard/core/testing";
import {
  createHost,
  createScriptedModel,
  createStore,
  DEFAULT_TENANT_ID,
  type Host,
  type Store,
} from "@callboard/server";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ask as askHost, type AskOptions } from "../../../../test/setup/ask.ts";
import { createPlatform, entitiesModule, ENTITY_PERMISSIONS, type EntityTypeDefinition } from "../index.ts";
import { createEntities } from "./entities.ts";
import { createEntityRows } from "./entityRows.ts";
import { entityTools } from "./entityTools.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const customer: EntityTypeDefinition = {
  slug: "customer",
  name: "Customer",
  pluralName: "Customers",
  jsonSchema: {
    type: "object",
    properties: {
      city: { type: "string", title: "City" },
      seats: { type: "integer", minimum: 1, title: "Seats" },
      stage: { type: "string", enum: ["lead", "won", "lost"], title: "Stage" },
    },
    required: ["city"],
    additionalProperties: false,
  },
};

const everything = [...ENTITY_PERMISSIONS];
const tenant = { tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: everything };
const actors = {
  ada: { ...tenant, userId: "ada" },
  bob: { ...tenant, userId: "bob", permissions: ["entities.team.read", "entity_types.team.read"] },
  cat: { ...tenant, userId: "cat", permissions: [] },
  eve: { ...tenant, userId: "eve", tenantId: randomUUID(), tenantSlug: "other" },
};

let store: Store;
let host: Host;
beforeAll(async () => {
  store = await createStore();
  host = createHost({
    registry: createRegistry(),
    store,
    actor: actors,
    // Beside the platform, which refuses alike.
    modules: [createPlatform(), entitiesModule({ types: [customer] })],
    agent: { toolGroups: ["entity"] },
    model: createScriptedModel({
      turns: [
        {
          message: "add Acme",
          steps: [
            [
              {
                call: "createEntity",
                input: { entityTypeSlug: "customer", title: "By an agent", content: { city: 5 } },
              },
            ],
            [
              {
                call: "createEntity",
                input: { entityTypeSlug: "customer", title: "By an agent", content: { city: "Bonn" } },
              },
            ],
            ["Added."],
          ],
        },
        {
          message: "delete it",
          steps: [[{ call: "deleteEntity", input: { id: "00000000-0000-4000-8000-000000000000" } }], ["Gone."]],
        },
      ],
    }),
    onProblem: () => {},
  });
  await host.ready;
});
afterAll(async () => {
  await host.close();
  await store.close();
});

interface Body extends Entity, FilterResult {
  error: { code: string; message: string; path?: string; issues?: { path: string; code: string }[] };
}
const ask = <Answer = Body>(method: string, path: string, options: AskOptions = {}) =>
  askHost<Answer>(host, method, path, { token: "ada", ...options });
const create = async (title: string, content: object, more: object = {}, token = "ada") =>
  ask("POST", "/api/entities", { token, body: { entityTypeSlug: "customer", title, content, ...more } });
const matching = (revision: string) => ({ headers: { "if-match": `"${revision}"` } });

describe("an entity", () => {
  it("is created, read, changed by its revision, and keeps its history", async () => {
    const {
      status,
      body: made,
      headers,
    } = await create("Café Müller & Sons", { city: "Köln", seats: 4 }, { tags: ["key", "key"] });
    expect(status).toBe(201);
    expect(made).toMatchObject({
      slug: "cafe-muller-sons",
      type: "Customer",
      tags: ["key"],
      createdBy: "ada",
      revision: "1",
    });
    expect(made.href).toBe(`/entities/customer/${made.id}`);
    expect([headers.get("location"), headers.get("etag")]).toEqual([`/api/entities/${made.id}`, '"1"']);
    const without = await ask("PATCH", `/api/entities/${made.id}`, { body: { title: "x" } });
    expect([without.status, without.body.error.code]).toEqual([428, "precondition_required"]);
    const changed = await ask("PATCH", `/api/entities/${made.id}`, {
      body: { content: { city: "Bonn" } },
      ...matching("1"),
    });
    expect(changed.body).toMatchObject({ content: { city: "Bonn" }, title: made.title, revision: "2" });
    const late = await ask("PATCH", `/api/entities/${made.id}`, { body: { title: "x" }, ...matching("1") });
    expect([late.status, late.body.error.code]).toEqual([412, "precondition_failed"]);
    const same = await ask("PATCH", `/api/entities/${made.id}`, { body: { title: made.title }, ...matching("2") });
    expect(same.body.revision).toBe("2");
    const { body: history } = await ask<EntityChange[]>("GET", `/api/entities/${made.id}/history`);
    expect(history.map(({ act, changedBy, revision }) => [act, changedBy, revision])).toEqual([
      ["changed", "ada", "2"],
      ["created", "ada", "1"],
    ]);
    expect(history[0]?.changes).toEqual([
      { path: "/content/city", before: "Köln", now: "Bonn" },
      { path: "/content/seats", before: 4 },
    ]);
    expect((await ask("DELETE", `/api/entities/${made.id}`, matching("1"))).status).toBe(412);
    expect((await ask("DELETE", `/api/entities/${made.id}`, matching("2"))).status).toBe(204);
    expect((await ask("GET", `/api/entities/${made.id}`)).status).toBe(404);
    const { body: after } = await ask<EntityChange[]>("GET", `/api/entities/${made.id}/history`);
    expect(after[0]).toMatchObject({ act: "deleted", changedBy: "ada" });
  });

  it("fits its type's schema, and says by field where it does not", async () => {
    const { status, body } = await create("Wrong", { seats: 0, stage: "new", shoe: 1 });
    expect([status, body.error.code]).toEqual([422, "invalid_entity"]);
    expect(body.error.issues?.map(({ path }) => path).toSorted()).toEqual([
      "/content/city",
      "/content/seats",
      "/content/shoe",
      "/content/stage",
    ]);
    const odd = await ask("POST", "/api/entities", {
      body: { entityTypeSlug: "customer", title: " ", slug: "No Slug", content: [], tags: [1] },
    });
    expect(odd.body.error.issues?.map(({ path }) => path)).toEqual(["/title", "/slug", "/content", "/tags"]);
    const nul = await create("Nul", { city: "a\u0000b" });
    expect(nul.body.error).toMatchObject({ code: "invalid_entity", path: "/content" });
    // Somebody may write of both.
    const spelled = await create("Escapes", { city: "\\u0000 and \\ud83d" });
    expect([spelled.status, spelled.body.content]).toEqual([201, { city: "\\u0000 and \\ud83d" }]);
    const typeless = await ask("POST", "/api/entities", { body: { entityTypeSlug: "nothing", title: "x" } });
    expect([typeless.status, typeless.body.error.code]).toEqual([404, "entity_type_not_found"]);
  });

  it("takes a slug that nobody has, and gives way with one that nobody chose", async () => {
    const one = await create("Twice", { city: "Rom" });
    const two = await create("Twice", { city: "Rom" });
    expect(one.body.slug).toBe("twice");
    expect(two.body.slug).toMatch(/^twice-[0-9a-f]{8}$/);
    const chosen = await create("Twice", { city: "Rom" }, { slug: "twice" });
    expect([chosen.status, chosen.body.error.code]).toEqual([409, "slug_taken"]);
    const moved = await ask("PATCH", `/api/entities/${two.body.id}`, { body: { slug: "twice" }, ...matching("1") });
    expect([moved.status, moved.body.error.code]).toEqual([409, "slug_taken"]);
    expect((await create("مقهى", { city: "Rom" })).body.slug).toBe("customer");
  });

  it("is changed by one of two who change it at once", async () => {
    const { body: made } = await create("Raced", { city: "Rom" });
    const both = await Promise.all(
      ["Bonn", "Kiel"].map((city) =>
        ask("PATCH", `/api/entities/${made.id}`, { body: { content: { city } }, ...matching("1") }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  it("stands in relations that both see, and that go with it", async () => {
    const [one, other] = await Promise.all(
      ["Parent", "Child"].map(async (title) => (await create(title, { city: "Rom" })).body),
    );
    const relation = { entityId: other!.id, kind: "subsidiary" };
    const related = await ask("POST", `/api/entities/${one!.id}/relations`, { body: relation });
    await ask("POST", `/api/entities/${one!.id}/relations`, { body: relation });
    expect(related.body.relations).toMatchObject([
      { kind: "subsidiary", direction: "from", entity: { title: "Child" } },
    ]);
    const seen = await ask("GET", `/api/entities/${other!.id}`);
    expect(seen.body.relations).toMatchObject([{ kind: "subsidiary", direction: "to", entity: { title: "Parent" } }]);
    const self = await ask("POST", `/api/entities/${one!.id}/relations`, { body: { ...relation, entityId: one!.id } });
    expect(self.body.error.code).toBe("invalid_relation");
    const id = seen.body.relations[0]!.id;
    const foreign = await create("Third", { city: "Rom" });
    const wrong = await ask("DELETE", `/api/entities/${foreign.body.id}/relations/${id}`);
    expect([wrong.status, wrong.body.error.code]).toEqual([404, "relation_not_found"]);
    await ask("DELETE", `/api/entities/${other!.id}`, { headers: { "if-match": "*" } });
    expect((await ask("GET", `/api/entities/${one!.id}`)).body.relations).toEqual([]);
  });
});

describe("another tenant, and those who may not", () => {
  it("see, change and name nothing of it", async () => {
    const { body: own } = await create("Secret customer", { city: "Rom" });
    const { body: theirs } = await create("Theirs", { city: "Oslo" }, {}, "eve");
    const statuses = async (token: string) =>
      Promise.all(
        [
          ask("GET", `/api/entities/${own.id}`, { token }),
          ask("GET", `/api/entities/${own.id}/history`, { token }),
          ask("PATCH", `/api/entities/${own.id}`, { token, body: { title: "Mine" }, headers: { "if-match": "*" } }),
          ask("DELETE", `/api/entities/${own.id}`, { token, headers: { "if-match": "*" } }),
          ask("POST", `/api/entities/${theirs.id}/relations`, { token, body: { entityId: own.id, kind: "x" } }),
        ].map(async (answer) => (await answer).status),
      );
    expect(await statuses("eve")).toEqual([404, 404, 404, 404, 404]);
    expect(await statuses("cat")).toEqual([403, 403, 403, 403, 403]);
    expect(await statuses("bob")).toEqual([200, 200, 403, 403, 403]);
    const found = await ask("GET", "/api/entities?q=Secret", { token: "eve" });
    expect(found.body).toEqual({ results: [], total: 0 });
    const picked = async (token: string) =>
      (await ask<{ label: string }[]>("GET", `/api/choices/customer?value=${own.id}`, { token })).body;
    expect(await picked("ada")).toEqual([{ value: own.id, label: "Secret customer" }]);
    expect(await picked("eve")).toEqual([]);
    expect((await ask("GET", "/api/choices/customer", { token: "cat" })).body.error.code).toBe("kind_not_found");
    expect((await ask("GET", "/api/choices/nothing")).body.error.code).toBe("kind_not_found");
  });
});

describe("types", () => {
  const draft = {
    slug: "ticket",
    name: "Ticket",
    jsonSchema: { type: "object", properties: { size: { type: "number" } } },
  };

  it("are written by a tenant, and those of the code become its own when it changes them", async () => {
    const made = await ask<EntityType>("POST", "/api/entity-types", { token: "eve", body: draft });
    expect(made.body).toMatchObject({
      slug: "ticket",
      pluralName: "Ticket",
      origin: "tenant",
      count: 0,
      revision: "1",
    });
    const slugs = async (token: string) =>
      (await ask<EntityType[]>("GET", "/api/entity-types", { token })).body.map(({ slug, origin }) => [slug, origin]);
    expect(await slugs("eve")).toEqual([
      ["customer", "code"],
      ["ticket", "tenant"],
    ]);
    expect(await slugs("ada")).toEqual([["customer", "code"]]);
    for (const slug of ["ticket", "customer"]) {
      const again = await ask("POST", "/api/entity-types", { token: "eve", body: { ...draft, slug } });
      expect([again.status, again.body.error.code]).toEqual([409, "slug_taken"]);
    }
    const { headers } = await ask("GET", "/api/entity-types/customer", { token: "eve" });
    const changes = { token: "eve", body: { name: "Client" } };
    const ifMatch = { "if-match": headers.get("etag") ?? "" };
    const changed = await ask<EntityType>("PATCH", "/api/entity-types/customer", { ...changes, headers: ifMatch });
    expect(changed.body).toMatchObject({ name: "Client", origin: "tenant", jsonSchema: customer.jsonSchema });
    expect((await ask("PATCH", "/api/entity-types/customer", { ...changes, headers: ifMatch })).status).toBe(412);
    expect((await ask<EntityType>("GET", "/api/entity-types/customer")).body.name).toBe("Customer");
  });

  it("have a schema that is one, and every field that is wrong is named", async () => {
    const { status, body } = await ask("POST", "/api/entity-types", {
      body: { slug: "Bad Slug", name: "", jsonSchema: { type: "object", properties: { a: { type: "texty" } } } },
    });
    expect([status, body.error.code]).toEqual([422, "invalid_entity_type"]);
    expect(body.error.issues?.map(({ path }) => path)).toEqual(["/slug", "/name", "/jsonSchema"]);
    const nul = await ask("POST", "/api/entity-types", {
      body: { ...draft, slug: "nul", jsonSchema: { type: "object", title: "a\u0000b" } },
    });
    expect(nul.body.error).toMatchObject({ code: "invalid_entity_type", path: "/jsonSchema" });
  });
});

describe("the eight tools", () => {
  const tools = () => entityTools(createEntities({ rows: createEntityRows(store), types: [], documents: undefined }));

  it("have the seed's names, permissions and group, read well everywhere, and have words in every language", () => {
    expect(tools().map(({ slug, requiredPermission, group }) => [slug, requiredPermission, group?.name])).toEqual([
      ["searchEntities", "entities.team.read", "entity"],
      ["getEntity", "entities.team.read", "entity"],
      ["createEntity", "entities.team.create", "entity"],
      ["updateEntity", "entities.team.update", "entity"],
      ["deleteEntity", "entities.team.delete", "entity"],
      ["createRelation", "entities.team.create", "entity"],
      ["listEntityTypes", "entity_types.team.read", "entity"],
      ["getEntityStats", "entities.team.read", "entity"],
    ]);
    for (const tool of tools()) {
      const problems = checkToolSchema(toRegisteredTool(tool), "mcp").map(({ code }) => code);
      expect(problems).toEqual(tool.slug === "listEntityTypes" ? ["input_less"] : []);
      for (const language of ["de", "ar"]) expect(untranslatedTexts(toRegisteredTool(tool), language)).toEqual([]);
    }
  });

  it("say what is wrong with a text that nothing can be called, and find nothing by one", async () => {
    const context = { ...tenant, userId: "ada", spaceId: null, requestId: "", source: "agent" as const };
    const { body: acme } = await create("Called", { city: "Rom" });
    const run = async (slug: string, input: unknown) => {
      const tool = tools().find((each) => each.slug === slug);
      if (typeof tool?.execute !== "function") throw new Error(`There is no ${slug}.`);
      return tool.execute(input, context as never, {} as never);
    };
    const related = { fromId: acme.id, toId: acme.id, kind: " " };
    await expect(run("createRelation", related)).rejects.toMatchObject({ name: "ToolError", path: "/kind" });
    const named = { entityTypeSlug: "a\0", slug: "b\0" };
    await expect(run("getEntity", named)).rejects.toMatchObject({ name: "ToolError", path: "/slug" });
    expect(await run("searchEntities", { query: "x\0y" })).toEqual({ results: [], total: 0 });
  });

  const offered = async (permissions: string[], toolGroups: string[]) => {
    const chosen = { ...tenant, userId: "x", spaceId: null, requestId: "", permissions, source: "agent" as const };
    const parts = await entitiesModule().open?.({ store, maxBodyBytes: 1 } as never);
    const source = parts?.tools;
    if (!source || typeof source === "function" || Array.isArray(source)) throw new Error("a source is expected");
    const all = await source.list({ ...chosen, agent: { toolGroups } });
    return all.filter((tool) => canUse(tool, { ...chosen, agent: { toolGroups } }).see).length;
  };
  it("are there for agents with their group whose person holds the permission alone", async () => {
    expect(await offered(everything, ["entity"])).toBeGreaterThanOrEqual(8);
    expect(await offered(everything, ["web"])).toBe(0);
    expect(await offered([], ["entity"])).toBe(0);
  });

  it("are used by an agent, which learns by field what is wrong, and asks before it deletes", async () => {
    const chat = async (message: string, end: SessionEvent["type"]) => {
      const { sessionId } = (await ask<{ sessionId: string }>("POST", "/api/chat", { body: { message } })).body;
      return vi.waitFor(async () => {
        const events = await store.log(DEFAULT_TENANT_ID).read(sessionId);
        if (!events.some(({ type }) => type === end)) throw new Error("The agent is at work.");
        return events;
      });
    };
    const failed = (await chat("add Acme", "agent.completed")).find(({ type }) => type === "tool.failed");
    expect(failed).toMatchObject({
      error: { message: expect.stringContaining("content/city"), path: "/content/city" },
    });
    const { body } = await ask("GET", "/api/entities?q=by+an+agent");
    expect(body.results).toMatchObject([{ title: "By an agent", content: { city: "Bonn" } }]);
    await chat("delete it", "tool.needs_approval");
  });
});

describe("searching", () => {
  it("finds by the beginnings of words, in titles before contents, and by any part of a title", async () => {
    await create("Zebra crossing", { city: "Paris" });
    await create("Crossroads", { city: "Zebrastadt" });
    const titles = async (query: string) =>
      (await ask("GET", `/api/entities?q=${encodeURIComponent(query)}`)).body.results.map(({ title }) => title);
    expect(await titles("zebra")).toEqual(["Zebra crossing", "Crossroads"]);
    expect(await titles("ebra cro")).toEqual(["Zebra crossing"]);
    expect(await titles("cross zebr")).toEqual(["Zebra crossing", "Crossroads"]);
    expect(await titles("100%")).toEqual([]);
    expect(await titles("'; drop table x --")).toEqual([]);
    expect((await ask("GET", "/api/entities?limit=0")).status).toBe(400);
  });
});
