import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createRegistry, executeTool, type ToolContext } from "@callboard/core";
import { createToolAccess } from "@callboard/core/access";
import { createAjvValidator } from "@callboard/core/ajv";
import type { Kernel } from "../../kernel/kernel.ts";
import { DEFAULT_TENANT_ID } from "../../store.ts";
import { TEST_ENGINES, type TestStore } from "../../testing/fixtures/engines.ts";
import { createDocumentTools } from "../../tools/documentTools.ts";
import { documentChoices } from "./documentChoices.ts";
import { packageDocuments, type DocumentSource } from "./documentSource.ts";
import type { NewDocument } from "./documents.ts";
import { ingest, titleOf } from "./ingest.ts";
import { ingestPackages } from "./ingestPackages.ts";
import { createKnowledge, type Knowledge } from "./knowledge.ts";
import { knowledgeModule } from "./module.ts";
import { cpuTime } from "../../../../../test/setup/cpuTime.ts";

vi.setConfig({ testTimeout: 30_000 });

/** A source in memory that counts what is read of it. */
function sourceOf(files: Record<string, { text: string; modifiedAt?: number }>, name = "memory") {
  const read: string[] = [];
  const source: DocumentSource = {
    name,
    list: () =>
      Promise.resolve(
        Object.entries(files).map(([path, { text, modifiedAt = 1 }]) => ({
          path,
          bytes: Buffer.byteLength(text),
          modifiedAt,
          read() {
            read.push(path);
            return Promise.resolve(text);
          },
        })),
      ),
  };
  return { source, read };
}

for (const engine of TEST_ENGINES) {
  describe.skipIf(!engine.open)(`knowledge on ${engine.name}`, () => {
    let test: TestStore;
    let knowledge: Knowledge;
    beforeAll(async () => {
      test = await engine.open!();
      knowledge = await createKnowledge(test.store);
    }, 60_000);
    afterAll(() => test?.end());

    const newTenant = async () => {
      const id = randomUUID();
      await test.store.ensureTenant(id, id);
      return id;
    };
    const paths = async (tenant: string, name: string) =>
      (await knowledge.find(tenant, name, { limit: 100, offset: 0 })).documents.map((document) => document.path);

    it("reads only what changed, writes only what differs, and removes what is gone", async () => {
      const tenant = await newTenant();
      const files: Record<string, { text: string; modifiedAt?: number }> = {
        "a/README.md": { text: "# A" },
        "b/README.md": { text: "# B" },
        "c/README.md": { text: "# C" },
      };
      const first = sourceOf(files);
      expect(await knowledge.ingest(tenant, first.source)).toEqual({
        total: 3,
        written: 3,
        unchanged: 0,
        removed: 0,
        failed: 0,
      });

      const same = sourceOf(files);
      expect(await knowledge.ingest(tenant, same.source)).toMatchObject({ written: 0, unchanged: 3 });
      expect(same.read).toEqual([]);

      const later = sourceOf({
        "a/README.md": { text: "# A", modifiedAt: 2 },
        "b/README.md": { text: "# B2", modifiedAt: 2 },
      });
      expect(await knowledge.ingest(tenant, later.source)).toEqual({
        total: 2,
        written: 1,
        unchanged: 1,
        removed: 1,
        failed: 0,
      });
      expect(later.read).toEqual(["a/README.md", "b/README.md"]);
      expect(
        (await knowledge.find(tenant, "readme", { limit: 9, offset: 0 })).documents.map(({ path, title }) => [
          path,
          title,
        ]),
      ).toEqual([
        ["a/README.md", "A"],
        ["b/README.md", "B2"],
      ]);
      const again = sourceOf({
        "a/README.md": { text: "# A", modifiedAt: 2 },
        "b/README.md": { text: "# B2", modifiedAt: 2 },
      });
      await knowledge.ingest(tenant, again.source);
      expect(again.read).toEqual([]);
    });

    it("leaves other sources and other tenants alone", async () => {
      const [one, two] = [await newTenant(), await newTenant()];
      await knowledge.ingest(one, sourceOf({ "x.md": { text: "x" } }, "first").source);
      await knowledge.ingest(one, sourceOf({ "y.md": { text: "y" } }, "second").source);
      expect(await paths(one, "md")).toEqual(["x.md", "y.md"]);
      expect(await paths(two, "md")).toEqual([]);
      expect([await knowledge.has(one), await knowledge.has(two)]).toEqual([true, false]);
      const { documents } = await knowledge.find(one, "x", { limit: 1, offset: 0 });
      await expect(knowledge.read(two, { id: documents[0]!.id }, { offset: 0, length: 1 })).rejects.toThrow(
        "no document",
      );
      // A host that starts again knows at once who has documents.
      expect(await (await createKnowledge(test.store)).has(one)).toBe(true);
    });

    it("goes on after an ingest that was cut off, and after a file that cannot be read", async () => {
      const tenant = await newTenant();
      const files = Object.fromEntries(
        Array.from({ length: 100 }, (_, index) => [`d${index}.md`, { text: `# ${index}` }]),
      );
      const abort = new AbortController();
      const cut = sourceOf(files);
      await expect(
        knowledge.ingest(tenant, cut.source, {
          signal: abort.signal,
          onProgress: ({ done }) => done >= 40 && abort.abort(),
        }),
      ).rejects.toThrow();
      expect(knowledge.reading(tenant)).toBeNull();
      const rest = sourceOf(files);
      const files50 = await rest.source.list();
      files50[99]!.read = () => Promise.reject(new Error("gone"));
      expect(await knowledge.ingest(tenant, { name: "memory", list: async () => files50 })).toEqual({
        total: 100,
        written: 59,
        unchanged: 40,
        removed: 0,
        failed: 1,
      });
    });

    it("keeps characters that a text column does not take, as a sign that something was there", async () => {
      const tenant = await newTenant();
      await knowledge.ingest(tenant, sourceOf({ "nul.md": { text: "a\u0000b \u{1F600} c" } }).source);
      expect(await knowledge.read(tenant, { path: "nul.md" }, { offset: 0, length: 99 })).toMatchObject({
        text: "a\uFFFDb \u{1F600} c",
        total: 7,
      });
    });

    describe("find", () => {
      let tenant: string;
      beforeAll(async () => {
        tenant = await newTenant();
        const files = ["zod/README.md", "zod/docs/api.md", "@a/b/README.md", "react/CHANGELOG.md", "x/[odd] {name}.md"];
        await knowledge.ingest(
          tenant,
          sourceOf(Object.fromEntries(files.map((path) => [path, { text: path }]))).source,
        );
      });

      it.each([
        ["**/README.md", ["@a/b/README.md", "zod/README.md"]],
        ["**/readme.MD", ["@a/b/README.md", "zod/README.md"]],
        ["zod/**", ["zod/README.md", "zod/docs/api.md"]],
        ["zod/*", ["zod/README.md"]],
        ["README.*", ["@a/b/README.md", "zod/README.md"]],
        ["{react,zod}/*.md", ["react/CHANGELOG.md", "zod/README.md"]],
        ["changelog", ["react/CHANGELOG.md"]],
        ["@a/b", ["@a/b/README.md"]],
        [" docs/api ", ["zod/docs/api.md"]],
        ["nothing", []],
        ["(a+)+", []],
        // Words: most of them as a whole name first, then the shortest path.
        ["README zod", ["zod/README.md"]],
        ["readme a", ["zod/README.md", "@a/b/README.md"]],
        ["readme nothing", []],
      ])("%s", async (name, expected) => expect(await paths(tenant, name)).toEqual(expected));

      it("pages, and says how many there are in all", async () => {
        const page = await knowledge.find(tenant, "md", { limit: 2, offset: 2 });
        expect([page.documents.map((document) => document.path), page.total]).toEqual([
          ["x/[odd] {name}.md", "zod/README.md"],
          5,
        ]);
      });

      it("refuses a pattern that would take long, and answers odd ones at once", async () => {
        await expect(knowledge.find(tenant, "*a".repeat(40), { limit: 1, offset: 0 })).rejects.toThrow("too complex");
        const taken = await cpuTime(async () => {
          for (const name of ["+(+(a|b)|c)*", "[", "{", "**/**/**/**", "!(x)*", "[[[", "a{1..99999999}*"]) {
            await knowledge.find(tenant, name, { limit: 1, offset: 0 });
          }
        });
        expect(taken).toBeLessThan(2_000);
      });
    });

    describe("read", () => {
      let tenant: string;
      const text = "0123456789\u{1F600}bcdef";
      beforeAll(async () => {
        tenant = await newTenant();
        await knowledge.ingest(tenant, sourceOf({ "zod/README.md": { text }, "empty.md": { text: "" } }).source);
      });

      it("answers a path that no column can hold in its own words", async () => {
        await expect(knowledge.read(tenant, { path: "a\u0000b" }, { offset: 0, length: 1 })).rejects.toThrow(
          "There is no document",
        );
      });

      it("gives back the whole text in stretches, never half a character", async () => {
        let whole = "";
        for (let offset: number | null = 0; offset !== null;) {
          const stretch = await knowledge.read(tenant, { path: "zod/README.md" }, { offset, length: 3 });
          expect(stretch).toMatchObject({ offset, total: 16, length: Math.min(3, 16 - offset) });
          whole += stretch.text;
          offset = stretch.next;
        }
        expect(whole).toBe(text);
        expect(await knowledge.read(tenant, { path: "empty.md" }, { offset: 0, length: 10 })).toMatchObject({
          text: "",
          next: null,
        });
      });

      it("says what is close to a path that is not there, and how long a document is past whose end one reads", async () => {
        await expect(knowledge.read(tenant, { path: "zod/readme" }, { offset: 0, length: 1 })).rejects.toThrow(
          'Did you mean "zod/README.md"?',
        );
        await expect(knowledge.read(tenant, { path: "qqq" }, { offset: 0, length: 1 })).rejects.toThrow("find_by_name");
        await expect(knowledge.read(tenant, { path: "zod/README.md" }, { offset: 16, length: 1 })).rejects.toThrow(
          "has 16 characters, so the last offset is 15",
        );
      });
    });
  });
}

describe("the document tools", () => {
  let test: TestStore;
  let knowledge: Knowledge;
  // Whoever tries again begins with nothing read, too.
  beforeEach(async () => {
    test = await TEST_ENGINES[0]!.open!();
    knowledge = await createKnowledge(test.store);
  });
  afterEach(() => test?.end());

  const bare: ToolContext = {
    userId: "u",
    spaceId: null,
    requestId: "r",
    tenantId: DEFAULT_TENANT_ID,
    source: "web",
  };
  const context: ToolContext = { ...bare, facts: { documents: true } };
  // The module asks its knowledge alone.
  const kernel = {} as Kernel;

  it("find and read the documentation of the installed packages, which is read once and then known", async () => {
    const registry = createRegistry();
    for (const tool of createDocumentTools(knowledge)) registry.register(tool);
    const call = (slug: string, input: unknown) =>
      executeTool(slug, input, context, { registry, createValidator: createAjvValidator });
    const { contextFor } = createToolAccess({
      registry,
      facts: (await knowledgeModule(knowledge).open!(kernel)).facts!,
    });
    const choose = (query: string, values?: string[]) =>
      documentChoices(knowledge)({
        query,
        ...(values && { values }),
        limit: 5,
        context,
        signal: new AbortController().signal,
      });
    const available = async () => registry.available(await contextFor({ ...bare })).map((tool) => tool.slug);
    expect(await available()).toEqual([]);
    expect((await executeTool("find_by_name", { name: "x" }, bare, { registry })).code).toBe("not_found");

    const nodeModules = dirname(dirname(createRequire(import.meta.url).resolve("zod/package.json")));
    const lines: string[] = [];
    const reading = ingestPackages(knowledge, nodeModules, { log: (line) => lines.push(line) });
    await expect.poll(() => knowledge.reading(DEFAULT_TENANT_ID), { timeout: 20_000 }).not.toBeNull();
    expect(await available()).toEqual(["find_by_name", "read_document"]);
    expect((await call("find_by_name", { name: "nothing at all" })).output).toMatchObject({
      total: 0,
      note: expect.stringMatching(/Still reading the documents \(\d+ of \d+\)/),
    });
    expect((await call("read_document", { path: "nothing at all" })).error).toContain("may come yet");
    await reading;
    expect(lines.at(-1)).toMatch(/^Documentation ready: \d{3,} files, \d+ new or changed/);

    // A field that asks for a document finds it by a part of its path, and gives a stored path its title.
    expect(await choose("zod readme")).toContainEqual(expect.objectContaining({ value: "zod/README.md" }));
    expect(await choose("")).toHaveLength(5);
    expect(await choose("", ["zod/README.md", "none/such.md"])).toMatchObject([{ value: "zod/README.md" }]);
    expect(await choose("{".repeat(5_000))).toEqual([]);

    const found = (await call("find_by_name", { name: "zod/README.md", limit: 5 })).output as {
      documents: { id: string; path: string; title: string }[];
      total: number;
    };
    expect(found.documents.map(({ path }) => path)).toContain("zod/README.md");
    const { id } = found.documents.find(({ path }) => path === "zod/README.md")!;
    const read = await call("read_document", { id, length: 50 });
    expect(read.error).toBeNull();
    expect(read.output).toMatchObject({ path: "zod/README.md", offset: 0, length: 50, next: 50 });
    expect((await call("read_document", {})).error).toContain("Say which document");
    expect((await call("read_document", { path: "zod/README.md", length: 20_001 })).code).toBe("invalid_input");

    lines.length = 0;
    await ingestPackages(knowledge, nodeModules, { log: (line) => lines.push(line) });
    expect(lines.at(-1)).toContain(", 0 new or changed");
  }, 120_000);
});

describe("packageDocuments", () => {
  it("lists Markdown but no licences, links, empty or giant files", async () => {
    const folder = await mkdtemp(join(tmpdir(), "callboard-docs-"));
    try {
      await mkdir(join(folder, "pkg/docs"), { recursive: true });
      await mkdir(join(folder, "pkg/node_modules/inner"), { recursive: true });
      const files = {
        "pkg/README.md": "# P",
        "pkg/docs/a.mdx": "a",
        "pkg/LICENSE.md": "l",
        "pkg/empty.md": "",
        "pkg/index.js": "x",
        "pkg/huge.md": "x".repeat(1_500_001),
        "pkg/node_modules/inner/README.md": "# I",
      };
      for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
      await utimes(join(folder, "pkg/README.md"), 1_000, 1_000);
      await symlink(join(folder, "pkg"), join(folder, "linked"));
      await symlink(join(folder, "pkg"), join(folder, "pkg/loop"));
      const listed = await packageDocuments(folder).list();
      expect(listed.map((file) => file.path)).toEqual([
        "pkg/README.md",
        "pkg/docs/a.mdx",
        "pkg/node_modules/inner/README.md",
      ]);
      expect(listed[0]).toMatchObject({ bytes: 3, modifiedAt: 1_000_000 });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe("ingest", () => {
  it("writes little at once, a long document alone, and lets others have a turn between two writes", async () => {
    const lengths = [...Array<number>(90).fill(900), 30_000, 30_000, 200_000, 10, ...Array<number>(30).fill(1)];
    const source = {
      name: "s",
      list: async () =>
        lengths.map((length, index) => ({
          path: `${index}`,
          bytes: length,
          modifiedAt: 1,
          read: async () => "x".repeat(length),
        })),
    };
    const writes: number[][] = [];
    let turns = 0;
    const documents = {
      stamps: async () => [],
      remove: async () => {},
      async write(_tenant: string, _source: string, changed: readonly NewDocument[]) {
        expect(turns).toBe(writes.length);
        writes.push(changed.map(({ text }) => text.length));
        setTimeout(() => turns++, 0);
      },
    };
    const result = await ingest(documents, DEFAULT_TENANT_ID, source);
    expect(result.written).toBe(lengths.length);
    expect(writes.flat()).toEqual(lengths);
    expect(writes).toContainEqual([200_000]);
    for (const written of writes) {
      expect(written.length).toBeLessThanOrEqual(20);
      if (written.length > 1) expect(written.reduce((sum, length) => sum + length)).toBeLessThanOrEqual(50_000);
    }
  });
});

describe("titleOf", () => {
  it.each([
    ["# Hello *world*", "Hello world"],
    ["---\ntitle: x\n---\n\n## [Linked](https://a.b) `code`", "Linked code"],
    ["```sh\n# a comment\n```\n# Real", "Real"],
    ['<h1 align="center">\n</h1>\n<h1>In <b>HTML</b></h1>', "In HTML"],
    ["![badge](https://x/y.svg)\n\nUnderlined\n=====", "Underlined"],
    ["no heading", "docs/file.md"],
  ])("%j", (text, title) => expect(titleOf(text, "pkg/docs/file.md")).toBe(title));
});
