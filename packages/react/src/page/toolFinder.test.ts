import type { ToolListing } from "@callboard/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createToolSearch } from "@callboard/core/search";
import { createToolFinder, toolsWithWords } from "./toolFinder.ts";

const tool = (name: string, more: Partial<ToolListing> = {}): ToolListing => ({
  slug: name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-"),
  name,
  description: "",
  category: "everyday",
  icon: "scale",
  origin: "custom",
  kind: "code",
  ...more,
});
const tools = [
  tool("Unit Converter", {
    examples: ["How many kilometres are 26.2 miles?"],
    description: "Converts length and mass.",
  }),
  tool("Text Statistics", { aliases: ["word-count"], description: "Counts the words of a text." }),
  tool("Café Menu", { description: "Translates a menu, and keeps prices apart." }),
  tool("Read Document", { description: "Reads a stretch of one document." }),
];
const finder = createToolFinder(tools, "en");
const found = (text: string) => finder.find(text).map(({ name }) => name);

describe("createToolFinder", () => {
  it.each([
    ["by the name, while it is typed", "unit conv", "Unit Converter"],
    ["by an example", "kilometres in a mile", "Unit Converter"],
    ["by an alias", "word count", "Text Statistics"],
    ["by the description", "prices of a menu", "Café Menu"],
    ["without case and marks", "CAFE", "Café Menu"],
    ["with a slip", "docuemnt", "Read Document"],
    ["with a unit that follows its number", "5miles", "Unit Converter"],
    ["by what stands before a colon", "count the words: once upon a time there was a document", "Text Statistics"],
  ])("finds %s", (_how, text, name) => {
    expect(found(text)[0]).toBe(name);
  });

  it.each(["", "   ", "the and of", "12 345", "?!", "weather in Berlin", "translate the constitution of Iceland"])(
    "finds nothing for %j",
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );

  it("says perhaps of what a text says little of, and of three tools at the most", () => {
    const many = ["1", "2", "3", "4", "5"].map((each) => tool(`Ledger ${each}`, { description: "Sums up the month." }));
    const { find } = createToolFinder([...many, ...tools], "en");
    const guesses = find("month over harvest moon, ledger weather report", { limit: 9 });
    expect(guesses.every(({ perhaps }) => perhaps)).toBe(true);
    expect(guesses.length).toBeLessThanOrEqual(3);
    expect(find("ledger", { limit: 9 }).map(({ perhaps }) => perhaps)).toEqual(many.map(() => undefined));
  });

  it.each(["read a document of the constitution", "Read a document about cats, hats and bats in Finland"])(
    "guesses by what is asked for where nobody knows what it is about: %j",
    (text) => {
      expect(finder.find(text)[0]).toMatchObject({ name: "Read Document" });
    },
  );

  it("looks at nothing that has too few of a text's words", () => {
    const search = createToolSearch(tools);
    expect(toolsWithWords(search, "convert what the neighbours hum at night")).toEqual([]);
    expect(toolsWithWords(search, "convert length").map(({ tool_id }) => tool_id)).toEqual(["unit-converter"]);
    expect(toolsWithWords(search, "*")).toEqual([]);
  });

  it("puts a recently used tool before one that fits as well, and sorts the others by number", () => {
    const many = ["Matrix 10", "Matrix 2", "Matrix 1"].map((name) => tool(name));
    const { find } = createToolFinder(many, "en");
    expect(find("matrix").map(({ name }) => name)).toEqual(["Matrix 1", "Matrix 2", "Matrix 10"]);
    expect(find("matrix", { recent: ["matrix-10"] })[0]?.name).toBe("Matrix 10");
    expect(find("matrix", { limit: 1 })).toHaveLength(1);
  });

  it("takes any text and any tools, answers some of them, and each once", () => {
    const anyTool = fc.record({ name: fc.string(), description: fc.string(), example: fc.string() });
    fc.assert(
      fc.property(fc.array(anyTool, { maxLength: 8 }), fc.string({ unit: "grapheme" }), (given, text) => {
        const listed = given.map(({ name, description, example }, index) =>
          tool(name, { slug: `t${index}`, description, examples: [example] }),
        );
        const result = createToolFinder(listed, "en").find(text);
        expect(new Set(result.map(({ slug }) => slug)).size).toBe(result.length);
        expect(result.every((one) => listed.some(({ slug }) => slug === one.slug))).toBe(true);
        expect(result.filter(({ perhaps }) => perhaps).length).toBeLessThanOrEqual(3);
      }),
    );
  });

  it("finds a tool by its whole name, whatever the others are called", () => {
    const word = fc.stringMatching(/^[b-df-hj-np-rtv-z]{5,9}$/);
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(word, word), { minLength: 1, maxLength: 8, selector: String }), (names) => {
        const listed = names.map((words, index) => tool(words.join(" "), { slug: `t${index}` }));
        const { find } = createToolFinder(listed, "en");
        for (const one of listed) expect(find(one.name, { limit: 99 })).toContainEqual(expect.objectContaining(one));
      }),
    );
  });

  it("finds a tool by its words in any language that it speaks", () => {
    const messages = { de: { "Tip Splitter": "Trinkgeld", "Split 60 by 3": "Teile 60 durch 3" } };
    const { find } = createToolFinder(
      [...tools, tool("Tip Splitter", { examples: ["Split 60 by 3"], messages })],
      "en",
    );
    expect(find("Trinkgeld bitte")[0]?.slug).toBe("tip-splitter");
    expect(find("teile 40 durch 5")[0]?.slug).toBe("tip-splitter");
  });

  it("finds words of a script without spaces", () => {
    const { find } = createToolFinder(
      [tool("単位換算", { slug: "units" }), tool("文書を読む", { slug: "read" })],
      "ja",
    );
    expect(find("単位を換算する").map(({ slug }) => slug)).toEqual(["units"]);
  });
});
