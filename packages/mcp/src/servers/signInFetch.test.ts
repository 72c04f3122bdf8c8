import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterEach, expect, it, test } from "vitest";
import { openClient } from "./openClient.ts";
import { createPublicFetch } from "./publicFetch.ts";
import { createSignInFetch } from "./signInFetch.ts";
import { beginSignIn, finishSignIn } from "./signInFlow.ts";

const closing: Server[] = [];
afterEach(() => {
  for (const server of closing.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Answers = Record<string, { status?: number; headers?: Record<string, string>; json?: unknown } | undefined>;

/** Answers by path, and says which it was asked for. */
async function answers(paths: (origin: string) => Answers) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", origin);
    asked.push(pathname);
    const { status = 200, headers = {}, json = {} } = all[pathname] ?? { status: 404 };
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(json));
  }).listen(0, "0.0.0.0");
  closing.push(server);
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const all = paths(origin);
  return { origin, asked };
}

/** This machine stands for the internet by its number, and for a private network by its name. */
const guarded = createPublicFetch({
  resolve: async () => [{ address: "10.0.0.1", family: 4 }],
  isAllowed: (address) => address === "127.0.0.1",
});

const PROTECTED = "/.well-known/oauth-protected-resource/mcp";
const ISSUER = "/.well-known/oauth-authorization-server";

function liar(origin: string, lies: Partial<Answers> = {}, metadata: Record<string, string> = {}): Answers {
  return {
    "/mcp": { status: 401, headers: { "www-authenticate": "Bearer" } },
    [PROTECTED]: { json: { resource: `${origin}/mcp`, authorization_servers: [origin] } },
    [ISSUER]: {
      json: {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        ...metadata,
      },
    },
    "/register": { status: 201, json: { client_id: "c", redirect_uris: ["http://127.0.0.1:1/back"] } },
    "/token": { json: { access_token: "a", token_type: "Bearer" } },
    ...lies,
  };
}

/** A sign-in from its beginning to its end. */
async function signIn(url: string, inner: typeof guarded) {
  const fetch = createSignInFetch(inner);
  const { provider, found } = beginSignIn("s", { redirectUrl: "http://127.0.0.1:1/back" }, { fetch });
  const deaf = { onTools: () => {}, onElicit: async () => ({ action: "cancel" as const }) };
  const signal = AbortSignal.timeout(20_000);
  await openClient({ name: "a", transport: { url } }, deaf, signal, { authProvider: provider }).catch(() => {});
  const beginning = found();
  if (!beginning) return undefined;
  return await finishSignIn(url, beginning.begun, new URLSearchParams({ code: "x", state: "s" }), fetch).catch(
    () => undefined,
  );
}

test.each<[string, (origin: string, inside: string) => Answers]>([
  [
    "the server names a host inside",
    (origin, inside) =>
      liar(origin, { [PROTECTED]: { json: { resource: `${origin}/mcp`, authorization_servers: [inside] } } }),
  ],
  [
    "the server says inside where its host is named",
    (origin, inside) =>
      liar(origin, {
        "/mcp": {
          status: 401,
          headers: { "www-authenticate": `Bearer resource_metadata="${inside}${PROTECTED}"` },
        },
      }),
  ],
  [
    "what names the host redirects inside",
    (origin, inside) => liar(origin, { [PROTECTED]: { status: 302, headers: { location: inside + PROTECTED } } }),
  ],
  [
    "the host redirects inside",
    (origin, inside) => liar(origin, { [ISSUER]: { status: 307, headers: { location: inside + ISSUER } } }),
  ],
  [
    "clients are registered inside",
    (origin, inside) => liar(origin, {}, { registration_endpoint: `${inside}/register` }),
  ],
  ["tokens are given inside", (origin, inside) => liar(origin, {}, { token_endpoint: `${inside}/token` })],
])("where %s, nothing inside is asked", async (_lie, lies) => {
  const trap = await answers((origin) => liar(origin));
  const inside = trap.origin.replace("127.0.0.1", "localhost");
  const server = await answers((origin) => lies(origin, inside));
  await signIn(`${server.origin}/mcp`, guarded);
  expect(server.asked).toContain("/mcp");
  expect(trap.asked).toEqual([]);
  // The same lie works on whoever does not look.
  await signIn(`${server.origin}/mcp`, fetch);
  expect(trap.asked.length).toBeGreaterThan(0);
});

it("a sign-in whose hops are all outside goes its way, over a redirect, too", async () => {
  const honest = await answers((origin) => liar(origin));
  const server = await answers((origin) =>
    liar(origin, {
      [PROTECTED]: { status: 302, headers: { location: "/elsewhere" } },
      "/elsewhere": { json: { resource: `${origin}/mcp`, authorization_servers: [honest.origin] } },
    }),
  );
  expect(await signIn(`${server.origin}/mcp`, guarded)).toMatchObject({ tokens: { access_token: "a" } });
  expect(honest.asked).toContain("/token");
});

it("what is sent, such as a code, follows no redirect", async () => {
  const other = await answers(() => ({ "/token": { json: { access_token: "a", token_type: "Bearer" } } }));
  const server = await answers((origin) =>
    liar(origin, { "/token": { status: 307, headers: { location: `${other.origin}/token` } } }),
  );
  expect(await signIn(`${server.origin}/mcp`, guarded)).toBeUndefined();
  expect(server.asked).toContain("/token");
  expect(other.asked).toEqual([]);
});

it("reads no answer and follows no redirects without an end", async () => {
  const server = await answers((origin) => ({
    "/round": { status: 302, headers: { location: `${origin}/round` } },
    "/long": { json: "x".repeat(1_000_001) },
    "/short": { json: "x" },
  }));
  const ask = createSignInFetch(guarded);
  await expect(ask(`${server.origin}/round`)).rejects.toThrow("redirects without an end");
  expect(server.asked.length).toBeLessThan(10);
  await expect(ask(`${server.origin}/long`)).rejects.toThrow("too long");
  expect(await (await ask(`${server.origin}/short`)).json()).toBe("x");
});
