import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { requiredMessage, type CreateValidator, type ValidationIssue, type Validator } from "../../schema/validator.ts";
import { isShown } from "./visibleValue.ts";
import type { FormModel, FormNode } from "../model/model.ts";
import { childPointer, parentPointer, type Pointer, readPath } from "../../json/pointer.ts";

/** Keywords that concern a leaf's value alone: no `$ref`, no parts. */
const leafKeywords = [
  ...["type", "enum", "const", "format", "pattern", "minLength", "maxLength", "multipleOf", "uniqueItems"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems"],
];

/** Checks a form's values: one leaf at the cost of that leaf, or the document as a whole. */
export interface FormCheck {
  leaf(node: FormNode, path: Pointer, value: unknown): ValidationIssue[];
  document(value: unknown): ValidationIssue[];
  /** Why the document cannot be checked here; undefined where it can. The host checks it in any case. */
  unchecked: string | undefined;
}

export function createFormCheck(model: FormModel, createValidator: CreateValidator): FormCheck {
  let whole: Validator | undefined;
  const leaves = new WeakMap<JsonSchema, Validator>();
  const $schema = typeof model.schema === "object" ? model.schema.$schema : undefined;

  const leafValidator = (schema: JsonSchema): Validator => {
    let validator = leaves.get(schema);
    if (!validator) {
      const keywords: JsonSchema = $schema === undefined ? {} : { $schema };
      for (const keyword of leafKeywords) if (schema[keyword] !== undefined) keywords[keyword] = schema[keyword];
      leaves.set(schema, (validator = createValidator(keywords)));
    }
    return validator;
  };

  const check: FormCheck = {
    unchecked: undefined,
    leaf(node, path, value) {
      if (value === undefined || (value === null && node.nullable)) {
        const missing = value === undefined && node.required;
        return missing ? [{ path, code: "required", message: requiredMessage }] : [];
      }
      return leafValidator(node.schema)
        .validate(value)
        .map((issue) => ({ ...issue, path: path + issue.path }));
    },
    document(value) {
      whole ??= createValidator(model.schema as JsonSchema);
      const issues: ValidationIssue[] = [];
      check.unchecked = undefined;
      for (const issue of whole.validate(value)) {
        if (issue.code === "schema") check.unchecked = String(issue.params?.["why"] ?? issue.message);
        else issues.push(issue);
      }
      for (const { path, node } of model.checks) {
        const pointer = path.reduce<Pointer>((at, key) => childPointer(at, key), "");
        const container = parentPointer(pointer);
        const inside = path.length < 2 || readPath(value, path.slice(0, -1)) !== undefined;
        if (!inside || !isShown(node.visible, container, value)) continue;
        if (issues.some((issue) => issue.path === pointer)) continue;
        issues.push(...check.leaf(node, pointer, readPath(value, path)));
      }
      return issues;
    },
  };
  return check;
}
