import { isFields, type Fields } from "./agUiEvent.ts";

/**
 * A document after a JSON Patch (RFC 6902); what the patch does not touch keeps its identity. Throws where an operation does
 * not fit the document, and nothing of the patch is applied then.
 */
export function applyJsonPatch(document: unknown, patch: readonly Fields[]): unknown {
  // The document stands in an object, so that its root is a place like any other.
  const { root } = patch.reduce<Fields>((before, operation) => applyOne(before, operation) as Fields, {
    root: document,
  });
  return root ?? null;
}

function applyOne(document: Fields, { op, path, from, value }: Fields): unknown {
  const to = tokensOf(path);
  switch (op) {
    case "add":
    case "replace":
    case "remove":
      return changed(document, to, op, value);
    case "copy":
      return changed(document, to, "add", readAt(document, tokensOf(from)));
    case "move": {
      const source = tokensOf(from);
      if (String(path).startsWith(`${String(from)}/`)) throw unfit(`a move into itself, "${String(from)}"`);
      return changed(changed(document, source, "remove"), to, "add", readAt(document, source));
    }
    case "test":
      if (isSame(readAt(document, to), value)) return document;
  }
  throw unfit(`"${String(op)}"`);
}

function changed(
  target: unknown,
  path: readonly string[],
  how: "add" | "replace" | "remove",
  value?: unknown,
): unknown {
  const [token, ...rest] = path as [string, ...string[]];
  if (rest.length > 0) return changed(target, [token], "replace", changed(readAt(target, [token]), rest, how, value));
  const isNew = how === "add";
  if (Array.isArray(target)) {
    const list = target.slice() as unknown[];
    const index = isNew && token === "-" ? list.length : indexOf(token, list.length + Number(isNew));
    list.splice(index, isNew ? 0 : 1, ...(how === "remove" ? [] : [value]));
    return list;
  }
  if (!isNew) readAt(target, path);
  if (!isFields(target)) throw unfit(`"${token}"`);
  // Defines, where assigning would let `__proto__` become a prototype.
  const fields = { ...target, [token]: value };
  if (how === "remove") delete fields[token];
  return fields;
}

function readAt(document: unknown, path: readonly string[]): unknown {
  let at = document;
  for (const token of path) {
    if (Array.isArray(at)) at = at[indexOf(token, at.length)];
    else if (isFields(at) && Object.hasOwn(at, token)) at = at[token];
    else throw unfit(`"${token}"`);
  }
  return at;
}

function tokensOf(pointer: unknown): string[] {
  if (typeof pointer !== "string" || !/^(\/|$)/.test(pointer)) throw unfit("its path");
  return `root${pointer}`.split("/").map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function indexOf(token: string, length: number): number {
  const index = /^(0|[1-9]\d*)$/.test(token) ? Number(token) : -1;
  if (index < 0 || index >= length) throw unfit(`"${token}"`);
  return index;
}

function unfit(what: string): Error {
  return new Error(`A JSON Patch does not fit its document: ${what}.`);
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame((one as Fields)[key], (other as Fields)[key]))
  );
}
