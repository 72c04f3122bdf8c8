import { isRecord } from "../json/record.ts";
import { isOpaque, secretKindOf } from "./secretNames.ts";

/**
 * Given each string of a value, and whether what stands around it says that it is secret; answers what stands in its
 * place.
 */
export type Visit = (text: string, isSecret: boolean) => string;

/** Deeper values are not handed on: nobody reads them, and walking them would overflow. */
const MOST_DEPTH = 1_000;
const TOO_DEEP = "…";

const LABELS =
  "name key field header label id param parameter variable property setting option env attribute k title column".split(
    " ",
  );
const VALUES = new Set(
  (
    "value val v content data default defaultvalue current currentvalue text secret plaintext string stringvalue values old new oldvalue newvalue from " +
    "to before after answer input raw literal"
  ).split(" "),
);
const COLUMNS = "columns headers header fields cols keys names heads".split(" ");
/** What says how a value looks, where a schema names a secret field; all else in it is words. */
const SCHEMA_VALUES = new Set(["default", "const", "enum", "examples", "example"]);

/**
 * A copy of a JSON value in which each string went through `visit`, and each number that is secret. Names of fields are
 * visited too. A name says what is secret wherever it stands: as a field's, in a list of names and values, in a pair,
 * as the heading of a column, in a schema.
 */
export function walkStrings(value: unknown, visit: Visit): unknown {
  return walk(value, visit, false, 0);
}

function walk(value: unknown, visit: Visit, isSecret: boolean, depth: number): unknown {
  if (typeof value === "string") return visit(value, isSecret);
  if (typeof value === "number" || typeof value === "bigint") return isSecret ? visit(String(value), true) : value;
  if (typeof value !== "object" || value === null) return value;
  if (depth > MOST_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) return walkList(value, visit, isSecret, depth);
  const record = value as Record<string, unknown>;
  if (!isSecret && isSchema(record)) return walkSchema(record, visit, depth);
  const label = isSecret ? null : labelOf(record);
  const columns = isSecret ? null : columnsOf(record);
  const taken = new Set<string>();
  const entries = Object.entries(record).map(([name, part]): [string, unknown] => {
    const isNamed = isSecret || isSecretField(name, part);
    const isLabelled = label !== null && name !== label.name && VALUES.has(name.toLowerCase().replaceAll(/[_-]/g, ""));
    const isTable = columns !== null && name !== columns.name && Array.isArray(part);
    const safe = isTable
      ? walkRows(part, columns.secret, visit, depth)
      : walk(part, visit, isNamed || isLabelled, depth + 1);
    return [freshName(visit(name, false), name, taken), safe];
  });
  return Object.fromEntries(entries);
}

/** A masked name may be the same as another: it gets a number. */
function freshName(safe: string, name: string, taken: Set<string>): string {
  let fresh = safe;
  for (let count = 2; safe !== name && taken.has(fresh); count++) fresh = `${safe}#${count}`;
  taken.add(fresh);
  return fresh;
}

function isSecretField(name: string, part: unknown): boolean {
  const kind = secretKindOf(name);
  if (kind === null || kind === "value") return kind !== null && !isAmount(name, part);
  return typeof part === "string" && isOpaque(part);
}

/** Numbers of tokens are counts. */
const isAmount = (name: string, part: unknown): boolean =>
  /tokens$/i.test(name) && (typeof part === "number" || isRecord(part));

const isSecretName = (name: unknown): name is string =>
  typeof name === "string" && name.length <= 100 && secretKindOf(name) !== null;

/** The field of an object that names what another one of it holds. */
function labelOf(record: Record<string, unknown>): { name: string } | null {
  for (const name of Object.keys(record)) {
    if (LABELS.includes(name.toLowerCase()) && isSecretName(record[name])) return { name };
  }
  return null;
}

/** Which columns are secret, where an object has the names of its columns in a list. */
function columnsOf(record: Record<string, unknown>): { name: string; secret: ReadonlySet<number> } | null {
  for (const name of Object.keys(record)) {
    const list = record[name];
    if (!COLUMNS.includes(name.toLowerCase()) || !Array.isArray(list)) continue;
    const secret = secretPlaces(list.map(nameOfColumn));
    if (secret.size > 0) return { name, secret };
  }
  return null;
}

function nameOfColumn(column: unknown): unknown {
  if (!isRecord(column)) return column;
  const label = Object.keys(column).find((name) => LABELS.includes(name.toLowerCase()) && isSecretName(column[name]));
  return label === undefined ? undefined : column[label];
}

const secretPlaces = (names: readonly unknown[]): ReadonlySet<number> =>
  new Set(names.flatMap((name, index) => (isSecretName(name) ? [index] : [])));

function walkList(list: readonly unknown[], visit: Visit, isSecret: boolean, depth: number): unknown {
  if (isSecret) return list.map((part) => walk(part, visit, true, depth + 1));
  const [first, second] = list;
  if (list.length === 2 && typeof first === "string" && secretKindOf(first) === "value" && first.length <= 60) {
    return [visit(first, false), walk(second, visit, true, depth + 1)];
  }
  // Rows under a row of headings.
  if (Array.isArray(first) && list.length > 1 && first.length > 1 && first.every((cell) => typeof cell === "string")) {
    const secret = secretPlaces(first);
    if (
      secret.size > 0 &&
      list.every((row) => Array.isArray(row) && row.length >= 2) &&
      first.length === (second as unknown[]).length
    ) {
      const isPairs = first.length === 2 && secret.has(0);
      if (!isPairs)
        return [
          walk(first.slice(), visit, false, depth + 1),
          ...(walkRows(list.slice(1), secret, visit, depth) as unknown[]),
        ];
    }
  }
  return list.map((part, index) =>
    walk(part, visit, typeof part === "string" && isAfterName(list[index - 1]), depth + 1),
  );
}

/** In lists of headers and of a command's words the value stands behind its name. */
function isAfterName(before: unknown): boolean {
  if (typeof before !== "string" || before.length > 60) return false;
  if (/^--?[a-z][\w-]*$/i.test(before)) return secretKindOf(before) === "value";
  return /^(?:proxy-)?authorization$|^(?:set-)?cookie$|^x-[\w-]+$/i.test(before) && secretKindOf(before) === "value";
}

function walkRows(rows: unknown, secret: ReadonlySet<number>, visit: Visit, depth: number): unknown {
  if (!Array.isArray(rows)) return walk(rows, visit, false, depth + 1);
  const isFlat = rows.length > 0 && !rows.some((row) => typeof row === "object" && row !== null);
  if (isFlat) return rows.map((cell, index) => walk(cell, visit, secret.has(index), depth + 1));
  return rows.map((row) =>
    Array.isArray(row)
      ? row.map((cell, index) => walk(cell, visit, secret.has(index), depth + 2))
      : walk(row, visit, false, depth + 1),
  );
}

const isSchema = (record: Record<string, unknown>): boolean =>
  isRecord(record["properties"]) && (record["type"] === "object" || "$schema" in record || "required" in record);

/** A schema's names are names of fields, and its words are about them. */
function walkSchema(schema: Record<string, unknown>, visit: Visit, depth: number): unknown {
  const entries = Object.entries(schema).map(([name, part]): [string, unknown] => {
    if (name !== "properties" || !isRecord(part))
      return [name, walk(part, visit, isSecretField(name, part), depth + 1)];
    const fields = Object.entries(part).map(([field, about]): [string, unknown] => [
      visit(field, false),
      isRecord(about) ? walkField(about, secretKindOf(field) === "value", visit, depth + 2) : about,
    ]);
    return [name, Object.fromEntries(fields)];
  });
  return Object.fromEntries(entries);
}

function walkField(about: Record<string, unknown>, isSecret: boolean, visit: Visit, depth: number): unknown {
  if (depth > MOST_DEPTH) return TOO_DEEP;
  if (isSchema(about)) return walkSchema(about, visit, depth + 1);
  const entries = Object.entries(about).map(([name, part]): [string, unknown] => [
    name,
    walk(part, visit, isSecret && SCHEMA_VALUES.has(name), depth + 1),
  ]);
  return Object.fromEntries(entries);
}
