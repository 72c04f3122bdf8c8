import { inspect } from "node:util";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DEFAULT_TENANT_ID, openStore, type Store } from "../store.ts";
import { TEST_ENGINES, type TestStore } from "../testing/fixtures/engines.ts";
import { memoryEngine } from "../testing/fixtures/memoryStore.ts";
import type { Engine } from "./database.ts";

vi.setConfig({ testTimeout: 30_000 });

for (const testEngine of TEST_ENGINES) {
  describe.skipIf(!testEngine.open)(`an error of ${testEngine.name}`, () => {
    let test: TestStore;
    beforeAll(async () => (test = await testEngine.open!()), 60_000);
    afterAll(() => test?.end());

    it("holds no value that a statement was given, however it is printed", async () => {
      const secret = `secret-${randomUUID()}`;
      const statement = "insert into callboard.tenants (id, slug, created_at) values ($1::uuid, $2, $3)";
      const enter = (created: number | null) =>
        test.store.database.asHost((tx) => tx.query(statement, [randomUUID(), secret, created]));
      const missing: unknown = await enter(null).catch((error: unknown) => error);
      await enter(1);
      const twice: unknown = await enter(1).catch((error: unknown) => error);
      for (const error of [missing, twice]) {
        expect(inspect(error, { depth: 9 })).not.toContain(secret);
        expect(error).toMatchObject({
          message: expect.stringContaining("violates"),
          code: expect.stringMatching(/^23/),
        });
      }
    });
  });
}

describe("a transaction that the database took back", () => {
  let store: Store;
  /** The codes that the next transactions fail with, once all they did is done. */
  let failures: string[] = [];
  beforeAll(async () => {
    const engine = await memoryEngine();
    const failing: Engine = {
      ...engine,
      transaction: (prelude, work) =>
        engine.transaction(prelude, async (tx) => {
          const result = await work(tx);
          const code = failures.shift();
          if (code) throw Object.assign(new Error("The transaction was idle for too long."), { code });
          return result;
        }),
    };
    store = await openStore(failing, []);
  }, 60_000);
  afterAll(() => store.close());

  const said = { type: "message.added", messageId: "m", role: "user", text: "once" } as const;

  it.each(["append", "decide"] as const)("is done again, whole and once: %s", async (how) => {
    const sessionId = randomUUID();
    const session = { tenantId: DEFAULT_TENANT_ID, sessionId };
    const log = store.log(DEFAULT_TENANT_ID, { creator: { userId: "ada" } });
    await log.append(sessionId, [said]);
    failures = ["25P03", "40P01"];
    const write = how === "append" ? log.append(sessionId, [said]) : store.sessions.decide(session, async () => [said]);
    expect((await write).map(({ seq }) => seq)).toEqual([2]);
    expect(await log.read(sessionId)).toHaveLength(2);
  });

  it("is given up where it fails each time, and not done again after any other error", async () => {
    const sessionId = randomUUID();
    const decide = () => store.sessions.decide({ tenantId: DEFAULT_TENANT_ID, sessionId }, async () => []);
    failures = Array<string>(9).fill("25P03");
    await expect(decide()).rejects.toMatchObject({ code: "25P03" });
    expect(failures).toHaveLength(5);
    failures = ["57P01", "25P03"];
    await expect(decide()).rejects.toMatchObject({ code: "57P01" });
    expect(failures).toEqual(["25P03"]);
    failures = [];
  });
});
