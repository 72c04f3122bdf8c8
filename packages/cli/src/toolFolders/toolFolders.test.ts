import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createRegistry } from "@callboard/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createToolFolders } from "./toolFolders.ts";

// Inside the workspace, so that packages resolve as they do for tools of its own.
const scratch = fileURLToPath(new URL("../../.callboard/test/", import.meta.url));
let app: string;
beforeEach(async () => {
  await mkdir(scratch, { recursive: true });
  app = await mkdtemp(scratch);
});
afterEach(() => rm(app, { recursive: true }));

async function write(file: string, text: string): Promise<string> {
  const path = join(app, "tools", file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

const definition = (slug: string, factor = "2") => `
import { defineTool } from "@callboard/core";
import { z } from "zod";
export default defineTool({
  slug: "${slug}", name: "${slug}", description: "Multiplies.", category: "test", icon: "x",
  inputSchema: z.object({ value: z.number() }),
  outputSchema: z.object({ result: z.number() }),
  execute: ({ value }: { value: number }) => ({ result: value * ${factor} }),
});
`;

function start() {
  const lines: string[] = [];
  const registry = createRegistry();
  const folders = createToolFolders({ folder: join(app, "tools"), registry, log: (line) => void lines.push(line) });
  const slugs = () => registry.all().map(({ slug }) => slug);
  const run = (slug: string, value: number) => registry.get(slug)!.execute({ value }, {} as never, {} as never);
  return { folders, registry, lines, slugs, run };
}

describe("createToolFolders", () => {
  it("loads every folder, with files beside the definition, and skips what begins with _", async () => {
    await write("double/definition.ts", definition("double"));
    await write(
      "triple/definition.ts",
      definition("triple", "factor").replace("import {", 'import { factor } from "./factor.ts";\nimport {'),
    );
    await write("triple/factor.ts", "export const factor: number = 3;");
    await write("_draft/definition.ts", definition("draft"));
    await write("notes/README.md", "No code, no complaint.");
    const { folders, slugs, run, lines } = start();
    expect(await folders.load()).toEqual({ folders: ["tools/double", "tools/triple"], slugs: ["double", "triple"] });
    expect(slugs()).toEqual(["double", "triple"]);
    expect(run("triple", 2)).toEqual({ result: 6 });
    expect(lines).toEqual(["Loaded tool: double", "Loaded tool: triple"]);
    expect(folders.failures()).toEqual([]);
  });

  it("takes a tool that registers itself as it loads, again after each change", async () => {
    const text = (name: string) => `
      import { registerTool } from "@callboard/core";
      registerTool({ slug: "side", name: "${name}", description: "d", category: "c", icon: "i", inputSchema: {}, execute: () => 1 });`;
    const path = await write("side/definition.ts", text("first"));
    const { folders, registry } = start();
    await folders.load();
    for (const name of ["second", "first"]) {
      await writeFile(path, text(name));
      expect(await folders.update([path])).toEqual({ folders: ["tools/side"], slugs: ["side"] });
      expect(registry.get("side")?.name).toBe(name);
    }
  });

  it("leaves a broken folder out and names it with its error and line, and takes nothing else down", async () => {
    await write("good/definition.ts", definition("good"));
    await write("syntax/definition.ts", "export default {\n  slug: 1,,\n};\n");
    await write("throws/definition.ts", "const words: string = 'not today';\n\nthrow new Error(words);\n");
    await write("missing/definition.ts", 'import { gone } from "./gone.ts";\nexport default gone;\n');
    await write("absent/definition.ts", 'import "a-package-that-is-not-installed";\n');
    await write("empty/definition.ts", "export const nothing = 1;\n");
    await write("again/definition.ts", definition("good"));
    await write("unnamed/index.ts", definition("unnamed"));
    const { folders, slugs, lines } = start();
    await folders.load();
    expect(slugs()).toEqual(["good"]);
    const messages = Object.fromEntries(folders.failures().map(({ folder, message }) => [folder, message]));
    expect(Object.keys(messages)).toEqual(
      ["absent", "empty", "good", "missing", "syntax", "throws", "unnamed"].map((name) => `tools/${name}`),
    );
    expect(messages["tools/syntax"]).toBe("definition.ts:2:11: Unexpected token");
    expect(messages["tools/missing"]).toMatch(/^definition\.ts:1:22: .*'\.\/gone\.ts'/);
    expect(messages["tools/throws"]).toBe("definition.ts:3:7: not today");
    expect(messages["tools/absent"]).toContain("a-package-that-is-not-installed");
    expect(messages["tools/empty"]).toContain("defines no tool");
    expect(messages["tools/good"]).toContain('"good" is registered already (from tools/again/definition.ts)');
    expect(messages["tools/unnamed"]).toContain("definition.ts");
    expect(lines).toContain("Failed to load tools/syntax/definition.ts: definition.ts:2:11: Unexpected token");
  });

  it("follows changes: a new folder, an edit, a break, a mend, a removal", async () => {
    await write("stays/definition.ts", definition("stays"));
    const { folders, registry, slugs, run, lines } = start();
    await folders.load();
    const stays = registry.get("stays");

    const path = await write("comes/definition.ts", definition("comes"));
    expect(await folders.update([path])).toEqual({ folders: ["tools/comes"], slugs: ["comes"] });
    expect(run("comes", 2)).toEqual({ result: 4 });

    await writeFile(path, definition("comes", "5"));
    expect(await folders.update([path])).toEqual({ folders: ["tools/comes"], slugs: ["comes"] });
    expect(run("comes", 2)).toEqual({ result: 10 });

    await writeFile(path, "export default {{");
    expect(await folders.update([path])).toEqual({ folders: ["tools/comes"], slugs: ["comes"] });
    expect(slugs()).toEqual(["stays"]);
    expect(folders.failures().map(({ folder }) => folder)).toEqual(["tools/comes"]);

    await writeFile(path, definition("comes"));
    await folders.update([path]);
    expect(folders.failures()).toEqual([]);

    await rm(dirname(path), { recursive: true });
    expect(await folders.update([path])).toEqual({ folders: ["tools/comes"], slugs: ["comes"] });
    expect(slugs()).toEqual(["stays"]);
    expect(registry.get("stays")).toBe(stays);
    expect(lines.filter((line) => line.includes("stays"))).toEqual(["Loaded tool: stays"]);
  });

  it("reads again who uses a shared file, and nobody for a test", async () => {
    const shared = await write("_shared/factor.ts", "export const factor: number = 7;");
    const text = definition("user", "factor").replace(
      "import {",
      'import { factor } from "../_shared/factor.ts";\nimport {',
    );
    await write("user/definition.ts", text);
    const test = await write("user/definition.test.ts", "broken {{");
    const { folders, run } = start();
    await folders.load();
    await writeFile(shared, "export const factor: number = 8;");
    expect(await folders.update([shared])).toEqual({ folders: ["tools/user"], slugs: ["user"] });
    expect(run("user", 1)).toEqual({ result: 8 });
    expect(await folders.update([test])).toEqual({ folders: [], slugs: [] });
  });

  it("gives a slug to the folder that waited for it when it becomes free", async () => {
    const first = await write("a/definition.ts", definition("same"));
    await write("b/definition.ts", definition("same", "9"));
    const { folders, run } = start();
    await folders.load();
    expect(folders.failures()).toHaveLength(1);
    await writeFile(first, definition("other"));
    await folders.update([first]);
    expect(folders.failures()).toEqual([]);
    expect(run("same", 1)).toEqual({ result: 9 });
  });

  it("keeps one whole module a folder, named after it", async () => {
    await write("double-up/definition.ts", definition("double-up"));
    const path = await write("double/definition.ts", definition("double"));
    const { folders } = start();
    await folders.load();
    await writeFile(path, definition("double", "3"));
    await folders.update([path]);
    const modules = await readdir(join(app, "tools/.callboard/tools"));
    expect(modules.sort()).toEqual([
      expect.stringMatching(/^double-[0-9a-f]{10}\.mjs$/),
      expect.stringMatching(/^double-up-[0-9a-f]{10}\.mjs$/),
    ]);
  });

  it("takes modules that stand alone, in JavaScript too, and passes over what is no tool's", async () => {
    const plain = (slug: string) =>
      `export default { slug: "${slug}", name: "A", description: "d", category: "c", icon: "i", inputSchema: { type: "object" }, execute: () => 1 };`;
    const alone = await write("alone.ts", definition("alone"));
    await write("old.mjs", plain("old"));
    await write("folder/definition.js", plain("folder"));
    for (const name of [
      "alone.test.ts",
      "vite.config.ts",
      "types.d.ts",
      "_shared.ts",
      "README.md",
      "node_modules/a/index.js",
    ]) {
      await write(name, "broken {{");
    }
    const { folders, slugs, run } = start();
    await folders.load();
    expect(slugs().toSorted()).toEqual(["alone", "folder", "old"]);
    expect(folders.failures()).toEqual([]);
    await writeFile(alone, definition("alone", "4"));
    const readme = join(app, "tools/README.md");
    expect(await folders.update([alone, readme])).toEqual({ folders: ["tools/alone.ts"], slugs: ["alone"] });
    expect(run("alone", 2)).toEqual({ result: 8 });
    await rm(alone);
    expect(await folders.update([alone])).toEqual({ folders: ["tools/alone.ts"], slugs: ["alone"] });
  });

  it("makes of a package what it is told, for a folder that has none installed", async () => {
    await write("other/definition.ts", `import { tool } from "not-installed";\nexport default tool;`);
    const module = await write(
      "_packages/tool.mjs",
      `export const tool = { slug: "given", name: "A", description: "d", category: "c", icon: "i", inputSchema: { type: "object" }, execute: () => 1 };`,
    );
    const registry = createRegistry();
    const packages = { "not-installed": pathToFileURL(module).href };
    await createToolFolders({ folder: join(app, "tools"), registry, log: () => {}, packages }).load();
    expect(registry.all().map(({ slug }) => slug)).toEqual(["given"]);
  });
});
