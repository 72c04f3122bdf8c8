import type { ToolListing } from "@callboard/core";
import { describe, expect, it } from "vitest";
import { countFacet, filterTools, noFilter } from "./filterTools.ts";

const tool = (name: string, category: string, more: Partial<ToolListing> = {}): ToolListing => ({
  slug: name.toLowerCase().replaceAll(" ", "-"),
  name,
  category,
  icon: "box",
  description: `${name} does its work`,
  origin: "custom",
  kind: "code",
  ...more,
});
const tools = [
  tool("Read Document", "documents"),
  tool("Café Menu", "writing", { kind: "tenant_custom" }),
  tool("Generate Image", "media", { origin: "system", description: "Draws for a document" }),
  tool("ROI Calculator", "analysis"),
];
const names = (filter: Partial<typeof noFilter>) =>
  filterTools(tools, { ...noFilter, ...filter }).map(({ name }) => name);

describe("the library's filter", () => {
  it("lists all by name where nothing is asked", () => {
    expect(names({})).toEqual(["Café Menu", "Generate Image", "Read Document", "ROI Calculator"]);
  });

  it("finds by name, description and category, whatever the case and accents, best first", () => {
    expect(names({ text: "CAFE" })).toEqual(["Café Menu"]);
    expect(names({ text: "document" })).toEqual(["Read Document", "Generate Image"]);
    expect(names({ text: "analysis" })).toEqual(["ROI Calculator"]);
    expect(names({ text: "read image" })).toEqual([]);
  });

  it("joins text and facets", () => {
    expect(names({ text: "document", origin: "system" })).toEqual(["Generate Image"]);
    expect(names({ kind: "tenant_custom" })).toEqual(["Café Menu"]);
  });

  it("counts what each value would leave beside the other filters, and keeps a chosen one at none", () => {
    expect(countFacet(tools, { ...noFilter, text: "document" }, "origin")).toEqual([
      ["custom", 1],
      ["system", 1],
    ]);
    expect(countFacet([], { ...noFilter, category: "gone" }, "category")).toEqual([["gone", 0]]);
  });
});
