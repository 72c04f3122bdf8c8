import jsonSchemas from "virtual:shared-data/json-schemas/";
import { fileURLToPath } from "node:url";
import type { JsonSchema } from "@callboard/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFormsPage } from "../form/testing/fixtures/servedPage.ts";

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

  it.each(["rjsf", "exotic"] as const)("are filled, checked and submitted (%s)", async (way) => {
    const outcome = await opened.page.evaluate(
      ([how, schema]) => window.tryRjsf(how, { schema, type: { country: "Nepal", postcode: "44600" } }),
      [way, shipping] as const,
    );
    expect(outcome).toMatchObject({ submitted: { country: "Nepal", postcode: "44600" }, complaints: [] });
  });

  it.each(["rjsf", "exotic"] as const)("refuse what is wrong (%s)", async (way) => {
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
});
