import jsonSchemas from "virtual:shared-data/json-schemas/";
import { fileURLToPath } from "node:url";
import type { JsonSchema } from "@callboard/core";
import { createAjvValidator } from "@callboard/core/ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRandom, intendedValue } from "../../../../test/forms/intendedValue.ts";
import { openFormsPage } from "../../../../test/forms/servedPage.ts";

const files = Object.entries((jsonSchemas ?? {}) as unknown as Record<string, string>).flatMap(([name, text]) =>
  name.includes("rjsf-") ? [{ name, schema: JSON.parse(text) as JsonSchema }] : [],
);

const shipping: JsonSchema = {
  type: "object",
  required: ["country"],
  properties: { country: { type: "string", pattern: "^[A-Z]" } },
  if: { properties: { country: { pattern: "^N" } }, required: ["country"] },
  then: { properties: { postcode: { type: "string" } }, required: ["postcode"] },
};

describe("rjsf's forms under a strict policy and Trusted Types", () => {
  let opened: Awaited<ReturnType<typeof openFormsPage>>;
  beforeAll(async () => {
    opened = await openFormsPage(fileURLToPath(new URL("testing/fixtures/rjsfPage.tsx", import.meta.url)), "tryRjsf");
  }, 120_000);
  afterAll(() => opened.close());

  it.each(["rjsf", "fallback"] as const)("are filled, checked and submitted (%s)", async (way) => {
    const outcome = await opened.page.evaluate(
      ([how, schema]) => window.tryRjsf(how, { schema, type: { country: "Nepal", postcode: "44600" } }),
      [way, shipping] as const,
    );
    expect(outcome).toMatchObject({ submitted: { country: "Nepal", postcode: "44600" }, complaints: [] });
  });

  it.each(["rjsf", "fallback"] as const)("refuse what is wrong (%s)", async (way) => {
    const outcome = await opened.page.evaluate(
      ([how, schema]) => window.tryRjsf(how, { schema, type: { country: "peru" } }),
      [way, shipping] as const,
    );
    expect(outcome.submitted).toBeUndefined();
    expect(outcome.complaints).toEqual([]);
  });

  it.skipIf(jsonSchemas === null)("draw rjsf's own examples without a violation or a request elsewhere", async () => {
    const found: string[] = [];
    for (const { name, schema } of files) {
      const { complaints, controls } = await opened.page.evaluate(
        (given) => window.tryRjsf("rjsf", { schema: given }),
        schema,
      );
      if (complaints.length > 0) found.push(`${name}: ${complaints.join("; ")}`);
      if (controls === 0) found.push(`${name}: no control`);
    }
    expect(found).toEqual([]);
    expect(files.length).toBeGreaterThan(30);
    expect(opened.requests.filter((url) => !url.startsWith(new URL(opened.page.url()).origin))).toEqual([]);
  });

  it.skipIf(jsonSchemas === null)(
    "take a valid value of each of rjsf's own examples, and submit it",
    async () => {
      const never = {
        if: { type: "object", minProperties: 1_000 },
        then: { properties: { never: { type: "string" } } },
      };
      const left: string[] = [];
      for (const [index, { name, schema }] of files.entries()) {
        const { validate } = createAjvValidator(schema);
        const values = Array.from({ length: 40 }, (_, seed) =>
          intendedValue(schema, createRandom(index * 1_000 + seed)),
        );
        const value = values.find((one) => validate(one).length === 0);
        if (value === undefined) left.push(name);
        else {
          const { submitted, complaints } = await opened.page.evaluate((given) => window.tryRjsf("fallback", given), {
            schema: { ...schema, allOf: [never, ...(schema.allOf ?? [])] },
            value,
          });
          // What stands there by default is added.
          if (submitted === undefined) left.push(name);
          else if (typeof value === "object") expect(submitted, name).toMatchObject(value as object);
          else expect(submitted, name).toEqual(value);
          expect(complaints, name).toEqual([]);
        }
      }
      // One has no valid value; in the other rjsf begins a tuple that need not be there.
      const known = ["rjsf-arrays", "rjsf-one-of-defaults"];
      expect(left.filter((name) => !known.some((one) => name.includes(one)))).toEqual([]);
    },
    120_000,
  );
});
