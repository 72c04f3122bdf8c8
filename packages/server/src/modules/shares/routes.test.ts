import { createRegistry, createTimeline, type NewSessionShare } from "@callboard/core";
import { readSessionFile } from "@callboard/core/share";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createHost, type Host } from "../../host.ts";
import { DEFAULT_TENANT_ID, type Store } from "../../store.ts";
import { ask as askHost, type AskOptions } from "../../../../../test/setup/ask.ts";
import { memoryStore } from "../../testing/fixtures/memoryStore.ts";

vi.setConfig({ testTimeout: 60_000 });

const tenant = { tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };
const actors = {
  ada: { ...tenant, userId: "ada" },
  ben: { ...tenant, userId: "ben" },
  eve: { userId: "ada", tenantId: randomUUID(), tenantSlug: "other", permissions: [] },
};
const registry = createRegistry();
registry.register({
  slug: "sign-in",
  name: "Sign in",
  description: "Takes a password.",
  category: "test",
  icon: "x",
  inputSchema: { type: "object" },
  execute: () => ({ greeting: "Hello." }),
});
const viewer = { script: "start()", style: "p{}", scriptHash: "'sha256-a'", styleHash: "'sha256-b'" };

let store: Store;
let host: Host;
let bare: Host;
let sessionId: string;
beforeAll(async () => {
  store = await memoryStore();
  host = createHost({ registry, store, actor: actors, viewer: () => viewer, onProblem: () => {} });
  bare = createHost({ registry, store, actor: actors, onProblem: () => {} });
  await Promise.all([host.ready, bare.ready]);
  sessionId = await newSession();
}, 60_000);
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await host.close();
  await bare.close();
  await store.close();
});

const ask = (method: string, path: string, options: AskOptions = {}) => askHost(host, method, path, options);
const newSession = async () => {
  const body = { input: { user: "ada", password: "hunter-two" }, title: "Sign in “today” — 1/2" };
  return (await ask("POST", "/api/tools/sign-in/run", { body, token: "ada", headers: { prefer: "wait" } })).body
    .sessionId;
};
const share = async (of: string, body: object = {}) => {
  const answer = await ask("POST", `/api/sessions/${of}/shares`, { token: "ada", body });
  expect(answer.status).toBe(201);
  return answer.body as unknown as NewSessionShare;
};
const get = (path: string, headers: Record<string, string> = {}, of: Host = host) =>
  of.fetch(new Request(`http://localhost${path}`, { headers }));
const asBrowser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const snapshotOf = (events: Parameters<ReturnType<typeof createTimeline>["apply"]>[0]) => {
  const timeline = createTimeline();
  timeline.apply(events);
  return timeline.snapshot();
};

describe("a session as one file", () => {
  it("is a log or a page of the same state, for whoever may read the session", async () => {
    const events = await store.log(DEFAULT_TENANT_ID).read(sessionId);
    for (const format of ["jsonl", "html"]) {
      const response = await get(`/api/sessions/${sessionId}/export?format=${format}`, { authorization: "Bearer ada" });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''Sign%20in/);
      const file = await readSessionFile(await response.text());
      expect(snapshotOf(file!.events)).toEqual(snapshotOf(events));
      expect(file!.head.title).toBe("Sign in “today” — 1/2");
    }
    const stranger = await get(`/api/sessions/${sessionId}/export`, { authorization: "Bearer eve" });
    expect(stranger.status).toBe(404);
  });

  it("masks secrets where that is asked", async () => {
    const path = `/api/sessions/${sessionId}/export?format=jsonl`;
    const token = { authorization: "Bearer ada" };
    expect(await (await get(path, token)).text()).toContain("hunter-two");
    const safe = await (await get(`${path}&redacted=true`, token)).text();
    expect(safe).not.toContain("hunter-two");
    expect((await readSessionFile(safe))!.head.redacted).toBe(true);
  });

  it("masks the title as well: in the file, in the page and in the file's name", async () => {
    const body = { input: { password: "Zq7vTrm42x9" }, title: "My password: hunter2abc, also Zq7vTrm42x9" };
    const answer = await ask("POST", "/api/tools/sign-in/run", { body, token: "ada", headers: { prefer: "wait" } });
    const path = `/api/sessions/${answer.body.sessionId}/export`;
    const token = { authorization: "Bearer ada" };
    const plain = await get(`${path}?format=html`, token);
    expect(plain.headers.get("content-disposition")).toContain("hunter2abc");
    expect(await plain.text()).toContain("hunter2abc");
    for (const format of ["jsonl", "html"]) {
      const safe = await get(`${path}?format=${format}&redacted=true`, token);
      const text = await safe.text();
      const read = JSON.stringify(await readSessionFile(text));
      for (const one of [safe.headers.get("content-disposition")!, text, read]) {
        expect(one).not.toContain("hunter2abc");
        expect(one).not.toContain("Zq7vTrm42x9");
      }
      expect(safe.headers.get("content-disposition")).toContain("My%20password");
    }
  });

  it("says what it cannot be", async () => {
    const token = { authorization: "Bearer ada" };
    expect((await get(`/api/sessions/${sessionId}/export?format=pdf`, token)).status).toBe(400);
    expect((await get(`/api/sessions/${sessionId}/export?redacted=perhaps`, token)).status).toBe(400);
    const page = await get(`/api/sessions/${sessionId}/export?format=html`, token, bare);
    expect([page.status, await page.json()]).toMatchObject([406, { error: { code: "no_viewer" } }]);
  });
});

describe("a read-only link", () => {
  it("opens its session without credentials: as a page in a browser, as a log for a program, secrets masked", async () => {
    const { url, expiresAt, redacted } = await share(sessionId);
    expect(redacted).toBe(true);
    expect(expiresAt).toBeGreaterThan(Date.now() + 6 * 24 * 3600_000);
    const page = await get(url, asBrowser);
    expect(page.headers.get("content-security-policy")).toContain("sandbox allow-scripts");
    expect(page.headers.get("content-security-policy")).not.toContain("allow-same-origin");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("cache-control")).toContain("no-store");
    const text = await page.text();
    expect(text).toMatch(/^<!doctype html>/);
    const log = await (await get(url)).text();
    for (const one of [text, log]) {
      expect(one).not.toContain("hunter-two");
      expect((await readSessionFile(one))!.events).toHaveLength(
        (await store.log(DEFAULT_TENANT_ID).read(sessionId)).length,
      );
    }
    const whole = await share(sessionId, { redacted: false, expiresInDays: 1 });
    expect(await (await get(whole.url)).text()).toContain("hunter-two");
  });

  it("holds nobody up, whatever stands in its session", async () => {
    const text = "-eyJaaaaaaaa".repeat(60_000);
    const answer = await ask("POST", "/api/tools/sign-in/run", {
      body: { input: { text } },
      token: "ada",
      headers: { prefer: "wait" },
    });
    const { url } = await share(answer.body.sessionId);
    const gaps: number[] = [];
    let last = performance.now();
    const ticking = setInterval(() => {
      gaps.push(performance.now() - last);
      last = performance.now();
    }, 5);
    const begun = performance.now();
    const [page] = await Promise.all([get(url, asBrowser), get(url, asBrowser), get(url)]);
    clearInterval(ticking);
    expect(page.status).toBe(200);
    // Masked in one piece it would be the whole time, half a minute for each.
    expect(Math.max(...gaps)).toBeLessThan(Math.max(1_000, (performance.now() - begun) / 2));
  });

  it("is opened so often by one address, and no more", async () => {
    // A slow machine takes longer for this than the next opening needs to be free again: here no time goes by.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const own = createHost({ registry, store, actor: actors, viewer: () => viewer, onProblem: () => {} });
    await own.ready;
    const { url } = await share(sessionId);
    const statuses: number[] = [];
    for (let count = 0; count < 125; count++) statuses.push((await get(url, {}, own)).status);
    expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true);
    const refused = await get(url, {}, own);
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    await own.close();
  });

  it("opens nothing else, and does nothing", async () => {
    const { url } = await share(sessionId);
    const token = url.split("/").at(-1)!;
    const other = await newSession();
    for (const path of [`/api/sessions/${sessionId}/events`, `/api/sessions/${other}/export`]) {
      expect((await get(path, { authorization: `Bearer ${token}` })).status).toBe(401);
    }
    expect((await ask("POST", url, { body: {} })).status).toBe(405);
    expect((await ask("DELETE", url, {})).status).toBe(405);
  });

  it("is given away, seen and withdrawn by nobody but whose session it is", async () => {
    const { id } = await share(sessionId);
    for (const [token, status] of [
      ["ben", 403],
      ["eve", 404],
    ] as const) {
      expect((await ask("POST", `/api/sessions/${sessionId}/shares`, { token, body: {} })).status).toBe(status);
      expect((await ask("GET", `/api/sessions/${sessionId}/shares`, { token })).status).toBe(status);
      expect((await ask("DELETE", `/api/sessions/${sessionId}/shares/${id}`, { token })).status).toBe(status);
    }
    const other = await newSession();
    expect((await ask("DELETE", `/api/sessions/${other}/shares/${id}`, { token: "ada" })).status).toBe(404);
    const list = (await ask("GET", `/api/sessions/${sessionId}/shares`, { token: "ada" })).body as unknown as object[];
    expect(list).toContainEqual(expect.objectContaining({ id }));
    expect(JSON.stringify(list)).not.toContain("url");
  });

  it("opens nothing once it is withdrawn, has expired, or its session is deleted", async () => {
    const of = await newSession();
    const isGone = async (url: string) => {
      const program = await get(url);
      expect([program.status, await program.json()]).toMatchObject([404, { error: { code: "share_not_found" } }]);
      const browser = await get(url, asBrowser);
      expect(browser.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect([browser.status, await browser.text()]).toEqual([404, expect.stringContaining("Ask whoever sent it")]);
    };
    const [withdrawn, expiring, left] = [await share(of), await share(of, { expiresInDays: 1 }), await share(of)];
    expect((await get(withdrawn.url)).status).toBe(200);
    const path = `/api/sessions/${of}/shares/${withdrawn.id}`;
    expect((await ask("DELETE", path, { token: "ada" })).status).toBe(204);
    expect((await ask("DELETE", path, { token: "ada" })).status).toBe(404);
    await isGone(withdrawn.url);
    vi.useFakeTimers({ toFake: ["Date"], now: expiring.expiresAt });
    await isGone(expiring.url);
    expect((await get(left.url)).status).toBe(200);
    expect((await ask("DELETE", `/api/sessions/${of}`, { token: "ada" })).status).toBe(204);
    await isGone(left.url);
    await isGone("/api/shared/nothing");
  });

  it.each([
    [{ expiresInDays: 0 }, "/expiresInDays"],
    [{ expiresInDays: 91 }, "/expiresInDays"],
    [{ expiresInDays: "7" }, "/expiresInDays"],
    [{ redacted: "no" }, "/redacted"],
  ])("is refused for %j", async (body, path) => {
    const answer = await ask("POST", `/api/sessions/${sessionId}/shares`, { token: "ada", body });
    expect([answer.status, answer.body.error.path]).toEqual([422, path]);
  });
});
