import type { ToolListing } from "@callboard/core";
import { createToolSearch } from "@callboard/core/search";
import { describe, expect, it } from "vitest";
import { countFacet, filterTools, noFilter } from "./filterTools.ts";
import { createTextMatches } from "./textMatches.ts";
import { createToolFinder } from "./toolFinder.ts";

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
const matchesOf = createTextMatches(tools, "en");
const names = (filter: Partial<typeof noFilter>) =>
  filterTools(tools, { ...noFilter, ...filter }, { matches: matchesOf(filter.text ?? "") }).map(({ name }) => name);

describe("the library's filter", () => {
  it("lists all by name where nothing is asked", () => {
    expect(names({})).toEqual(["Café Menu", "Generate Image", "Read Document", "ROI Calculator"]);
  });

  it("finds by name, description and category, whatever the case and accents, best first", () => {
    expect(names({ text: "CAFE" })).toEqual(["Café Menu"]);
    expect(names({ text: "document" })).toEqual(["Read Document", "Generate Image"]);
    expect(names({ text: "analysis" })).toEqual(["ROI Calculator"]);
    // What no tool has all of finds what a composer offers for it.
    expect(names({ text: "read image" })).toEqual(["Read Document", "Generate Image"]);
    expect(names({ text: "hovercraft" })).toEqual([]);
  });

  it("ranks as the search that models use does, finds what is being typed and past slips, and page by page", () => {
    expect(names({ text: "calc" })).toEqual(["ROI Calculator"]);
    expect(names({ text: "docuemnt" })).toEqual(["Read Document", "Generate Image"]);
    expect(names({ text: "please read the documents" })).toEqual(["Read Document"]);
    expect(names({ text: "c" })).toHaveLength(tools.length);
    const many = Array.from({ length: 45 }, (_none, place) => tool(`Invoice ${place}`, "billing"));
    const found = createTextMatches(many, "en")("invoice");
    expect(found).toHaveLength(45);
    const search = createToolSearch(many);
    const ranked = [0, 20, 40].flatMap((offset) =>
      search.searchWords({ query: "invoice", limit: 20, offset, typing: true }).tools.map(({ tool_id }) => tool_id),
    );
    expect(found).toEqual(ranked);
  });

  it.each([
    "menu",
    "read a document about whales",
    "please draw for a document",
    "what is the ROI of a mill",
    "read image",
  ])("has what a composer offers for %j", (text) => {
    const [offered] = createToolFinder(tools, "en").find(text);
    expect(offered).toBeDefined();
    expect(names({ text })).toContain(offered!.name);
  });

  it("reads each tool once, for what is listed and for what is offered in its place", () => {
    let reads = 0;
    const counted = tools.map((one) =>
      Object.defineProperty({ ...one }, "description", { enumerable: true, get: () => (reads++, one.description) }),
    );
    const query = "hovercraft";
    createToolSearch(counted).matching({ query, typing: true });
    const once = reads;
    expect(once).toBeGreaterThan(0);
    expect(createTextMatches(counted, "en")(query)).toEqual([]);
    expect(reads).toBe(2 * once);
  });

  it("joins text and facets", () => {
    expect(names({ text: "document", origin: "system" })).toEqual(["Generate Image"]);
    expect(names({ kind: "tenant_custom" })).toEqual(["Café Menu"]);
  });

  it("counts what each value would leave beside the other filters, and keeps a chosen one at none", () => {
    expect(countFacet(tools, noFilter, "origin", { matches: matchesOf("document") })).toEqual([
      ["custom", 1],
      ["system", 1],
    ]);
    expect(countFacet([], { ...noFilter, category: "gone" }, "category", { matches: null })).toEqual([["gone", 0]]);
  });
});
