import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { GivenAnswers } from "@callboard/core/host";
import type { NewEvent } from "@callboard/core";
import { DEFAULT_TENANT_ID as tenantId, type Store } from "../store.ts";
import { TEST_ENGINES, type TestStore } from "../testing/fixtures/engines.ts";
import { conversationOf, simulateLog } from "../testing/fixtures/simulatedLog.ts";
import { watchLog } from "../testing/fixtures/watchLog.ts";
import { createConversations, type Conversations } from "./conversations.ts";

const LIMITS = { sessions: 10, characters: 1_000_000, idleMs: 60_000 };
/** A log in which much of what a session can hold has happened. */
const HISTORY: readonly NewEvent[] = simulateLog(
  Array.from({ length: 400 }, (_, index) => (index * 7919) % 1009),
).events.map(({ v: _v, seq: _seq, at: _at, sessionId: _sessionId, ...event }) => event as NewEvent);

/** Answers to questions are kept behind functions: those of two folds are the same where they give the same. */
expect.addEqualityTesters([
  function (one: unknown, other: unknown) {
    const isGiven = (value: unknown): value is GivenAnswers =>
      typeof value === "object" && value !== null && "given" in value && typeof value.given === "function";
    return isGiven(one) && isGiven(other) ? this.equals(one.given(), other.given()) : undefined;
  },
]);

for (const engine of TEST_ENGINES) {
  describe.skipIf(!engine.open)(`kept conversations on ${engine.name}`, () => {
    let test: TestStore;
    let store: Store;
    beforeAll(async () => {
      test = await engine.open!();
      store = test.store;
    }, 60_000);
    afterAll(() => test?.end());
    afterEach(() => vi.useRealTimers());

    const begin = async (...events: NewEvent[]) => {
      const sessionId = randomUUID();
      await store.log(tenantId, { creator: { userId: "ada" } }).append(sessionId, events);
      return { tenantId, sessionId };
    };
    const write = ({ sessionId }: { sessionId: string }, events: readonly NewEvent[], to: Store = store) =>
      to.log(tenantId).append(sessionId, events);
    const truth = async ({ sessionId }: { sessionId: string }) =>
      conversationOf(await store.log(tenantId).read(sessionId));
    const said = (text: string): NewEvent => ({ type: "message.added", messageId: text, role: "user", text });

    it("reads the log once, and then what is new", async () => {
      const conversations = createConversations(store, LIMITS);
      const session = await begin(...HISTORY);
      expect((await conversations.read(session)).conversation).toEqual(await truth(session));
      await write(session, [said("new")]);
      const log = watchLog(store);
      try {
        const { conversation } = await conversations.read(session);
        expect(log.seqs).toEqual([HISTORY.length + 1]);
        log.stop();
        expect(conversation).toEqual(await truth(session));
      } finally {
        log.stop();
      }
    });

    it("reads what is new in a decision, in the transaction that has the session locked", async () => {
      const conversations = createConversations(store, LIMITS);
      const session = await begin(...HISTORY);
      await conversations.read(session);
      await write(session, [said("one"), said("two")]);
      const log = watchLog(store);
      try {
        await store.sessions.decide(session, async (locked) => {
          const { conversation } = await conversations.readLocked(session, locked);
          expect(conversation.messages.at(-1)?.text).toBe("two");
          return [];
        });
        expect(log.seqs).toEqual([HISTORY.length + 1, HISTORY.length + 2]);
      } finally {
        log.stop();
      }
    });

    it("is the same under appends and readers side by side, of whatever kind", async () => {
      const conversations = createConversations(store, LIMITS);
      const session = await begin(said("first"));
      const held = await conversations.hold(session, () => {});
      const reading = async () => {
        for (let round = 0; round < 12; round++) {
          const { conversation } = await conversations.read(session);
          const { lastSeq, messages } = conversation;
          expect(messages.length).toBe(lastSeq);
        }
      };
      const deciding = async () => {
        for (let round = 0; round < 8; round++) {
          await store.sessions.decide(session, async (locked) => {
            const { conversation } = await conversations.readLocked(session, locked);
            return [said(`after ${conversation.lastSeq}`)];
          });
        }
      };
      const looping = async () => {
        for (let round = 0; round < 20; round++) {
          const [event] = await write(session, [said(`looped ${round}`)]);
          await held.catchUp();
          expect(held.conversation.lastSeq).toBeGreaterThanOrEqual(event!.seq);
        }
      };
      await Promise.all([reading(), reading(), deciding(), looping()]);
      await held.catchUp();
      expect(held.conversation).toEqual(await truth(session));
      // Each decision saw all that was committed before its own event.
      for (const { text } of held.conversation.messages.filter(({ text }) => text.startsWith("after "))) {
        const at = held.conversation.messages.findIndex((message) => message.text === text) + 1;
        expect(text).toBe(`after ${at - 1}`);
      }
      held.release();
    });

    it("advances a held fold by what this process commits without reading it again", async () => {
      const conversations = createConversations(store, LIMITS);
      const session = await begin(...HISTORY);
      let grown = 0;
      const held = await conversations.hold(session, () => grown++);
      await held.catchUp();
      const log = watchLog(store);
      try {
        await write(session, [said("one")]);
        await write(session, [said("two")]);
        await held.catchUp();
        expect([log.seqs, grown]).toEqual([[], 2]);
        held.recheck();
        await held.catchUp();
        expect(log.seqs).toEqual([]);
        expect(held.conversation.messages.at(-1)?.text).toBe("two");
      } finally {
        log.stop();
        held.release();
      }
    });

    it("builds a fold anew that was dropped, for others or for its size", async () => {
      const dropped = async (conversations: Conversations, drop: (session: object) => Promise<void>) => {
        const session = await begin(...HISTORY);
        const { conversation } = await conversations.read(session);
        await drop(session);
        const again = (await conversations.read(session)).conversation;
        expect(again).toEqual(await truth(session));
        return again !== conversation;
      };
      const few = createConversations(store, { ...LIMITS, sessions: 1 });
      const another = async () => void (await few.read(await begin(said("other"))));
      expect(await dropped(few, another)).toBe(true);
      const small = createConversations(store, { ...LIMITS, characters: 1_000 });
      expect(await dropped(small, async () => {})).toBe(true);
      expect(await dropped(createConversations(store, LIMITS), async () => {})).toBe(false);
    });

    it("drops a fold that nobody has read for a while", async () => {
      const conversations = createConversations(store, LIMITS);
      const session = await begin(said("first"));
      // Not before: the log's writer waits for real time between two transactions.
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const { conversation } = await conversations.read(session);
      vi.advanceTimersByTime(LIMITS.idleMs - 1);
      expect((await conversations.read(session)).conversation).toBe(conversation);
      vi.advanceTimersByTime(LIMITS.idleMs - 1);
      expect((await conversations.read(session)).conversation).toBe(conversation);
      vi.advanceTimersByTime(LIMITS.idleMs + 1);
      expect((await conversations.read(session)).conversation).not.toBe(conversation);
    });

    it("keeps a fold that is held, whatever else is read", async () => {
      const conversations = createConversations(store, { ...LIMITS, sessions: 1 });
      const session = await begin(...HISTORY);
      const held = await conversations.hold(session, () => {});
      await conversations.read(await begin(said("other")));
      await conversations.read(await begin(said("third")));
      expect((await conversations.read(session)).conversation).toBe(held.conversation);
      held.release();
    });

    it("has nothing of another tenant's session", async () => {
      const conversations = createConversations(store, LIMITS);
      const session = await begin(said("ours"));
      await conversations.read(session);
      const { conversation } = await conversations.read({ ...session, tenantId: randomUUID() });
      expect(conversation.messages).toEqual([]);
    });

    it.skipIf(engine.oneProcess)(`sees what another host wrote${engine.oneProcess}`, async () => {
      const other = await test.another();
      const session = await begin(...HISTORY);
      const [ours, theirs] = [createConversations(store, LIMITS), createConversations(other, LIMITS)];
      const held = await ours.hold(session, () => {});
      for (let round = 0; round < 10; round++) {
        await write(session, [said(`${round} by the one`)]);
        await write(session, [said(`${round} by the other`)], other);
        const now = await truth(session);
        expect((await ours.read(session)).conversation).toEqual(now);
        expect((await theirs.read(session)).conversation).toEqual(now);
      }
      await held.catchUp();
      expect(held.conversation).toEqual(await truth(session));
      held.release();
    });
  });
}
