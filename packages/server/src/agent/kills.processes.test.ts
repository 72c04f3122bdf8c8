import type { SessionEvent } from "@callboard/core";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { endsOf, isGapFree, openIn } from "../testing/fixtures/chatClient.ts";
import type { ChildHost } from "../testing/fixtures/childHost.ts";
import { makeDataFolder } from "../testing/fixtures/dataFolder.ts";
import { scratchHosts } from "../testing/fixtures/scratchHosts.ts";
import { conversationOf } from "../testing/fixtures/simulatedLog.ts";

const KILLS = Number(process.env["CALLBOARD_KILLS"] ?? 2);
const CHATS = 4;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const hosts = scratchHosts("chatHostProcess");

/**
 * What a person does who wants each chat to come to its end: approves what asks, and continues what was interrupted.
 */
async function attend(host: ChildHost, sessionId: string): Promise<"ended" | "waits"> {
  const { agents, calls } = conversationOf(await host.events(sessionId));
  const root = [...agents.values()].findLast(({ parentCallId }) => parentCallId === null)!;
  if (root.status === "completed") return "ended";
  const ask = [...calls.values()].find(({ status }) => status === "awaiting-approval")?.approval;
  const call = [...calls.values()].find(({ approval }) => approval === ask);
  if (ask && call) await host.post(`/api/calls/${call.callId}/approve`, { approvalId: ask.id });
  if ([...agents.values()].some(({ status }) => status === "interrupted" || status === "failed")) {
    await host.post(`/api/agents/${root.agentId}/resume`);
  }
  return "waits";
}

const publishStarts = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => (event.type === "tool.started" && event.tool === "publish" ? [event.callId] : []));

describe("a host with several chats at once, killed at random moments", () => {
  it(
    `${KILLS} times: no acknowledged event is lost or doubled, every turn comes to its end, no effect happens twice`,
    { timeout: 90_000 + KILLS * 15_000 },
    async () => {
      // Of its own, for a second try begins anew.
      const own = await mkdtemp(join(hosts.scratch, "try-"));
      const effects = join(own, "effects");
      await writeFile(effects, "");
      const environment = { CALLBOARD_DATA: await makeDataFolder(join(own, "data")), EFFECTS: effects };
      let host = await hosts.start(environment);
      const sessions = new Map<string, string[]>();
      const tally = { acknowledged: 0, interruptedAgents: 0, unknownOutcomes: 0, turns: 0 };
      const turns: string[] = [];

      for (let kill = 0; kill < KILLS; kill++) {
        // Sessions grow over several kills, and new ones begin beside them.
        while (turns.length < CHATS) {
          const message = `Look into it, number ${tally.turns}`;
          const { status, body } = await host.post("/api/chat", { message });
          expect(status).toBe(202);
          turns.push((body as { sessionId: string }).sessionId);
          tally.turns++;
        }
        const reading = turns.map((sessionId) => host.readUntilDeath(sessionId));
        const attending = turns.map(async (sessionId) => {
          // Until the process dies under it.
          for (;;) {
            await attend(host, sessionId);
            await pause(10 + Math.random() * 30);
          }
        });
        attending.forEach((attendance) => attendance.catch(() => {}));
        // However slow the machine, the first of them dies with something acknowledged.
        if (kill === 0) await vi.waitFor(async () => expect((await host.lines(turns[0]!)).length).toBeGreaterThan(4));
        await pause(Math.random() * 700);
        await host.kill();
        await Promise.allSettled(attending);
        const acknowledged = await Promise.all(reading);

        host = await hosts.start(environment);
        for (const [index, sessionId] of turns.entries()) {
          const lines = await host.lines(sessionId);
          const before = sessions.get(sessionId) ?? [];
          // Byte for byte what any reader was ever given, and in its place.
          expect(lines.slice(0, before.length)).toEqual(before);
          expect(lines.slice(0, acknowledged[index]!.length)).toEqual(acknowledged[index]);
          tally.acknowledged += Math.max(0, acknowledged[index]!.length - before.length);
          const events = lines.map((line) => JSON.parse(line) as SessionEvent);
          expect(isGapFree(events)).toBe(true);
          sessions.set(sessionId, lines);
        }
        for (const sessionId of [...turns]) {
          if (Math.random() < 0.4 || kill === KILLS - 1) {
            for (let tries = 0; (await attend(host, sessionId)) !== "ended"; tries++) {
              expect(tries, JSON.stringify(await host.events(sessionId), null, 1)).toBeLessThan(600);
              await pause(25);
            }
            turns.splice(turns.indexOf(sessionId), 1);
          }
        }
      }

      const happened = (await readFile(effects, "utf8")).split("\n").filter(Boolean);
      expect(new Set(happened).size).toBe(happened.length);
      const started = new Set<string>();
      for (const sessionId of sessions.keys()) {
        const events = await host.events(sessionId);
        expect(openIn(events)).toEqual([]);
        expect(isGapFree(events)).toBe(true);
        const begun = publishStarts(events);
        expect(new Set(begun).size).toBe(begun.length);
        for (const callId of begun) started.add(callId);
        for (const event of events) {
          if (event.type === "agent.interrupted") tally.interruptedAgents++;
          if (event.type === "tool.interrupted") tally.unknownOutcomes++;
          // What the log says has happened has happened.
          if (event.type === "tool.completed" && begun.includes(event.callId)) expect(happened).toContain(event.callId);
        }
        const ended = endsOf(events).filter((type) => type === "agent.completed");
        expect(ended.length).toBeGreaterThan(0);
        const callEnds = events.flatMap((event) =>
          /^tool\.(completed|failed|cancelled|interrupted|denied)$/.test(event.type) && "callId" in event
            ? [event.callId]
            : [],
        );
        expect(new Set(callEnds).size).toBe(callEnds.length);
      }
      // Nothing happened that the log does not know of.
      for (const callId of happened) expect(started).toContain(callId);
      expect(tally.acknowledged).toBeGreaterThan(KILLS);
      if (KILLS > 2)
        console.info(JSON.stringify({ kills: KILLS, effects: happened.length, sessions: sessions.size, ...tally }));
    },
  );
});
