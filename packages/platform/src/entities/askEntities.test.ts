import { randomUUID } from "node:crypto";
import { createRegistry, type ToolContext } from "@callboard/core";
import { checkToolSchema } from "@callboard/core/bridge";
import { toRegisteredTool } from "@callboard/core/catalog";
import type { Entity } from "@callboard/core/client";
import { untranslatedTexts } from "@callboard/core/testing";
import {
  createHost,
  createScriptedModel,
  createStore,
  DEFAULT_TENANT_ID,
  type Host,
  type Kernel,
  type Store,
} from "@callboard/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ask as askHost, type AskOptions } from "../../../../test/setup/ask.ts";
import { entitiesModule, ENTITY_PERMISSIONS, type EntityDocuments, type EntityTypeDefinition } from "../index.ts";
import { createEntities } from "./entities.ts";
import { createEntityRows } from "./entityRows.ts";
import { extractFilters } from "./extractFilters.ts";
import { researchEntities } from "./researchEntities.ts";
import { searchDocuments } from "./searchDocuments.ts";
import { updateEntityTypeSchema } from "./updateEntityTypeSchema.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const customer: EntityTypeDefinition = {
  slug: "customer",
  name: "Customer",
  jsonSchema: {
    type: "object",
    properties: { city: { type: "string" }, seats: { type: "integer" }, stage: { type: "string" } },
  },
};

/** Documents `d1` to `d9`; `d9` is not read yet, and each passage says whose it is. */
const described: string[][] = [];
const documents: EntityDocuments = {
  describe: async (_context, ids) => {
    described.push([...ids]);
    return ids
      .filter((id) => /^d\d$/.test(id))
      .map((id) => ({
        documentId: id,
        title: id,
        status: id === "d9" ? ("reading" as const) : ("ready" as const),
        href: null,
      }));
  },
  search: async (_context, { query, documentIds = ["d1", "d2"], limit }) =>
    documentIds.flatMap((documentId) =>
      Array.from({ length: limit }, (_one, index) => ({
        content: `${query} in ${documentId}, ${index}`,
        score: 1 - index / 10,
        documentId,
        page: index,
      })),
    ),
};

const ada = {
  userId: "ada",
  tenantId: DEFAULT_TENANT_ID,
  tenantSlug: "default",
  permissions: [...ENTITY_PERMISSIONS],
};
const context: ToolContext = { ...ada, spaceId: null, requestId: "", source: "agent" };

const script = createScriptedModel({ turns: [] });
let store: Store;
let host: Host;
let kernel: Kernel;
beforeAll(async () => {
  store = await createStore();
  host = createHost({
    registry: createRegistry(),
    store,
    actor: { ada },
    modules: [
      entitiesModule({ types: [customer], documents }),
      { name: "look", open: (opened) => ((kernel = opened), {}) },
    ],
    model: {
      ...script,
      doStream(options: Parameters<typeof script.doStream>[0]) {
        asked.push({ prompt: JSON.stringify(options.prompt), format: JSON.stringify(options.responseFormat) });
        return answering().doStream(options);
      },
    },
    onProblem: () => {},
  });
  await host.ready;
});
afterAll(async () => {
  await host.close();
  await store.close();
});

let answer = "{}";
const asked: { prompt: string; format: string }[] = [];
const answering = () => createScriptedModel({ turns: [{ steps: [[answer]] }] });
const ask = <Body = Entity>(method: string, path: string, options: AskOptions = {}) =>
  askHost<Body>(host, method, path, { token: "ada", ...options });
const entitiesOf = () => createEntities({ rows: createEntityRows(store), types: [customer], documents });
const call = { ...context, callId: "c", sessionId: "s", answers: {}, signal: new AbortController().signal };

describe("extractFilters", () => {
  const run = () =>
    extractFilters(entitiesOf(), kernel).execute(
      { messages: [{ role: "user", content: "large ones in Bonn" }], entityTypeSlug: "customer" },
      call,
      {} as never,
    );

  it("gives the conditions that the model reads, and leaves out what can mean nothing", async () => {
    answer = JSON.stringify({
      filtersToApply: [
        { field: "city", operator: "eq", value: '"Bonn"' },
        { field: "seats", operator: "gte", value: "50" },
        { field: "stage", operator: "eq", value: "won" },
        { field: "invented", operator: "eq", value: "1" },
        { field: "city", operator: "like", value: '"B"' },
        { field: "seats", operator: "gt", value: "true" },
      ],
      suggestedFilters: [
        { field: "stage", reason: "Which stage?" },
        { field: "nothing", reason: "x" },
      ],
      relevantFields: ["seats", "seats", "other"],
    });
    expect(await run()).toEqual({
      entityType: "Customer",
      entityTypeSlug: "customer",
      filtersToApply: [
        { field: "city", operator: "eq", value: "Bonn" },
        { field: "seats", operator: "gte", value: 50 },
        { field: "stage", operator: "eq", value: "won" },
      ],
      suggestedFilters: [{ field: "stage", reason: "Which stage?" }],
      relevantFields: ["seats"],
    });
    expect(asked.at(-1)?.prompt).toContain("large ones in Bonn");
    // Strict: whatever it may say is named, and all of it is required.
    expect(asked.at(-1)?.format).toContain('"enum":["city","seats","stage"]');
    expect(asked.at(-1)?.format).toContain('"additionalProperties":false');
  });

  it("says what is missing where the type or a model is", async () => {
    const tool = toRegisteredTool(extractFilters(entitiesOf(), kernel));
    expect(tool.available?.({ ...context, facts: { model: false } })).toEqual({
      reason: "It needs a model, and none is connected to this host.",
      needs: "model",
    });
    expect(tool.available?.(context)).toBe(true);
    expect(tool.available?.({ ...context, source: "web" })).toBe(false);
    const without = extractFilters(entitiesOf(), { agents: { ...kernel.agents, find: async () => undefined } });
    const input = { messages: [{ role: "user", content: "x" }], entityTypeSlug: "customer" };
    await expect(without.execute(input, call, {} as never)).rejects.toThrow("none is connected");
    await expect(without.execute({ ...input, entityTypeSlug: "no" }, call, {} as never)).rejects.toThrow("no type");
  });
});

describe("researchEntities", () => {
  const run = (input: object) =>
    researchEntities(entitiesOf(), documents).execute(
      { query: "risk", entityTypeSlug: "customer", ...input },
      call,
      {} as never,
    );

  it("finds passages in the ready documents of each, keeps those without, and asks for the documents once", async () => {
    for (const [title, attached] of [
      ["A", ["d1", "d9"]],
      ["B", []],
      ["C", ["d2"]],
    ] as const) {
      const { body } = await ask("POST", "/api/entities", {
        body: { entityTypeSlug: "customer", title, content: { city: "Bonn" } },
      });
      for (const id of attached)
        expect((await ask("PUT", `/api/entities/${body.id}/documents/${id}`, { body: {} })).status).toBe(200);
    }
    described.length = 0;
    const output = (await run({})) as {
      results: {
        entity: { title: string };
        findings: { content: string; documentId: string }[];
        documentCount: number;
      }[];
      summary: object;
    };
    expect(described).toEqual([expect.arrayContaining(["d1", "d2", "d9"])]);
    const byTitle = new Map(output.results.map((each) => [each.entity.title, each]));
    expect(byTitle.get("A")).toMatchObject({
      documentCount: 1,
      findings: [{ content: "risk in d1, 0", documentId: "d1" }, {}, {}],
    });
    expect(byTitle.get("A")?.findings).toHaveLength(3);
    expect(byTitle.get("B")).toMatchObject({ documentCount: 0, findings: [] });
    expect(output.summary).toEqual({
      totalEntities: 3,
      entitiesWithFindings: 2,
      totalChunks: 6,
      totalMatchedEntities: 3,
    });
  });

  it("takes ten entities unless asked for more, and those alone that meet the conditions", async () => {
    for (let index = 0; index < 12; index++) {
      await ask("POST", "/api/entities", {
        body: { entityTypeSlug: "customer", title: `Many ${index}`, content: { city: "Kiel" } },
      });
    }
    const filters = [{ field: "city", operator: "eq", value: "Kiel" }];
    const summaryOf = async (input: object) => ((await run(input)) as { summary: object }).summary;
    expect(await summaryOf({ filters })).toMatchObject({ totalEntities: 10, totalMatchedEntities: 12, totalChunks: 0 });
    expect(await summaryOf({ filters, maxEntities: 12 })).toMatchObject({ totalEntities: 12 });
  });
});

describe("searchDocuments", () => {
  const run = (input: object, from: object = {}) =>
    searchDocuments(entitiesOf(), documents).execute(
      { query: "risk", ...input },
      { ...call, ...from },
      {} as never,
    ) as Promise<{ results: { documentId: string; title: string }[]; documentCount: number | null }>;

  it("searches what the person may read, or the ready documents of one entity alone", async () => {
    const all = await run({ limit: 2 });
    expect(all).toMatchObject({ documentCount: null, results: [{ documentId: "d1", title: "d1" }, {}] });
    const { body: made } = await ask("POST", "/api/entities", {
      body: { entityTypeSlug: "customer", title: "Searched", content: { city: "Bonn" } },
    });
    expect(await run({ entityId: made.id })).toMatchObject({ results: [], documentCount: 0 });
    for (const id of ["d5", "d9"]) await ask("PUT", `/api/entities/${made.id}/documents/${id}`, { body: {} });
    const own = await run({ entityId: made.id });
    expect([own.documentCount, [...new Set(own.results.map(({ documentId }) => documentId))]]).toEqual([1, ["d5"]]);
    // Another tenant's entity is none.
    await expect(run({ entityId: made.id }, { tenantId: randomUUID() })).rejects.toThrow("no entity");
  });
});

describe("updateEntityTypeSchema", () => {
  const run = (input: object, from: object = {}) =>
    updateEntityTypeSchema(entitiesOf()).execute(
      { entityTypeSlug: "visit", ...input },
      { ...call, ...from },
      {} as never,
    ) as Promise<{
      type: { revision: string };
      misfits: { title: string; why: string }[];
      count: number;
      total: number;
    }>;
  const schema = (properties: object) => ({ type: "object", properties });

  it("changes a schema as a version, and names the entities that no longer fit", async () => {
    await ask("POST", "/api/entity-types", {
      body: { slug: "visit", name: "Visit", jsonSchema: schema({ length: { type: "integer" } }) },
    });
    for (const length of [5, 500]) {
      await ask("POST", "/api/entities", {
        body: { entityTypeSlug: "visit", title: `Visit of ${length}`, content: { length } },
      });
    }
    const jsonSchema = schema({ length: { type: "integer", maximum: 60 } });
    const { type, misfits, count, total } = await run({ jsonSchema, revision: "1" });
    expect([type.revision, count, total, misfits.map(({ title }) => title)]).toEqual(["2", 1, 2, ["Visit of 500"]]);
    expect(misfits[0]?.why).toMatch(/^length: /);
    // It is as it was, until somebody mends it.
    const { body } = await ask<{ results: { content: object }[] }>("GET", "/api/entities?type=visit&q=500");
    expect(body.results[0]?.content).toEqual({ length: 500 });
    await expect(run({ jsonSchema, revision: "1" })).rejects.toThrow("Somebody has changed");
    await expect(run({ jsonSchema: { type: "array" } })).rejects.toThrow("object");
    await expect(run({ jsonSchema }, { tenantId: randomUUID() })).rejects.toThrow("no type");
  });
});

it("refuses a document that nobody has, and shows the state of those that are attached", async () => {
  const { body: made } = await ask("POST", "/api/entities", { body: { entityTypeSlug: "customer", title: "Docs" } });
  const path = `/api/entities/${made.id}/documents`;
  const refused = await ask<{ error: { code: string } }>("PUT", `${path}/nothing`, { body: {} });
  expect([refused.status, refused.body.error.code]).toEqual([404, "document_not_found"]);
  const { body } = await ask("PUT", `${path}/d9`, { body: {} });
  expect(body.documents).toEqual([{ documentId: "d9", title: "d9", status: "reading", href: null }]);
  expect((await ask("DELETE", `${path}/d9`)).body.documents).toEqual([]);
});

it("reads well for models, and has words in every language", () => {
  const tools = [
    extractFilters(entitiesOf(), kernel),
    researchEntities(entitiesOf(), documents),
    searchDocuments(entitiesOf(), documents),
    updateEntityTypeSchema(entitiesOf()),
  ];
  for (const tool of tools.map((each) => toRegisteredTool(each))) {
    expect(checkToolSchema(tool, "mcp")).toEqual([]);
    for (const language of ["de", "ar"]) expect(untranslatedTexts(tool, language)).toEqual([]);
  }
});
