import { createPartialJson } from "../../json/partialJson.ts";
import type { FormDocument } from "./formDocument.ts";
import type { FormRows } from "./formRows.ts";
import type { FormStore } from "./formState.ts";
import type { TypedText } from "./marks.ts";
import { childAt, resolveNode, type FormNode } from "../model/model.ts";
import { partialBranch } from "./partialBranch.ts";
import { childPointer, type Pointer } from "../../json/pointer.ts";
import { isRecord } from "../../json/record.ts";

/** Below this depth, a part of a JSON text replaces the value as a whole. */
const maxDepth = 64;

/**
 * A form's value as JSON: the typed text while it stands for the value or is not JSON yet, else the value written out.
 */
export function toJsonText(store: FormStore): TypedText {
  const { json } = store.getContent();
  return json ?? { text: JSON.stringify(store.getOutput(), null, 2) ?? "", problem: undefined };
}

/**
 * Sets a form's value from JSON that somebody types. Values that the text does not change keep their marks: author,
 * half typed text, row identity, the other branches of a union. A text that is not JSON stays beside the old value,
 * with the line that breaks it, until it is JSON or the form changes.
 */
export function applyJsonText(store: FormStore, text: string): void {
  if (text === toJsonText(store).text) return;
  let value: unknown;
  let problem: TypedText["problem"];
  try {
    value = JSON.parse(text);
  } catch {
    const line = breakLine(text);
    problem = { path: "", code: "json", message: `Line ${line}: this is not valid JSON`, params: { line } };
  }
  store.edit({ path: "", kind: "json" }, (document, rows) => {
    document.json = { text, problem };
    document.recordChange("", false);
    if (problem) return;
    // A change may show further fields, which the text then sets or clears.
    for (let pass = 0; pass < 3; pass++) {
      const shown = document.output();
      if (isEqual(value, shown, 0)) break;
      reconcile(document, rows, "", document.model.root, value, shown, 0);
    }
  });
}

/** Changes the shown value at a place into another, writing only the differences. */
function reconcile(
  document: FormDocument,
  rows: FormRows,
  path: Pointer,
  node: FormNode | undefined,
  next: unknown,
  shown: unknown,
  depth: number,
): void {
  if (isEqual(next, shown, depth)) return;
  const resolved = node && resolveNode(node);
  const current = document.read(path);
  if (resolved?.kind === "union" && next !== undefined && next !== null) {
    const inUse = document.branchAt(resolved, path, current);
    const wanted = partialBranch(resolved, next, inUse, true);
    if (wanted !== undefined && wanted !== inUse) {
      document.switchBranch(path, resolved, wanted);
      shown = document.read(path);
    }
    const branch = resolved.branches[wanted ?? inUse]?.node;
    const isDeep = branch !== undefined && resolveNode(branch).kind !== "union";
    if (isDeep) return reconcile(document, rows, path, branch, next, shown, depth);
  }
  const isFields = resolved === undefined || resolved.kind === "object" || resolved.kind === "map";
  if (depth < maxDepth && isFields && isRecord(next) && isRecord(current) && isRecord(shown)) {
    document.mark(path, { implicit: undefined });
    for (const key of Object.keys(shown))
      if (!Object.hasOwn(next, key)) document.assign(childPointer(path, key), undefined, "human");
    for (const [key, part] of Object.entries(next)) {
      const child = resolved && document.childOf(resolved, path, current, key);
      const before = Object.hasOwn(shown, key) ? shown[key] : undefined;
      reconcile(document, rows, childPointer(path, key), child, part, before, depth + 1);
    }
  } else if (depth < maxDepth && resolved?.kind === "array" && Array.isArray(next) && Array.isArray(shown)) {
    const parts: unknown[] = next;
    const before: unknown[] = shown;
    const least = Math.min(parts.length, before.length);
    let head = 0;
    while (head < least && isEqual(parts[head], before[head], depth)) head++;
    let tail = 0;
    while (tail < least - head && isEqual(parts.at(-1 - tail), before.at(-1 - tail), depth)) tail++;
    const end = least - tail;
    if (parts.length !== before.length) {
      const kept = [...before.keys()].filter((index) => index < end || index >= before.length - tail);
      const added = parts.slice(end, parts.length - tail).map((value) => ({ value, mark: { by: "human" as const } }));
      rows.arrange(path, [...kept.slice(0, end), ...added, ...kept.slice(end)]);
    }
    for (let index = head; index < end; index++) {
      const child = childAt(resolved, index);
      reconcile(document, rows, `${path}/${index}`, child, parts[index], before[index], depth + 1);
    }
  } else document.assign(path, next, "human");
}

/** Equal as JSON text: an absent value is not null. */
function isEqual(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || depth > maxDepth) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((part, index) => isEqual(part, b[index], depth + 1));
  }
  const keys = Object.keys(a);
  const count = Object.values(b).filter((part) => part !== undefined).length;
  return (
    keys.length === count &&
    keys.every(
      (key) =>
        Object.hasOwn(b, key) &&
        isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], depth + 1),
    )
  );
}

/** The line at which a text stops being JSON. */
function breakLine(text: string): number {
  const parser = createPartialJson();
  parser.push(text);
  const end = parser.error?.position ?? text.trimEnd().length;
  return text.slice(0, end).split("\n").length;
}
