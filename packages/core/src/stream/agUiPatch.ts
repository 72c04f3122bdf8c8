import { isFields, type Fields } from "./agUiEvent.ts";

/**
 * A document after a JSON Patch (RFC 6902); what the patch does not touch keeps its identity. Throws where an operation does
 * not fit the document, and nothing of the patch is applied then.
 */
export function applyJsonPatch(document: unknown, patch: readonly Fields[]): unknown {
  return patch.reduce<unknown>((before, operation) => applyOne(before, operation), document);
}

function applyOne(document: unknown, operation: Fields): unknown {
  const path = tokensOf(operation.path);
  switch (operation.op) {
    case "add":
      return changed(document, path, { insert: operation.value });
    case "replace":
      readAt(document, path);
      return changed(document, path, { set: operation.value });
    case "remove":
      return changed(document, path, "remove");
    case "copy":
      return changed(document, path, { insert: readAt(document, tokensOf(operation.from)) });
    case "move": {
      const from = tokensOf(operation.from);
      if (path.length > from.length && from.every((token, index) => token === path[index])) {
        throw new Error(`A JSON Patch moves "${String(operation.from)}" into itself.`);
      }
      const moved = readAt(document, from);
      return changed(changed(document, from, "remove"), path, { insert: moved });
    }
    case "test":
      if (!isSame(readAt(document, path), operation.value)) {
        throw new Error(`A JSON Patch expects another value at "${String(operation.path)}".`);
      }
      return document;
    default:
      throw new Error(`A JSON Patch has no operation "${String(operation.op)}".`);
  }
}

type Change = { insert: unknown } | { set: unknown } | "remove";

function changed(target: unknown, path: readonly string[], change: Change): unknown {
  if (path.length === 0) return change === "remove" ? null : "insert" in change ? change.insert : change.set;
  const [token, ...rest] = path as [string, ...string[]];
  if (Array.isArray(target)) {
    const list = target.slice() as unknown[];
    const isInsert = rest.length === 0 && change !== "remove" && "insert" in change;
    const index = isInsert && token === "-" ? list.length : indexOf(token, isInsert ? list.length + 1 : list.length);
    if (rest.length > 0) list[index] = changed(list[index], rest, change);
    else if (change === "remove") list.splice(index, 1);
    else if ("insert" in change) list.splice(index, 0, change.insert);
    else list[index] = change.set;
    return list;
  }
  if (!isFields(target)) throw missing(token);
  const entries = new Map(Object.entries(target));
  if (rest.length > 0) {
    if (!entries.has(token)) throw missing(token);
    entries.set(token, changed(entries.get(token), rest, change));
  } else if (change === "remove") {
    if (!entries.delete(token)) throw missing(token);
  } else entries.set(token, "insert" in change ? change.insert : change.set);
  // Defines, where assigning would let `__proto__` become a prototype.
  return Object.fromEntries(entries);
}

function readAt(document: unknown, path: readonly string[]): unknown {
  let at = document;
  for (const token of path) {
    if (Array.isArray(at)) at = at[indexOf(token, at.length)];
    else if (isFields(at) && Object.hasOwn(at, token)) at = at[token];
    else throw missing(token);
  }
  return at;
}

function tokensOf(pointer: unknown): string[] {
  if (pointer === "") return [];
  if (typeof pointer !== "string" || !pointer.startsWith("/")) {
    throw new Error(`A JSON Patch has no path: ${JSON.stringify(pointer)}.`);
  }
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function indexOf(token: string, length: number): number {
  const index = /^(0|[1-9]\d*)$/.test(token) ? Number(token) : -1;
  if (index < 0 || index >= length) throw missing(token);
  return index;
}

function missing(token: string): Error {
  return new Error(`A JSON Patch goes to "${token}", which is not there.`);
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isFields(one) || !isFields(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}
