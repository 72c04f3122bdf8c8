import { plainCopy } from "../json/plainCopy.ts";
import { isRecord } from "../json/record.ts";
import type { JsonSchema, StandardSchema } from "./jsonSchema.ts";
import { correctPatterns } from "./zodPatterns.ts";

/** As much of a Zod 4 schema as is read here; Zod itself is never imported. */
export interface ZodSchema extends StandardSchema {
  readonly _zod: { readonly def: ZodDef; readonly innerType?: ZodSchema };
}

export interface ZodDef {
  readonly type: string;
  /** Of a text: what it is, and the pattern that says so. */
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly innerType?: ZodSchema;
  readonly shape?: Readonly<Record<string, ZodSchema>>;
  readonly catchall?: ZodSchema;
  readonly element?: ZodSchema;
  readonly items?: readonly ZodSchema[];
  readonly rest?: ZodSchema | null;
  readonly options?: readonly ZodSchema[];
  readonly left?: ZodSchema;
  readonly right?: ZodSchema;
  readonly in?: ZodSchema;
  readonly out?: ZodSchema;
  readonly keyType?: ZodSchema;
  readonly valueType?: ZodSchema;
  readonly values?: readonly unknown[];
  readonly defaultValue?: unknown;
  readonly checks?: readonly {
    readonly _zod: {
      readonly def: { check: string; minimum?: number; maximum?: number; size?: number; pattern?: RegExp };
    };
  }[];
}

export const isZod = (schema: StandardSchema): schema is ZodSchema =>
  schema["~standard"].vendor === "zod" && "_zod" in schema;

/** The schema that a wrapper is about (`optional`, `readonly`, `lazy` and the like); undefined where it wraps none. */
export const innerOf = ({ _zod }: ZodSchema): ZodSchema | undefined =>
  _zod.def.type === "lazy" ? _zod.innerType : _zod.def.innerType;

/** Whether nothing is what a schema accepts, though its key has to be there. */
export function takesNothing(schema: ZodSchema, depth = 0): boolean {
  const { type, options, values } = schema._zod.def;
  if (type === "undefined" || type === "void") return true;
  if (type === "literal") return values!.includes(undefined);
  if (depth > 20) return false;
  if (type === "union") return options!.some((option) => takesNothing(option, depth + 1));
  const inner = type === "nonoptional" ? undefined : innerOf(schema);
  return inner !== undefined && takesNothing(inner, depth + 1);
}

/** The text of an integer of any size. */
export const integerPattern = "^-?\\d+$";

/**
 * The JSON Schema of a Zod schema whose values JSON has no words for: dates are texts, integers of any size are texts
 * of digits, sets are lists, maps are objects or, where their keys are no texts, lists of pairs. Undefined is a
 * property that is not there, and null elsewhere, as NaN is. What only code can make is `{ "not": {} }`, what only code
 * can check is anything. `reviveValue` is the way back.
 */
export function nativeJsonSchema(schema: ZodSchema, io: "input" | "output"): JsonSchema {
  const names = new Map<ZodSchema, string>();
  const shared: Record<string, JsonSchema> = {};
  const referred = new Set<string>();
  let count = 0;

  /** A part as a schema of its own, which the parts inside it may refer to. */
  const partOf = (part: ZodSchema): JsonSchema => {
    const known = names.get(part);
    if (known !== undefined) {
      referred.add(known);
      return { $ref: `#/$defs/${known}` };
    }
    const name = `callboard-part${++count}`;
    names.set(part, name);
    const { $schema: _dialect, ...own } = convert(part);
    const text = JSON.stringify(own);
    const moved = JSON.parse(
      text
        .replaceAll('"$ref":"#', `"$ref":"#/$defs/${name}`)
        .replaceAll(`#/$defs/${name}/$defs/callboard-part`, "#/$defs/callboard-part"),
    ) as JsonSchema;
    if (!referred.has(name) && !text.includes('"$ref"')) {
      names.delete(part);
      return moved;
    }
    shared[name] = moved;
    return { $ref: `#/$defs/${name}` };
  };

  const describe = (part: ZodSchema): JsonSchema | "any" => {
    const { def } = part._zod;
    switch (def.type) {
      case "date":
        return { type: "string", format: "date-time" };
      case "bigint":
        return { type: "string", pattern: integerPattern };
      case "literal":
        return { enum: def.values!.map((value) => plainCopy(value) ?? null) };
      case "set":
        return { type: "array", uniqueItems: true, items: partOf(def.valueType!), ...sizesOf(def, "Items") };
      case "map":
        return mapSchema(def);
      case "default":
      case "prefault":
        return { default: plainCopy(def.defaultValue) };
      case "nan":
      case "undefined":
      case "void":
        return { type: "null" };
      case "symbol":
      case "function":
        return { not: {} };
      default:
        return "any";
    }
  };

  const mapSchema = (def: ZodDef): JsonSchema => {
    const key = partOf(def.keyType!);
    const value = partOf(def.valueType!);
    const isText = key.type === "string" && def.keyType!._zod.def.type !== "bigint" && key.format !== "date-time";
    if (isText) {
      const { type: _type, ...names } = key;
      const named = Object.keys(names).length > 0 && { propertyNames: names };
      return { type: "object", additionalProperties: value, ...named, ...sizesOf(def, "Properties") };
    }
    const pair = { type: "array", prefixItems: [titled("Key", key), titled("Value", value)], minItems: 2, maxItems: 2 };
    return { type: "array", items: pair, ...sizesOf(def, "Items") };
  };

  const override = (part: { zodSchema: ZodSchema; jsonSchema: JsonSchema }): void => {
    correctPatterns(part);
    const { zodSchema, jsonSchema } = part;
    const { type, shape } = zodSchema._zod.def;
    if (/^(default|prefault|catch)$/.test(type) && "default" in jsonSchema) {
      const { defaultValue } = zodSchema._zod.def;
      jsonSchema.default = plainCopy(type === "catch" ? jsonSchema.default : defaultValue);
    } else if (type === "object" && jsonSchema.properties) {
      const absent = Object.keys(shape!).filter((key) => takesNothing(shape![key]!));
      jsonSchema.required = jsonSchema.required?.filter((key) => !absent.includes(key)) ?? [];
      for (const key of absent) if (isNull(jsonSchema.properties[key])) jsonSchema.properties[key] = false;
    }
  };

  const convert = (part: ZodSchema): JsonSchema =>
    part["~standard"].jsonSchema![io]({
      target: "draft-2020-12",
      libraryOptions: { override, unrepresentable: (site: { zodSchema: ZodSchema }) => describe(site.zodSchema) },
    }) as JsonSchema;

  const whole = convert(schema);
  return Object.keys(shared).length > 0 ? { ...whole, $defs: { ...whole.$defs, ...shared } } : whole;
}

const titled = (title: string, schema: JsonSchema): JsonSchema => ({ title, ...schema });

const isNull = (schema: unknown): boolean => isRecord(schema) && schema["type"] === "null";

/** The limits of a set's or map's size. */
function sizesOf({ checks = [] }: ZodDef, what: "Items" | "Properties"): JsonSchema {
  const limits: JsonSchema = {};
  for (const { _zod } of checks) {
    const { check, minimum, maximum, size } = _zod.def;
    if (check === "min_size" || check === "size_equals") limits[`min${what}`] = minimum ?? size;
    if (check === "max_size" || check === "size_equals") limits[`max${what}`] = maximum ?? size;
  }
  return limits;
}
