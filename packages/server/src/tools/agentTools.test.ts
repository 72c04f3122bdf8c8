import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRegistry, executeTool, type Registry, type ToolContext } from "@callboard/core";
import { isDelegation, toToolDetail } from "@callboard/core/host";
import { createAjvValidator } from "@callboard/core/ajv";
import { createDocumentSearch, snippetText } from "../modules/knowledge/documentSearch.ts";
import type { DocumentSource } from "../modules/knowledge/documentSource.ts";
import { createKnowledge, type Knowledge } from "../modules/knowledge/knowledge.ts";
import { TEST_ENGINES, type TestStore } from "../testing/fixtures/engines.ts";
import { createAgentTools } from "./agentTools.ts";

function sourceOf(files: Record<string, string>, name = "packages"): DocumentSource {
  const entries = Object.entries(files).map(([path, text]) => ({
    path,
    bytes: Buffer.byteLength(text),
    modifiedAt: 1,
    read: () => Promise.resolve(text),
  }));
  return { name, list: () => Promise.resolve(entries) };
}

const CORPUS = {
  "zod/README.md": "# Zod\n\nSchemas parse and validate. A transform changes the parsed value.",
  "zod/docs/transforms.md":
    "# Transforms\n\nTransforms run after parsing. A transform may be asynchronous, and transforms compose.",
  "@scope/tool/README.md": "# Scoped tool\n\nTree shaking removes what nobody imports.",
  "@scope/tool/node_modules/inner/README.md": "# Inner\n\nNothing to see.",
  "react/README.md": "# React\n\nA library for user interfaces. Parsing JSX is not its job.",
  "loose.md": "# Loose\n\nA page at the top.",
};

for (const engine of TEST_ENGINES) {
  describe.skipIf(!engine.open)(`the agent's tools on ${engine.name}`, () => {
    let test: TestStore;
    let knowledge: Knowledge;
    let registry: Registry;
    beforeAll(async () => {
      test = await engine.open!();
      knowledge = await createKnowledge(test.store);
      registry = createRegistry();
      for (const tool of createAgentTools({ store: test.store, knowledge })) registry.register(tool);
    }, 60_000);
    afterAll(() => test?.end());

    const newTenant = async (files?: Record<string, string>): Promise<string> => {
      const id = randomUUID();
      await test.store.ensureTenant(id, id);
      if (files) await knowledge.ingest(id, sourceOf(files));
      return id;
    };
    const contextOf = (tenantId: string, more: Partial<ToolContext> = {}): ToolContext => ({
      userId: "ada",
      spaceId: null,
      requestId: "r",
      tenantId,
      facts: { documents: true },
      ...more,
    });
    const run = (slug: string, input: unknown, context: ToolContext, callId?: string, sessionId?: string) =>
      executeTool(slug, input, context, { registry, createValidator: createAjvValidator, callId, sessionId });
    const search = async (tenant: string, input: Record<string, unknown>) => {
      const { output, error } = await run("search_documents", input, contextOf(tenant));
      expect(error).toBeNull();
      return output as {
        results: { path: string; title: string; snippet: string; score: number }[];
        total: number;
        note?: string;
      };
    };

    describe("search_documents", () => {
      it("finds documents by the forms of their words, the best first, with what they say", async () => {
        const tenant = await newTenant(CORPUS);
        const found = await search(tenant, { query: "transforming" });
        expect(found.results.map((hit) => hit.path)).toEqual(["zod/docs/transforms.md", "zod/README.md"]);
        expect(found.total).toBe(2);
        expect(found.note).toBeUndefined();
        expect(found.results[0]).toMatchObject({ title: "Transforms", score: 1 });
        expect(found.results[0]!.snippet).toContain("A transform may be asynchronous");
        expect(found.results[1]!.score).toBeGreaterThan(0);
        expect(found.results[1]!.score).toBeLessThan(1);
      });

      it("finds by the words of title and path too", async () => {
        const tenant = await newTenant(CORPUS);
        expect((await search(tenant, { query: "react" })).results.map((hit) => hit.path)).toEqual(["react/README.md"]);
        expect((await search(tenant, { query: "zod transform" })).total).toBe(2);
      });

      it("takes some of the words where no document has all, and says so", async () => {
        const tenant = await newTenant(CORPUS);
        const found = await search(tenant, { query: "asynchronous shaking" });
        expect(found.results.map((hit) => hit.path).sort()).toEqual([
          "@scope/tool/README.md",
          "zod/docs/transforms.md",
        ]);
        expect(found.note).toMatch(/No document has all/);
      });

      it("keeps a phrase together, and leaves out what a minus names, also among some of the words", async () => {
        const tenant = await newTenant(CORPUS);
        expect((await search(tenant, { query: '"user interfaces"' })).total).toBe(1);
        expect((await search(tenant, { query: "parsing -react" })).results.map((hit) => hit.path)).not.toContain(
          "react/README.md",
        );
        const some = await search(tenant, { query: "asynchronous shaking -scope" });
        expect(some.results.map((hit) => hit.path)).toEqual(["zod/docs/transforms.md"]);
      });

      it("narrows by a pattern, limits, and counts all", async () => {
        const tenant = await newTenant(CORPUS);
        const found = await search(tenant, { query: "parsing OR transform", pathGlob: "zod/**", limit: 1 });
        expect(found.results).toHaveLength(1);
        expect(found.total).toBe(2);
        expect((await search(tenant, { query: "transform", pathGlob: "**/readme.md" })).results).toMatchObject([
          { path: "zod/README.md" },
        ]);
        const none = await search(tenant, { query: "transform", pathGlob: "nowhere/**" });
        expect(none).toMatchObject({ results: [], total: 0 });
        expect(none.note).toMatch(/nowhere\/\*\*/);
      });

      it("says where a query has nothing to look for, and where nothing has its words", async () => {
        const tenant = await newTenant(CORPUS);
        expect((await search(tenant, { query: "the of and" })).note).toMatch(/too common/);
        expect(await search(tenant, { query: "xylophone" })).toEqual({ results: [], total: 0 });
      });

      it("takes whatever a query may contain", async () => {
        const tenant = await newTenant(CORPUS);
        for (const query of [
          "a'b\\ & | ! ( ) <-> :*",
          "\0transform",
          "'; drop table callboard.documents; --",
          "-",
          '"',
        ]) {
          await search(tenant, { query });
        }
        expect((await search(tenant, { query: "transform" })).total).toBe(2);
      });

      it("shows one tenant nothing of another's, even where a caller mixes them up", async () => {
        const one = await newTenant(CORPUS);
        const two = await newTenant({ "own.md": "# Own\n\nA transform of our own." });
        expect((await search(two, { query: "transform" })).results.map((hit) => hit.path)).toEqual(["own.md"]);
        const paths = Object.keys(CORPUS);
        const found = await createDocumentSearch(test.store.database).search(two, { query: "zod", limit: 9, paths });
        expect(found.results).toEqual([]);
        expect((await search(one, { query: "own" })).total).toBe(0);
      });

      it("indexes the beginning of a document that has too many words for an index", async () => {
        const words = Array.from({ length: 200_000 }, (_, index) => `w${index.toString(36)}x`);
        const tenant = await newTenant({ "long.md": `# Long\n\nneedle ${words.join(" ")}`, "short.md": "# Short" });
        expect((await search(tenant, { query: "needle" })).results).toMatchObject([{ path: "long.md" }]);
      }, 60_000);

      it("follows what an ingest changes", async () => {
        const tenant = await newTenant({ "a.md": "# A\n\nwalrus" });
        await knowledge.ingest(tenant, sourceOf({ "a.md": "# A\n\notter, changed" }));
        expect((await search(tenant, { query: "walrus" })).total).toBe(0);
        expect((await search(tenant, { query: "otter" })).total).toBe(1);
      });
    });

    describe("list_sources", () => {
      it("counts each package, the largest first", async () => {
        const tenant = await newTenant(CORPUS);
        const { output } = await run("list_sources", {}, contextOf(tenant, { spaceId: "space" }));
        const characters = (prefix: string) =>
          Object.entries(CORPUS).reduce((sum, [path, text]) => sum + (path.startsWith(prefix) ? text.length : 0), 0);
        expect(output).toEqual({
          sources: [
            { name: "@scope/tool", documents: 2, characters: characters("@scope/tool") },
            { name: "zod", documents: 2, characters: characters("zod") },
            { name: "packages", documents: 1, characters: CORPUS["loose.md"].length },
            { name: "react", documents: 1, characters: characters("react") },
          ],
          total: 4,
          documents: 6,
        });
      });

      it("narrows by name, limits, and counts all that fit", async () => {
        const tenant = await newTenant(CORPUS);
        const { output } = await run("list_sources", { name: "O", limit: 1 }, contextOf(tenant, { spaceId: "space" }));
        expect(output).toMatchObject({ sources: [{ name: "@scope/tool" }], total: 2, documents: 4 });
      });

      it("is not there without a space", async () => {
        const tenant = await newTenant(CORPUS);
        const slugs = (context: ToolContext) => registry.available(context).map((tool) => tool.slug);
        expect(slugs(contextOf(tenant))).not.toContain("list_sources");
        expect(slugs(contextOf(tenant, { spaceId: "space" }))).toContain("list_sources");
        expect((await run("list_sources", {}, contextOf(tenant))).code).toBe("not_found");
      });
    });

    it("offers a tenant without documents only the notes", async () => {
      const tenant = await newTenant();
      const available = registry.available(contextOf(tenant, { spaceId: "space", facts: { documents: false } }));
      expect(available.map((tool) => tool.slug)).toEqual(["publish_note", "list_notes", "ask_person", "read_output"]);
    });

    describe("analyze_document", () => {
      const analyze = (tenantId: string, path: string) =>
        registry
          .get("analyze_document")!
          .execute(
            { path, question: "What runs after parsing?" },
            { ...contextOf(tenantId), answers: {}, callId: "c", sessionId: "s", signal: new AbortController().signal },
            undefined as never,
          ) as Promise<unknown>;

      it("delegates to an analyst that is told the document and the question, and may read, search and publish", async () => {
        const tenant = await newTenant(CORPUS);
        const delegation = await analyze(tenant, "zod/docs/transforms.md");
        expect(isDelegation(delegation)).toBe(true);
        expect(delegation).toMatchObject({
          name: "Document analyst",
          tools: ["read_document", "search_documents", "publish_note"],
          input: {
            path: "zod/docs/transforms.md",
            question: "What runs after parsing?",
            characters: CORPUS["zod/docs/transforms.md"].length,
          },
        });
      });

      it("starts nobody for a document that is not there, and names the closest", async () => {
        const [tenant, other] = [await newTenant(CORPUS), await newTenant({ "own.md": "own" })];
        await expect(analyze(tenant, "zod/doc/transform.md")).rejects.toThrow(
          /Did you mean "zod\/docs\/transforms.md"/,
        );
        await expect(analyze(other, "zod/README.md")).rejects.toThrow(/There is no document/);
      });
    });

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

describe("a snippet", () => {
  it.each([
    ["<img src=x onerror=alert(1)> text <!-- hidden --> more", "text more"],
    ["a\u202Eb\u0007c\n\nd", "a b c d"],
    ["see [the docs](https://example.com/a) and ![pixel](https://example.com/p.png)", "see the docs and pixel"],
    ["## Title | a --- b", "Title a b"],
    ["a < b and c > d", "a < b and c d"],
  ])("is plain text: %j", (text, plain) => {
    expect(snippetText(text)).toBe(plain);
  });

  it("is short", () => {
    expect([...snippetText("word ".repeat(500))]).toHaveLength(400);
  });
});
