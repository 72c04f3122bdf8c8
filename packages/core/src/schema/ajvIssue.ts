import type { ErrorObject } from "ajv";
import { childPointer } from "../json/pointer.ts";
import { issueMessage } from "./issueMessage.ts";
import { formatInWords } from "./prepareSchema.ts";
import type { ValidationIssue } from "./validator.ts";

type Params = Record<string, unknown>;

/** Where Ajv keeps the name of the property, or the place of the item, that an error of its container is about. */
const childParam: Readonly<Record<string, string>> = {
  required: "missingProperty",
  dependentRequired: "missingProperty",
  dependencies: "missingProperty",
  additionalProperties: "additionalProperty",
  unevaluatedProperties: "unevaluatedProperty",
  propertyNames: "propertyName",
  items: "limit",
  additionalItems: "limit",
  unevaluatedItems: "len",
};

/** Keywords that the eval-free engine reports under another one's name. */
const sameCode: Readonly<Record<string, string>> = {
  dependencies: "dependentRequired",
  unevaluatedProperties: "additionalProperties",
  items: "additionalItems",
  unevaluatedItems: "additionalItems",
  "false schema": "not",
};

/** An error of Ajv with the place, code, params and words that the eval-free engine gives for the same refusal. */
export function issueOfAjv(error: ErrorObject): ValidationIssue {
  const { keyword, instancePath, parentSchema = {} } = error;
  const given = error.params as Params;
  const child = childParam[keyword] && given[childParam[keyword]];
  const path = child === undefined ? instancePath : childPointer(instancePath, String(child));
  const format: unknown = keyword === "pattern" ? (parentSchema as Params)[formatInWords] : undefined;
  const code = format === undefined ? codeOf(error) : "format";
  const params = format === undefined ? paramsOf(code, given, parentSchema as Params) : { format };
  return { path, code, message: issueMessage(code, params), ...(params && { params }) };
}

function codeOf({ keyword, parentSchema = {}, data }: ErrorObject): string {
  if (keyword !== "contains") return sameCode[keyword] ?? keyword;
  // Ajv says in one error that there are too few or too many.
  const { minContains, maxContains } = parentSchema as Params;
  if (typeof minContains === "number" && minContains > 1) return "minContains";
  return typeof maxContains === "number" && (data as unknown[]).length > maxContains ? "maxContains" : "contains";
}

function paramsOf(keyword: string, given: Params, schema: Params): Params | undefined {
  switch (keyword) {
    case "type":
      return { expected: [given["type"]].flat() };
    case "enum":
      return { allowed: given["allowedValues"] };
    case "const":
      return { allowed: given["allowedValue"] };
    case "multipleOf":
    case "minContains":
    case "maxContains":
      return { limit: schema[keyword] };
    case "dependentRequired":
      return { property: given["property"] };
    case "pattern":
    case "format":
      return { [keyword]: given[keyword] };
    default:
      return "limit" in given && keyword !== "additionalItems" ? { limit: given["limit"] } : undefined;
  }
}
