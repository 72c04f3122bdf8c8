import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionEvent } from "@callboard/core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { servedProcesses, type ServedProcesses } from "../testing/fixtures/servedProcesses.ts";
import { serveTasks, type ServedTasks } from "../testing/fixtures/serveTasks.ts";

/** Each takes two starts of a host. */
const KILLS = Math.min(20, Number(process.env["CALLBOARD_KILLS"] ?? 2));
const soon = { timeout: 20_000, interval: 25 };

let hosts: ServedProcesses;
let served: ServedTasks;
let scratch: string;
let environment: Record<string, string>;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "callboard-tasks-"));
  served = await serveTasks();
  environment = { CALLBOARD_DATA: join(scratch, "data"), SERVER: served.url };
  hosts = await servedProcesses("mcpHostProcess");
}, 60_000);
afterAll(async () => {
  await hosts.end();
  await served.stop();
  await rm(scratch, { recursive: true, force: true });
});

const post = async (url: string, body: object) => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { sessionId: string; callId: string } };
};
const eventsOf = async (host: string, sessionId: string) => {
  const headers = { accept: "application/json" };
  const response = await fetch(`${host}/api/sessions/${sessionId}/events`, { headers });
  return (await response.json()) as SessionEvent[];
};
const ENDS = ["tool.completed", "tool.failed", "tool.interrupted", "tool.cancelled"];
const endsOf = (events: SessionEvent[]) => events.filter(({ type }) => ENDS.includes(type));

it(
  "a host that is killed at any moment of a task goes on with it: it begins once, and has one end",
  { timeout: 120_000 + KILLS * 30_000 },
  async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const begun = served.tasks.length;
      let host = await hosts.start(environment);
      const { body } = await post(`${host}/api/tools/work/run`, { input: {} });
      await vi.waitFor(() => expect(served.tasks).toHaveLength(begun + 1), soon);
      // Right after it has begun, whose handle may not be in the log yet, or while it is followed.
      await new Promise((resolve) => setTimeout(resolve, kill % 2 === 0 ? 500 : Math.random() * 60));
      await hosts.kill();
      host = await hosts.start(environment);
      const task = served.tasks.at(-1);
      Object.assign(task ?? {}, { status: "completed", result: { content: [], structuredContent: { gold: kill } } });
      const events = await vi.waitFor(async () => {
        const read = await eventsOf(host, body.sessionId);
        expect(endsOf(read)).toHaveLength(1);
        return read;
      }, soon);
      const [end] = endsOf(events);
      const isInLog = events.some(({ type }) => type === "tool.handed_over");
      expect(end).toMatchObject(
        isInLog ? { type: "tool.completed", output: { gold: kill } } : { type: "tool.interrupted" },
      );
      if (kill % 2 === 0) expect(isInLog).toBe(true);
      expect(served.tasks).toHaveLength(begun + 1);
      await hosts.kill();
    }
  },
);

it(
  "the question of a task outlives a kill, and so does its answer, which counts once",
  { timeout: 120_000 + KILLS * 30_000 },
  async () => {
    for (let kill = 0; kill < Math.min(KILLS, 10); kill++) {
      let host = await hosts.start(environment);
      const { body } = await post(`${host}/api/tools/ask/run`, { input: {} });
      const askedIn = async () =>
        (await eventsOf(host, body.sessionId)).find(({ type }) => type === "tool.needs_input");
      const asked = await vi.waitFor(async () => {
        const found = await askedIn();
        if (found?.type !== "tool.needs_input") throw new Error("It asks nothing.");
        return found;
      }, soon);
      await hosts.kill();
      host = await hosts.start(environment);
      const answer = { askId: asked.askId, action: "accept", content: { city: "Oslo" } };
      expect((await post(`${host}/api/calls/${body.callId}/answer`, answer)).status).toBe(202);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 200));
      await hosts.kill();
      host = await hosts.start(environment);
      const end = await vi.waitFor(async () => {
        const [found] = endsOf(await eventsOf(host, body.sessionId));
        if (!found) throw new Error("It has not ended.");
        return found;
      }, soon);
      // Killed while its handler took the answer up, nobody knows whether that has reached the server.
      const answers = served.tasks.at(-1)?.answers ?? [];
      expect(["tool.completed", "tool.interrupted"]).toContain(end.type);
      if (end.type === "tool.completed") expect(answers.length).toBeGreaterThan(0);
      for (const each of answers) expect(each).toEqual({ city: { action: "accept", content: { city: "Oslo" } } });
      expect((await post(`${host}/api/calls/${body.callId}/answer`, answer)).status).toBe(409);
      await hosts.kill();
    }
  },
);
