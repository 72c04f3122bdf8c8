import jsonSchemas from "virtual:shared-data/json-schemas/";
import tools from "virtual:shared-data/tool-schemas.jsonl";
import { createAjvValidator } from "@callboard/core/ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileURLToPath } from "node:url";
import type { JsonSchema } from "@callboard/core";
import { createRandom, intendedValue } from "../../../../test/forms/intendedValue.ts";
import { openFormsPage } from "../../../../test/forms/servedPage.ts";

interface Tool {
  name: string;
  inputSchema: JsonSchema;
}

const lines = (text: unknown): string[] => (typeof text === "string" ? text.split("\n").filter(Boolean) : []);

/** A value that is valid by another engine than the form's. */
function validValue(schema: JsonSchema, seed: number): { value: unknown } | undefined {
  const { validate } = createAjvValidator(schema);
  for (let attempt = 0; attempt < 30; attempt++) {
    const value = intendedValue(schema, createRandom(seed * 1_000 + attempt));
    if (validate(value).length === 0) return { value };
  }
  return undefined;
}

const seeds = Number(process.env["CALLBOARD_FILLS"] ?? 1);

const examples = Object.entries((jsonSchemas ?? {}) as unknown as Record<string, string>).map(([name, text]): Tool => {
  const file = JSON.parse(text) as JsonSchema & { schema?: JsonSchema };
  return { name, inputSchema: file.schema ?? file };
});

describe.skipIf(tools === null || jsonSchemas === null)("real forms under a strict policy, need ../shared/data", () => {
  let opened: Awaited<ReturnType<typeof openFormsPage>>;
  beforeAll(async () => {
    opened = await openFormsPage(fileURLToPath(new URL("testing/fixtures/formsPage.tsx", import.meta.url)), "tryForm");
  });
  afterAll(() => opened.close());

  async function fillAll(all: readonly Tool[], by: "place" | "role") {
    const left: string[] = [];
    const complaints: string[] = [];
    let tried = 0;
    for (const [index, { name, inputSchema }] of all.entries()) {
      for (let seed = 0; seed < seeds; seed++) {
        tried++;
        const meant = validValue(inputSchema, index * 100 + seed);
        if (!meant) {
          left.push(`${name}: no valid value was found`);
          continue;
        }
        const outcome = await opened.page.evaluate(([schema, value, how]) => window.tryForm(schema, value, how), [
          inputSchema,
          meant.value,
          by,
        ] as const);
        if (outcome.complaints.length > 0) complaints.push(`${name}: ${outcome.complaints.join("; ")}`);
        if (outcome.why !== undefined) left.push(`${name}: ${outcome.why}, meant ${stable(meant.value)}`);
        else if (stable(outcome.submitted) !== stable(meant.value))
          left.push(`${name}: meant ${stable(meant.value)}, got ${stable(outcome.submitted)}`);
      }
    }
    console.log(`${tried} forms by ${by}, ${left.length} left over\n${left.slice(0, 80).join("\n")}`);
    expect(complaints).toEqual([]);
    return { left, tried };
  }

  const ways = [
    ["by their places", "place"],
    ["by roles and names alone", "role"],
  ] as const;

  it.each(ways)(
    "tools' are filled %s, and submit exactly what was meant",
    { timeout: 120_000 * seeds },
    async (_, by) => {
      const parsed = lines(tools).map((line) => JSON.parse(line) as Tool);
      const { left, tried } = await fillAll(parsed, by);
      expect(tried).toBeGreaterThan(600);
      expect(left.length / tried).toBeLessThan(0.01);
    },
  );

  it(
    "two form libraries' examples are filled, where they have a valid value",
    { timeout: 60_000 * seeds },
    async () => {
      const { left, tried } = await fillAll(examples, "role");
      expect(tried).toBeGreaterThan(70);
      const isImpossible = (one: string): boolean => one.endsWith("no valid value was found");
      expect(left.filter(isImpossible).length).toBeLessThanOrEqual(seeds);
      expect(left.filter((one) => !isImpossible(one))).toEqual([]);
    },
  );

  it("ask nobody else for anything", () => {
    const own = new URL(opened.page.url()).origin;
    expect(opened.requests.filter((url) => !url.startsWith(own))).toEqual([]);
  });
});

/** JSON in one order of keys: a form's own order is no part of the value. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
