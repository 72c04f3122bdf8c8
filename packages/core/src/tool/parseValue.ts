import { isStandardSchema, type JsonSchema, type Schema, type StandardSchema } from "../schema/jsonSchema.ts";
import { readStandard } from "../schema/readStandard.ts";
import { toJsonSchema } from "../schema/toJsonSchema.ts";
import type { CreateValidator, ValidationIssue, Validator } from "../schema/validator.ts";
import { errorMessage } from "./errorMessage.ts";

/** The value as parsed by its schema (defaults filled in), or its issues. */
export type Parsed = { value: unknown; issues?: undefined } | { issues: ValidationIssue[] };

const validators = new WeakMap<CreateValidator, WeakMap<JsonSchema, Validator>>();

/**
 * Checks a value as JSON carried it: a Standard Schema by its own rules and in its own types, a JSON Schema by the
 * engine given. It never throws: a check that fails itself refuses the value.
 */
export async function parseValue(schema: Schema, value: unknown, createValidator: CreateValidator): Promise<Parsed> {
  try {
    if (isStandardSchema(schema)) {
      const result = await readStandard(schema, value);
      if (!result.issues) return { value: result.value };
      // Its JSON Schema reports the same in plain words; the library's own words remain for checks that only it can do.
      const plain = validatorOf(inputSchemaOf(schema), createValidator).validate(value);
      return { issues: plain.length > 0 ? plain : result.issues };
    }
    const issues = validatorOf(schema as JsonSchema, createValidator).validate(value);
    return issues.length > 0 ? { issues } : { value };
  } catch (thrown) {
    const message = `This value cannot be checked against its schema: ${errorMessage(thrown)}`;
    return { issues: [{ path: "", code: "schema", message }] };
  }
}

function validatorOf(schema: JsonSchema, createValidator: CreateValidator): Validator {
  let compiled = validators.get(createValidator);
  if (!compiled) validators.set(createValidator, (compiled = new WeakMap()));
  let validator = compiled.get(schema);
  if (!validator) compiled.set(schema, (validator = createValidator(schema)));
  return validator;
}

const inputSchemas = new WeakMap<StandardSchema, JsonSchema>();

/** A Standard Schema's JSON Schema; an empty one, which accepts everything, where it has none. */
function inputSchemaOf(schema: StandardSchema): JsonSchema {
  let found = inputSchemas.get(schema);
  if (!found) {
    try {
      found = toJsonSchema(schema);
    } catch {
      found = {};
    }
    inputSchemas.set(schema, found);
  }
  return found;
}
