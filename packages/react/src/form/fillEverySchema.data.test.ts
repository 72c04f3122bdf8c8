import tools from "virtual:shared-data/tool-schemas.jsonl";
import { createAjvValidator } from "@callboard/core/ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonSchema } from "@callboard/core";
import { createRandom, intendedValue } from "./testing/fixtures/intendedValue.ts";
import { openFormsPage } from "./testing/fixtures/servedPage.ts";

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

describe.skipIf(tools === null)("real tools' forms under a strict policy, needs ../shared/data", () => {
  let opened: Awaited<ReturnType<typeof openFormsPage>>;
  beforeAll(async () => {
    opened = await openFormsPage();
  });
  afterAll(() => opened.close());

  it.each([
    ["by their places", "place"],
    ["by roles and names alone", "role"],
  ] as const)("are filled %s, and submit exactly what was meant", { timeout: 120_000 * seeds }, async (_, by) => {
    const left: string[] = [];
    const complaints: string[] = [];
    let tried = 0;
    for (const [index, line] of lines(tools).entries()) {
      const { name, inputSchema } = JSON.parse(line) as Tool;
      for (let seed = 0; seed < seeds; seed++) {
        tried++;
        const meant = validValue(inputSchema, index * 100 + seed);
        if (!meant) {
          left.push(`${name}: no valid value was found`);
          continue;
        }
        const outcome = await opened.page.evaluate(
          ([schema, value, how]) => window.tryForm(schema as JsonSchema, value, how),
          [inputSchema, meant.value, by] as const,
        );
        if (outcome.complaints.length > 0) complaints.push(`${name}: ${outcome.complaints.join("; ")}`);
        if (outcome.why !== undefined) left.push(`${name}: ${outcome.why}`);
        else if (stable(outcome.submitted) !== stable(meant.value))
          left.push(`${name}: meant ${stable(meant.value)}, got ${stable(outcome.submitted)}`);
      }
    }
    console.log(`${tried} forms, ${left.length} left over\n${left.slice(0, 80).join("\n")}`);
    expect(complaints).toEqual([]);
    expect(tried).toBeGreaterThan(600);
    expect(left.length / tried).toBeLessThan(0.01);
    expect(opened.requests.filter((url) => !url.startsWith(new URL(opened.page.url()).origin))).toEqual([]);
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
