import type { FormDocument, Incoming } from "./formDocument.ts";
import type { FormRows } from "./formRows.ts";
import type { ArgumentsOptions, FormStep, FormStore } from "./formState.ts";
import { initialValue, newItem } from "../model/initialValue.ts";
import { hasHuman, type Mark } from "./marks.ts";
import { rowOf } from "./argumentChanges.ts";
import { childAt, resolveNode, type ArrayNode, type FormNode } from "../model/model.ts";
import { isBeginning, partialBranch } from "./partialBranch.ts";
import { childPointer, type Pointer } from "../../json/pointer.ts";
import { isRecord } from "../../json/record.ts";

/** A model's arguments are one step of undo, though their stream may stall. */
const modelStep: FormStep = { path: "", kind: "model", pause: 10_000 };

/**
 * Fills a form with a model's arguments as they arrive; a human's values stay. Parts that kept their identity since the
 * last call are skipped, so that a delta costs the place it changes.
 */
export function applyArguments(store: FormStore, value: unknown, { partial }: ArgumentsOptions = {}): void {
  store.edit(modelStep, (document, rows) => {
    const earlier = document.asked;
    document.asked = value;
    const incoming = (document.incoming ??= {
      held: new Map(),
      waits: false,
      finish: () => finishArguments(store),
    });
    incoming.waits = partial !== true;
    if (value === undefined || Object.is(value, earlier)) return;
    applyPart({ document, rows, held: incoming.held, isWhole: false }, "", document.model.root, value, earlier);
  });
  if (partial === false) store.endArguments();
}

/** Applies the parts that were held back: nothing more will decide between their readings. */
function finishArguments(store: FormStore): void {
  store.edit(modelStep, (document, rows) => {
    const { incoming } = document;
    if (!incoming) return;
    incoming.waits = false;
    if (incoming.held.size === 0) return;
    const { asked, model } = document;
    applyPart({ document, rows, held: incoming.held, isWhole: true }, "", model.root, asked, asked);
    incoming.held.clear();
  });
}

/** One application of arguments to a form. */
interface Pass {
  readonly document: FormDocument;
  readonly rows: FormRows;
  readonly held: Incoming["held"];
  /** All arguments are here, so nothing is held back. */
  readonly isWhole: boolean;
}

function applyPart(pass: Pass, path: Pointer, node: FormNode | undefined, part: unknown, earlier: unknown): void {
  const { document, held } = pass;
  const mark = document.markAt(path);
  const resolved = node && resolveNode(node);
  if (resolved?.kind !== "union" || part === null) return applyInside(pass, path, node, part, earlier);
  const current = document.read(path);
  const inUse = document.branchAt(resolved, path, current);
  const wanted = partialBranch(resolved, part, inUse, isComplete(pass, path, part));
  if (wanted === undefined) {
    held.set(path, part);
    return;
  }
  // A part that was held back was not applied before.
  if (held.delete(path)) earlier = undefined;
  const branch: Mark["branch"] = { index: wanted, chosen: false, drafts: new Map() };
  if (wanted !== inUse) {
    // A branch that a human chose or began to fill in stays.
    if (mark?.branch?.chosen || document.authorAt(path) === "human" || hasHuman(mark)) return;
    document.assign(path, undefined, "model");
    document.mark(path, { branch });
    earlier = undefined;
  } else if (current === undefined && !mark?.branch) document.mark(path, { branch });
  applyInside(pass, path, resolved.branches[wanted]?.node, part, earlier);
}

/** A part that was held back and stayed the same while others changed is complete. */
const isComplete = ({ held, isWhole }: Pass, path: Pointer, part: unknown): boolean =>
  isWhole || (held.has(path) && Object.is(held.get(path), part));

function applyInside(pass: Pass, path: Pointer, node: FormNode | undefined, part: unknown, earlier: unknown): void {
  const { document, held } = pass;
  const by = document.authorAt(path);
  const resolved = node && resolveNode(node);
  if (isRecord(part) && (resolved?.kind === "object" || resolved?.kind === "map")) {
    if (by === "human") return;
    if (!isRecord(document.read(path))) {
      if (hasHuman(document.markAt(path))) return;
      startContainer(document, path, resolved);
    } else if (document.markAt(path)?.implicit) document.mark(path, { implicit: undefined });
    const before = isRecord(earlier) ? earlier : {};
    for (const key of Object.keys(part)) {
      const had = Object.hasOwn(before, key) ? before[key] : undefined;
      const at = childPointer(path, key);
      if (Object.is(part[key], had) && !holdsWithin(held, at)) continue;
      applyPart(pass, at, childAt(resolved, key), part[key], had);
    }
    for (const key of Object.keys(before)) if (!Object.hasOwn(part, key)) withdraw(document, childPointer(path, key));
  } else if (Array.isArray(part) && resolved?.kind === "array") {
    if (by !== "human") applyList(pass, path, resolved, part, Array.isArray(earlier) ? earlier : []);
  } else if (by === "human" || hasHuman(document.markAt(path))) document.recordState(path);
  else if (resolved && !isComplete(pass, path, part) && isBeginning(resolved, part)) held.set(path, part);
  else setPart(pass, path, part);
}

function setPart({ document, held }: Pass, path: Pointer, part: unknown): void {
  const before = document.read(path);
  held.delete(path);
  if (!Object.is(before, part) || (typeof part === "object" && part !== null)) {
    document.assign(path, part, "model");
    return;
  }
  // The same value may have another author now.
  if (document.markAt(path)?.by === "model") return;
  document.mark(path, { by: "model", text: undefined });
  document.recordChange(path, false);
}

function startContainer(document: FormDocument, path: Pointer, resolved: FormNode): void {
  const empty = initialValue(
    { ...resolved, required: true, nullable: false, default: undefined } as FormNode,
    undefined,
  );
  const branch = document.markAt(path)?.branch;
  document.assign(path, resolved.kind === "array" ? [] : empty, "model");
  if (branch) document.mark(path, { branch });
}

function applyList(
  pass: Pass,
  path: Pointer,
  list: ArrayNode,
  part: readonly unknown[],
  earlier: readonly unknown[],
): void {
  const { document, rows, held } = pass;
  const mark = document.markAt(path);
  if (!Array.isArray(document.read(path))) {
    if (hasHuman(mark)) return;
    startContainer(document, path, list);
  } else if (!mark?.askedRows) {
    // These rows were here before the model: a human's arrangement stays.
    if (mark?.arranged) return;
    dropUnfilledEnd(document, rows, path);
  }
  const asked = growList(pass, path, list, part.length);
  part.forEach((element, index) => {
    const had = index < earlier.length ? earlier[index] : undefined;
    if (Object.is(element, had) && !holdsWithin(held, `${path}/${index}`)) return;
    const place = rowOf(rows.at(path), document.markAt(path), index);
    if (place !== undefined) applyPart(pass, `${path}/${place}`, childAt(list, place), element, had);
  });
  for (let index = asked.length - 1; index >= part.length; index--) {
    const place = rowOf(rows.at(path), document.markAt(path), index);
    const { arranged, askedRows, below } = document.markAt(path) ?? {};
    if (place === undefined || hasHuman(below?.get(String(place)))) continue;
    const kept = [...rows.listAt(path).keys()].filter((at) => at !== place);
    rows.arrange(path, kept);
    document.mark(path, { arranged, askedRows: askedRows?.slice(0, index) });
  }
}

/** Drops the rows behind the last one that a human filled in, so that the human's rows keep their places. */
function dropUnfilledEnd(document: FormDocument, rows: FormRows, path: Pointer): void {
  const list = rows.listAt(path);
  const mark = document.markAt(path);
  let kept = list.length;
  while (kept > 0 && !hasHuman(mark?.below?.get(String(kept - 1)))) kept--;
  if (kept === list.length) return;
  document.write(path, list.slice(0, kept));
  document.mark(path, { by: "model" });
  document.recordChange(path, true);
}

/** Makes a list at least so many asked elements long; returns the identities of the rows that hold them. */
function growList({ document, rows }: Pass, path: Pointer, list: ArrayNode, length: number): readonly string[] {
  const mark = document.markAt(path);
  const asked =
    mark?.askedRows ??
    rows
      .at(path)
      .slice(0, length)
      .map((row) => row.id);
  if (length <= asked.length) {
    if (asked !== mark?.askedRows) document.mark(path, { askedRows: asked });
    return asked;
  }
  const before = rows.listAt(path).length;
  rows.append(
    path,
    Array.from({ length: length - asked.length }, (_, index) => {
      const child = childAt(list, before + index);
      return child && newItem(child);
    }),
  );
  const added = rows.at(path).slice(before);
  document.mark(path, { askedRows: [...asked, ...added.map((row) => row.id)] });
  document.recordChange(path, false);
  // A row has no listeners before it exists, but a tuple's places have.
  for (let index = before; index < list.prefix.length; index++) document.recordChange(`${path}/${index}`, true);
  return asked;
}

/** Takes back what a model asked for earlier and asks for no more. */
function withdraw(document: FormDocument, path: Pointer): void {
  if (document.authorAt(path) !== "model" || hasHuman(document.markAt(path))) return;
  document.assign(path, undefined, "default");
}

function holdsWithin(held: Incoming["held"], path: Pointer): boolean {
  for (const key of held.keys()) if (key === path || key.startsWith(`${path}/`)) return true;
  return false;
}
