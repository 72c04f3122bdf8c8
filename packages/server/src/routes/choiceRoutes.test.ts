import { randomUUID } from "node:crypto";
import { createHttpClient, createRegistry, type Connection, type ConnectionDraft } from "@callboard/core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DEMO_ACTOR } from "../actor.ts";
import { choicesOf } from "../choices/choices.ts";
import { createConnections } from "../modules/connections/connections.ts";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { createHost, type Host } from "../host.ts";
import { ask as askHost, type AskOptions } from "../../../../test/setup/ask.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";

vi.setConfig({ testTimeout: 30_000 });

const OTHER = { userId: "eve", tenantId: randomUUID(), tenantSlug: "other", permissions: DEMO_ACTOR.permissions };
const people = [
  { value: "p1", label: "Zoë Müller", description: "Oslo" },
  { value: "p2", label: "Ada Lovelace", description: "London" },
  { value: "p3", label: "Grace Hopper" },
  { value: "p4", label: "Anna Müller", description: "Bern" },
];

let store: Store;
let host: Host;
const problems: string[] = [];
beforeAll(async () => {
  store = await memoryStore();
  host = createHost({
    registry: createRegistry(),
    store,
    actor: (request) => (request.headers.get("authorization") === "Bearer eve" ? OTHER : DEMO_ACTOR),
    choices: {
      person: choicesOf(people),
      mine: ({ context }) => [
        { value: String(context.tenantSlug), label: "Mine", secret: "not for the page" } as never,
      ],
      many: ({ limit }) => Array.from({ length: limit + 50 }, (_, at) => ({ value: `${at}`, label: `${at}` })),
      broken: () => Promise.reject(new Error("the CRM at 10.0.0.1 refused")),
    },
    onProblem: (message) => problems.push(message),
  });
  await host.ready;
}, 60_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

const ask = (method: string, path: string, options?: AskOptions) => askHost(host, method, path, options);
const values = async (path: string, options?: AskOptions) =>
  ((await ask("GET", path, options)).body as unknown as { value: string }[]).map(({ value }) => value);

describe("choices", () => {
  it("are searched by every word, whatever its case and accents, what begins so first", async () => {
    expect(await values("/api/choices/person?q=muller")).toEqual(["p1", "p4"]);
    expect(await values("/api/choices/person?q=MÜLLER%20an")).toEqual(["p4"]);
    expect(await values("/api/choices/person?q=a")).toEqual(["p2", "p4", "p3"]);
    expect(await values("/api/choices/person?q=lond")).toEqual(["p2"]);
    expect(await values("/api/choices/person?q=nobody")).toEqual([]);
    expect(await values("/api/choices/person")).toHaveLength(4);
    expect(await values(`/api/choices/person?q=${"x".repeat(100_000)}`)).toEqual([]);
  });

  it("give the names of stored ids, and nothing for unknown ones", async () => {
    expect(await values("/api/choices/person?value=p3&value=nope")).toEqual(["p3"]);
  });

  it("are asked for in the name of who asks, and hold nothing but what a choice is made of", async () => {
    expect(await values("/api/choices/mine", { token: "eve" })).toEqual(["other"]);
    const { body } = await ask("GET", "/api/choices/mine");
    expect(body).toEqual([{ value: "default", label: "Mine" }]);
  });

  it("are no more than was asked for", async () => {
    expect(await values("/api/choices/many")).toHaveLength(20);
    expect(await values("/api/choices/many?limit=5")).toHaveLength(5);
    expect((await ask("GET", "/api/choices/many?limit=1000")).status).toBe(400);
  });

  it.each(["nothing", "__proto__", "constructor", "toString"])("of the kind %s there are none: 404", async (kind) => {
    const { status, body } = await ask("GET", `/api/choices/${kind}`);
    expect([status, body.error.code]).toEqual([404, "kind_not_found"]);
  });

  it("that cannot be found say so without saying why", async () => {
    const { status, body } = await ask("GET", "/api/choices/broken");
    expect([status, body.error.code]).toEqual([500, "internal"]);
    expect(JSON.stringify(body)).not.toContain("10.0.0.1");
    expect(problems.join()).toContain("/api/choices/broken");
  });

  it("are what a client is given", async () => {
    const client = createHttpClient({
      baseUrl: "http://localhost",
      fetch: (url, init) => host.fetch(new Request(url, init)),
    });
    expect(await client.choices("person", "ada")).toEqual([people[1]]);
    expect(await client.choices("person", { values: ["p3", "p2"] })).toEqual([people[1], people[2]]);
  });
});

describe("connections", () => {
  const draft: ConnectionDraft = {
    name: "  Company   blog ",
    kind: "wordpress",
    address: "https://blog.example/",
    secret: "app-password-1234",
  };

  it("are saved for one tenant, and their secret is in no answer", async () => {
    const made = await ask("POST", "/api/connections", { body: draft });
    const connection = made.body as unknown as Connection;
    expect([made.status, connection.name, connection.hasSecret]).toEqual([201, "Company blog", true]);
    const answers = [
      made,
      await ask("GET", "/api/connections"),
      await ask("GET", "/api/choices/connection?q=blog"),
      await ask("POST", "/api/connections", { body: draft }),
      await ask("POST", "/api/connections", { body: { ...draft, kind: "fax" } }),
      await ask("POST", "/api/connections", { body: { ...draft, address: "nowhere" } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 409, 422, 422]);
    expect(JSON.stringify(answers)).not.toContain("app-password");
    expect(problems.join()).not.toContain("app-password");
    expect(await values("/api/choices/connection?q=wordpress")).toEqual([connection.id]);
    expect(await values("/api/choices/connection?value=company%20blog")).toEqual(["company blog"]);
    expect(await values("/api/choices/connection", { token: "eve" })).toEqual([]);
    expect((await ask("GET", "/api/connections", { token: "eve" })).body).toEqual([]);
    expect((await ask("DELETE", `/api/connections/${connection.id}`, { token: "eve" })).status).toBe(404);
    // Another tenant may use the name.
    expect((await ask("POST", "/api/connections", { body: draft, token: "eve" })).status).toBe(201);
  });

  it("give their secret to tools on the host alone, of the same tenant", async () => {
    const connections = createConnections(store);
    const opened = await connections.open(DEFAULT_TENANT_ID, { name: "COMPANY BLOG" });
    expect(opened?.secret).toBe(draft.secret);
    expect(await connections.open(OTHER.tenantId, { id: opened!.id })).toBeUndefined();
    expect(await connections.open(DEFAULT_TENANT_ID, { id: opened!.id })).toEqual(opened);
  });

  it.each([
    ["a name of nothing", { name: " " }, "/name"],
    ["an unknown kind", { kind: "__proto__" }, "/kind"],
    ["an address that is no web address", { address: "javascript:alert(1)" }, "/address"],
    ["an address with a password in it", { address: "https://me:pw@blog.example" }, "/address"],
    ["a secret without end", { secret: "x".repeat(9000) }, "/secret"],
  ])("with %s are refused at the field", async (_name, part, path) => {
    const { status, body } = await ask("POST", "/api/connections", { body: { ...draft, name: "Other", ...part } });
    expect([status, body.error.path]).toEqual([422, path]);
  });

  it("go when they are removed", async () => {
    const made = await ask("POST", "/api/connections", { body: { ...draft, name: "Short-lived" } });
    const { id } = made.body as unknown as Connection;
    const response = await host.fetch(new Request(`http://localhost/api/connections/${id}`, { method: "DELETE" }));
    expect(response.status).toBe(204);
    expect(await createConnections(store).open(DEFAULT_TENANT_ID, { id })).toBeUndefined();
  });
});
