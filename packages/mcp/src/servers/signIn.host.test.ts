import { request as httpRequest } from "node:http";
import { once } from "node:events";
import { createRegistry } from "@callboard/core";
import { createTransport, mcpServersClient, ToolClientError } from "@callboard/core/client";
import { createHost, createStore, DEFAULT_TENANT_ID, serve, type Serving, type Store } from "@callboard/server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, test, vi } from "vitest";
import { serveSignIn, type ServedSignIn } from "../testing/fixtures/serveSignIn.ts";
import { serveTools, text } from "../testing/fixtures/serveTools.ts";
import { createMcpServers, type McpServersOptions } from "./createMcpServers.ts";

vi.setConfig({ testTimeout: 60_000 });

const permissions = ["mcp.servers.manage"];
const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions };
const cleo = { ...ada, userId: "cleo" };
const ben = { ...ada, userId: "ben", permissions: [] };
const eve = { ...ada, userId: "eve", tenantId: "00000000-0000-4000-8000-0000000000aa", tenantSlug: "other" };
const KEY = "header-key-12345";
let store: Store;
let signs: ServedSignIn;
let serving: Serving;

async function open(options: Partial<McpServersOptions> = {}) {
  const host = createHost({
    registry: createRegistry(),
    store,
    actor: { ada, ben, cleo, eve },
    allowedHosts: ["elsewhere.example"],
    onProblem: () => {},
    modules: [createMcpServers({ servers: [], allowPrivate: true, keepsWire: true, ...options })],
  });
  const opened = await serve(host, { port: 0, hostname: "127.0.0.1" });
  await host.ready;
  return opened;
}

beforeAll(async () => {
  store = await createStore();
  signs = await serveSignIn({
    greet: { annotations: { readOnlyHint: true }, run: () => text("Hello") },
  });
  serving = await open();
}, 60_000);
afterAll(async () => {
  await serving.close();
  await signs.stop();
  await store.close();
});
beforeEach(async () => {
  signs.answer = "yes";
  signs.scope = "tools";
  await of("ada").add({ title: "Mail", url: signs.server.url, headers: [{ name: "x-key", value: KEY }] });
});
afterEach(async () => {
  await of("ada").remove("mail");
});

const of = (token: string, url = serving.url) =>
  mcpServersClient(createTransport({ baseUrl: url, token: () => token }));
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => (error instanceof ToolClientError ? [error.status, error.code] : error),
  );
async function run(slug = "greet", url = serving.url, token = "ada") {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", prefer: "wait" };
  const answer = await fetch(`${url}/api/tools/${slug}/run`, { method: "POST", headers, body: '{"input":{}}' });
  return [answer.status, await answer.text()] as const;
}
/** What a person's browser does, up to where it comes back with an answer. */
async function signInOf(token = "ada", url = serving.url) {
  const { url: address } = await of(token, url).signIn("mail");
  return await signs.visit(address);
}
const answerOf = (back: URL) => back.search.slice(1);
const tenantRows = (table: string) =>
  store.database.asTenant(DEFAULT_TENANT_ID, (tx) => tx.query(`select * from callboard.${table}`));

it("signs in where a server asks: its tools run, and its secrets stand nowhere in the clear", async () => {
  const [before] = await of("ada").list();
  expect(before).toMatchObject({ isConnected: false, problem: { code: "sign-in" }, maySignIn: true, signedIn: null });
  const { url, host } = await of("ada").signIn("mail");
  expect(host).toBe(new URL(signs.issuer).host);
  expect(new URL(url).searchParams.get("code_challenge_method")).toBe("S256");
  expect(new URL(url).searchParams.get("resource")).toBe(signs.server.url);
  const begun = JSON.stringify(await tenantRows("mcp_sign_ins_begun"));
  expect(begun).not.toContain(new URL(url).searchParams.get("state"));
  const back = await signs.visit(url);
  expect(back.href.split("?")[0]).toBe(`${serving.url}/sign-in/server`);
  const after = await of("ada").finishSignIn(answerOf(back));
  expect(after).toMatchObject({
    name: "mail",
    isConnected: true,
    tools: 1,
    signedIn: { by: "ada", at: expect.any(Number) as number, issuer: host },
  });
  expect((await run())[0]).toBe(200);
  expect((await run("greet", serving.url, "ben"))[0]).toBe(200);
  const kept = JSON.stringify([
    await tenantRows("mcp_sign_ins"),
    await tenantRows("mcp_sign_ins_begun"),
    await tenantRows("mcp_wires"),
    await tenantRows("mcp_servers"),
    after,
  ]);
  expect(kept).toContain("mail");
  expect(signs.tokens.length).toBeGreaterThan(0);
  for (const secret of [...signs.tokens, back.searchParams.get("code"), KEY]) expect(kept).not.toContain(secret);
});

it("sends what the server is given by headers to no host where people sign in", async () => {
  signs.headers.length = 0;
  await of("ada").finishSignIn(answerOf(await signInOf()));
  expect(signs.headers.length).toBeGreaterThan(2);
  expect(JSON.stringify(signs.headers)).not.toContain(KEY);
});

it("an answer with a state that nobody was given is refused", async () => {
  const back = await signInOf();
  const forged = new URLSearchParams(back.search);
  forged.set("state", "a-state-of-somebody-else");
  expect(await refusal(of("ada").finishSignIn(forged.toString()))).toEqual([404, "sign_in_not_found"]);
  expect(await refusal(of("ada").finishSignIn(""))).toEqual([404, "sign_in_not_found"]);
  expect(await of("ada").finishSignIn(answerOf(back))).toMatchObject({ isConnected: true });
});

test.each(["cleo", "eve"])("what ada began is not finished by %s, and is hers still", async (other) => {
  const back = await signInOf();
  expect(await refusal(of(other).finishSignIn(answerOf(back)))).toEqual([404, "sign_in_not_found"]);
  expect(await of("ada").finishSignIn(answerOf(back))).toMatchObject({ signedIn: { by: "ada" } });
});

it("an answer counts once, also where it comes twice at once", async () => {
  const back = await signInOf();
  const both = await Promise.all([1, 2].map(() => refusal(of("ada").finishSignIn(answerOf(back)))));
  expect(both).toContainEqual(undefined);
  expect(both).toContainEqual([404, "sign_in_not_found"]);
  expect(await refusal(of("ada").finishSignIn(answerOf(back)))).toEqual([404, "sign_in_not_found"]);
  expect(await of("ada").read("mail")).toMatchObject({ isConnected: true });
});

it("an answer that comes too late is refused", async () => {
  const back = await signInOf();
  const age = (by: number) =>
    store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
      tx.query("update callboard.mcp_sign_ins_begun set expires_at = expires_at + $1", [by]),
    );
  await age(-3_600_000);
  expect(await refusal(of("ada").finishSignIn(answerOf(back)))).toEqual([404, "sign_in_not_found"]);
  await age(3_600_000);
  expect(await of("ada").finishSignIn(answerOf(back))).toMatchObject({ isConnected: true });
});

it("an answer of another issuer is refused", async () => {
  const [back, again] = [await signInOf(), await signInOf("cleo")];
  back.searchParams.set("iss", "https://elsewhere.example");
  expect(await refusal(of("ada").finishSignIn(answerOf(back)))).toEqual([422, "sign_in_failed"]);
  again.searchParams.set("iss", `${signs.issuer}/`);
  expect(await of("cleo").finishSignIn(answerOf(again))).toMatchObject({ isConnected: true });
});

it("people come back to this host alone, whatever a request calls it", async () => {
  const begin = async (at: Serving, host?: string) => {
    const asked = httpRequest(`${at.url}/api/mcp/servers/mail/sign-in`, {
      method: "POST",
      headers: { authorization: "Bearer ada", ...(host !== undefined && { host }) },
    }).end();
    const [answer] = (await once(asked, "response")) as [AsyncIterable<Buffer> & { statusCode: number }];
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part);
    const { url, error } = JSON.parse(Buffer.concat(parts).toString()) as { url?: string; error?: { code: string } };
    return error?.code ?? new URL(url ?? "").searchParams.get("redirect_uri");
  };
  expect(await begin(serving)).toBe(`${serving.url}/sign-in/server`);
  expect(await begin(serving, "elsewhere.example")).toBe("no_public_url");
  const named = await open({ publicUrl: "https://tools.example/" });
  for (const host of [undefined, "elsewhere.example"]) {
    expect(await begin(named, host)).toBe("https://tools.example/sign-in/server");
  }
  await named.close();
  // Nor does the host of the sign-in send a code anywhere that was not registered.
  const { url } = await of("ada").signIn("mail");
  const bent = new URL(url);
  bent.searchParams.set("redirect_uri", "https://elsewhere.example/sign-in/server");
  await expect(signs.visit(bent.href)).rejects.toThrow("leads nowhere");
});

it("only those who look after servers sign in, and to a server of their own tenant", async () => {
  expect(await refusal(of("ben").signIn("mail"))).toEqual([403, "not_permitted"]);
  expect(await refusal(of("ben").signOut("mail"))).toEqual([403, "not_permitted"]);
  expect(await refusal(of("eve").signIn("mail"))).toEqual([404, "server_not_found"]);
  expect(await refusal(of("eve").signOut("mail"))).toEqual([404, "server_not_found"]);
  // A server of the same name in another tenant is another one: what ada signs in to stays hers.
  await of("eve").add({ title: "Mail", url: signs.server.url });
  await of("ada").finishSignIn(answerOf(await signInOf()));
  expect(await of("eve").test("mail")).toMatchObject({ isConnected: false, signedIn: null });
  await of("eve").signOut("mail");
  expect(await of("ada").test("mail")).toMatchObject({ isConnected: true });
  await of("eve").remove("mail");
});

it("says that it was declined, and that a server asks for none", async () => {
  signs.answer = "no";
  expect(await refusal(of("ada").finishSignIn(answerOf(await signInOf())))).toEqual([409, "sign_in_declined"]);
  expect(await of("ada").read("mail")).toMatchObject({ isConnected: false, signedIn: null });
  const open = await serveTools({ greet: {} });
  await of("ada").add({ title: "Open", url: open.url });
  expect(await refusal(of("ada").signIn("open"))).toEqual([409, "sign_in_not_asked"]);
  await of("ada").remove("open");
  await open.stop();
});

it("goes on where the host that renewed it has died meanwhile", async () => {
  await of("ada").finishSignIn(answerOf(await signInOf()));
  await store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
    tx.query("update callboard.mcp_sign_ins set renewed_until = $1", [Date.now() + 1_000]),
  );
  signs.expire();
  expect((await run())[0]).toBe(200);
});

it("renews what has expired, once for all hosts, and the others take what one got", async () => {
  await of("ada").finishSignIn(answerOf(await signInOf()));
  const other = await open();
  await vi.waitFor(async () => expect(await of("ada", other.url).read("mail")).toMatchObject({ isConnected: true }), {
    timeout: 10_000,
  });
  for (const round of [1, 2, 3]) {
    signs.expire();
    const before = signs.counts.refreshed;
    const answers = await Promise.all([serving, other, serving, other].map(({ url }) => run("greet", url)));
    expect(
      answers.map(([status]) => status),
      `round ${round}`,
    ).toEqual([200, 200, 200, 200]);
    expect(signs.counts.refreshed - before).toBe(1);
  }
  await other.close();
});

it("a sign-in that counts no more is over, and a call says what to do", async () => {
  await of("ada").finishSignIn(answerOf(await signInOf()));
  signs.forget();
  const [, said] = await run();
  expect(said).toContain("asks for a sign-in");
  expect(await of("ada").test("mail")).toMatchObject({
    isConnected: false,
    problem: { code: "sign-in" },
    signedIn: null,
  });
  expect(await of("ada").finishSignIn(answerOf(await signInOf()))).toMatchObject({ isConnected: true });
});

it("signs out on every host, and a server that is added anew is another one", async () => {
  await of("ada").finishSignIn(answerOf(await signInOf()));
  const other = await open();
  await vi.waitFor(async () => expect((await run("greet", other.url))[0]).toBe(200), { timeout: 10_000 });
  expect(await of("ada").signOut("mail")).toMatchObject({ isConnected: false, signedIn: null });
  expect((await run("greet", other.url))[1]).toContain("asks for a sign-in");
  await other.close();
  await of("ada").finishSignIn(answerOf(await signInOf()));
  await of("ada").remove("mail");
  expect(await tenantRows("mcp_sign_ins")).toEqual([]);
  expect(await of("ada").add({ title: "Mail", url: signs.server.url })).toMatchObject({
    isConnected: false,
    signedIn: null,
  });
});

it("asks for what the server wanted beyond what it was signed in with", async () => {
  await of("ada").finishSignIn(answerOf(await signInOf()));
  signs.scope = "tools send";
  const [, said] = await run();
  expect(said).toContain("more rights than it was signed in with (tools send)");
  const { url } = await of("ada").signIn("mail");
  expect(new URL(url).searchParams.get("scope")?.split(" ").toSorted()).toEqual(["send", "tools"]);
  expect(await of("ada").finishSignIn(answerOf(await signs.visit(url)))).toMatchObject({ isConnected: true });
  expect((await run())[0]).toBe(200);
});

it("a given server is signed in to where it is of one tenant, and where it is of several only as the operator says", async () => {
  const { url } = signs.server;
  const host = await open({
    servers: [
      { name: "ours", transport: { url }, tenantSlugs: ["default"] },
      { name: "shared", transport: { url } },
      { name: "lent", transport: { url }, signInTenant: "default" },
      { name: "program", transport: { command: "false" } },
    ],
  });
  const client = of("ada", host.url);
  expect((await client.list()).map(({ name, maySignIn }) => [name, maySignIn])).toEqual([
    ["ours", true],
    ["shared", false],
    ["lent", true],
    ["program", false],
    ["mail", true],
  ]);
  for (const name of ["shared", "program"]) {
    expect(await refusal(client.signIn(name))).toEqual([409, "sign_in_not_possible"]);
  }
  const back = await signs.visit((await client.signIn("ours")).url);
  expect(await client.finishSignIn(answerOf(back))).toMatchObject({ name: "ours", isConnected: true });
  expect((await client.list()).find(({ name }) => name === "shared")).toMatchObject({ isConnected: false });
  await client.signOut("ours");
  // One that the operator lends to all: whoever has it acts as who signed in, and no other tenant says who that is.
  await client.finishSignIn(answerOf(await signs.visit((await client.signIn("lent")).url)));
  const theirs = of("eve", host.url);
  expect((await theirs.list()).find(({ name }) => name === "lent")).toMatchObject({
    isConnected: true,
    maySignIn: false,
    signedIn: null,
  });
  expect(await refusal(theirs.signIn("lent"))).toEqual([409, "sign_in_not_possible"]);
  expect(await refusal(theirs.signOut("lent"))).toEqual([409, "sign_in_not_possible"]);
  await client.signOut("lent");
  await host.close();
});

it("uses a registration that the operator has made", async () => {
  const transport = {
    url: signs.server.url,
    oauth: { clientId: "by-hand", clientSecret: "hand-secret-1", scope: "more" },
  };
  const host = await open({ servers: [{ name: "ours", transport, tenantSlugs: ["default"] }] });
  const { registered } = signs.counts;
  signs.enter({ id: "by-hand", secret: "hand-secret-1", redirectUrl: `${host.url}/sign-in/server` });
  const client = of("ada", host.url);
  const { url } = await client.signIn("ours");
  expect(new URL(url).searchParams.get("client_id")).toBe("by-hand");
  expect(new URL(url).searchParams.get("scope")?.split(" ")).toContain("more");
  expect(await client.finishSignIn(answerOf(await signs.visit(url)))).toMatchObject({ isConnected: true });
  signs.expire();
  expect((await run("greet", host.url))[0]).toBe(200);
  expect(signs.counts.registered).toBe(registered);
  expect(JSON.stringify(await client.list())).not.toContain("hand-secret-1");
  await client.signOut("ours");
  await host.close();
});

it("says of itself what hosts read in the place of a registration", async () => {
  const named = await open({ publicUrl: "https://tools.example" });
  const answer = await fetch(`${named.url}/api/mcp/client`);
  expect(await answer.json()).toMatchObject({
    client_id: "https://tools.example/api/mcp/client",
    redirect_uris: ["https://tools.example/sign-in/server"],
  });
  await named.close();
});

it("without a key nothing is kept, and the operator's part is said", async () => {
  const { registered } = signs.counts;
  const bare = { ...store, secrets: null };
  const host = createHost({
    registry: createRegistry(),
    store: bare,
    actor: { ada },
    onProblem: () => {},
    modules: [
      createMcpServers({
        servers: [{ name: "ours", transport: { url: signs.server.url }, tenantSlugs: ["default"] }],
        allowPrivate: true,
      }),
    ],
  });
  const opened = await serve(host, { port: 0, hostname: "127.0.0.1" });
  const [status, code] = (await refusal(of("ada", opened.url).signIn("ours"))) as [number, string];
  expect([status, code]).toEqual([503, "no_secret_key"]);
  expect(signs.counts.registered).toBe(registered);
  await opened.close();
});
