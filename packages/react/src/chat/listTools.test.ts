import type { ToolListing } from "@callboard/core";
import { describe, expect, it } from "vitest";
import { listTools } from "./listTools.ts";

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
  tool("Unit Converter"),
  tool("Text Statistics", { aliases: ["word-count"] }),
  tool("Café Menu"),
  tool("Read Document"),
];

describe("listTools", () => {
  const names = (text: string, recent: string[] = []) =>
    listTools([...tools, tool("Matrix 10"), tool("Matrix 2")], text, { recent, locale: "en" }).map(({ name }) => name);

  it("lists all by name and number, the recently used first, the last of them before the others", () => {
    expect(names("")).toEqual([
      "Café Menu",
      "Matrix 2",
      "Matrix 10",
      "Read Document",
      "Text Statistics",
      "Unit Converter",
    ]);
    expect(names("", ["unit-converter", "gone", "matrix-10"]).slice(0, 3)).toEqual([
      "Unit Converter",
      "Matrix 10",
      "Café Menu",
    ]);
  });

  it("narrows by any part of a name, a slug or an alias", () => {
    expect(names("cafe")).toEqual(["Café Menu"]);
    expect(names("COUNT")).toEqual(["Text Statistics"]);
    expect(names("nverter un")).toEqual(["Unit Converter"]);
    expect(names("etc")).toEqual([]);
  });
});
