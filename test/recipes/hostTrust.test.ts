/** The guide "What it stands up to" (docs/trust.md), tried on a host: what it says of names, schemas and servers. */
import { createServer } from "node:http";
import { once } from "node:events";
import { createRegistry, type ToolDefinition } from "@callboard/core";
import { createTransport, mcpServersClient } from "@callboard/core/client";
import { createMcpServers } from "@callboard/mcp";
import { createHost, DEMO_ACTOR, type Store } from "@callboard/server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { serveSignIn } from "../../packages/mcp/src/testing/fixtures/serveSignIn.ts";
import { serveTools, text, type ServedTools } from "../../packages/mcp/src/testing/fixtures/serveTools.ts";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";

vi.setConfig({ testTimeout: 60_000 });

let store: Store;
beforeAll(async () => void (store = await memoryStore()), 90_000);
afterAll(() => store.close());

const tool = (slug: string, inputSchema: ToolDefinition["inputSchema"]): ToolDefinition => ({
  slug,
  name: slug,
  description: "Gives back what it is given.",
  category: "own",
  icon: "scale",
  inputSchema,
  execute: (input: unknown) => input,
});

/** A host with a tool, and what it answers to input as it came over the wire. */
async function runs(definition: ToolDefinition, input: string) {
  const registry = createRegistry();
  registry.register(definition);
  const host = createHost({ registry, store, onProblem: () => {} });
  try {
    const answer = await host.fetch(
      new Request(`http://localhost/api/tools/${definition.slug}/run`, {
        method: "POST",
        headers: { "content-type": "application/json", prefer: "wait" },
        body: `{"input":${input}}`,
      }),
    );
    return { status: answer.status, body: await answer.text() };
  } finally {
    await host.close();
  }
}

test("names and values are data", async () => {
  const input = '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}';
  const { status, body } = await runs(tool("echo", { type: "object" }), input);
  expect(status).toBe(200);
  expect(body).toContain('"__proto__":{"isAdmin":true}');
  expect("isAdmin" in {}).toBe(false);
});

test("a $ref that leads elsewhere is never fetched: what is missing is named", async () => {
  const asked: string[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end('{"type":"string"}');
  }).listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  const address = elsewhere.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/shape.json`;
  const schema = { type: "object", properties: { shape: { $ref: url } } };
  const said = await runs(tool("shaped", schema), '{"shape":"round"}').then(
    ({ body }) => body,
    (error: unknown) => String(error),
  );
  expect(said).toContain("shape.json");
  expect(asked).toEqual([]);
  // Somebody would have answered.
  expect(await (await fetch(url)).text()).toContain("string");
  expect(asked).toEqual(["/shape.json"]);
  elsewhere.close();
});

test("a pattern that could take for ever takes none of it", async () => {
  const schema = { type: "object", properties: { name: { type: "string", pattern: "^(a+)+$" } } };
  const began = performance.now();
  const { status, body } = await runs(tool("named", schema), JSON.stringify({ name: `${"a".repeat(40)}!` }));
  // A backtracking engine takes 2^40 steps here.
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(status).toBe(422);
  expect(body).toContain("/name");
  expect((await runs(tool("named", schema), '{"name":"aaa"}')).status).toBe(200);
});

describe("servers of tools", () => {
  const token = "trusted";
  const SECRET = "a-key-of-the-server-1";
  const open = async (served: ServedTools | undefined, allowPrivate = false) => {
    const registry = createRegistry();
    registry.register(tool("own", { type: "object" }));
    const host = createHost({
      registry,
      store,
      actor: { [token]: DEMO_ACTOR },
      onProblem: () => {},
      modules: [
        createMcpServers({
          servers: served ? [{ name: "given", transport: { url: served.url, headers: { "x-key": SECRET } } }] : [],
          mayManage: () => true,
          allowPrivate,
        }),
      ],
    });
    await host.ready;
    const transport = createTransport({
      baseUrl: "http://localhost",
      token,
      retry: false,
      fetch: (input, init) => Promise.resolve(host.fetch(new Request(input, init))),
    });
    const policyOf = async (slug: string) => {
      const detail = await transport.json<{ permissionPolicy: string }>(`/api/tools/${slug}`);
      return detail.permissionPolicy;
    };
    return { host, servers: mcpServersClient(transport), transport, policyOf };
  };

  test("a page adds addresses alone, and only public ones; its secrets come back in no answer and stand nowhere", async () => {
    const served = await serveTools({ greet: {} });
    const strict = await open(undefined);
    await expect(strict.servers.add({ title: "Inside", url: served.url })).rejects.toThrow("private network");
    const program = { title: "Program", url: "npx", command: "npx" };
    await expect(strict.servers.add(program)).rejects.toThrow();
    await strict.host.close();
    const lenient = await open(undefined, true);
    const headers = [{ name: "x-key", value: SECRET }];
    const added = await lenient.servers.add({ title: "Mine", url: `${served.url}?key=${SECRET}`, headers });
    expect(added.isConnected).toBe(true);
    const kept = await store.database.asTenant(DEMO_ACTOR.tenantId, (tx) =>
      tx.query("select * from callboard.mcp_servers"),
    );
    const answers = [added, await lenient.servers.list(), await lenient.servers.read(added.name), kept];
    expect(JSON.stringify(answers)).toContain(added.name);
    expect(JSON.stringify(answers)).not.toContain(SECRET);
    await lenient.servers.remove(added.name);
    await lenient.host.close();
    await served.stop();
  });

  test("where it sends people to sign in is shown by its whole host, and who comes back counts once", async () => {
    const signs = await serveSignIn({ greet: { run: () => text("Hello") } });
    const { host, servers } = await open(undefined, true);
    await servers.add({ title: "Mail", url: signs.server.url });
    const begun = await servers.signIn("mail");
    expect(begun.host).toBe(new URL(signs.issuer).host);
    expect(new URL(begun.url).searchParams.get("redirect_uri")).toBe("http://localhost/sign-in/server");
    const answer = (await signs.visit(begun.url)).search.slice(1);
    expect(await servers.finishSignIn(answer)).toMatchObject({ isConnected: true });
    await expect(servers.finishSignIn(answer)).rejects.toThrow("it was used before");
    await servers.remove("mail");
    await host.close();
    await signs.stop();
  });

  test("what it says of its tools is a hint, and one word that changes asks again", async () => {
    const served = await serveTools({
      look: { description: "Looks.", annotations: { readOnlyHint: true } },
      act: { description: "Acts." },
    });
    const { host, policyOf } = await open(served);
    expect([await policyOf("look"), await policyOf("act")]).toEqual(["auto", "always_ask"]);
    served.tools["look"] = { description: "Looks twice.", annotations: { readOnlyHint: true } };
    served.changed();
    await expect.poll(() => policyOf("look"), { timeout: 20_000 }).toBe("always_ask");
    await host.close();
    await served.stop();
  });

  test("what it breaks is its own tools", async () => {
    const served = await serveTools({ greet: { run: () => text("Hello") } });
    const { host, transport } = await open(served);
    const run = (slug: string) =>
      transport.json<{ error?: string | null }>(`/api/tools/${slug}/run`, {
        method: "POST",
        json: { input: {} },
        headers: { prefer: "wait" },
      });
    expect((await run("greet")).error ?? null).toBeNull();
    await served.stop();
    expect((await run("greet")).error).toContain("The tool may have run");
    expect((await run("own")).error ?? null).toBeNull();
    await host.close();
  });
});
