import { afterEach, describe, expect, test, vi } from "vitest";
import {
  defaultRegistry,
  getAllTools,
  getTool,
  registerFormSpec,
  registerTool,
  registerViewSpec,
} from "./defaultRegistry.ts";
import type { ToolDefinition } from "./definition.ts";
import { discover, type ToolModules } from "./discover.ts";
import { createRegistry, type Registry } from "./registry.ts";

const tool = (slug: string, rest: Partial<ToolDefinition> = {}): ToolDefinition => ({
  slug,
  name: slug,
  description: "",
  category: "analysis",
  icon: "calculator",
  inputSchema: { type: "object" },
  execute: () => slug,
  ...rest,
});
const find = async (modules: ToolModules, registry: Registry = createRegistry()) => {
  const lines: string[] = [];
  const discovery = await discover(modules, { registry, log: (line) => lines.push(line) });
  return { registry, lines, discovery, slugs: registry.all().map(({ slug }) => slug) };
};

describe("what a file may do to define a tool", () => {
  const plugin = { definition: { name: "from-plugin" }, handler: () => 1 };
  test.each<[string, ToolModules[string], string[]]>([
    ["export a plugin", { plugin }, ["from-plugin"]],
    ["export a definition as default", { default: tool("a") }, ["a"]],
    ["export a definition by name", { roi: tool("a"), other: 7, helper: () => 1, nothing: null }, ["a"]],
    ["export the same one twice", { default: plugin, plugin }, ["from-plugin"]],
    ["export several", { one: tool("a"), two: tool("b") }, ["a", "b"]],
    ["call registerTool as it loads", async () => void registerTool(tool("a")), ["a"]],
    [
      "export one and register another",
      async () => {
        registerTool(tool("b"));
        return { default: tool("a") };
      },
      ["a", "b"],
    ],
    [
      "register what it exports",
      async () => {
        const both = tool("a");
        registerTool(both);
        return { default: both };
      },
      ["a"],
    ],
  ])("%s", async (_, module, expected) => {
    const { slugs, lines, discovery, registry } = await find({ "tools/x.ts": module });
    expect(slugs).toEqual(expected);
    expect(lines).toEqual(expected.map((slug) => `Loaded tool: ${slug}`));
    expect(discovery).toEqual({ loaded: [{ file: "tools/x.ts", slugs: expected }], failed: [] });
    expect(registry.get(expected[0]!)?.file).toBe("tools/x.ts");
    expect(getAllTools()).toEqual([]);
  });

  test("specs that a file registers travel with its tool, and go with it", async () => {
    const registry = createRegistry();
    const module = async () => {
      registerFormSpec("tool:a", { title: "A" });
      registerViewSpec("tool:a", { blocks: [] });
      return { default: tool("a") };
    };
    await find({ "a.ts": module }, registry);
    expect([registry.formSpec("a"), registry.viewSpec("a")]).toEqual([{ title: "A" }, { blocks: [] }]);
    registry.removeFile("a.ts");
    expect(registry.formSpec("a")).toBeUndefined();
  });
});

describe("discover", () => {
  test("skips files and folders that begin with _, on either kind of path", async () => {
    const broken = () => Promise.reject(new Error("must not be loaded"));
    const { slugs, discovery } = await find({
      "./tools/_registry.ts": broken,
      "./tools/_drafts/a.ts": broken,
      "tools\\_win.ts": broken,
      "./my_tools/snake_case.ts": { default: tool("a") },
    });
    expect(slugs).toEqual(["a"]);
    expect(discovery.failed).toEqual([]);
  });

  test("a file that fails is named with its error and takes nothing else down", async () => {
    const { slugs, lines, discovery } = await find({
      "tools/a.ts": { default: tool("a") },
      "tools/b.ts": () => Promise.reject(new SyntaxError("Unexpected token")),
      "tools/c.ts": () => {
        throw "thrown words";
      },
      "tools/d.ts": { answer: 42 },
      "tools/e.ts": async () => undefined,
      "tools/f.ts": { default: tool("bad slug") },
      "tools/g.ts": { default: tool("g") },
    });
    expect(slugs).toEqual(["a", "g"]);
    const none = "it defines no tool; export one with defineTool(), as default or by name, or call registerTool()";
    expect(lines).toEqual([
      "Loaded tool: a",
      "Failed to load tools/b.ts: Unexpected token",
      "Failed to load tools/c.ts: thrown words",
      `Failed to load tools/d.ts: ${none}`,
      `Failed to load tools/e.ts: ${none}`,
      expect.stringMatching(/^Failed to load tools\/f\.ts: A tool's slug must be 1 to 64 letters.*"bad slug"\.$/),
      "Loaded tool: g",
    ]);
    expect(discovery.failed.map(({ file, error }) => [file.slice(6, 7), error instanceof Error])).toEqual([
      ["b", true],
      ["c", true],
      ["d", true],
      ["e", true],
      ["f", true],
    ]);
  });

  test("the second of two duplicates is reported, and the first stays", async () => {
    const { registry, lines } = await find({
      "tools/b.ts": { default: tool("same", { name: "second" }) },
      "tools/a.ts": { default: tool("same", { name: "first" }) },
    });
    expect(registry.get("same")?.name).toBe("first");
    expect(lines[1]).toBe(
      'Failed to load tools/b.ts: A tool with the slug "same" is registered already (from tools/a.ts). ' +
        "Give one of them another slug, or remove the first.",
    );
  });

  test("of a file with one bad tool, none is taken", async () => {
    const { slugs } = await find({ "a.ts": { good: tool("good"), bad: tool("bad slug") } });
    expect(slugs).toEqual([]);
  });

  test("replaces what the same file registered before, also where it fails now", async () => {
    const registry = createRegistry();
    registry.register(tool("by-hand"));
    await find({ "a.ts": { default: tool("old") }, "b.ts": { default: tool("b") } }, registry);
    expect((await find({ "a.ts": { default: tool("new") } }, registry)).slugs).toEqual(["by-hand", "b", "new"]);
    expect((await find({ "a.ts": () => Promise.reject(new Error("typo")) }, registry)).slugs).toEqual(["by-hand", "b"]);
  });

  test("leaves the old tool in its place, and other registries alone, until the new one is loaded", async () => {
    const registry = createRegistry();
    await find({ "a.ts": { default: tool("a", { name: "old" }) } }, registry);
    let finish = (_module: unknown) => {};
    const loading = new Promise((resolve) => (finish = resolve));
    const found = find({ "a.ts": () => loading }, registry);
    await Promise.resolve();
    expect(registry.get("a")?.name).toBe("old");
    expect(getTool("a")).toBeUndefined();
    finish({ default: tool("a", { name: "new" }) });
    await found;
    expect(registry.get("a")?.name).toBe("new");
  });

  test("two at a time do not mix up whose tools are whose", async () => {
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      registerTool(tool("slow"));
    };
    const fast = async () => void registerTool(tool("fast"));
    const [one, two] = await Promise.all([find({ "slow.ts": slow }), find({ "fast.ts": fast })]);
    expect([one?.slugs, two?.slugs]).toEqual([["slow"], ["fast"]]);
  });

  describe("without options", () => {
    afterEach(() => {
      vi.restoreAllMocks();
      defaultRegistry.removeFile("discovered.ts");
    });
    test("fills the default registry and says so on the console", async () => {
      const log = vi.spyOn(console, "log").mockImplementation(() => {});
      await discover({ "discovered.ts": { default: tool("discovered") } });
      expect(getTool("discovered")?.file).toBe("discovered.ts");
      expect(log).toHaveBeenCalledExactlyOnceWith("Loaded tool: discovered");
    });
  });
});
