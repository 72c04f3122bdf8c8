import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { NewEvent, SessionEvent } from "@callboard/core";
import { createConversations } from "../conversation/conversations.ts";
import { followSession } from "../log/followSession.ts";
import { TEST_ENGINES, type TestStore } from "../testing/fixtures/engines.ts";

vi.setConfig({ testTimeout: 30_000 });

const sessionId = "main";
const callId = "call";
const agentId = "agent";

for (const engine of TEST_ENGINES) {
  describe.skipIf(!engine.open)(`two tenants' sessions of one id on ${engine.name}`, () => {
    let test: TestStore;
    const ours = { tenantId: randomUUID(), sessionId };
    const theirs = { tenantId: randomUUID(), sessionId };

    const logOf = ({ tenantId }: typeof ours) => test.store.log(tenantId, { creator: { userId: tenantId } });
    const say = (session: typeof ours, text: string) =>
      logOf(session).append(sessionId, [{ type: "message.added", messageId: text, role: "user", text }]);
    const saidIn = async (session: typeof ours) =>
      (await logOf(session).read(sessionId)).flatMap((event) => ("text" in event ? [event.text] : []));

    beforeAll(async () => {
      test = await engine.open!();
      await test.store.ensureTenant(ours.tenantId, "ours");
      await test.store.ensureTenant(theirs.tenantId, "theirs");
      await say(ours, "ours 1");
      await say(theirs, "theirs 1");
    }, 60_000);
    afterAll(() => test?.end());

    it("are two logs, each with numbers of its own", async () => {
      await Promise.all([say(ours, "ours 2"), say(theirs, "theirs 2"), say(ours, "ours 3")]);
      expect(await saidIn(ours)).toEqual(["ours 1", "ours 2", "ours 3"]);
      expect(await saidIn(theirs)).toEqual(["theirs 1", "theirs 2"]);
      expect((await logOf(theirs).read(sessionId)).map(({ seq }) => seq)).toEqual([1, 2]);
      expect(await test.store.sessions.find(ours)).toMatchObject({ userId: ours.tenantId, lastSeq: 3 });
    });

    it("are told only to their own readers, from memory and from the database, and folded apart", async () => {
      const readerStore = test.databaseUrl ? await test.another() : test.store;
      const sources = [test.store, readerStore];
      const stop = new AbortController();
      const seen = sources.map(() => [] as SessionEvent[]);
      const reading = sources.map(async (source, index) => {
        const options = { after: 0, signal: stop.signal, heartbeatMs: 60_000 };
        for await (const lines of followSession(source, ours, options)) {
          seen[index]!.push(...lines.map(({ json }) => JSON.parse(json) as SessionEvent));
        }
      });
      let grown = 0;
      const held = await createConversations(test.store).hold(ours, () => grown++);
      const before = held.conversation.lastSeq;
      await expect.poll(() => seen.map((events) => events.length), { timeout: 15_000 }).toEqual([before, before]);
      await say(theirs, "not for us");
      expect(grown).toBe(0);
      await say(ours, "for us");
      await expect
        .poll(() => seen.map((events) => events.length), { timeout: 15_000 })
        .toEqual([before + 1, before + 1]);
      await held.catchUp();
      expect(held.conversation.messages.at(-1)?.text).toBe("for us");
      held.release();
      stop.abort();
      await Promise.all(reading);
      expect(JSON.stringify(seen)).not.toMatch(/not for us|theirs/);
    });

    it("have calls and agents of one id each, and end them each by itself", async () => {
      const begin: NewEvent[] = [
        {
          type: "agent.started",
          agentId,
          meta: { turn: { userId: null, tenantSlug: null, permissions: [], spaceId: null } },
        },
        { type: "tool.requested", callId, tool: "add", agentId },
      ];
      await logOf(ours).append(sessionId, begin);
      await logOf(theirs).append(sessionId, begin);
      await logOf(theirs).append(sessionId, [
        { type: "tool.cancelled", callId },
        { type: "agent.cancelled", agentId },
      ]);
      expect(await test.store.sessions.findCall(ours.tenantId, callId)).toMatchObject({ status: "requested" });
      expect(await test.store.sessions.findCall(theirs.tenantId, callId)).toMatchObject({ status: "cancelled" });
      const due = (await test.store.claims.unclaimed(true)).map(({ tenantId }) => tenantId);
      expect(due).toContain(ours.tenantId);
      expect(due).not.toContain(theirs.tenantId);
    });

    it("are claimed each by itself", async () => {
      await test.store.claims.enter("one", 60_000);
      await test.store.claims.enter("two", 60_000);
      expect(await test.store.claims.claim(ours, "one")).toEqual({ abandoned: false });
      expect(await test.store.claims.claim(ours, "two")).toBeNull();
      expect(await test.store.claims.claim(theirs, "two")).toEqual({ abandoned: false });
      await test.store.claims.abandon(ours, "one");
      expect(await test.store.claims.claim(theirs, "one")).toBeNull();
      await test.store.claims.leave("one");
      await test.store.claims.leave("two");
    });

    it("are deleted each by itself", async () => {
      const before = await logOf(theirs).read(sessionId);
      expect(await test.store.sessions.remove(ours)).toBe(true);
      expect(await logOf(ours).read(sessionId)).toEqual([]);
      expect(await logOf(theirs).read(sessionId)).toEqual(before);
      expect(await test.store.sessions.findCall(theirs.tenantId, callId)).toBeDefined();
    });
  });
}
