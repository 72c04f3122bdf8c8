import type { NewEvent, SessionEvent } from "@callboard/core";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { createHost, type Host } from "../host.ts";
import { createScriptedModel } from "../model/scriptedModel.ts";
import { analysis, published, toolsForTest } from "../testing/fixtures/agentTurn.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";

let store: Store;
beforeAll(async () => {
  store = await memoryStore();
}, 60_000);
afterAll(() => store.close());

const post = (host: Host, path: string, body: unknown) =>
  host.fetch(
    new Request(`http://localhost${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

const open = async (): Promise<Host> => {
  const host = createHost({ registry: toolsForTest(), store, model: createScriptedModel({ turns: analysis }) });
  await host.ready;
  return host;
};

const log = (sessionId: string) => store.log(DEFAULT_TENANT_ID).read(sessionId);

/** Does what a person would until the turn is over: approves what asks, and lets go on what was interrupted. */
async function finish(host: Host, sessionId: string): Promise<SessionEvent[]> {
  const answered = new Set<string>();
  for (let tries = 0; tries < 600; tries++) {
    const events = await log(sessionId);
    const root = events.find((event) => event.type === "agent.started" && !event.parentCallId) as { agentId: string };
    const states = new Map<string, string>();
    for (const event of events) {
      if (!("agentId" in event) || typeof event.agentId !== "string") continue;
      if (event.type === "agent.started" || event.type === "agent.retracted") states.set(event.agentId, "running");
      if (/^agent\.(completed|failed|cancelled|interrupted)$/.test(event.type)) states.set(event.agentId, event.type);
    }
    if (states.get(root.agentId) === "agent.completed") return events;
    const ask = events.findLast((event) => event.type === "tool.needs_approval");
    if (ask?.type === "tool.needs_approval" && !answered.has(ask.approvalId)) {
      answered.add(ask.approvalId);
      await post(host, `/api/calls/${ask.callId}/approve`, { approvalId: ask.approvalId });
    }
    if ([...states.values()].includes("agent.interrupted")) await post(host, `/api/agents/${root.agentId}/resume`, {});
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`The turn never ended: ${JSON.stringify(await log(sessionId), null, 1)}`);
}

describe("a turn whose process is killed", () => {
  test(
    "between each pair of its events: it ends, and its effect happens at most once",
    { timeout: 180_000 },
    async () => {
      // Another file of this process may have published, too.
      published.length = 0;
      const first = await open();
      const begun = (await (await post(first, "/api/chat", { message: "Analyze and publish" })).json()) as {
        sessionId: string;
      };
      const whole = await finish(first, begun.sessionId);
      await first.close();
      expect(published).toHaveLength(1);
      const bodies = whole.map(({ seq: _seq, sessionId: _session, at: _at, v: _v, ...body }) => body as NewEvent);
      const publishStarted = whole.findIndex((event) => event.type === "tool.started" && event.tool === "publish");
      // Its handler had begun, and had not said yet that it delegates.
      const analyzeStarted = whole.findIndex((event) => event.type === "tool.started" && event.tool === "analyze");
      const publishEnded = whole.findIndex((event, index) => index > publishStarted && event.type === "tool.completed");

      const killedAfter = new Map<number, string>();
      for (let count = 2; count < bodies.length; count++) {
        const sessionId = randomUUID();
        // The ids of the recorded turn are unique to a session, not to the database's routes: each copy gets its own.
        const copy = JSON.parse(
          JSON.stringify(bodies.slice(0, count)).replaceAll(
            /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
            (id) => `${id.slice(0, -4)}${count.toString(16).padStart(4, "0")}`,
          ),
        ) as NewEvent[];
        await store.writer.append(DEFAULT_TENANT_ID, sessionId, copy, { creator: { userId: "demo", title: "killed" } });
        await store.database.asHost((tx) =>
          tx.query("update callboard.sessions set driver_id = 'a dead worker' where id = $1", [sessionId]),
        );
        killedAfter.set(count, sessionId);
      }

      published.length = 0;
      const host = await open();
      for (const [count, sessionId] of killedAfter) {
        const events = await finish(host, sessionId);
        const killed = `killed after ${count} events: ${whole[count - 1]!.type}`;
        expect(
          events.map((event) => event.seq),
          killed,
        ).toEqual(events.map((_, index) => index + 1));
        const ends = events.flatMap((event) =>
          /^tool\.(completed|failed|cancelled|interrupted|denied)$/.test(event.type) && "callId" in event
            ? [event.callId]
            : [],
        );
        expect(new Set(ends).size, killed).toBe(ends.length);
        // An effect that had begun is never begun again: its outcome is unknown, and said to be.
        const unknown = (count > publishStarted && count <= publishEnded) || count === analyzeStarted + 1;
        const done = count > publishEnded;
        expect(
          published.filter((effect) => effect.sessionId === sessionId),
          killed,
        ).toHaveLength(unknown || done ? 0 : 1);
        if (unknown)
          expect(
            events.some((event) => event.type === "tool.interrupted"),
            killed,
          ).toBe(true);
      }
      await host.close();
    },
  );
});
