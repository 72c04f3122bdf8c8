import { describe, expect, test } from "vitest";
import { isTestFile } from "../../scripts/paths.mjs";
import { findCycles, globalsUsed, wrongArrows } from "./arrows.ts";
import { parseModule, readSources } from "./modules.ts";

const made = (files: Record<string, string>) => Object.entries(files).map(([path, text]) => parseModule(path, text));

describe("the checkers see what they are there for", () => {
  const wrong: [string, string, string, RegExp][] = [
    ["core on react", "packages/core/src/tool/a.ts", `import { x } from "@callboard/react"`, /arrows run/],
    [
      "server on react, by type",
      "packages/server/src/a.ts",
      `import type { X } from "@callboard/react/form"`,
      /arrows run/,
    ],
    ["react on server, lazily", "packages/react/src/a.ts", `const x = import("@callboard/server")`, /arrows run/],
    ["an app imported", "packages/server/src/a.ts", `export * from "../../../apps/demo/server.ts"`, /reaches into/],
    ["a foreign source", "packages/react/src/a.ts", `import "../../core/src/index.ts"`, /reaches into/],
    ["core on React", "packages/core/src/form/a.ts", `import { useState } from "react"`, /no React/],
    ["core on Node", "packages/core/src/form/a.ts", `import { join } from "node:path"`, /without Node/],
  ];
  test.each(wrong)("%s is refused", (_, path, text, why) => {
    expect(wrongArrows(made({ [path]: text })).join()).toMatch(why);
  });

  test("what the house allows is not refused", () => {
    const modules = made({
      "packages/react/src/a.ts": `import { x } from "@callboard/core/form"; import { useState } from "react"`,
      "packages/core/src/client/a.ts": `import { x } from "../tool/b.ts"`,
      "packages/core/src/tool/a.ts": `import { x } from "../events/event.ts"; import { z } from "zod"`,
      "apps/demo/src/a.ts": `import "@callboard/server"; import "@callboard/react"; import "node:fs"`,
    });
    expect(wrongArrows(modules)).toEqual([]);
  });

  test("a cycle is found, through types and re-exports too", () => {
    const modules = made({
      "packages/core/src/tool/a.ts": `import { b } from "./b.ts"`,
      "packages/core/src/tool/b.ts": `export * from "./c.ts"`,
      "packages/core/src/tool/c.ts": `import type { A } from "./a.ts"`,
      "packages/core/src/tool/d.ts": `import "./a.ts"`,
    });
    const [a, b, c] = ["a", "b", "c"].map((name) => `packages/core/src/tool/${name}.ts`);
    expect(findCycles(modules)).toEqual([[a, b, c, a]]);
  });

  test.each([
    ["document.title", ["document"]],
    ["const x = globalThis.document", ["globalThis.document"]],
    ["let x: HTMLInputElement | null", ["HTMLInputElement"]],
    ["if (typeof window !== 'undefined') window.alert()", ["window"]],
    ["const env = process.env", ["process"]],
    ["const x = { document }", ["document"]],
    ["Buffer.from('')", ["Buffer"]],
  ])("%s is seen as a global", (text, names) => {
    expect(globalsUsed(parseModule("a.ts", text))).toEqual(names);
  });

  test.each([
    "const x = { document: 1 }; x.document",
    "function f(document: string) { return document }",
    "type X = { window: number; location?: string }",
    "type F = (document: string) => void",
    "const { history } = chat; history.push(1)",
    "import { Node } from './tree.ts'; let n: Node",
    "const p = fetch('/'); new TextDecoder(); new AbortController(); setTimeout(() => {}, 1)",
  ])("%s is nobody's global", (text) => {
    expect(globalsUsed(parseModule("a.ts", text))).toEqual([]);
  });
});

describe("the sources", () => {
  const modules = readSources();

  test("are read at all", () => {
    expect(modules.length).toBeGreaterThan(10);
  });

  test("keep to the arrows", () => {
    expect(wrongArrows(modules)).toEqual([]);
  });

  test("hold no import cycle", () => {
    expect(findCycles(modules).map((cycle) => cycle.join(" → "))).toEqual([]);
  });

  test("use neither the DOM's nor Node's globals in core", () => {
    const core = modules.filter(({ path }) => path.startsWith("packages/core/src/") && !isTestFile(path));
    const used = core.flatMap((module) => globalsUsed(module).map((name) => `${module.path} uses ${name}`));
    expect(used).toEqual([]);
  });
});
