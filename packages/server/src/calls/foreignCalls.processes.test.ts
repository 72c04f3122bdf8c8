import type { SessionEvent } from "@callboard/core";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { isGapFree, openIn } from "../testing/fixtures/chatClient.ts";
import type { ChildHost } from "../testing/fixtures/childHost.ts";
import { makeDataFolder } from "../testing/fixtures/dataFolder.ts";
import { scratchHosts } from "../testing/fixtures/scratchHosts.ts";

const KILLS = Number(process.env["CALLBOARD_KILLS"] ?? 2);
const WAIT = { timeout: 20_000, interval: 25 };

const hosts = scratchHosts("chatHostProcess");

type Ask = Extract<SessionEvent, { type: "tool.needs_approval" }>;
const askIn = (events: readonly SessionEvent[]) =>
  events.find((event): event is Ask => event.type === "tool.needs_approval");
const typesIn = async (host: ChildHost, sessionId: string) => (await host.events(sessionId)).map(({ type }) => type);

describe("a foreign agent's call of a tool that asks", () => {
  it(
    "waits over a kill, is approved, and over a kill at any moment after that runs at most once",
    { timeout: 120_000 + KILLS * 20_000 },
    async () => {
      const own = await mkdtemp(join(hosts.scratch, "try-"));
      const effects = join(own, "effects");
      await writeFile(effects, "");
      const environment = { CALLBOARD_DATA: await makeDataFolder(join(own, "data")), EFFECTS: effects };
      let host = await hosts.start(environment);
      const ends: SessionEvent["type"][] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const callId = randomUUID();
        const begin = () => host.post("/api/foreign/publish", { input: {}, callId });
        const { status, body } = await begin();
        expect(status).toBe(202);
        const { sessionId } = body as { sessionId: string };
        // Before it has asked, or while it waits.
        if (kill % 2 === 0)
          await vi.waitFor(async () => expect(askIn(await host.events(sessionId))).toBeDefined(), WAIT);
        await host.kill();

        host = await hosts.start(environment);
        // Its caller, who does not know what became of it, asks once more.
        expect((await begin()).body).toEqual({ sessionId, callId });
        await vi.waitFor(async () => expect(askIn(await host.events(sessionId))).toBeDefined(), WAIT);
        const { approvalId } = askIn(await host.events(sessionId))!;
        const approved = await host.post(`/api/calls/${callId}/approve`, { approvalId });
        expect(approved.status).toBe(202);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
        await host.kill();

        host = await hosts.start(environment);
        await host.post(`/api/foreign/${callId}/end`);
        const events = await host.events(sessionId);
        expect(isGapFree(events)).toBe(true);
        expect(openIn(events)).toEqual([]);
        const happened = (await readFile(effects, "utf8")).split("\n").filter((id) => id === callId);
        expect(happened.length).toBeLessThanOrEqual(1);
        const end = events.at(-1)!;
        expect(["tool.completed", "tool.interrupted"]).toContain(end.type);
        // What the log says has happened has happened.
        if (end.type === "tool.completed") expect(happened).toHaveLength(1);
        expect(events.filter(({ type }) => type === "tool.started")).toHaveLength(1);
        expect((await host.post(`/api/calls/${callId}/approve`, { approvalId })).status).toBe(409);
        ends.push(end.type);
      }
      if (KILLS > 2) console.info(JSON.stringify({ kills: KILLS, ends }));
    },
  );

  it("whose handler runs when its host is killed has an unknown outcome, and is not run again", async () => {
    const environment = { CALLBOARD_DATA: await makeDataFolder(join(hosts.scratch, "running")) };
    let host = await hosts.start(environment);
    const { body } = await host.post("/api/foreign/hang", { input: {} });
    const { sessionId, callId } = body as { sessionId: string; callId: string };
    await vi.waitFor(async () => expect(askIn(await host.events(sessionId))).toBeDefined(), WAIT);
    const { approvalId } = askIn(await host.events(sessionId))!;
    await host.post(`/api/calls/${callId}/approve`, { approvalId });
    await vi.waitFor(async () => expect(await typesIn(host, sessionId)).toContain("tool.output_appended"), WAIT);
    await host.kill();

    host = await hosts.start(environment);
    expect((await host.post(`/api/foreign/${callId}/end`)).body).toMatchObject({ code: "interrupted" });
    expect((await typesIn(host, sessionId)).filter((type) => type === "tool.started")).toHaveLength(1);
  }, 60_000);
});
