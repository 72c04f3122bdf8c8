import { defineOwn } from "../json/defineOwn.ts";
import { isRecord } from "../json/record.ts";
import type { StandardSchema } from "./jsonSchema.ts";
import { innerOf, isZod, integerPattern, takesNothing, type ZodSchema } from "./nativeTypes.ts";

/**
 * A value as JSON carried it in the types that its schema asks for: dates, integers of any size, sets, maps. What is of
 * such a type already stays; a text that is no date stays the text, and the schema refuses it.
 */
export function reviveValue(schema: StandardSchema, value: unknown): unknown {
  return isZod(schema) && holdsNative(schema, new Set()) ? revive(schema, value) : value;
}

const known = new WeakMap<ZodSchema, boolean>();

function holdsNative(schema: ZodSchema, seen: Set<ZodSchema>): boolean {
  const isRoot = seen.size === 0;
  const before = isRoot ? known.get(schema) : undefined;
  if (before !== undefined) return before;
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { def } = schema._zod;
  const holds =
    /^(date|bigint|nan|undefined|void|set|map)$/.test(def.type) ||
    (def.type === "literal" && def.values!.some((one) => typeof one === "bigint" || one === undefined)) ||
    partsOf(schema).some((part) => holdsNative(part, seen));
  // Inside a circle the answer of a part is not known before that of the whole.
  if (isRoot) known.set(schema, holds);
  return holds;
}

function partsOf(schema: ZodSchema): ZodSchema[] {
  const {
    shape,
    catchall,
    element,
    items,
    rest,
    options,
    left,
    right,
    in: source,
    out,
    keyType,
    valueType,
  } = schema._zod.def;
  return [
    ...Object.values(shape ?? {}),
    ...(items ?? []),
    ...(options ?? []),
    ...[catchall, element, rest, left, right, source, out, keyType, valueType, innerOf(schema)].filter(
      (part) => part != null,
    ),
  ];
}

function revive(schema: ZodSchema, value: unknown): unknown {
  const { def } = schema._zod;
  switch (def.type) {
    case "date": {
      const at = typeof value === "string" && /^[+-]?\d{4,6}-\d\d-\d\d/.test(value) ? new Date(value) : undefined;
      return at && !Number.isNaN(at.getTime()) ? at : value;
    }
    case "bigint":
      return toBigint(value) ?? value;
    case "nan":
      return value === null ? Number.NaN : value;
    case "undefined":
    case "void":
      return value === null || (isRecord(value) && Object.keys(value).length === 0) ? undefined : value;
    case "literal": {
      const big = def.values!.includes(value) ? undefined : toBigint(value);
      return big !== undefined && def.values!.includes(big) ? big : value;
    }
    case "set":
      return Array.isArray(value) ? new Set(value.map((one) => revive(def.valueType!, one))) : value;
    case "map": {
      const entries = isPairs(value) ? value : isPlainRecord(value) ? Object.entries(value) : undefined;
      return (
        (entries && new Map(entries.map(([key, one]) => [revive(def.keyType!, key), revive(def.valueType!, one)]))) ??
        value
      );
    }
    case "array":
      return Array.isArray(value) ? value.map((one) => revive(def.element!, one)) : value;
    case "tuple":
      return Array.isArray(value) ? value.map((one, index) => reviveBy(def.items![index] ?? def.rest, one)) : value;
    case "record":
      return isPlainRecord(value) ? mapValues(value, () => def.valueType) : value;
    case "object": {
      if (!isPlainRecord(value)) return value;
      const copy = mapValues(value, (key) => (Object.hasOwn(def.shape!, key) ? def.shape![key] : def.catchall));
      // JSON leaves out what is undefined, and Zod wants the key.
      for (const [key, part] of Object.entries(def.shape!))
        if (!Object.hasOwn(copy, key) && takesNothing(part)) defineOwn(copy, key, undefined);
      return copy;
    }
    case "union": {
      for (const option of def.options!) {
        const revived = revive(option, value);
        if (accepts(option, revived)) return revived;
      }
      return value;
    }
    case "intersection":
      return revive(def.right!, revive(def.left!, value));
    case "pipe":
      if (def.in!._zod.def.type !== "transform") return revive(def.in!, value);
      // A function that comes first may well read JSON by itself.
      return accepts(schema, value) ? value : revive(def.out!, value);
    default: {
      const inner = innerOf(schema);
      const isAbsent = value === undefined || (value === null && def.type === "nullable");
      return isAbsent ? value : reviveBy(inner, value);
    }
  }
}

const reviveBy = (schema: ZodSchema | null | undefined, value: unknown): unknown =>
  schema ? revive(schema, value) : value;

/** Whether a schema accepts a value, as far as can be said at once. */
function accepts(schema: ZodSchema, value: unknown): boolean {
  const result = schema["~standard"].validate(value);
  if (!(result instanceof Promise)) return !result.issues;
  result.catch(() => {});
  return true;
}

function toBigint(value: unknown): bigint | undefined {
  const isWhole = typeof value === "string" ? new RegExp(integerPattern).test(value) : Number.isSafeInteger(value);
  return isWhole ? BigInt(value as string | number) : undefined;
}

const isPairs = (value: unknown): value is [unknown, unknown][] =>
  Array.isArray(value) && value.every((one) => Array.isArray(one) && one.length === 2);

const isPlainRecord = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && !(value instanceof Map) && !(value instanceof Set) && !(value instanceof Date);

function mapValues(
  value: Record<string, unknown>,
  schemaOf: (key: string) => ZodSchema | undefined,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) defineOwn(copy, key, reviveBy(schemaOf(key), part));
  return copy;
}
