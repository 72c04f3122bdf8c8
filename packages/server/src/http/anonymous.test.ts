import { describe, expect, it } from "vitest";
import { DEMO_ACTOR, type Actor } from "../actor.ts";
import { noteAddress } from "./addressOf.ts";
import { anonymousOfEnvironment, refuseAnonymous } from "./anonymous.ts";
import { HttpError } from "./httpError.ts";

const ada: Actor = { ...DEMO_ACTOR, userId: "ada" };

interface Asked {
  isAllowed?: boolean;
  allowedHosts?: readonly string[] | true;
  /** The address of the connection; none where a program hands the request over itself. */
  from?: string;
  headers?: Record<string, string>;
  actor?: Actor | null;
}

async function answerTo({ isAllowed, allowedHosts = [], from, headers = {}, actor = DEMO_ACTOR }: Asked) {
  const request = new Request("http://localhost/api/tools", { headers });
  noteAddress(request, from);
  const resolve = refuseAnonymous(() => actor, isAllowed, allowedHosts);
  return await Promise.resolve(resolve(request)).catch((error: unknown) => {
    if (error instanceof HttpError) return error.status;
    throw error;
  });
}

describe("somebody without a credential", () => {
  it.each<Asked>([
    {},
    { from: "127.0.0.1" },
    { from: "127.9.0.1" },
    { from: "::1" },
    { from: "::ffff:127.0.0.1" },
    { from: "127.0.0.1", allowedHosts: ["localhost:5173", "127.0.0.1", "[::1]:80"] },
    { from: "127.0.0.1", headers: { "x-forwarded-for": "127.0.0.1" } },
    { from: "203.0.113.7", isAllowed: true },
    { from: "203.0.113.7", isAllowed: true, allowedHosts: true, headers: { "x-forwarded-for": "203.0.113.7" } },
  ])("is let in on this machine, or where the operator says so: %j", async (asked) => {
    expect(await answerTo(asked)).toBe(DEMO_ACTOR);
  });

  it.each<Asked>([
    { from: "203.0.113.7" },
    { from: "192.168.0.7" },
    { from: "172.17.0.1" },
    { from: "::ffff:10.0.0.1" },
    { from: "2001:db8::1" },
    { from: "127.0.0.1", allowedHosts: ["tools.example.com"] },
    { from: "127.0.0.1", allowedHosts: ["localhost", ".internal"] },
    { from: "127.0.0.1", allowedHosts: ["localhost.example.com"] },
    { from: "127.0.0.1", allowedHosts: true },
    { allowedHosts: true },
    { from: "127.0.0.1", headers: { "x-forwarded-for": "203.0.113.7" } },
    { from: "127.0.0.1", headers: { "x-forwarded-for": "203.0.113.7, 127.0.0.1" } },
    { from: "127.0.0.1", headers: { "x-forwarded-for": "unknown" } },
    { from: "127.0.0.1", headers: { forwarded: 'for="[2001:db8::1]:4711"' } },
    { from: "127.0.0.1", isAllowed: false },
  ])("is refused where others reach the host, or where the operator says so: %j", async (asked) => {
    expect(await answerTo(asked)).toBe(401);
  });

  it("is nobody else: who has a name of their own is let in, and who has none is not", async () => {
    for (const asked of [{ from: "203.0.113.7" }, { allowedHosts: true, isAllowed: false }] as const) {
      expect(await answerTo({ ...asked, actor: ada })).toBe(ada);
      expect(await answerTo({ ...asked, actor: null })).toBeNull();
    }
  });
});

it("the environment decides by 1 and 0, and by nothing else", () => {
  expect(["", " ", "1", "true", "0", " false "].map((text) => anonymousOfEnvironment(text))).toEqual([
    undefined,
    undefined,
    true,
    true,
    false,
    false,
  ]);
  expect(() => anonymousOfEnvironment("yes")).toThrow("CALLBOARD_ANONYMOUS");
});
