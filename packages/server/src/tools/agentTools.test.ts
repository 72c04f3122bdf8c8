import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRegistry, executeTool, type Registry, type ToolContext } from "@callboard/core";
import { toToolDetail } from "@callboard/core/host";
import { createAjvValidator } from "@callboard/core/ajv";
import { TEST_ENGINES, type TestStore } from "../testing/fixtures/engines.ts";
import { createAgentTools } from "./agentTools.ts";

for (const engine of TEST_ENGINES) {
  describe.skipIf(!engine.open)(`the agent's tools on ${engine.name}`, () => {
    let test: TestStore;
    let registry: Registry;
    beforeAll(async () => {
      test = await engine.open!();
      registry = createRegistry();
      for (const tool of createAgentTools({ store: test.store })) registry.register(tool);
    }, 60_000);
    afterAll(() => test?.end());

    const newTenant = async (): Promise<string> => {
      const id = randomUUID();
      await test.store.ensureTenant(id, id);
      return id;
    };
    const contextOf = (tenantId: string, more: Partial<ToolContext> = {}): ToolContext => ({
      userId: "ada",
      spaceId: null,
      requestId: "r",
      tenantId,
      ...more,
    });
    const run = (slug: string, input: unknown, context: ToolContext, callId?: string, sessionId?: string) =>
      executeTool(slug, input, context, { registry, createValidator: createAjvValidator, callId, sessionId });
    describe("publish_note", () => {
      const note = { title: "Transforms", text: "They run **after** parsing." };

      it("publishes, counts, and lists the newest first", async () => {
        const tenant = await newTenant();
        const first = await run("publish_note", note, contextOf(tenant));
        expect(first.error).toBeNull();
        expect(first.output).toMatchObject({ title: "Transforms", total: 1 });
        const second = await run("publish_note", { ...note, title: "Later" }, contextOf(tenant));
        expect(second.output).toMatchObject({ total: 2 });
        const { output } = await run("list_notes", { limit: 1 }, contextOf(tenant));
        const { notes, total } = output as { notes: { noteId: string; title: string; text: string }[]; total: number };
        expect(total).toBe(2);
        expect(notes).toHaveLength(1);
        const all = (await run("list_notes", {}, contextOf(tenant))).output as { notes: unknown[] };
        expect(all.notes).toContainEqual({ ...(first.output as { noteId: string }), ...note, total: undefined });
      });

      it("publishes a call's note once, however often and however much at once the call runs", async () => {
        const tenant = await newTenant();
        const results = await Promise.all(
          Array.from({ length: 8 }, () => run("publish_note", note, contextOf(tenant), "call-1", "session-1")),
        );
        const again = await run(
          "publish_note",
          { ...note, title: "Changed" },
          contextOf(tenant),
          "call-1",
          "session-1",
        );
        expect(again.output).toEqual(results[0]!.output);
        expect(new Set(results.map((result) => (result.output as { noteId: string }).noteId)).size).toBe(1);
        expect((await run("list_notes", {}, contextOf(tenant))).output).toMatchObject({ total: 1 });
        // Call ids are a session's own: another session's call is another note.
        await run("publish_note", note, contextOf(tenant), "call-1", "session-2");
        expect((await run("list_notes", {}, contextOf(tenant))).output).toMatchObject({ total: 2 });
      });

      it("keeps each tenant's notes to itself", async () => {
        const [one, two] = [await newTenant(), await newTenant()];
        await run("publish_note", note, contextOf(one), "call-1", "session-1");
        await run("publish_note", note, contextOf(two), "call-1", "session-1");
        expect((await run("list_notes", {}, contextOf(one))).output).toMatchObject({ total: 1 });
        await expect(
          test.store.database.asTenant(two, (tx) =>
            tx.query(
              `insert into callboard.notes (tenant_id, id, session_id, call_id, title, text, published_at)
               values ($1::uuid, 'x', 's', 'c', 't', 't', 0)`,
              [one],
            ),
          ),
        ).rejects.toThrow(/row-level security/);
        await expect(
          test.store.database.asTenant(one, (tx) => tx.query("delete from callboard.notes")),
        ).rejects.toThrow(/permission denied/);
      });

      it("asks before an agent's call runs, and not before a person's", () => {
        expect(toToolDetail(registry.get("publish_note")!).permissionPolicy).toBe("always_ask");
      });
    });
  });
}
