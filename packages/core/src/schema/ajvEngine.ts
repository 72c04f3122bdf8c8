import { Ajv, type ErrorObject, type FuncKeywordDefinition, type Options } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { RE2JS } from "re2js";
import { followReference, inSteps } from "./checkSteps.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { isMultipleOf } from "./multipleOf.ts";
import { formatCheck } from "./pattern/formatChecks.ts";
import { dialectOf, noGuard, prepareSchema, type EngineGuard } from "./prepareSchema.ts";
import { testPattern, setLinearEngine } from "./pattern/safePattern.ts";

setLinearEngine(RE2JS);

/** Thrown out of a check that a pattern would make too long. */
export class SlowPattern extends Error {}

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
  // Errors carry the schema that they are of.
  verbose: true,
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

/** Beside each reference, in the engine's own copy. */
const STEP = "callboard:step";

const engines = new Map<string, Ajv>();

function engineFor(schema: JsonSchema | boolean): Ajv {
  const dialect = dialectOf(schema);
  let engine = engines.get(dialect);
  if (!engine) {
    engine = dialect === "7" ? new Ajv(options) : dialect === "2019-09" ? new Ajv2019(options) : new Ajv2020(options);
    // Ajv's own compares each item with each other.
    replaceKeyword(engine, { keyword: "uniqueItems", type: "array", schemaType: "boolean", validate: isUnique });
    // Ajv's own divides in binary, where 19.99 is no multiple of 0.01.
    replaceKeyword(engine, { keyword: "multipleOf", type: "number", schemaType: "number", validate: isMultipleOf });
    const step = () => (followReference(), true);
    engine.addKeyword({ keyword: STEP, schemaType: "boolean", errors: false, validate: step, before: "$ref" });
    engines.set(dialect, engine);
  }
  return engine;
}

function replaceKeyword(engine: Ajv, definition: FuncKeywordDefinition & { keyword: string }): void {
  engine.removeKeyword(definition.keyword);
  engine.addKeyword({ ...definition, errors: false });
}

/** Both engines must refuse the same values, so both ask the same functions. */
const guardFor = (engine: Ajv): EngineGuard => ({
  ...noGuard,
  stepKeyword: STEP,
  formatOf(name) {
    const check = formatCheck(name);
    if (check && !engine.formats[name]) engine.addFormat(name, check);
    return check && name;
  },
});

/**
 * A schema compiled by Ajv: a check that gives all errors of a value, none where it is valid.
 * @throws what Ajv says against the schema; the check throws `SlowPattern` for a pattern that would take too long, and
 * `TooManySteps` for references that would.
 */
export function compileWithAjv(schema: JsonSchema | boolean): (value: unknown) => ErrorObject[] {
  const engine = engineFor(schema);
  const prepared = prepareSchema(schema, guardFor(engine));
  const check = engine.compile(prepared);
  // Ajv caches compiled schemas for ever; this one lives as long as its validator.
  engine.removeSchema(prepared);
  return (value) => (inSteps(value, () => check(value)) ? [] : [...(check.errors ?? [])]);
}
