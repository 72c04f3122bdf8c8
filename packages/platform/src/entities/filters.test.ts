import type { FilterResult } from "@callboard/core/client";
import type { FilterCondition } from "@callboard/core/fields";
import { operators, type Operator } from "@callboard/core/form";
import { createHost, createStore, type Host, type Store } from "@callboard/server";
import { createRegistry } from "@callboard/core";
import fc from "fast-check";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ask } from "../../../../test/setup/ask.ts";
import { entitiesModule, ENTITY_PERMISSIONS } from "../index.ts";
import { createEntityRows, type EntityQuery } from "./entityRows.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const HOSTILE = [
  "'; drop table callboard.entities; --",
  'a"b',
  "a\\b",
  "a.b",
  "$1",
  "%",
  "__proto__",
  "constructor",
  "größe",
  "حجم",
  "🦊",
  " ",
  "->>",
];
const FIELDS = ["name", "size", "title", "created_at", ...HOSTILE];
const WORDS = [
  "",
  "a",
  "A",
  "ab",
  "Äb",
  "äB",
  "100%",
  "a_b",
  "a\\b",
  "10",
  "9",
  "true",
  "null",
  "2024-05-01",
  "🦊",
  "\uFB01",
  "'",
];

const scalar = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.integer({ min: -20, max: 20 }),
  fc.constantFrom(0.5, -0.25, 9.75, 1e15),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.oneof({ weight: 5, arbitrary: scalar }, { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) });
const content = fc
  .array(fc.tuple(fc.constantFrom(...FIELDS), value), { maxLength: 8 })
  .map((fields): Record<string, unknown> => Object.fromEntries(fields));

const filterOf = (operator: Operator): fc.Arbitrary<FilterCondition> => {
  const field = fc.constantFrom(...FIELDS);
  const compared =
    operator === "in"
      ? fc.array(scalar, { maxLength: 4 })
      : operator === "eq" || operator === "neq" || operator === "contains"
        ? value
        : fc.oneof(fc.constantFrom(...WORDS), fc.integer({ min: -20, max: 20 }), fc.constantFrom(0.5, 9.75));
  return fc.record({ field, operator: fc.constant(operator), value: compared });
};

/** A value as PostgreSQL's `->>` writes it; null where there is none. */
const textOf = (one: unknown): string | null => {
  if (one === undefined || one === null) return null;
  if (typeof one === "string") return one;
  if (typeof one === "number") return one.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 20 });
  return JSON.stringify(one).replaceAll(/("(?:[^"\\]|\\.)*")|,/g, (_all, text: string | undefined) => text ?? ", ");
};
const bytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
const sameScalar = (one: unknown, other: unknown) => one === other;

/** What each operator says of an entity, from the seed's table, without SQL. */
function holds(entity: Record<string, unknown>, { field, operator, value: asked }: FilterCondition): boolean {
  const actual = Object.hasOwn(entity, field) ? entity[field] : undefined;
  switch (operator) {
    case "eq":
      return textOf(actual) === textOf(asked);
    case "neq":
      return textOf(actual) !== textOf(asked);
    case "gt":
    case "gte":
    case "lt":
    case "lte": {
      const order =
        typeof actual === "number" && typeof asked === "number"
          ? actual - asked
          : typeof actual === "string" && typeof asked === "string"
            ? bytes(actual, asked)
            : Number.NaN;
      return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator];
    }
    case "in": {
      const texts = (asked as unknown[]).map(textOf);
      const among = (one: unknown) => textOf(one) !== null && texts.includes(textOf(one));
      return among(actual) || (Array.isArray(actual) && actual.some(among));
    }
    case "contains": {
      if (typeof actual === "string" && typeof asked === "string")
        return actual.toLowerCase().includes(asked.toLowerCase());
      if (actual === undefined) return false;
      const wanted = Array.isArray(asked) ? (asked as unknown[]) : [asked];
      if (Array.isArray(actual)) return wanted.every((one) => actual.some((each) => sameScalar(each, one)));
      return !Array.isArray(asked) && sameScalar(actual, asked);
    }
  }
}

const databaseUrl = process.env["CALLBOARD_TEST_DATABASE_URL"];
const ENGINES = [
  { name: "PGlite", options: {}, isHere: true },
  { name: "PostgreSQL", options: { databaseUrl: databaseUrl ?? "" }, isHere: databaseUrl !== undefined },
];

describe.each(ENGINES.filter(({ isHere }) => isHere))("filterEntities on $name", ({ options }) => {
  const [tenantId, otherId] = [randomUUID(), randomUUID()];
  let store: Store;
  let host: Host;
  let rows: ReturnType<typeof createEntityRows>;
  beforeAll(async () => {
    store = await createStore(options);
    const person = { tenantId, tenantSlug: `t-${tenantId}`, permissions: [...ENTITY_PERMISSIONS] };
    host = createHost({
      registry: createRegistry(),
      store,
      actor: {
        ada: { ...person, userId: "ada" },
        eve: { ...person, userId: "eve", tenantId: otherId, tenantSlug: `t-${otherId}` },
      },
      modules: [entitiesModule({ types: [{ slug: "thing", name: "Thing", jsonSchema: { type: "object" } }] })],
    });
    await host.ready;
    await store.ensureTenant(tenantId, `t-${tenantId}`);
    rows = createEntityRows(store);
  });
  afterAll(async () => {
    await host.close();
    await store.close();
  });

  const query = (type: string, more: Partial<EntityQuery>): EntityQuery => ({
    typeSlug: type,
    filters: [],
    sortBy: "title",
    sortOrder: "asc",
    limit: 1_000,
    offset: 0,
    ...more,
  });

  it("finds what an evaluation without SQL finds: 2,000 entities, 2,000 filters, every operator", async () => {
    const [contents = []] = fc.sample(fc.array(content, { minLength: 2_000, maxLength: 2_000 }), {
      numRuns: 1,
      seed: 20261126,
    });
    const titleOf = (index: number) => `e${String(index).padStart(4, "0")}`;
    // In shares, so that each filter reads some of them.
    const share = 100;
    await store.database.asTenant(tenantId, (tx) =>
      tx.query(
        `insert into callboard.entities (tenant_id, id, type_slug, slug, title, content, tags, created_at, updated_at)
         select $1::uuid, gen_random_uuid(), 'share-' || (at - 1) / $2::integer, title, title, content::jsonb, '[]', 0, 0
         from unnest($3::text[], $4::text[]) with ordinality as each (title, content, at)`,
        [tenantId, share, contents.map((_one, index) => titleOf(index)), contents.map((one) => JSON.stringify(one))],
      ),
    );
    const shares = contents.length / share;
    for (const operator of operators) {
      const filters = fc.sample(fc.array(filterOf(operator), { minLength: 1, maxLength: 2 }), {
        numRuns: 250,
        seed: 20261126,
      });
      for (const [turn, asked] of filters.entries()) {
        const at = turn % shares;
        const expected = contents
          .slice(at * share, (at + 1) * share)
          .flatMap((one, index) => (asked.every((filter) => holds(one, filter)) ? [titleOf(at * share + index)] : []));
        const found = await rows.filter(tenantId, query(`share-${at}`, { filters: asked }));
        expect({ asked, titles: found.rows.map(({ title }) => title), total: found.total }).toEqual({
          asked,
          titles: expected,
          total: expected.length,
        });
      }
    }
  });

  it("sorts by a field, whose numbers go before texts and whose absence goes last, and pages", async () => {
    const values = [10, 9, "b", "a", null, undefined, -1, "B", 9.5];
    for (const [index, size] of values.entries()) {
      const entity = {
        title: `s${index}`,
        slug: `s${index}`,
        content: size === undefined ? {} : { "si'ze": size },
        tags: [],
      };
      await rows.insert(tenantId, "sorted", entity, null);
    }
    const sorted = async (more: Partial<EntityQuery>) =>
      (await rows.filter(tenantId, query("sorted", { sortBy: "si'ze", ...more }))).rows.map(
        ({ content: own }) => own["si'ze"] ?? null,
      );
    expect(await sorted({})).toEqual([-1, 9, 9.5, 10, "B", "a", "b", null, null]);
    expect(await sorted({ sortOrder: "desc" })).toEqual([10, 9.5, 9, -1, "b", "a", "B", null, null]);
    expect(await sorted({ limit: 2, offset: 1 })).toEqual([9, 9.5]);
    const byTime = async (sortOrder: "asc" | "desc") =>
      (await rows.filter(tenantId, query("sorted", { sortBy: "created_at", sortOrder }))).rows.map(
        ({ createdAt }) => createdAt,
      );
    const inOrder = (await byTime("asc")).toSorted((one, other) => one - other);
    expect(await byTime("asc")).toEqual(inOrder);
    expect(await byTime("desc")).toEqual(inOrder.toReversed());
  });

  it("takes 50 unless asked for more, says how many there are, and shows nobody else's", async () => {
    for (let index = 0; index < 60; index++) {
      await rows.insert(
        tenantId,
        "thing",
        { title: `t${index}`, slug: `t${index}`, content: { index }, tags: [] },
        null,
      );
    }
    const filter = (body: object, token = "ada") =>
      ask<FilterResult & { error: { code: string; path?: string } }>(host, "POST", "/api/entities/filter", {
        token,
        body: { entityTypeSlug: "thing", ...body },
      });
    const all = await filter({ sortBy: "index", sortOrder: "desc" });
    expect([all.body.results.length, all.body.total, all.body.appliedFilters]).toEqual([50, 60, 0]);
    expect(all.body.results[0]?.content).toEqual({ index: 59 });
    const some = await filter({ filters: [{ field: "index", operator: "gte", value: 58 }], limit: 200 });
    expect([some.body.results.length, some.body.total, some.body.appliedFilters]).toEqual([2, 2, 1]);
    expect((await filter({}, "eve")).body).toEqual({ results: [], total: 0, appliedFilters: 0 });
    const refused = async (body: object) => (await filter(body)).body.error;
    expect(await refused({ limit: 201 })).toMatchObject({ code: "invalid_request", path: "/limit" });
    expect(await refused({ sortOrder: "up" })).toMatchObject({ path: "/sortOrder" });
    for (const [wrong, path] of [
      [{ field: "", operator: "eq", value: 1 }, "field"],
      [{ field: "a\u0000", operator: "eq", value: 1 }, "field"],
      [{ field: "a", operator: "like", value: 1 }, "operator"],
      [{ field: "a", operator: "gt", value: true }, "value"],
      [{ field: "a", operator: "in", value: "b" }, "value"],
      [{ field: "a", operator: "eq", value: "\ud800" }, "value"],
    ] as const) {
      expect(await refused({ filters: [wrong] })).toMatchObject({ code: "invalid_filter", path: `/filters/0/${path}` });
    }
  });
});
