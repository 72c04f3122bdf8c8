import {
  isStandardSchema,
  toJsonSchema,
  type JsonSchema,
  type Schema,
  type StandardSchema,
} from "../schema/jsonSchema.ts";
import { toValidationIssue } from "../schema/standardIssues.ts";
import type { CreateValidator, ValidationIssue, Validator } from "../schema/validator.ts";
import { errorMessage } from "./errorMessage.ts";

/** A value as its schema gives it (defaults filled in), or what is wrong with it. */
export type Parsed = { value: unknown; issues?: undefined } | { issues: ValidationIssue[] };

const validators = new WeakMap<CreateValidator, WeakMap<JsonSchema, Validator>>();

/** Checks a value: a Standard Schema by its own rules, a JSON Schema by the engine given. It never throws: a check that fails itself refuses the value. */
export async function parseValue(schema: Schema, value: unknown, createValidator: CreateValidator): Promise<Parsed> {
  try {
    if (isStandardSchema(schema)) {
      const result = await schema["~standard"].validate(value);
      if (!result.issues) return { value: result.value };
      // Its JSON Schema says the same in plain words; what only the library can check is said in the library's.
      const plain = validatorOf(inputSchemaOf(schema), createValidator).validate(value);
      return { issues: plain.length > 0 ? plain : result.issues.map(toValidationIssue) };
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

/** A Standard Schema's JSON Schema; one that cannot say any refuses nothing here. */
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
