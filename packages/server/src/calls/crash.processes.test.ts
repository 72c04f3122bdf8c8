import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionEvent } from "@callboard/core";
import { isGapFree, openIn } from "../testing/fixtures/chatClient.ts";
import type { ChildHost } from "../testing/fixtures/childHost.ts";
import { makeDataFolder } from "../testing/fixtures/dataFolder.ts";
import { TEST_ENGINES, type TestStore } from "../testing/fixtures/engines.ts";
import { scratchHosts } from "../testing/fixtures/scratchHosts.ts";

const hosts = scratchHosts("hostProcess");

const KILLS = Number(process.env["CALLBOARD_KILLS"] ?? 2);
const start = (environment: Record<string, string>) => hosts.start(environment);

const NAMED = /^The tool "careless" threw where nobody could catch it/;

async function run(host: ChildHost, sessionId?: string, tool = "ticker") {
  const { status, body } = await host.post(`/api/tools/${tool}/run`, { input: {}, sessionId });
  expect(status).toBe(202);
  return body as { sessionId: string; callId: string };
}

const interruptions = (callId: string) => [
  { type: "tool.interrupted", callId: `inner ${callId}` },
  { type: "agent.interrupted", agentId: `sub ${callId}` },
  { type: "tool.interrupted", callId, reason: expect.stringContaining("process that ran this call ended") },
];

describe("a host that is killed, on PGlite", () => {
  it(
    "has every acknowledged event once, in order, to the byte, and then says that the call was interrupted",
    async () => {
      const environment = { CALLBOARD_DATA: await makeDataFolder(join(hosts.scratch, "killed")) };
      let host = await start(environment);
      let sessionId: string | undefined;
      for (let kills = 0; kills < KILLS; kills++) {
        const started = await run(host, sessionId);
        sessionId = started.sessionId;
        const reading = host.readUntilDeath(sessionId);
        await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 250));
        await host.kill();
        const acknowledged = await reading;

        host = await start(environment);
        const lines = await host.lines(sessionId);
        expect(lines.slice(0, acknowledged.length)).toEqual(acknowledged);
        const events = lines.map((line) => JSON.parse(line) as SessionEvent);
        expect(isGapFree(events)).toBe(true);
        const own = events.filter((event) => "callId" in event && event.callId === started.callId);
        expect(own.slice(0, 3).map((event) => event.type)).toEqual([
          "tool.requested",
          "tool.input_ready",
          "tool.started",
        ]);
        const deltas = own.flatMap((event) => (event.type === "tool.output_appended" ? [event.delta] : []));
        const counted = deltas.join("").split(";").slice(0, -1);
        expect(counted).toEqual(counted.map((_, index) => String(index)));
        expect(openIn(events)).toEqual([]);
        expect(events.at(-1)).toMatchObject(interruptions(started.callId).at(-1)!);
      }
      const [call] = (await (await fetch(`${host.url}/api/tools/ticker/calls?limit=1`)).json()) as { status: string }[];
      expect(call!.status).toBe("interrupted");
    },
    60_000 + KILLS * 15_000,
  );

  it("outlives a tool that rejects and throws after it returned, and so do the calls of others", async () => {
    const host = await start({ CALLBOARD_DATA: await makeDataFolder(join(hosts.scratch, "careless")) });
    const other = await run(host);
    const careless = await host.post("/api/tools/careless/run", { input: {} });
    expect(careless.status).toBe(202);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const types = async ({ sessionId }: { sessionId: string }) =>
      (await host.events(sessionId)).map((event) => event.type);
    expect((await types(careless.body)).at(-1)).toBe("tool.completed");
    expect((await types(other)).at(-1)).toBe("tool.output_appended");
    const { sessionId } = await run(host, undefined, "problems");
    const reported = async () =>
      (await host.events(sessionId)).flatMap((event) => (event.type === "tool.completed" ? [event.output] : []));
    await expect.poll(reported).toEqual([[expect.stringMatching(NAMED), expect.stringMatching(NAMED)]]);
  }, 60_000);

  it.each([
    ["throws", "The app's own timer threw."],
    ["rejects", "The app's own promise was rejected."],
    ["main", "The main file threw."],
  ])("ends with the error of an app that %s, which is no tool's", async (APP_ERROR, words) => {
    const host = await start({
      CALLBOARD_DATA: await makeDataFolder(join(hosts.scratch, `app-${APP_ERROR}`)),
      APP_ERROR,
    });
    expect(await host.exited).toBe(1);
    expect(host.errors()).toContain(words);
  });

  it("leaves an error of the app to an app that listens itself", async () => {
    const host = await start({
      CALLBOARD_DATA: await makeDataFolder(join(hosts.scratch, "listens")),
      APP_ERROR: "listens",
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await run(host)).callId).toBeTruthy();
  });

  it("refuses its folder to a second process while it lives, and gives it up when it is asked to stop", async () => {
    const environment = { CALLBOARD_DATA: await makeDataFolder(join(hosts.scratch, "shared")) };
    const first = await start(environment);
    await expect(start(environment)).rejects.toThrow(`in use by process ${first.pid}`);
    const { sessionId, callId } = await run(first);
    first.signal("SIGTERM");
    expect(await first.exited).toBe(0);
    const second = await start(environment);
    expect((await second.events(sessionId)).at(-1)).toMatchObject({
      type: "tool.interrupted",
      callId,
      reason: expect.stringContaining("shut down"),
    });
  }, 60_000);
});

const server = TEST_ENGINES[1]!;
describe.skipIf(!server.open)(`several hosts on ${server.name}`, () => {
  let test: TestStore;
  beforeAll(async () => (test = await server.open!()), 60_000);
  afterAll(() => test?.end());
  const environment = () => ({ DATABASE_URL: test.databaseUrl!, LEASE_MS: "900" });
  const lastType = async (host: ChildHost, sessionId: string) => (await host.events(sessionId)).at(-1)?.type;

  it("leave each other's running calls alone, and end those of one that was killed within its lease", async () => {
    const first = await start(environment());
    const dying = await run(first);
    const second = await start(environment());
    const living = await run(second);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await lastType(second, dying.sessionId)).toBe("tool.output_appended");

    await first.kill();
    await expect.poll(() => lastType(second, dying.sessionId), { timeout: 15_000 }).toBe("tool.interrupted");
    expect((await second.events(dying.sessionId)).slice(-3)).toMatchObject(interruptions(dying.callId));
    expect(await lastType(second, living.sessionId)).toBe("tool.output_appended");
  }, 60_000);

  it("refuse the late writes of one that was paused and given up, which then works on under a new name", async () => {
    const paused = await start(environment());
    const { sessionId, callId } = await run(paused);
    const other = await start(environment());
    paused.signal("SIGSTOP");
    await expect.poll(() => lastType(other, sessionId), { timeout: 15_000 }).toBe("tool.interrupted");
    const frozen = await other.lines(sessionId);
    paused.signal("SIGCONT");
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await other.lines(sessionId)).toEqual(frozen);
    expect((await other.events(sessionId)).slice(-3)).toMatchObject(interruptions(callId));

    const again = await run(paused);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await lastType(other, again.sessionId)).toBe("tool.output_appended");
  }, 60_000);

  it("cancel a call that runs in another process, even one that does not answer", async () => {
    const runs = await start(environment());
    const asks = await start(environment());
    const cancel = (callId: string) => fetch(`${asks.url}/api/calls/${callId}/cancel`, { method: "POST" });
    const first = await run(runs);
    expect((await cancel(first.callId)).status).toBe(202);
    expect((await asks.events(first.sessionId)).at(-1)).toMatchObject({
      type: "tool.cancelled",
      by: "demo",
    });
    expect((await cancel(first.callId)).status).toBe(409);

    const slow = await start({ ...environment(), LEASE_MS: "60000" });
    const second = await run(slow);
    slow.signal("SIGSTOP");
    expect((await cancel(second.callId)).status).toBe(202);
    const frozen = await asks.lines(second.sessionId);
    expect(JSON.parse(frozen.at(-1)!)).toMatchObject({ type: "tool.cancelled", callId: second.callId });
    slow.signal("SIGCONT");
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await asks.lines(second.sessionId)).toEqual(frozen);
  }, 60_000);

  it("stream each other's events as they are committed", async () => {
    const runs = await start(environment());
    const reads = await start(environment());
    const { sessionId } = await run(runs);
    const reading = reads.readUntilDeath(sessionId);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await reads.kill();
    expect((await reading).length).toBeGreaterThan(20);
  }, 60_000);
});
