import { toolOutputToBlocks } from "@callboard/core";
import type { Block } from "@callboard/core/view";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { briefBlocks } from "./briefBlocks.ts";

const block = (type: Block["type"], id: string = type) =>
  ({ id, type, path: "", value: null, items: [] }) as unknown as Block;
const brief = (...types: Block["type"][]) => {
  const { blocks, left } = briefBlocks(types.map((type, at) => block(type, `${type}${at}`)));
  return [blocks.map(({ type }) => type).join(" "), left];
};

describe("what is shown of an output in brief", () => {
  test("its first words and at most one picture, in their order", () => {
    expect(brief("summary", "chart", "table", "table")).toEqual(["summary chart", "more"]);
    expect(brief("chart", "summary", "chart")).toEqual(["chart summary", "more"]);
    expect(brief("text", "ranking", "radar")).toEqual(["text ranking", "more"]);
    expect(brief("summary", "chart", "rest")).toEqual(["summary chart", "more"]);
  });

  test("rows where there is nothing else, and otherwise a button that names them", () => {
    expect(brief("table")).toEqual(["table", "nothing"]);
    expect(brief("table", "table")).toEqual(["table", "table"]);
    expect(brief("summary", "table")).toEqual(["summary", "table"]);
    expect(brief("summary", "chart", "table", "rest")).toEqual(["summary chart", "table"]);
    expect(brief("summary", "list")).toEqual(["summary", "more"]);
  });

  test("an error and a callout always", () => {
    expect(brief("callout", "summary", "image")).toEqual(["callout summary image", "nothing"]);
    expect(brief("callout", "table", "table")).toEqual(["callout table", "table"]);
    expect(brief("text", "chart", "error")).toEqual(["text chart error", "nothing"]);
  });

  test("which may be used at once where it is an interface", () => {
    const isUsed = (...types: Block["type"][]) => briefBlocks(types.map((type) => block(type))).isUsed;
    expect([isUsed("text", "surface"), isUsed("error"), isUsed("text", "chart")]).toEqual([true, true, false]);
  });

  test("one value has room on one line", () => {
    const isOneLine = (output: unknown) => briefBlocks(toolOutputToBlocks({ output })).isOneLine;
    expect([42, "Sent.", { payback: 2.67 }].map(isOneLine)).toEqual([true, true, true]);
    expect(["two\nlines", "x".repeat(200), { a: 1, b: 2 }, [1, 2, 3]].map(isOneLine)).toEqual(
      Array.from({ length: 4 }, () => false),
    );
  });

  test("never more than one picture, nothing out of order, and it says when it leaves something out", () => {
    const types = [
      "summary",
      "chart",
      "table",
      "text",
      "image",
      "ranking",
      "list",
      "json",
      "custom",
      "error",
      "callout",
    ] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...types), { minLength: 1, maxLength: 12 }), (some) => {
        const all = some.map((type, at) => block(type, String(at)));
        const { blocks, left } = briefBlocks(all);
        expect(blocks.length).toBeGreaterThan(0);
        expect(blocks).toEqual(all.filter((one) => blocks.includes(one)));
        const pictures = ["chart", "image", "ranking", "table", "list", "custom"];
        expect(blocks.filter(({ type }) => pictures.includes(type)).length).toBeLessThan(2);
        expect(left === "nothing").toBe(blocks.length === all.length);
        expect(blocks.filter(({ type }) => type === "error" || type === "callout")).toHaveLength(
          some.filter((type) => type === "error" || type === "callout").length,
        );
      }),
    );
  });
});
