import { isRecord } from "../../json/record.ts";
import { sameJson } from "../../json/sameJson.ts";
import type { Fields } from "./eventFields.ts";

/**
 * A document after a JSON Patch (RFC 6902); parts that the patch does not touch keep their identity. @throws where an
 * operation does not fit the document; nothing of the patch is applied then.
 */
export function applyJsonPatch(document: unknown, patch: readonly Fields[]): unknown {
  // The document is put in an object, so that its root has a path like any other value.
  const { root } = patch.reduce<Fields>((before, operation) => applyOne(before, operation) as Fields, {
    root: document,
  });
  return root ?? null;
}

function applyOne(document: Fields, { op, path, from, value }: Fields): unknown {
  const to = tokensOf(path);
  if (op === "add" || op === "replace" || op === "remove") return changed(document, to, op, value);
  const source = op === "test" ? to : tokensOf(from);
  const found = readAt(document, source);
  if (op === "test" && sameJson(found, value)) return document;
  if (op === "copy") return changed(document, to, "add", found);
  // A value cannot move into itself.
  if (op !== "move" || String(path).startsWith(`${String(from)}/`)) throw unfit();
  return changed(changed(document, source, "remove"), to, "add", found);
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
    const isEnd = isNew && (token === "-" || token === String(target.length));
    if (!isEnd) readAt(target, path);
    const list = target.slice() as unknown[];
    list.splice(isEnd ? list.length : Number(token), isNew ? 0 : 1, ...(how === "remove" ? [] : [value]));
    return list;
  }
  if (!isNew) readAt(target, path);
  if (!isRecord(target)) throw unfit();
  // A literal defines the key: an assignment would let `__proto__` become a prototype.
  const fields = { ...target, [token]: value };
  if (how === "remove") delete fields[token];
  return fields;
}

function readAt(document: unknown, path: readonly string[]): unknown {
  return path.reduce((at, token) => {
    if (typeof at !== "object" || !at || !Object.hasOwn(at, token)) throw unfit();
    // The only own key of a list that is no index.
    if (Array.isArray(at) && token === "length") throw unfit();
    return (at as Fields)[token];
  }, document);
}

function tokensOf(pointer: unknown): string[] {
  if (typeof pointer !== "string" || !/^(\/|$)/.test(pointer)) throw unfit();
  return `root${pointer}`.split("/").map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function unfit(): Error {
  return new Error("A JSON Patch does not fit its document.");
}
