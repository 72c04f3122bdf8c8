import { Ajv, type Options } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { format as formats } from "@cfworker/json-schema";
import { RE2JS } from "re2js";
import { createValidator, missingValue, slowPattern } from "./cfworkerValidator.ts";
import { issueMessage } from "./issueMessage.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { jsonValue } from "../json/jsonValue.ts";
import { dialectOf, prepareSchema } from "./prepareSchema.ts";
import { testPattern, setLinearEngine } from "./pattern/safePattern.ts";
import { schemasIn } from "./schemasIn.ts";
import type { ValidationIssue, Validator } from "./validator.ts";

setLinearEngine(RE2JS);

/** Thrown out of a check that a pattern would make too long. */
class SlowPattern extends Error {}

/** Patterns for Ajv that no text can keep busy. */
const safeRegExp = Object.assign(
  (source: string) => ({
    test(text: string): boolean {
      const answer = testPattern(source, text);
      if (answer === undefined) throw new SlowPattern(source);
      return answer;
    },
    // Ajv identifies patterns by this.
    toString: () => source,
  }),
  { code: "safeRegExp" },
);

const options: Options = {
  code: { regExp: safeRegExp },
  strict: false,
  validateSchema: false,
  addUsedSchema: false,
  allErrors: true,
  logger: false,
  // Without it `{}` has the required properties `constructor` and `__proto__`.
  ownProperties: true,
};

/** Whether no two items are equal, where they must not be: by their JSON text, in time linear in it. */
const isUnique = (mustBe: boolean, items: readonly unknown[]): boolean =>
  !mustBe || new Set(items.map((item) => JSON.stringify(inOrder(item)))).size === items.length;

/** A value whose properties stand in an order that does not depend on who wrote it. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const entries = Object.entries(value).map(([name, part]) => [name, inOrder(part)] as const);
  return { entries: entries.toSorted(([one], [other]) => (one < other ? -1 : 1)) };
}

const engines = new Map<string, Ajv>();

function engineFor(schema: JsonSchema | boolean): Ajv {
  const dialect = dialectOf(schema);
  let engine = engines.get(dialect);
  if (!engine) {
    engine = dialect === "7" ? new Ajv(options) : dialect === "2019-09" ? new Ajv2019(options) : new Ajv2020(options);
    // Ajv's own compares each item with each other.
    engine.removeKeyword("uniqueItems");
    engine.addKeyword({
      keyword: "uniqueItems",
      type: "array",
      schemaType: "boolean",
      validate: isUnique,
      errors: false,
    });
    // Both engines must refuse the same values, so both ask the same functions.
    for (const [name, check] of Object.entries(formats)) engine.addFormat(name, check);
    engines.set(dialect, engine);
  }
  return engine;
}

/** Ajv compiles some three schemas within a schema in a millisecond; with more than these everybody would wait for it. */
const MOST_COMPILED = 2_000;

/**
 * The validator of servers: Ajv, compiled once a schema, never mutating a value. It decides; the messages of
 * its issues come from the eval-free engine, so that a field reads the same on both sides. A schema that Ajv cannot
 * compile, or not soon, is left to the eval-free engine.
 */
export function createAjvValidator(schema: JsonSchema | boolean): Validator {
  const explain = createValidator(schema);
  if (dialectOf(schema) === "4" || namesProto(schema) || isVast(schema)) return explain;
  let check: ReturnType<Ajv["compile"]>;
  try {
    const prepared = prepareSchema(schema);
    const engine = engineFor(schema);
    check = engine.compile(prepared);
    // Ajv caches compiled schemas for ever; this one lives as long as its validator.
    engine.removeSchema(prepared);
  } catch {
    return explain;
  }
  return {
    validate(value) {
      if (value === undefined) return [missingValue];
      let valid: boolean;
      try {
        const json = jsonValue(value);
        valid = check(json) as boolean;
      } catch (error) {
        if (error instanceof SlowPattern) return [slowPattern];
        return explain.validate(value);
      }
      if (valid) return [];
      const issues = explain.validate(value).filter(({ code }) => code !== "schema");
      return issues.length > 0 ? issues : (check.errors ?? []).slice(-1).map(bareIssue);
    },
  };
}

function isVast(schema: JsonSchema | boolean): boolean {
  let count = 0;
  for (const _ of schemasIn(schema)) if (++count > MOST_COMPILED) return true;
  return false;
}

/** Ajv leaves a property of this name unchecked. */
function namesProto(schema: JsonSchema | boolean): boolean {
  try {
    return JSON.stringify(schema).includes('"__proto__"');
  } catch {
    return true;
  }
}

/** Where the two engines disagree (formats, mostly), Ajv's own last word. */
function bareIssue(error: NonNullable<ReturnType<Ajv["compile"]>["errors"]>[number]): ValidationIssue {
  const params = error.params as Record<string, unknown>;
  return { path: error.instancePath, code: error.keyword, message: issueMessage(error.keyword, params), params };
}
