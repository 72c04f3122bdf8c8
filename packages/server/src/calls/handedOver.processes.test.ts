import type { SessionEvent } from "@callboard/core";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { isGapFree, openIn } from "../testing/fixtures/chatClient.ts";
import type { ChildHost } from "../testing/fixtures/childHost.ts";
import { makeDataFolder } from "../testing/fixtures/dataFolder.ts";
import { scratchHosts } from "../testing/fixtures/scratchHosts.ts";

/** One call is given up after twenty processes have ended with it. */
const KILLS = Math.min(15, Number(process.env["CALLBOARD_KILLS"] ?? 3));
const WAIT = { timeout: 20_000, interval: 25 };

const hosts = scratchHosts("chatHostProcess");
const countIn = async (host: ChildHost, sessionId: string, type: SessionEvent["type"]) =>
  (await host.events(sessionId)).filter((event) => event.type === type).length;

it.each(["/api/tools/export/run", "/api/foreign/export"])(
  "a call by %s whose work goes on elsewhere outlives kill after kill of its host, and its work begins once",
  async (route) => {
    const effects = join(hosts.scratch, route.replaceAll("/", "-"));
    await writeFile(effects, "");
    const environment = { CALLBOARD_DATA: await makeDataFolder(`${effects}-data`), EFFECTS: effects };
    let host = await hosts.start(environment);
    const { body } = await host.post(route, { input: {} });
    const { sessionId, callId } = body as { sessionId: string; callId: string };
    for (let kill = 0; kill < KILLS; kill++) {
      // It began, and once more for each process that has gone on with it.
      await vi.waitFor(async () => expect(await countIn(host, sessionId, "tool.started")).toBe(kill + 2), WAIT);
      await host.kill();
      host = await hosts.start(environment);
    }
    await writeFile(`${effects}.${callId}`, "");
    await vi.waitFor(async () => expect(await countIn(host, sessionId, "tool.completed")).toBe(1), WAIT);
    const events = await host.events(sessionId);
    expect(events.at(-1)).toMatchObject({ type: "tool.completed", output: { job: callId } });
    expect(await countIn(host, sessionId, "tool.interrupted")).toBe(0);
    expect(isGapFree(events)).toBe(true);
    expect(openIn(events)).toEqual([]);
    expect((await readFile(effects, "utf8")).trim()).toBe(callId);
  },
  120_000 + KILLS * 20_000,
);

it("a call that has handed its work over is cancelled like any other", async () => {
  const effects = join(hosts.scratch, "cancelled");
  await writeFile(effects, "");
  const host = await hosts.start({ CALLBOARD_DATA: await makeDataFolder(`${effects}-data`), EFFECTS: effects });
  const { body } = await host.post("/api/tools/export/run", { input: {} });
  const { sessionId, callId } = body as { sessionId: string; callId: string };
  await vi.waitFor(async () => expect(await countIn(host, sessionId, "tool.started")).toBe(2), WAIT);
  expect((await host.post(`/api/calls/${callId}/cancel`, {})).status).toBeLessThan(300);
  const last = (await host.events(sessionId)).at(-1);
  expect(last).toMatchObject({ type: "tool.cancelled", callId });
}, 60_000);
