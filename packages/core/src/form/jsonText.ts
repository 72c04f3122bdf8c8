import { createPartialJson } from "../timeline/partialJson.ts";
import type { FormDocument } from "./formDocument.ts";
import type { FormRows } from "./formRows.ts";
import type { FormStore } from "./formState.ts";
import type { TypedText } from "./marks.ts";
import { childAt, resolveNode, type FormNode } from "./model.ts";
import { partialBranch } from "./partialBranch.ts";
import { childPointer, isRecord, type Pointer } from "./pointer.ts";

/** Deeper than this, a part of a JSON text is taken whole. */
const maxDepth = 64;

/** A form's value as JSON: as somebody typed it while it says what the form holds or is no JSON yet, else written out. */
export function toJsonText(store: FormStore): TypedText {
  const { json } = store.getContent();
  return json ?? { text: JSON.stringify(store.getOutput(), null, 2) ?? "", problem: undefined };
}

/**
 * Takes a form's value from JSON that somebody types. What the text does not change keeps all that is known of it: who
 * set it, what was half typed, a row's identity, what another branch of a union held. A text that is no JSON is kept
 * beside the value as it was, with the line it breaks at, until it is JSON or something is changed in the form.
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
    document.tell("", false);
    if (problem) return;
    // What a change lets be seen is in the text, or it is not wanted.
    for (let pass = 0; pass < 3; pass++) {
      const shown = document.output();
      if (isEqual(value, shown, 0)) break;
      reconcile(document, rows, "", document.model.root, value, shown, 0);
    }
  });
}

/** Makes what is shown at a place into another value, touching only what differs. */
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
  const own = node && resolveNode(node);
  const current = document.read(path);
  if (own?.kind === "union" && next !== undefined && next !== null) {
    const inUse = document.branchAt(own, path, current);
    const wanted = partialBranch(document, own, next, inUse, true);
    if (wanted !== undefined && wanted !== inUse) {
      document.switchBranch(path, own, wanted);
      shown = document.read(path);
    }
    const branch = own.branches[wanted ?? inUse]?.node;
    const isDeep = branch !== undefined && resolveNode(branch).kind !== "union";
    if (isDeep) return reconcile(document, rows, path, branch, next, shown, depth);
  }
  const isFields = own === undefined || own.kind === "object" || own.kind === "map";
  if (depth < maxDepth && isFields && isRecord(next) && isRecord(current) && isRecord(shown)) {
    document.mark(path, { implicit: undefined });
    for (const key of Object.keys(shown))
      if (!Object.hasOwn(next, key)) document.assign(childPointer(path, key), undefined, "human");
    for (const [key, part] of Object.entries(next)) {
      const child = own && document.childOf(own, path, current, key);
      const before = Object.hasOwn(shown, key) ? shown[key] : undefined;
      reconcile(document, rows, childPointer(path, key), child, part, before, depth + 1);
    }
  } else if (depth < maxDepth && own?.kind === "array" && Array.isArray(next) && Array.isArray(shown)) {
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
      const child = childAt(own, index);
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
