import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText } from "./cleanText.ts";
import { createGrowingBlocks } from "./growingOutput.ts";
import { isLargeData, readLargeText } from "./outputText.ts";
import { toolOutputToBlocks } from "./toolOutputToBlocks.ts";

/** A text's bytes in one encoding, read in another. */
const bytesAs = (text: string, encoding: "utf16le" | "utf-8") => {
  const units = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const bytes = encoding === "utf-8" ? new TextEncoder().encode(text) : new Uint8Array(units.buffer);
  return (to: "latin1" | "utf-8") =>
    to === "latin1" ? String.fromCharCode(...bytes) : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
};
const csv = "id,name,age\n1,Ann,31\n2,Bob,25\n";
const wide = bytesAs(`\ufeff${csv}`, "utf16le");

const marked: [string, string][] = [
  ["a byte order mark", `\ufeff${csv}`],
  ["one read as Latin letters", bytesAs(`\ufeff${csv}`, "utf-8")("latin1")],
  ["UTF-16 read byte by byte", wide("latin1")],
  ["UTF-16 read as UTF-8", wide("utf-8")],
  ["UTF-16 without its mark", bytesAs(csv, "utf16le")("latin1")],
];

describe("a text with what an encoding left", () => {
  it.each(marked)("%s has its columns by their names", (_name, output) => {
    for (const one of [output, { content: [{ type: "text", text: output }] }])
      expect(toolOutputToBlocks({ output: one })).toMatchObject([
        { type: "table", columns: [{ label: "id" }, { label: "name" }, { label: "age" }], rows: [{ 0: 1 }, { 0: 2 }] },
      ]);
  });

  it.each([
    ["tabs", "\ufeffid\tname\n1\tAnn\n", "table"],
    ["JSON", '\ufeff{"a": 1}', "summary"],
    ["JSON in bytes", bytesAs('\ufeff{"a": 1}', "utf16le")("latin1"), "summary"],
    ["a Markdown table", "\ufeff| a | b |\n| --- | --- |\n| 1 | 2 |", "table"],
  ])("is read behind it: %s", (_name, output, type) =>
    expect(toolOutputToBlocks({ output }).map((block) => block.type)).toEqual([type]),
  );

  it("is Markdown by its first line, and shown without the mark", () => {
    expect(toolOutputToBlocks({ output: "\ufeff# Notes\n\nWords." })).toMatchObject([
      { type: "text", form: "markdown", text: "# Notes\n\nWords.", value: "\ufeff# Notes\n\nWords." },
    ]);
    const growing = createGrowingBlocks();
    expect(growing({ text: '\ufeff{"a": 1, "b' })).toMatchObject([{ type: "summary" }]);
  });

  it("is read where it is long, too", () => {
    const long = `\ufeff${csv}${"3,Eve,40\n".repeat(250_000)}`;
    expect(isLargeData(long)).toBe(true);
    expect(readLargeText(long)).toMatchObject({ columns: ["id", "name", "age"] });
  });

  it("is left alone in all else", () =>
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!/^(?:\ufeff|ï»¿|ÿþ|þÿ|\ufffe|\ufffd)/.test(text));
        expect(cleanText(text)).toBe(text);
      }),
    ));
});

describe("the line that tells a spreadsheet the separator", () => {
  it.each([
    ["sep=;\nid;name\n1;Ann\n"],
    ["\ufeffsep=;\r\nid;name\r\n1;Ann\r\n"],
    ['"sep=|"\nid|name\n1|Ann\n'],
    ["SEP=\t\nid\tname\n1\tAnn\n"],
  ])("%j names no column", (output) => {
    expect(toolOutputToBlocks({ output })).toMatchObject([
      { type: "table", columns: [{ label: "id" }, { label: "name" }], rows: [{ 0: 1, 1: "Ann" }] },
    ]);
  });
});
