import type { JsonSchema, ValidationIssue, Validator } from "@callboard/core/form";
import { createValidator } from "@callboard/core/validator";
import {
  createErrorHandler,
  ErrorSchemaBuilder,
  getDefaultFormState,
  toPath,
  unwrapErrorHandler,
  validationDataMerge,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidatorType,
} from "@rjsf/utils";
import { originalSchema } from "./drawnSchema.ts";
import { pathOf, propertyOf } from "./fieldPlace.ts";

/** How many schemas of one form are kept ready; rjsf makes new ones as somebody types. */
const mostReady = 500;

/** Where the whole schema is, for a part of it that refers to it. */
const rootBase = "callboard:/whole";

export interface RjsfValidatorOptions {
  /** The message of an issue; English unless given. */
  say?: (issue: ValidationIssue) => string;
}

/**
 * The validator that rjsf's forms need, over the kit's eval-free engine: it runs under a strict Content Security
 * Policy, and supports every dialect by its `$schema`. A rule that the engine cannot check is no error: the host checks
 * the value.
 */
export function createRjsfValidator({ say = (issue) => issue.message }: RjsfValidatorOptions = {}): ValidatorType {
  let ready = new WeakMap<object, Map<string, Validator>>();

  const validatorOf = (part: JsonSchema | boolean, root: JsonSchema): Validator => {
    if (typeof part === "boolean") return createValidator(part);
    let known = ready.get(root);
    if (!known) ready.set(root, (known = new Map()));
    const text = part === root ? "" : JSON.stringify(part);
    let validator = known.get(text);
    if (!validator) {
      validator = createValidator(withRoot(part, root, text));
      if (known.size >= mostReady) known.clear();
      known.set(text, validator);
    }
    return validator;
  };

  const issuesOf = (schema: JsonSchema, value: unknown): ValidationIssue[] =>
    validatorOf(originalSchema(schema), originalSchema(schema))
      .validate(value)
      .filter((issue) => issue.code !== "schema");

  const validator: ValidatorType = {
    isValid(schema, formData, rootSchema) {
      if (formData === undefined) return isOpen(schema);
      const root = (rootSchema ?? schema) as JsonSchema;
      return validatorOf(schema as JsonSchema, root)
        .validate(formData)
        .every((issue) => issue.code === "schema" && issue.params?.["why"] === "a pattern would take too long on it");
    },
    validateFormData(formData, schema, customValidate, transformErrors, uiSchema) {
      const places = new Map<string, string[]>();
      let errors = issuesOf(schema as JsonSchema, formData).map((issue) => {
        const error = toError(issue, say(issue));
        places.set(error.property!, pathOf(issue.path));
        return error;
      });
      if (transformErrors) errors = transformErrors(errors, uiSchema);
      const found = { errors, errorSchema: treeOf(errors, places) };
      if (!customValidate) return found;
      const value: unknown = getDefaultFormState(validator, schema, formData, schema, true);
      const handler = customValidate(value, createErrorHandler(value), uiSchema, found.errorSchema);
      return validationDataMerge(found, unwrapErrorHandler(handler));
    },
    rawValidation: (schema, formData) => ({ errors: issuesOf(schema as JsonSchema, formData) as never[] }),
    reset() {
      ready = new WeakMap();
    },
  };
  return validator;
}

/** Nothing at all passes what asks for no kind of value. */
const isOpen = (schema: RJSFSchema | boolean): boolean =>
  typeof schema === "boolean" ? schema : !["type", "const", "enum"].some((keyword) => keyword in schema);

function toError(issue: ValidationIssue, message: string): RJSFValidationError {
  const property = propertyOf(pathOf(issue.path));
  return { name: issue.code, property, message, params: issue.params, stack: `${property} ${message}`.trim() };
}

/**
 * rjsf's own reading of a place knows no names with dots or quotes in them, so it is asked only of places that an app
 * made up.
 */
function treeOf(errors: readonly RJSFValidationError[], places: ReadonlyMap<string, string[]>) {
  const builder = new ErrorSchemaBuilder();
  for (const { property, message } of errors)
    if (message) builder.addErrors(message, places.get(property ?? "") ?? toPath(property ?? ""));
  return builder.ErrorSchema;
}

/** A part of a schema as a schema of its own, with references into the whole. */
function withRoot(part: JsonSchema, root: JsonSchema, text: string): JsonSchema {
  const { $schema } = root;
  if (part === root) return part;
  if (!text.includes('"$ref"')) return $schema === undefined ? part : { ...part, $schema };
  const base = typeof root["$id"] === "string" ? root["$id"].replace(/#.*$/, "") : rootBase;
  return {
    ...($schema !== undefined && { $schema }),
    allOf: [rebase(part, base) as JsonSchema],
    $defs: { whole: { ...root, $id: base } },
  };
}

const dataKeywords = new Set(["const", "enum", "default", "examples"]);

function rebase(part: unknown, base: string): unknown {
  if (Array.isArray(part)) return part.map((one) => rebase(one, base));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).flatMap(([keyword, value]) => {
      if (keyword === "$ref" && typeof value === "string" && value.startsWith("#")) return [[keyword, base + value]];
      // A part is no document of its own.
      if (keyword === "$id" && typeof value === "string") return [];
      return [[keyword, dataKeywords.has(keyword) ? value : rebase(value, base)]];
    }),
  );
}
