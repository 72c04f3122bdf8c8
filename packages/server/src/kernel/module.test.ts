import { createRegistry, defineTool } from "@callboard/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHost, type Host } from "../host.ts";
import { HostRefusal } from "../hostRefusal.ts";
import { tenantRows } from "../db/migration.ts";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";
import type { HostModule } from "./module.ts";

/** A module as somebody outside writes it: a table, routes, a fact, a choice, and a refusal of its own. */
const notesModule: HostModule = {
  name: "sticky-notes",
  migrations: [
    {
      version: 1,
      name: "sticky notes",
      sql: `create table callboard.sticky_notes (tenant_id uuid not null, text text not null);
        ${tenantRows("sticky_notes", "select, insert")}`,
    },
  ],
  refusals: { wall_full: 507 },
  open({ store: { database } }) {
    const textsOf = (tenantId: string) =>
      database.asTenant(tenantId, async (tx) =>
        (await tx.query<{ text: string }>("select text from callboard.sticky_notes order by text")).map(
          ({ text }) => text,
        ),
      );
    return {
      routes: [
        {
          method: "GET",
          path: "/api/notes/:id",
          authority: "tenant",
          handle: async ({ actor, params }) => Response.json([params["id"], ...(await textsOf(actor.tenantId))]),
        },
        // Without a parameter: it stands before the one above.
        { method: "GET", path: "/api/notes/count", authority: "tenant", handle: () => Response.json({ most: 2 }) },
        {
          method: "POST",
          path: "/api/notes",
          permission: "notes.write",
          async handle({ request, actor }) {
            if ((await textsOf(actor.tenantId)).length === 2)
              throw new HostRefusal("wall_full", "Take one down first.");
            const text = await request.text();
            await database.asTenant(actor.tenantId, (tx) =>
              tx.query("insert into callboard.sticky_notes values ($1::uuid, $2)", [actor.tenantId, text]),
            );
            return new Response(null, { status: 204 });
          },
        },
      ],
      openRoutes: [{ method: "GET", path: "/wall", handle: () => new Response("A wall") }],
      choices: { colour: () => [{ value: "y", label: "Yellow" }] },
      facts: async ({ tenantId }) => ({ stickyNotes: tenantId ? (await textsOf(tenantId)).length : 0 }),
    };
  },
};

const countNotes = defineTool({
  slug: "count_notes",
  name: "Count notes",
  description: "Counts.",
  category: "notes",
  icon: "hash",
  inputSchema: { type: "object" },
  outputSchema: { type: "integer" },
  available: ({ facts }) => Number(facts?.["stickyNotes"]) > 0,
  execute: () => 1,
});

let store: Store;
let host: Host;
const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: ["notes.write"] };
const other = { ...ada, userId: "eve", tenantId: "00000000-0000-4000-8000-0000000000aa", tenantSlug: "other" };
const reader = { ...ada, userId: "bob", permissions: [] };
const hostWith = (modules: readonly HostModule[]) => {
  const registry = createRegistry();
  registry.register(countNotes);
  return createHost({ registry, store, modules, actor: { ada, other, reader }, onProblem: () => {} });
};
const ask = async (path: string, token: string | null = "ada", init: RequestInit = {}) => {
  const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await host.fetch(new Request(`http://localhost${path}`, { ...init, headers }));
  const text = await response.text();
  return { status: response.status, body: /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : text };
};

beforeAll(async () => {
  store = await memoryStore();
  host = hostWith([notesModule]);
}, 60_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

it("answers with its own table, permission, refusal, choices and open routes, each tenant for itself", async () => {
  const post = (text: string, token: string) => ask("/api/notes", token, { method: "POST", body: text });
  expect(await ask("/api/tools")).toEqual({ status: 200, body: [] });
  expect((await post("one", "reader")).body).toMatchObject({
    error: { code: "not_permitted", message: expect.stringContaining("notes.write") },
  });
  expect((await post("one", "ada")).status).toBe(204);
  expect((await post("two", "ada")).status).toBe(204);
  expect(await post("three", "ada")).toMatchObject({
    status: 507,
    body: { error: { code: "wall_full", message: "Take one down first." } },
  });
  expect((await ask("/api/notes/x")).body).toEqual(["x", "one", "two"]);
  expect((await ask("/api/notes/x", "other")).body).toEqual(["x"]);
  expect((await ask("/api/notes/count")).body).toEqual({ most: 2 });
  expect((await ask("/api/notes/x", "nobody")).status).toBe(401);
  expect((await ask("/api/notes", "ada", { method: "DELETE" })).status).toBe(405);
  expect(await ask("/wall", null)).toEqual({ status: 200, body: "A wall" });
  expect((await ask("/api/choices/colour")).body).toEqual([{ value: "y", label: "Yellow" }]);
  // What its tools need is known before they are asked.
  expect((await ask("/api/tools")).body).toMatchObject([{ slug: "count_notes" }]);
  expect((await ask("/api/tools", "other")).body).toEqual([]);
  expect([await host.hasTool("count_notes", ada), await host.hasTool("count_notes", other)]).toEqual([true, false]);
});

it("is refused by a host that cannot have it as it is", async () => {
  const taken: HostModule = { name: "taken", refusals: { not_found: 404 } };
  const route = {
    method: "GET",
    path: "/api/notes/:other",
    authority: "tenant",
    handle: () => new Response(),
  } as const;
  const twice: HostModule = { name: "twice", open: () => ({ routes: [route] }) };
  const { authority: _, ...open } = { ...route, path: "/api/open" };
  const without = (more: object): HostModule => ({
    name: "open",
    open: () => ({ routes: [{ ...open, ...more } as never] }),
  });
  for (const [module, words] of [
    [taken, 'takes the code "not_found"'],
    [twice, "Two routes of this host answer GET /api/notes/:"],
    [without({}), "GET /api/open does not say whom it answers"],
    [without({ permission: null }), "GET /api/open does not say whom it answers"],
    [without({ authority: "everybody" }), '"tenant", "own", "session", "tool"'],
  ] as const) {
    const refused = hostWith([notesModule, module]);
    await expect(refused.ready).rejects.toThrow(words);
    await refused.close();
  }
});
