import draft7 from "virtual:shared-data/JSON-Schema-Test-Suite.draft7.jsonl";
import draft2020 from "virtual:shared-data/JSON-Schema-Test-Suite.draft2020-12.jsonl";
import { describe, expect, it } from "vitest";
import { createAjvValidator } from "./ajv.ts";
import { createValidator } from "./cfworkerValidator.ts";
import type { JsonSchema } from "./jsonSchema.ts";

interface Case {
  file: string;
  description: string;
  schema: JsonSchema | boolean;
  tests: { description: string; data: unknown; valid: boolean }[];
}

/** Where the engines may disagree, and why. A form makes no value that turns on any of these. */
const knownDifferences: Record<string, string> = {
  "definitions.json": "refers to the meta-schema, which only Ajv carries",
  "defs.json": "refers to the meta-schema, which only Ajv carries",
  "dynamicRef.json": "@cfworker/json-schema knows no $dynamicRef, and Ajv not all of it",
  "ref.json": "a second $id inside the schema changes the base that a $ref is resolved against",
  "refOfUnknownKeyword.json": "a $ref to a place that is no schema",
  "unevaluatedItems.json":
    "beside contains, and beside if without then: @cfworker/json-schema keeps the annotations, Ajv does not",
  "unevaluatedProperties.json":
    "beside if without then or else: @cfworker/json-schema keeps the annotations, Ajv does not",
};

/** Where both say the same and the suite says otherwise: files, each with the reason. */
const beyondBoth: Record<string, string> = {
  "content.json": "contentEncoding and contentMediaType are annotations",
  "cross-draft.json": "a $ref into a schema of another draft that is not there",
  "dynamicRef.json": "see above",
  "format.json": "format is checked, where 2020-12 has it as an annotation by default",
  "hostname.json": "punycode is not decoded",
  "idn-hostname.json": "internationalised formats are not checked",
  "iri.json": "an address is what the URL standard takes, as browsers and Zod do",
  "iri-reference.json": "some characters that RFC 3987 forbids",
  "uri.json": "an address is what the URL standard takes, as browsers and Zod do",
  "uri-reference.json": "some characters that RFC 3986 forbids",
  "ref.json": "a $ref to a schema that is elsewhere is never fetched",
  "refRemote.json": "a $ref to a schema that is elsewhere is never fetched",
  "unknownKeyword.json": "an $id inside an unknown keyword",
  "unevaluatedItems.json": "see above",
  "unevaluatedProperties.json": "see above",
  "vocabulary.json": "custom meta-schemas",
};

const suites = [
  ["draft 7", draft7, "http://json-schema.org/draft-07/schema#", 1_590],
  ["2020-12", draft2020, "https://json-schema.org/draft/2020-12/schema", 2_000],
] as const;

describe.skipIf(draft7 === null || draft2020 === null)("both engines, needs ../shared/data", () => {
  it.each(suites)("agree on JSON-Schema-Test-Suite %s", (_name, text, $schema, least) => {
    const differ: string[] = [];
    const wrong: string[] = [];
    let agreed = 0;
    for (const line of text!.split("\n").filter(Boolean)) {
      const { file, description, schema, tests } = JSON.parse(line) as Case;
      const name = file.split("/").pop()!;
      const named = typeof schema === "object" && !schema.$schema ? { $schema, ...schema } : schema;
      const evalFree = createValidator(named);
      const ajv = createAjvValidator(named);
      for (const test of tests) {
        const says = evalFree.validate(test.data).length === 0;
        const where = `${name} · ${description} · ${test.description}`;
        if (says !== (ajv.validate(test.data).length === 0)) {
          if (!Object.hasOwn(knownDifferences, name)) differ.push(where);
        } else if (says !== test.valid) {
          if (!Object.hasOwn(beyondBoth, name)) wrong.push(where);
        } else agreed++;
      }
    }
    expect({ differ, wrong }).toEqual({ differ: [], wrong: [] });
    expect(agreed).toBeGreaterThan(least);
  });
});
