import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolOutputToBlocks } from "@callboard/core";
import { surfaceOf } from "../../testing/fixtures/surfaces.ts";
import { failedCheck, resolve, wordsOf, type Scope } from "./resolve.ts";
import { readAt, readSurfaces, setAt } from "./surfaceState.ts";
import { surfaceTree } from "./surfaceTree.ts";
import { readTemplate } from "./template.ts";

const scope: Scope = {
  model: { name: "Ada", count: 3, price: 1234.5, items: [{ qty: 2 }], when: "2026-03-09" },
  base: "/items/0",
  locale: "en",
};
const call = (name: string, args: Record<string, unknown>) => ({ call: name, args });

describe("A2UI messages", () => {
  const create = (version: string) => ({ version, createSurface: { surfaceId: "s", catalogId: "c" } });
  const update = {
    version: "v0.9",
    updateComponents: { surfaceId: "s", components: [{ id: "root", component: "Text", text: "Hi" }] },
  };
  it.each([
    ["as a list", [create("v0.9"), update]],
    ["as a list's text", JSON.stringify([create("1.0"), update])],
    ["a line each", [create("v1.0"), update].map((one) => JSON.stringify(one)).join("\n")],
    [
      "as an MCP resource",
      [
        {
          type: "resource",
          resource: {
            uri: "a2ui://s",
            mimeType: "application/a2ui+json",
            text: JSON.stringify([create("v0.9"), update]),
          },
        },
      ],
    ],
    [
      "as an MCP resource that holds one message",
      [
        {
          type: "resource",
          resource: {
            uri: "a2ui://s",
            mimeType: "application/a2ui+json; version=1.0",
            text: JSON.stringify({
              version: "v1.0",
              createSurface: { surfaceId: "s", catalogId: "c", components: [] },
            }),
          },
        },
      ],
    ],
    ["as a record of them", { messages: [create("v0.9"), update] }],
    ["as a tool's result of AG-UI", { a2ui_operations: [create("v0.9"), update] }],
    ["as a single message", create("v1.0")],
    [
      "with functions that the agent asks for",
      [create("v1.0"), { version: "v1.0", callRendererFunction: { functionCallId: "1", callFunction: { call: "x" } } }],
    ],
  ])("are one block: %s", (_name, output) => expect(toolOutputToBlocks({ output })[0]!.type).toBe("surface"));

  it("leave what stands beside them in view", () => {
    const output = { messages: [create("v0.9"), update], took: 4 };
    expect(toolOutputToBlocks({ output }).map(({ type }) => type)).toEqual(["summary", "surface"]);
  });

  it("of another version, without a surface or among other things are what they are", () => {
    for (const output of [[create("v0.7")], [update], [create("v0.9"), 1]])
      expect(toolOutputToBlocks({ output }).map(({ type }) => type)).not.toContain("surface");
  });

  it("build up parts and data, and take them away again", () => {
    const [surface] = readSurfaces([
      create("v0.9"),
      update,
      { updateDataModel: { surfaceId: "s", value: { a: { b: [1, 2] } } } },
      { updateDataModel: { surfaceId: "s", path: "/a/b/1", value: 3 } },
      { updateDataModel: { surfaceId: "s", path: "/a/c", value: 4 } },
      { updateDataModel: { surfaceId: "s", path: "/a/c" } },
      { updateDataModel: { surfaceId: "other", value: 1 } },
    ]);
    expect(surface).toMatchObject({ id: "s", model: { a: { b: [1, 3] } } });
    expect(surface!.parts.get("root")).toMatchObject({ text: "Hi" });
    expect(readSurfaces([create("v0.9"), update, { deleteSurface: { surfaceId: "s" } }])).toEqual([]);
  });
});

describe("the parts of a surface", () => {
  it("come once for each entry of a list, each with its own base", () => {
    const parts = new Map(
      [
        { id: "root", component: "List", children: { componentId: "row", path: "/items" } },
        { id: "row", component: "Text", text: { path: "name" } },
      ].map((part) => [part.id, part]),
    );
    const { root, isCut } = surfaceTree(parts, { items: [{ name: "A" }, { name: "B" }] });
    expect(root!.children.map((child) => child!.base)).toEqual(["/items/0", "/items/1"]);
    expect(isCut).toBe(false);
  });

  it("that contain each other end, and say so", () => {
    const many = Array.from({ length: 50 }, () => "root");
    const { root, isCut } = surfaceTree(new Map([["root", { id: "root", component: "Row", children: many }]]), {});
    expect(root).not.toBeNull();
    expect(isCut).toBe(true);
  });
});

describe("the names of 1.0", () => {
  it("with a mark before those of the protocol are read as those without", () => {
    const components = [
      { id: "root", component: "Column", children: { componentId: "row", "@path": "/items" } },
      { id: "row", component: "Text", text: { "@call": "formatString", args: { value: "${qty}" } } },
    ];
    const [surface] = readSurfaces([
      { version: "v1.0", createSurface: { surfaceId: "s", components, dataModel: { items: [{ qty: 2 }] } } },
    ]);
    const { root } = surfaceTree(surface!.parts, surface!.model);
    const [row] = root!.children;
    expect(wordsOf(row!.part["text"], { ...scope, model: surface!.model, base: row!.base })).toBe("2");
  });

  it("null takes an entry out of the data, where 0.9 leaves the value out for that", () => {
    const after = (version: string, update: object) =>
      readSurfaces([
        { version, createSurface: { surfaceId: "s", dataModel: { a: 1, b: 2 } } },
        { version, updateDataModel: { surfaceId: "s", path: "/a", ...update } },
      ])[0]!.model;
    expect(after("v1.0", { value: null })).toEqual({ b: 2 });
    expect(after("v0.9", { value: null })).toEqual({ a: null, b: 2 });
    expect(after("v0.9", {})).toEqual({ b: 2 });
  });
});

describe("values", () => {
  it.each([
    ["a literal", "plain", "plain"],
    ["a path from the root", { path: "/name" }, "Ada"],
    ["a path from the entry", { path: "qty" }, "2"],
    ["nothing", { path: "/none" }, ""],
    ["a template", call("formatString", { value: "Hi ${/name}, ${qty} of ${/count}" }), "Hi Ada, 2 of 3"],
    [
      "a template with a call in it",
      call("formatString", { value: "${formatCurrency(value: ${/price}, currency: 'EUR')}!" }),
      "€1,234.50!",
    ],
    ["an escaped place", call("formatString", { value: "a \\${/name}" }), "a ${/name}"],
    ["a place that is not closed", call("formatString", { value: "a ${/name" }), "a ${/name"],
    ["a number", call("formatNumber", { value: { path: "/price" }, decimals: 0, grouping: false }), "1235"],
    [
      "a day",
      call("formatDate", { value: { path: "/when" }, format: "EEEE, MMMM d 'in' yyyy" }),
      "Monday, March 9 in 2026",
    ],
    [
      "a day that does not exist",
      call("formatDate", { value: "2024-02-30", format: "EEEE, MMMM d 'in' yyyy" }),
      "2024-02-30",
    ],
    ["a plural", call("pluralize", { value: { path: "/count" }, one: "one", other: "many" }), "many"],
    ["a function that is not known", call("eval", { value: "1" }), ""],
    ["the place in a list", call("@index", { offset: 1 }), "1"],
    ["the place in a list, in a template", call("formatString", { value: "No. ${@index(offset: 1)}" }), "No. 1"],
  ])("%s", (_name, value, words) => expect(wordsOf(value, scope)).toBe(words));

  it.each([
    [call("required", { value: { path: "/name" } }), true],
    [call("required", { value: { path: "/none" } }), false],
    [call("regex", { value: "12345", pattern: "^[0-9]{5}$" }), true],
    [call("regex", { value: "1", pattern: "^[0-9]{5}$" }), false],
    [call("regex", { value: "a".repeat(500), pattern: "^(a+)+$" }), undefined],
    [call("length", { value: "abc", min: 2, max: 3 }), true],
    [call("length", { value: "a", min: 2 }), false],
    [call("numeric", { value: 3, min: 3, max: 4 }), true],
    [call("numeric", { value: "x" }), false],
    [call("email", { value: "a@b.example" }), true],
    [call("email", { value: "a@b" }), false],
    [call("and", { values: [true, call("not", { value: false })] }), true],
    [call("or", { values: [false, { path: "/none" }] }), false],
  ])("%j is %s", (value, expected) => expect(resolve(value, scope)).toBe(expected));

  it("a check that fails says its message, or that of its result", () => {
    const empty = call("required", { value: "" });
    expect(failedCheck([{ condition: empty, message: "Say it" }], scope)).toBe("Say it");
    expect(
      failedCheck([{ condition: { path: "/result" }, message: "No" }], {
        ...scope,
        model: { result: { valid: false, message: "Why" } },
      }),
    ).toBe("Why");
    expect(failedCheck([{ condition: call("required", { value: "x" }), message: "Say it" }], scope)).toBeNull();
    expect(failedCheck([{ call: "required", message: "Say it" }], scope, "")).toBe("Say it");
    expect(failedCheck([{ call: "required", message: "Say it" }], scope, "x")).toBeNull();
  });
});

describe("whatever comes", () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  const path = fc.oneof(
    fc.string(),
    fc.string().map((text) => `/${text}`),
    fc.constant("/__proto__/polluted"),
  );
  it("is read, drawn and written without an error, and leaves other objects alone", () => {
    fc.assert(
      fc.property(fc.string(), json, path, (text, value, at) => {
        readTemplate(text + "${" + text + "}");
        wordsOf(value, { ...scope, model: value });
        const next = setAt(value, at, 7);
        if (readAt(next, at) !== undefined && readAt(value, at) === undefined && typeof value === "object")
          expect(readAt(next, at)).toBe(7);
        for (const { parts, model } of readSurfaces(surfaceOf(text))) surfaceTree(parts, model);
        expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
      }),
    );
  });
});
