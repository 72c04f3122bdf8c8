import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { createToolSearch, type ToolSearchRequest } from "./toolSearch.ts";
import type { SearchableTool } from "./toolText.ts";

const tools: SearchableTool[] = [
  {
    slug: "sql",
    name: "SQL",
    description: "Execute SQL queries on the runtime.",
    inputSchema: { type: "object", properties: { query: { type: "string", description: "The statement." } } },
    examples: ["count distinct values in a column"],
  },
  {
    slug: "list_datasets",
    name: "List datasets",
    description: "Lists the tables that there are.",
    aliases: ["tables"],
  },
  {
    slug: "unit-converter",
    name: "Unit Converter",
    description: "Converts lengths, masses and temperatures.",
    inputSchema: {
      type: "object",
      properties: { value: { type: "number" }, fromUnit: { type: "string", enum: ["mile", "kilometre"] } },
    },
    messages: { de: { "Unit Converter": "Einheiten umrechnen" } },
  },
  { slug: "send_email", name: "Send email", description: "Sends a message to a person by mail." },
  { slug: "単位換算", name: "単位換算", description: "長さと重さを換算する" },
  { slug: "read_document", name: "readDocument", description: "Reads a stretch of one document." },
];
const search = createToolSearch(tools);
const ids = (query: string, more: Partial<ToolSearchRequest> = {}) =>
  search.searchWords({ query, ...more }).tools.map(({ tool_id }) => tool_id);

describe("createToolSearch", () => {
  it("answers in the shape that models know", async () => {
    const answer = await search.search({
      query: "count distinct values in a column",
      keywords: ["distinct", "count"],
      limit: 3,
    });
    expect(answer).toMatchObject({
      query: "count distinct values in a column",
      keywords: ["distinct", "count"],
      search_mode: "lexical_bm25f",
    });
    expect(answer.hint).toBeUndefined();
    const [best] = answer.tools;
    expect(best).toMatchObject({
      tool_id: "sql",
      description: "Execute SQL queries on the runtime.",
      parameters: tools[0]!.inputSchema,
      score: 1,
    });
    expect(best!.confidence).toBeGreaterThan(0.7);
    expect(best!.matched_terms).toEqual(["count", "distinct", "values", "column"]);
    expect(best!.match_sources.map(({ source, rank }) => [source, rank])).toEqual([
      ["full_text", 1],
      ["keyword", 1],
    ]);
  });

  it.each([
    ["a slug", "list_datasets", "list_datasets"],
    ["a name in another case", "unit converter", "unit-converter"],
    ["a name in another writing", "sendEmail", "send_email"],
    ["an alias", "tables", "list_datasets"],
    ["a plural", "documents", "read_document"],
    ["another form of a verb", "converting", "unit-converter"],
    ["a parameter", "from unit", "unit-converter"],
    ["a value of a parameter", "kilometres", "unit-converter"],
    ["another language", "Einheiten", "unit-converter"],
    ["a script without spaces", "重さを換算", "単位換算"],
    ["an example, word for word", "Count distinct values, in a column!", "sql"],
    ["a slip of the keys", "read docuemnt", "read_document"],
    ["a slip that hides an ending", "convertre", "unit-converter"],
    ["a slip at the start", "ocnverter", "unit-converter"],
  ])("finds %s", (_what, query, slug) => {
    expect(ids(query)[0]).toBe(slug);
  });

  it.each([
    ["s3", "s3_list_objects"],
    ["S3", "s3_list_objects"],
    ["list s3", "s3_list_objects"],
    ["list the objects in my s3 bucket", "s3_list_objects"],
    ["ec2", "listEC2Instances"],
    ["start an ec2 machine", "listEC2Instances"],
    ["k8s", "k8s_pods"],
    ["h1", "seo_heading"],
    ["ga4 report", "ga4_report"],
    ["v2", "upload_v2"],
    ["3d", "render3D"],
    ["r2", "r2_get"],
  ])("finds %j, a name of letters and numbers", (query, slug) => {
    const cloud = createToolSearch([
      { slug: "mail_list", description: "Lists mails." },
      { slug: "list_files", description: "Lists 3 files of a folder, or its 2 newest objects." },
      { slug: "s3_list_objects", description: "Lists what a bucket holds." },
      { slug: "listEC2Instances", description: "Says which machines run." },
      { slug: "k8s_pods", description: "Says what a cluster runs." },
      { slug: "seo_heading", description: "Reads the H1 of a page." },
      { slug: "ga4_report", description: "Visits of a site." },
      { slug: "visits", description: "A report on visits in a report." },
      { slug: "upload_v2", description: "Sends a file." },
      { slug: "render3D", description: "Draws a model." },
      { slug: "r2_get", description: "Reads a blob." },
    ]);
    const { tools: found, hint } = cloud.searchWords({ query });
    expect(found[0]).toMatchObject({ tool_id: slug });
    expect(found[0]!.confidence).toBeGreaterThan(0.4);
    expect(hint).toBeUndefined();
  });

  it("reads a number with its unit as two words where no tool has them as a name", () => {
    const { tools: found } = createToolSearch([
      { slug: "weigh", description: "Turns g into ounces." },
      { slug: "s3_get", description: "Reads a file." },
    ]).searchWords({ query: "5g in ounces" });
    expect(found[0]).toMatchObject({ tool_id: "weigh", matched_terms: ["g", "ounces"] });
  });

  it("says what a score is made of, where it is asked to", () => {
    const explained = search.searchWords({ query: "execute a statement", explain: true }).tools[0]!;
    expect(explained.tool_id).toBe("sql");
    expect(Object.keys(explained.shares!)).toEqual(["full_text", "keyword"]);
    const [byName] = search.searchWords({ query: "send_email", explain: true }).tools;
    expect(byName!.shares!.name).toBeGreaterThan(0.5);
    for (const { shares } of [explained, byName!]) {
      expect(Object.values(shares!).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    }
    expect(search.searchWords({ query: "execute" }).tools[0]).not.toHaveProperty("shares");
  });

  it("lets an exact name win over a tool that says it more often", () => {
    const loud = { slug: "loud", name: "Ping ping", description: "ping ping ping ping", examples: ["ping"] };
    const named = { slug: "ping", name: "Reach a host", description: "Is it there?" };
    const { tools: found } = createToolSearch([loud, named]).searchWords({ query: "ping" });
    expect(found.map(({ tool_id }) => tool_id)).toEqual(["ping", "loud"]);
    expect(found[0]).toMatchObject({ score: 1, confidence: 1 });
  });

  it("says that nothing fits", () => {
    const answer = search.searchWords({ query: "My grandmother's cat likes to sleep under the piano." });
    expect(answer.tools.every(({ confidence }) => confidence < 0.4)).toBe(true);
    expect(answer.hint).toContain("No tool");
    expect(search.searchWords({ query: "?!" })).toMatchObject({ tools: [], total: 0 });
  });

  it("adds keywords to the query, and does not replace it", () => {
    expect(ids("mail", { keywords: ["document"] })).toEqual(expect.arrayContaining(["send_email", "read_document"]));
    const exactWords = (keyword: string) => {
      const { tools: found } = search.searchWords({ query: "mail", keywords: [keyword] });
      const { match_sources } = found.find(({ tool_id }) => tool_id === "read_document")!;
      return match_sources.find(({ source }) => source === "keyword")!.score;
    };
    expect(exactWords("stretch of one document")).toBeGreaterThan(exactWords("document stretch"));
  });

  it.each([
    "Convert the lengths, masses and temperatures of the whole table to other units. Finally send a short message.",
    "Convert the lengths, masses and temperatures of the whole table to other units, and then send a short message.",
    "Convert the lengths, masses and temperatures of the whole table to other units, dann send a short message.",
  ])("gives each of several requests its tool: %s", (long) => {
    expect(ids(long, { limit: 2 })).toEqual(["unit-converter", "send_email"]);
  });

  it("returns 5 tools unless asked for others, 20 at most, and the best one where none has the least score", () => {
    const many = Array.from({ length: 50 }, (_none, index) => ({ slug: `t${index}`, description: "counts sheep" }));
    const { searchWords } = createToolSearch(many);
    const count = (more: Partial<ToolSearchRequest>) => searchWords({ query: "sheep", ...more }).tools.length;
    expect([count({}), count({ limit: 99 }), count({ limit: 0 }), count({ limit: Number.NaN })]).toEqual([5, 20, 1, 5]);
    expect(searchWords({ query: "sheep", min_score: 2 }).tools).toHaveLength(5);
    expect(searchWords({ query: "sheep" }).total).toBe(50);
    const pages = [0, 20, 40].flatMap((offset) => searchWords({ query: "*", limit: 20, offset }).tools);
    expect(new Set(pages.map(({ tool_id }) => tool_id)).size).toBe(50);
    expect(searchWords({ query: " * ", offset: 50 })).toMatchObject({ search_mode: "all", total: 50, tools: [] });
  });

  it("ranks by reciprocal ranks where that is asked for", async () => {
    const answer = await createToolSearch(tools, { fusion: "rrf" }).search({ query: "convert the unit of a mile" });
    expect(answer.search_mode).toBe("lexical_rrf");
    expect(answer.tools[0]!.tool_id).toBe("unit-converter");
  });

  it("weighs a name three times as parameters in the channel of a ranking by ranks, and more in its own", () => {
    const named = { slug: "a", name: "sheep", description: "" };
    const described = { slug: "b", name: "x", description: "sheep" };
    const shareOf = (fusion: "bm25f" | "rrf") => {
      const { tools: found } = createToolSearch([named, described], { fusion }).searchWords({ query: "sheep shear" });
      const [first, second] = found.map(({ match_sources }) => match_sources[0]!.score);
      return first! / second!;
    };
    expect(shareOf("rrf")).toBeLessThan(shareOf("bm25f"));
  });

  it("knows tools that are added, changed and removed", () => {
    const changing = createToolSearch([{ slug: "one", description: "counts sheep" }]);
    const found = (query: string) => changing.searchWords({ query }).tools.map(({ tool_id }) => tool_id);
    expect(found("sheep")).toEqual(["one"]);
    changing.add({ slug: "two", description: "shears sheep" });
    expect(found("shear a sheep")).toEqual(["two", "one"]);
    changing.add({ slug: "one", description: "counts goats" });
    expect(found("sheep")).toEqual(["two"]);
    expect(changing.remove("two")).toBe(true);
    expect(changing.remove("two")).toBe(false);
    expect([found("sheep"), found("goat"), changing.size]).toEqual([[], ["one"], 1]);
  });

  it("finds by the beginning of a word while it is written", () => {
    expect(ids("ema", { typing: true })[0]).toBe("send_email");
    expect(ids("unit conv", { typing: true })[0]).toBe("unit-converter");
  });

  it("answers the first query of many tools, before which it warms up, as any later one", () => {
    const nouns = ["sheep", "goats", "rivers", "letters", "clocks", "shadows", "engines"];
    const many = Array.from({ length: 1300 }, (_none, index) => ({
      slug: `t${index}`,
      description: `Counts ${nouns[index % 7]} on a farm. Then it names those ${nouns[index % 5]} of number ${index}.`,
    }));
    many[500] = { slug: "bare", description: "" };
    const query = "Count the goats on my farm. Name all clocks there.";
    const { searchWords } = createToolSearch(many);
    expect(searchWords({ query })).toEqual(searchWords({ query }));
    const inTurn = createToolSearch(many.slice(0, 3));
    inTurn.searchWords({ query });
    for (const tool of many.slice(3)) inTurn.add(tool);
    expect(inTurn.searchWords({ query })).toEqual(searchWords({ query }));
  });

  it.each(["", " ", "*", "q", " q "])("lists no matches of %j, which asks for nothing", (query) => {
    expect(search.matching({ query, typing: true })).toBeNull();
  });

  it("lists matches of a single letter that is a word, and none of one more that is not", () => {
    const lettered = createToolSearch([{ slug: "r", name: "R", description: "Runs a script" }, ...tools]);
    expect(lettered.matching({ query: "r", typing: true })).toEqual(["r"]);
    expect(lettered.matching({ query: "qq", typing: true })).toEqual([]);
  });

  it("reads no schema before the first search", () => {
    const read = vi.fn(() => ({ type: "object" }));
    const lazy = createToolSearch([
      {
        slug: "lazy",
        get inputJsonSchema() {
          return read();
        },
      },
    ]);
    expect(read).not.toHaveBeenCalled();
    lazy.searchWords({ query: "lazy" });
    expect(read).toHaveBeenCalled();
  });
});

describe("any tools and queries", () => {
  const text = fc.oneof(fc.string({ unit: "grapheme", maxLength: 30 }), fc.lorem({ maxCount: 6 }));
  const anyTool = fc.record({
    name: text,
    description: text,
    examples: fc.array(text, { maxLength: 2 }),
    aliases: fc.array(text, { maxLength: 2 }),
    inputSchema: fc.oneof(
      fc.json().map((json) => (JSON.parse(json) ?? {}) as JsonSchema),
      fc.constant<JsonSchema>({ type: "object" }),
    ),
  });
  const anyTools = fc
    .array(anyTool, { maxLength: 6 })
    .map((some) => some.map((tool, index): SearchableTool => ({ ...tool, slug: `t${index}` })));

  it("answers with each tool once, in the order of its score, with all scores from 0 to 1", () => {
    fc.assert(
      fc.property(
        anyTools,
        text,
        fc.boolean(),
        fc.constantFrom("bm25f" as const, "rrf" as const),
        (some, query, typing, fusion) => {
          const { tools: found, total } = createToolSearch(some, { fusion }).searchWords({ query, typing, limit: 20 });
          expect(new Set(found.map(({ tool_id }) => tool_id)).size).toBe(found.length);
          expect(total).toBeGreaterThanOrEqual(found.length);
          const scores = found.map(({ score }) => score);
          expect(scores).toEqual(scores.toSorted((one, other) => other - one));
          for (const { score, confidence, match_sources } of found) {
            expect(score).toBeGreaterThanOrEqual(0);
            expect(score).toBeLessThanOrEqual(1);
            expect(confidence).toBeGreaterThanOrEqual(0);
            expect(confidence).toBeLessThanOrEqual(1);
            for (const { rank } of match_sources) expect(rank).toBeGreaterThanOrEqual(1);
          }
        },
      ),
    );
  });

  it("lists those that have each word, in the same order", () => {
    fc.assert(
      fc.property(anyTools, text, fc.boolean(), (some, query, typing) => {
        fc.pre(query.trim().length > 1);
        const { searchWords, matching } = createToolSearch(some);
        const { tools: found, terms } = searchWords({ query, typing, limit: 20 });
        const whole = found.filter(({ matched_terms }) => matched_terms.length === terms.length);
        expect(matching({ query, typing })).toEqual(whole.map(({ tool_id }) => tool_id));
      }),
    );
  });

  it("finds each tool by its slug, and first", () => {
    fc.assert(
      fc.property(anyTools, (some) => {
        const { searchWords } = createToolSearch(some);
        for (const { slug } of some) expect(searchWords({ query: slug }).tools[0]!.tool_id).toBe(slug);
      }),
    );
  });

  it("answers the same however the tools came in", () => {
    fc.assert(
      fc.property(anyTools, text, fc.nat(), (some, query, at) => {
        const whole = createToolSearch(some);
        const grown = createToolSearch(some.slice(at % (some.length + 1)));
        grown.searchWords({ query });
        grown.add({ slug: "gone", description: query });
        grown.searchWords({ query });
        for (const { slug } of some) grown.remove(slug);
        for (const tool of some) grown.add(tool);
        grown.remove("gone");
        expect(grown.searchWords({ query, limit: 20 })).toEqual(whole.searchWords({ query, limit: 20 }));
      }),
    );
  });
});
