import { afterEach, expect, test, vi } from "vitest";
import { anonymousTokens, noToken, withTokens } from "./tokens.ts";

afterEach(() => vi.unstubAllGlobals());

const ORIGIN = "https://shop.example";
/** A host that knows these tokens, and what it was asked. */
const hostWith = (known: Set<string>) => {
  const asked: { url: string; headers: Record<string, string> }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>;
    asked.push({ url, headers });
    return new Response(null, { status: known.has(headers["authorization"]!.slice("Bearer ".length)) ? 200 : 401 });
  });
  return asked;
};

test("a token stands in one header, and is asked for once for all that wait for it", async () => {
  const asked = hostWith(new Set(["cbe_1"]));
  const next = vi.fn(async () => "cbe_1");
  const send = withTokens({ next }, ORIGIN);
  await Promise.all([send("/api/tools/a"), send("/api/tools/b", { headers: { accept: "x" } })]);
  expect(next).toHaveBeenCalledTimes(1);
  expect(asked[1]).toEqual({
    url: "/api/tools/b",
    headers: { accept: "x", authorization: "Bearer cbe_1", "x-callboard-embed-origin": ORIGIN },
  });
  expect(asked.some(({ url }) => url.includes("cbe_"))).toBe(false);
});

test("a token that has ended is replaced once, and what still is refused stays refused", async () => {
  const known = new Set(["cbe_1", "cbe_2"]);
  hostWith(known);
  const tokens = ["cbe_1", "cbe_2", "cbe_3"];
  const next = vi.fn(async () => tokens.shift()!);
  const send = withTokens({ next }, ORIGIN);
  expect((await send("/a")).status).toBe(200);
  known.delete("cbe_1");
  expect((await Promise.all([send("/a"), send("/b")])).map(({ status }) => status)).toEqual([200, 200]);
  expect(next).toHaveBeenCalledTimes(2);
  known.clear();
  expect((await send("/a")).status).toBe(401);
  expect(next).toHaveBeenCalledTimes(3);
});

test("without a token nothing is sent, and the next request asks again", async () => {
  const asked = hostWith(new Set(["cbe_1"]));
  const answers: (string | Response)[] = [noToken("Who?"), "cbe_1"];
  const send = withTokens({ next: async () => answers.shift()! }, ORIGIN);
  const refused = await send("/a");
  expect([refused.status, await refused.json()]).toEqual([403, { error: { code: "no_token", message: "Who?" } }]);
  expect(asked).toEqual([]);
  expect((await send("/a")).status).toBe(200);
});

test("a token that could not be asked for is asked for again", async () => {
  hostWith(new Set(["cbe_1"]));
  const next = vi.fn(async () => "cbe_1").mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const send = withTokens({ next }, ORIGIN);
  await expect(send("/a")).rejects.toThrow("Failed to fetch");
  expect((await send("/a")).status).toBe(200);
});

test("an anonymous visitor's token is had for the page's nonce; once it is used up, the page has to be loaded again", async () => {
  const bodies: unknown[] = [];
  const statuses = [201, 401, 429];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    bodies.push(JSON.parse(init.body as string));
    return Response.json({ token: "cbe_1" }, { status: statuses.shift()! });
  });
  const onEnded = vi.fn();
  const source = anonymousTokens({ key: "pk_1", origin: ORIGIN, nonce: "n" }, onEnded);
  expect(await source.next()).toBe("cbe_1");
  expect(bodies).toEqual([{ key: "pk_1", origin: ORIGIN, nonce: "n" }]);
  expect(onEnded).not.toHaveBeenCalled();
  expect(await source.next()).toMatchObject({ status: 401 });
  expect(onEnded).toHaveBeenCalledTimes(1);
  expect(await source.next()).toMatchObject({ status: 429 });
  expect(onEnded).toHaveBeenCalledTimes(1);
});
