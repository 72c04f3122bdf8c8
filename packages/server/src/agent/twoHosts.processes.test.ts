import type { SessionEvent } from "@callboard/core";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { endsOf, isGapFree, openIn } from "../testing/fixtures/chatClient.ts";
import type { ChildHost } from "../testing/fixtures/childHost.ts";
import { TEST_ENGINES, type TestStore } from "../testing/fixtures/engines.ts";
import { scratchHosts } from "../testing/fixtures/scratchHosts.ts";

vi.setConfig({ testTimeout: 60_000 });

const server = TEST_ENGINES[1]!;

describe.skipIf(!server.open)(`chats over two hosts on ${server.name}`, () => {
  let test: TestStore;
  beforeAll(async () => (test = await server.open!()), 60_000);
  // The hosts end before their database does.
  afterAll(() => test?.end());
  const hosts = scratchHosts("chatHostProcess");
  let effects: string;
  beforeAll(() => void (effects = join(hosts.scratch, "effects")));

  const start = async (more: Record<string, string> = {}) => {
    await writeFile(effects, "");
    return hosts.start({ DATABASE_URL: test.databaseUrl!, LEASE_MS: "900", EFFECTS: effects, ...more });
  };
  const say = async (host: ChildHost) => {
    const { status, body } = await host.post("/api/chat", { message: "Look into it" });
    expect(status).toBe(202);
    return body as { sessionId: string; agentId: string };
  };
  async function until(host: ChildHost, sessionId: string, type: string): Promise<SessionEvent[]> {
    let events: SessionEvent[] = [];
    await expect
      .poll(async () => (events = await host.events(sessionId)).some((event) => event.type === type), {
        timeout: 20_000,
      })
      .toBe(true);
    return events;
  }
  const askOf = (events: SessionEvent[]) =>
    events.findLast((event) => event.type === "tool.needs_approval") as Extract<
      SessionEvent,
      { type: "tool.needs_approval" }
    >;
  const rootEnded = (events: SessionEvent[], agentId: string) =>
    events.some((event) => event.type === "agent.completed" && event.agentId === agentId);
  async function end(host: ChildHost, { sessionId, agentId }: { sessionId: string; agentId: string }) {
    await expect.poll(async () => rootEnded(await host.events(sessionId), agentId), { timeout: 20_000 }).toBe(true);
    const events = await host.events(sessionId);
    expect(openIn(events)).toEqual([]);
    expect(isGapFree(events)).toBe(true);
    return events;
  }
  const effectsOf = async () => (await readFile(effects, "utf8")).split("\n").filter(Boolean);

  it("run by one, approved through the other: the effect happens once, and both tell the same", async () => {
    const first = await start();
    const second = await start();
    const chat = await say(first);
    const { callId, approvalId } = askOf(await until(first, chat.sessionId, "tool.needs_approval"));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? first : second).post(`/api/calls/${callId}/approve`, { approvalId }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 39 }, () => 409)]);
    await end(second, chat);
    expect(await effectsOf()).toEqual([callId]);
    expect(await first.lines(chat.sessionId)).toEqual(await second.lines(chat.sessionId));
  });

  it("stopped through the other while text streams: nothing is written after", async () => {
    const first = await start({ PACE: "40" });
    const second = await start();
    const chat = await say(first);
    await until(second, chat.sessionId, "tool.requested");
    expect((await second.post(`/api/agents/${chat.agentId}/cancel`)).status).toBe(202);
    const lines = await second.lines(chat.sessionId);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ type: "agent.cancelled", agentId: chat.agentId });
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(await second.lines(chat.sessionId)).toEqual(lines);
  });

  it("one is killed while it waits for a person: the other answers for it, and takes the session over", async () => {
    const first = await start();
    const chat = await say(first);
    const { callId, approvalId } = askOf(await until(first, chat.sessionId, "tool.needs_approval"));
    const second = await start();
    await first.kill();
    expect((await second.post(`/api/calls/${callId}/approve`, { approvalId })).status).toBe(202);
    await end(second, chat);
    expect(await effectsOf()).toEqual([callId]);
  });

  it("one is killed in the middle of an answer: the other says so, and continues it", async () => {
    const first = await start({ PACE: "150" });
    const second = await start();
    const chat = await say(first);
    await until(first, chat.sessionId, "tool.requested");
    await first.kill();
    const events = await until(second, chat.sessionId, "agent.interrupted");
    expect(endsOf(events).at(-1)).toBe("agent.interrupted");
    expect((await second.post(`/api/agents/${chat.agentId}/resume`)).status).toBe(202);
    const { callId, approvalId } = askOf(await until(second, chat.sessionId, "tool.needs_approval"));
    await second.post(`/api/calls/${callId}/approve`, { approvalId });
    await end(second, chat);
    expect(await effectsOf()).toEqual([callId]);
  });

  it("one is killed with the answer committed and nobody told: the other finds it", async () => {
    const first = await start();
    const chat = await say(first);
    const { callId, approvalId } = askOf(await until(first, chat.sessionId, "tool.needs_approval"));
    const second = await start();
    await first.kill();
    // As the first would have left it, had it died between its commit and its next move.
    await test.store
      .log("00000000-0000-0000-0000-000000000000")
      .append(chat.sessionId, [{ type: "tool.approved", callId, approvalId, by: "demo" }]);
    await end(second, chat);
    expect(await effectsOf()).toEqual([callId]);
  });

  it("one is killed while an approval waits that nobody answers: the other writes that it has expired", async () => {
    const first = await start({ APPROVAL_TTL: "2500" });
    const second = await start();
    const chat = await say(first);
    await until(first, chat.sessionId, "tool.needs_approval");
    await first.kill();
    const events = await end(second, chat);
    expect(events.filter(({ type }) => type === "tool.approval_expired")).toHaveLength(1);
    expect(await effectsOf()).toEqual([]);
  });

  it("one is paused until it counts as dead: what it says then is refused, and the other's turn is whole", async () => {
    const paused = await start({ PACE: "150" });
    const other = await start();
    const chat = await say(paused);
    await until(paused, chat.sessionId, "tool.requested");
    paused.signal("SIGSTOP");
    await until(other, chat.sessionId, "agent.interrupted");
    const frozen = await other.lines(chat.sessionId);
    paused.signal("SIGCONT");
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await other.lines(chat.sessionId)).toEqual(frozen);
    expect((await other.post(`/api/agents/${chat.agentId}/resume`)).status).toBe(202);
    const { callId, approvalId } = askOf(await until(other, chat.sessionId, "tool.needs_approval"));
    // The one that was paused works on, under a new name.
    expect((await paused.post(`/api/calls/${callId}/approve`, { approvalId })).status).toBe(202);
    await end(paused, chat);
    expect(await effectsOf()).toEqual([callId]);
  });

  it("one is asked to stop while it runs its agents: the other takes up what it left", async () => {
    const first = await start({ PACE: "150" });
    const second = await start();
    const chat = await say(first);
    await until(first, chat.sessionId, "tool.requested");
    first.signal("SIGTERM");
    await until(second, chat.sessionId, "agent.interrupted");
    expect((await second.post(`/api/agents/${chat.agentId}/resume`)).status).toBe(202);
    const { callId, approvalId } = askOf(await until(second, chat.sessionId, "tool.needs_approval"));
    await second.post(`/api/calls/${callId}/deny`, { approvalId });
    await end(second, chat);
    expect(await effectsOf()).toEqual([]);
  });
});
