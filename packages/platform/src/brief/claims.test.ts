import { layersOf } from "@callboard/core/execution";
import { describe, expect, it } from "vitest";
import { A, B, claimFrom, INVENTED } from "../testing/fixtures/inventedClaims.ts";
import { areClaims, citationProblems } from "./claims.ts";
import { checkCitations } from "./executiveSummary.ts";
import { scriptedClaims, type BriefSource } from "./scriptedClaims.ts";
import { CLAIM_FIELDS, SUMMARY_STEPS, SUMMARY_TASKS } from "./summaryTasks.ts";
import { LANGUAGES, summaryType } from "./summaryType.ts";

const known = new Set([A, B]);
const from = claimFrom;

it("takes claims whose sources were given, each once", () => {
  expect(citationProblems([...from(A), ...from(A, B)], known)).toEqual([]);
  expect(areClaims(from(B), known)).toBe(true);
});

it.each(INVENTED)("refuses %s", (_how, claims) => {
  expect(citationProblems(claims, known)).not.toEqual([]);
  expect(areClaims(claims, known)).toBe(false);
});

it.each([
  ["none", []],
  ["nine", Array.from({ length: 9 }, () => from(A)).flat()],
  ["no list", { claims: from(A) }],
  ["a claim that is none", [null]],
  ["an empty text", [{ text: " ", source_entity_ids: [A] }]],
  ["no text", [{ source_entity_ids: [A] }]],
  ["a text without end", [{ text: "a".repeat(1_201), source_entity_ids: [A] }]],
])("refuses %s as claims", (_what, claims) => {
  expect(areClaims(claims, known)).toBe(false);
});

describe("the check of a whole brief", () => {
  const whole = Object.fromEntries(CLAIM_FIELDS.map((field) => [field, from(A) as never]));

  it("counts claims and the sources that they name", () => {
    expect(checkCitations({ ...whole, risks: from(A, B) as never }, known)).toEqual({ claims: 6, sources: 2 });
  });

  it.each(INVENTED)("refuses it for %s in one field, and names the field", (_how, claims) => {
    expect(() => checkCitations({ ...whole, risks: claims as never }, known)).toThrow(/risks: /);
  });

  it.each(CLAIM_FIELDS)("refuses it without %s", (field) => {
    expect(() => checkCitations({ ...whole, [field]: undefined }, known)).toThrow(`${field}: `);
  });
});

describe("the tasks", () => {
  it("are seven, each named by the one field that it fills in", () => {
    const named = Object.entries(summaryType.jsonSchema.properties ?? {}).flatMap(([field, schema]) => {
      const slug = typeof schema === "object" ? schema["extraction_task_slug"] : undefined;
      return slug === undefined ? [] : [[slug, field]];
    });
    expect(SUMMARY_TASKS).toHaveLength(7);
    expect(named).toEqual(SUMMARY_TASKS.map(({ slug, field }) => [slug, field]));
  });

  it("run in layers, and the check waits for every other one", () => {
    const layers = layersOf({ steps: [...SUMMARY_STEPS] }).map((layer) => layer.map(({ id }) => id));
    expect(layers).toEqual([
      ["extract_situation", "extract_key_findings", "extract_opportunities", "extract_risks"],
      ["compose_recommendations", "compose_headline"],
      ["validate_citations"],
    ]);
    expect(SUMMARY_STEPS.every(({ retry }) => (retry?.attempts ?? 1) > 1)).toBe(true);
  });
});

describe("the script", () => {
  const source = (id: string, title: string, content: BriefSource["content"]): BriefSource => ({
    id,
    title,
    type: "Note",
    content,
  });
  const rich = [source(A, "Workshop", { text: "Two desks do the same work.", hours: 12 }), source(B, "Pilot", {})];
  const bare = [source(A, "One", {}), source(B, "Two", { code: "x" })];
  const many = Array.from({ length: 60 }, (_one, index) =>
    source(`${index}`, `Source ${index}`, { text: `${"long ".repeat(400)}${index}`, n: index }),
  );

  it.each(LANGUAGES)("in %s makes claims that the check takes, of any sources", (language) => {
    for (const sources of [rich, bare, many])
      for (const field of CLAIM_FIELDS) {
        const claims = scriptedClaims(field, { title: "Nordwind", sources }, language);
        expect(citationProblems(claims, new Set(sources.map(({ id }) => id))), field).toEqual([]);
      }
  });

  it("keeps what it quotes apart from Arabic, and writes figures as the language does", () => {
    const figures = [source(A, "Pilot", { weekly_hours: 1234.5 })];
    const said = (language: "de" | "ar") =>
      scriptedClaims("opportunities", { title: "Nordwind", sources: figures }, language)[0]?.text;
    expect(said("de")).toBe("„Pilot“ nennt diese Zahlen: Weekly Hours 1.234,5.");
    expect(said("ar")).toContain("«\u2068Pilot\u2069»");
  });

  it("quotes its sources and says the same each time", () => {
    const said = () => scriptedClaims("key_findings", { title: "Nordwind", sources: rich }, "en");
    expect(said()).toEqual([{ text: "“Workshop” says: Two desks do the same work.", source_entity_ids: [A] }]);
    expect(said()).toEqual(said());
  });
});
