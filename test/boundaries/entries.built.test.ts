import { readFileSync, readdirSync } from "node:fs";
import { build } from "vite";
import { describe, expect, test } from "vitest";
import { at, fromRoot } from "../../scripts/paths.mjs";
import { builtEntry, closureOf, parseModule, walk, type SyntaxNode } from "./modules.ts";

const { exports } = JSON.parse(readFileSync(at("packages/core/package.json"), "utf8")) as { exports: object };
const wireEntries = Object.keys(exports)
  .filter((name) => name.startsWith("./stream/"))
  .map((name) => name.replace(".", "@callboard/core"));

/** What a page loads; `@callboard/core/ajv` and `@callboard/core/event-schema` are opt-in and left out on purpose. */
const browserEntries = [
  "@callboard/core",
  "@callboard/core/timeline",
  "@callboard/core/form",
  "@callboard/core/client",
  ...wireEntries,
  "@callboard/react",
  "@callboard/react/form",
  "@callboard/react/timeline",
  "@callboard/react/ai-sdk",
  "@callboard/react/ag-ui",
];

const pulledIn = (entry: string) => closureOf(builtEntry(entry)).packages;

describe("what an entry pulls in", () => {
  test("the check sees a dependency where there is one", () => {
    expect(pulledIn("@callboard/core/ajv")).toContain("ajv");
    expect(pulledIn("@callboard/core/event-schema")).toContain("zod");
  });

  test.each(["@callboard/core", "@callboard/core/timeline", "@callboard/core/form"])(
    "%s carries no Zod, no Ajv and no React",
    (entry) => {
      expect(pulledIn(entry).filter((name) => /^(zod|ajv|ajv-formats|react|react-dom)$/.test(name))).toEqual([]);
    },
  );

  test.each(["@callboard/core/timeline", "@callboard/core/client", ...wireEntries])("%s stands on nothing", (entry) => {
    expect(pulledIn(entry)).toEqual([]);
  });

  test.each(["@callboard/react/ai-sdk", "@callboard/react/ag-ui"])("%s carries nothing of its protocol's", (entry) => {
    expect(pulledIn(entry).filter((name) => /^(ai|@ai-sdk\/.*|@ag-ui\/.*|rxjs|zod|ajv)$/.test(name))).toEqual([]);
  });

  test.each(["@callboard/react", "@callboard/react/form", "@callboard/react/timeline"])(
    "%s carries no Ajv, no rjsf and no Zod",
    (entry) => {
      expect(pulledIn(entry).filter((name) => /^(zod|ajv|@rjsf)/.test(name))).toEqual([]);
    },
  );

  test("@callboard/rjsf stands on rjsf, and carries no Ajv and no Zod", () => {
    const packages = pulledIn("@callboard/rjsf");
    expect(packages).toContain("@rjsf/core");
    expect(packages.filter((name) => /^(zod|ajv|@rjsf\/validator)/.test(name))).toEqual([]);
  });

  test("core's public list runs in plain Node", async () => {
    const core = (await import(/* @vite-ignore */ builtEntry("@callboard/core"))) as Record<string, unknown>;
    expect(core["createTimeline"]).toBeTypeOf("function");
  });
});

/**
 * Where a script makes code from text, which a content security policy without `unsafe-eval` refuses. Left out is the
 * old way to the global object, `… self … ? self : Function("return this")()`: a browser has `self` and never comes to
 * it.
 */
const codeFromText = (text: string): string[] => {
  const found: string[] = [];
  const unreached = new Set<unknown>();
  const textOf = (node: unknown) => {
    const { start, end } = node as { start: number; end: number };
    return text.slice(start, end);
  };
  walk(parseModule("bundle.js", text).tree, (node) => {
    if (node.type === "ConditionalExpression" && /\bself\b/.test(textOf(node["test"]))) {
      const fallback = node["alternate"] as SyntaxNode;
      if (/^Function\(["']return this["']\)\(\)$/.test(textOf(fallback))) unreached.add(fallback["callee"]);
    }
    if ((node.type !== "CallExpression" && node.type !== "NewExpression") || unreached.has(node)) return;
    const { name } = node["callee"] as { name?: string };
    if (name === "eval" || name === "Function") found.push(textOf(node).slice(0, 80));
  });
  return found;
};

const bundle = async (entry: string): Promise<string[]> => {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    root: at("packages/react"),
    mode: "production",
    build: { write: false, minify: false, lib: { entry: builtEntry(entry), formats: ["es"], fileName: "entry" } },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const outputs = [result].flat().flatMap((one) => ("output" in one ? one.output : []));
  return outputs.flatMap((output) => (output.type === "chunk" ? [output.code] : []));
};

describe("what a browser runs", () => {
  test("the check sees eval and Function, and no property of that name", () => {
    expect(codeFromText(`eval("1"); new Function("return 1")(); Function("x")`)).toHaveLength(3);
    expect(codeFromText(`window ? window : Function("return this")()`)).toHaveLength(1);
    expect(codeFromText(`typeof self != "undefined" ? self : Function("return this")()`)).toEqual([]);
    expect(codeFromText(`x.eval("1"); class Function2 {}; typeof Function; f instanceof Function`)).toEqual([]);
  });

  test.each(browserEntries)("%s makes no code from text, with all that it depends on", async (entry) => {
    const chunks = await bundle(entry);
    expect(chunks.join("").length).toBeGreaterThan(0);
    expect(chunks.flatMap(codeFromText)).toEqual([]);
  });
});

const clientOnly = /^(use[A-Z]\w*|createContext|Component|PureComponent)$/;

/** Whether a module asks React for what only a client has. */
const needsClient = (tree: SyntaxNode) => {
  let needs = false;
  walk(tree, (node) => {
    const source = node["source"] as { value?: unknown } | null | undefined;
    if (node.type !== "ImportDeclaration" || source?.value !== "react") return;
    needs ||= (node["specifiers"] as SyntaxNode[]).some(({ imported }) =>
      clientOnly.test(String((imported as { name?: string } | undefined)?.name)),
    );
  });
  return needs;
};

const isClient = (tree: SyntaxNode) => {
  const [first] = tree["body"] as SyntaxNode[];
  return first?.["directive"] === "use client";
};

const builtFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js"))
    .map((path) => `${folder}/${path}`);

describe('"use client"', () => {
  test("the check tells a client module from another", () => {
    const client = parseModule("a.js", `"use client";\nimport { useState } from "react";`).tree;
    const server = parseModule("b.js", `import { useState } from "react";`).tree;
    const neither = parseModule("c.js", `import { isValidElement } from "react";`).tree;
    expect([client, server, neither].map((tree) => [needsClient(tree), isClient(tree)])).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ]);
  });

  test("stands in every built module that uses hooks, context or a class component", () => {
    const modules = ["react", "rjsf"]
      .flatMap((name) => builtFiles(at("packages", name, "dist")))
      .map((file) => ({
        path: fromRoot(file),
        tree: parseModule(file, readFileSync(file, "utf8")).tree,
      }));
    const clients = modules.filter(({ tree }) => needsClient(tree));
    expect(clients.length).toBeGreaterThan(5);
    expect(clients.filter(({ tree }) => !isClient(tree)).map(({ path }) => path)).toEqual([]);
  });
});
