import { defineOwn } from "../json/defineOwn.ts";

/** Below this depth a value is left as it is. */
const deepest = 400;

const alreadyPlain = new WeakSet<object>();

/**
 * A value with what is no JSON as JSON that says the same: moments and addresses are texts, maps records, sets and
 * buffers lists, errors their name and message, an instance of a class what it holds. JSON itself is handed back as it
 * is, part for part. NaN and the infinities stay numbers.
 */
export function plainValue(value: unknown): unknown {
  if (typeof value === "object" && value !== null && alreadyPlain.has(value)) return value;
  const plain = createReader()(value, 0);
  const said = tagOf(value) === "Error" ? { error: plain } : plain;
  if (typeof said === "object" && said !== null) alreadyPlain.add(said);
  return said;
}

/** Reads the parts of one value; what several parts share is read once. */
function createReader() {
  const known = new Map<object, unknown>();
  const read = (value: unknown, depth: number): unknown => {
    if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    if (typeof value === "symbol") return String(value);
    if (typeof value === "function") return `[function ${value.name}]`;
    if (typeof value !== "object" || value === null || depth > deepest) return value;
    if (isFlat(value)) return value;
    if (known.has(value)) return known.get(value);
    // What holds itself finds itself.
    known.set(value, value);
    const plain = isPlain(value) ? readParts(value, depth) : readOther(value, depth);
    known.set(value, plain);
    return plain;
  };

  const readParts = (value: object, depth: number): unknown => {
    if (Array.isArray(value)) {
      let copy: unknown[] | undefined;
      for (let at = 0; at < value.length; at++) {
        const one: unknown = value[at];
        const plain = read(one, depth + 1);
        if (plain !== one && !Object.is(plain, one)) (copy ??= [...(value as unknown[])])[at] = plain;
      }
      return copy ?? value;
    }
    let copy: Record<string, unknown> | undefined;
    for (const key of Object.keys(value)) {
      const one = (value as Record<string, unknown>)[key];
      const plain = read(one, depth + 1);
      if (Object.is(plain, one)) continue;
      copy ??= { ...(value as Record<string, unknown>) };
      defineOwn(copy, key, plain);
    }
    return copy ?? value;
  };

  /** A record of entries, or a list of them where their keys are no names. */
  const readEntries = (entries: readonly (readonly [unknown, unknown])[], depth: number): unknown => {
    const names = entries.map(([key]) => (isName(key) ? String(key) : undefined));
    if (names.includes(undefined) || new Set(names).size < names.length)
      return entries.map(([key, one]) => ({ key: read(key, depth + 1), value: read(one, depth + 1) }));
    const record: Record<string, unknown> = {};
    for (const [at, [, one]] of entries.entries()) defineOwn(record, names[at]!, read(one, depth + 1));
    return record;
  };

  const readOther = (value: object, depth: number): unknown => {
    if (ArrayBuffer.isView(value) || tagOf(value) === "ArrayBuffer") return read(numbersIn(value), depth + 1);
    switch (tagOf(value)) {
      case "Date":
        return Number.isNaN((value as Date).valueOf()) ? "Invalid Date" : (value as Date).toISOString();
      case "Map":
        return readEntries([...(value as Map<unknown, unknown>)], depth);
      case "Headers":
      case "FormData":
      case "URLSearchParams":
        return readEntries([...(value as Iterable<[string, unknown]>)], depth);
      case "Set":
        return [...(value as Set<unknown>)].map((one) => read(one, depth + 1));
      case "RegExp":
      case "URL":
        return String(value);
      case "Number":
      case "String":
      case "Boolean":
      case "BigInt":
        return read((value as { valueOf(): unknown }).valueOf(), depth + 1);
      case "Error":
        return readParts(partsOfError(value as Error), depth);
      case "Blob":
      case "File": {
        const { name, type, size } = value as { name?: string; type: string; size: number };
        return { ...(name === undefined ? {} : { name }), ...(type === "" ? {} : { type }), size };
      }
      case "Promise":
      case "WeakMap":
      case "WeakSet":
      case "WeakRef":
        return `[${tagOf(value)}]`;
    }
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === "function") {
      const said: unknown = toJSON.call(value, "");
      if (said !== value) return read(said, depth + 1);
    }
    return readInstance(value, depth);
  };

  /** What an instance holds in the open, else what it says of itself, else what its class lets be read. */
  const readInstance = (value: object, depth: number): unknown => {
    if (Array.isArray(value)) return readParts([...(value as unknown[])], depth);
    if (Object.keys(value).length > 0) return readParts({ ...value }, depth);
    const words = String(value);
    if (!/^\[object .*\]$/.test(words)) return words;
    const record: Record<string, unknown> = {};
    for (const [key, { get }] of Object.entries(
      Object.getOwnPropertyDescriptors(Object.getPrototypeOf(value) as object),
    ))
      if (get) defineOwn(record, key, read(get.call(value) as unknown, depth + 1));
    return record;
  };
  return read;
}

/** Lists, and records that no class made, in whichever window. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (Array.isArray(value)) return prototype !== null && Object.hasOwn(prototype, "flatMap");
  const isOfNoClass = prototype === null || Object.getPrototypeOf(prototype) === null;
  return isOfNoClass && typeof (value as { toJSON?: unknown }).toJSON !== "function";
}

/** Whether a record holds nothing but JSON's scalars, as most rows do: it need not be remembered. */
function isFlat(value: object): boolean {
  if (Array.isArray(value) || !isPlain(value)) return false;
  for (const key of Object.keys(value)) {
    const type = typeof (value as Record<string, unknown>)[key];
    if (type !== "string" && type !== "number" && type !== "boolean") return false;
  }
  return true;
}

const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice("[object ".length, -1);

const isName = (key: unknown): boolean => ["string", "number", "boolean", "bigint"].includes(typeof key);

/** The numbers of a buffer or of a view of one. */
function numbersIn(value: object): unknown[] {
  const isList = ArrayBuffer.isView(value) && !(value instanceof DataView);
  if (isList) return Array.from(value as unknown as ArrayLike<unknown>);
  const { buffer, byteOffset, byteLength } = value as DataView;
  return Array.from(buffer ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(value as ArrayBuffer));
}

function partsOfError(error: Error): Record<string, unknown> {
  const { name, message, cause } = error;
  const errors = (error as { errors?: unknown }).errors;
  return {
    ...error,
    name,
    message,
    ...(cause === undefined ? {} : { cause }),
    ...(errors === undefined ? {} : { errors }),
  };
}
