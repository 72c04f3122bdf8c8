import { sameJson } from "../spec/condition.ts";
import type { FormDocument } from "./formDocument.ts";
import type { FormRows } from "./formRows.ts";
import type { FormChange } from "./formState.ts";
import { initialValue, newItem } from "./initialValue.ts";
import { hasHuman, type Author, type Mark } from "./marks.ts";
import { childAt, resolveNode, type ArrayNode, type FormNode } from "./model.ts";
import { isBeginning, partialBranch } from "./partialBranch.ts";
import { childPointer, isRecord, type Pointer, pointerSegments, readPath } from "./pointer.ts";

/**
 * A model's arguments in a form, as they arrive. What a human set stays; parts that kept their identity since the last
 * time are not looked at again, so that a delta costs the place it changes.
 */
export interface Prefill {
  /**
   * @param partial true: more is coming; else this may be all of it.
   * @returns places that a human had set, where something was asked for.
   */
  apply(value: unknown, partial: boolean | undefined): Pointer[];
  /** What was asked for at a place as it stands now, wherever its row was moved; undefined where nothing was. */
  askedAt(path: Pointer): unknown;
  /** All has arrived: what waited to be told apart is taken as it is. */
  finish(): void;
  /** The form went to another state. */
  forget(): void;
  changes(): FormChange[];
  /** Arguments came that nobody has said are incomplete, and `finish` was not called since. */
  readonly waits: boolean;
}

export type CreatePrefill = typeof createPrefill;

export function createPrefill(document: FormDocument, rows: FormRows): Prefill {
  /** Parts that may yet become one thing or another, such as the beginning of an option's name. */
  const held = new Map<Pointer, unknown>();
  let overruled: Pointer[] = [];
  let whole = false;
  let waits = false;

  /** What the row is called now that took a model's element; undefined where a human removed it. */
  const rowOf = (path: Pointer, mark: Mark | undefined, index: number): number | undefined => {
    const id = mark?.askedRows?.[index];
    if (!mark?.arranged) return index;
    const place = rows.at(path).findIndex((row) => row.id === id);
    return place < 0 ? undefined : place;
  };

  const take = (path: Pointer, part: unknown): void => {
    const before = document.read(path);
    held.delete(path);
    if (sameScalar(before, part)) {
      // The author alone may be news.
      if (document.markAt(path)?.by === "model") return;
      document.mark(path, { by: "model", text: undefined });
      document.tell(path, false);
    } else document.assign(path, part, "model");
  };

  const apply = (path: Pointer, node: FormNode | undefined, part: unknown, earlier: unknown): void => {
    const mark = document.markAt(path);
    const own = node && resolveNode(node);
    if (own?.kind === "union" && part !== null) {
      const current = document.read(path);
      const inUse = document.branchAt(own, path, current);
      const wanted = partialBranch(document, own, part, inUse, isWhole(path, part));
      if (wanted === undefined) {
        held.set(path, part);
        return;
      }
      // What waited was not taken before.
      if (held.delete(path)) earlier = undefined;
      const branch = own.branches[wanted]?.node;
      if (wanted !== inUse) {
        // A human's choice of kind stands, and so does a kind that somebody has begun to fill in.
        if (mark?.branch?.chosen || document.authorAt(path) === "human" || hasHuman(mark)) return;
        document.assign(path, undefined, "model");
        document.mark(path, { branch: { index: wanted, chosen: false, drafts: new Map() } });
        earlier = undefined;
      } else if (current === undefined && !mark?.branch) {
        document.mark(path, { branch: { index: wanted, chosen: false, drafts: new Map() } });
      }
      applyIn(path, branch, part, earlier);
    } else applyIn(path, node, part, earlier);
  };

  /** A part that waits and did not change while others did is complete. */
  const isWhole = (path: Pointer, part: unknown): boolean =>
    whole || (held.has(path) && Object.is(held.get(path), part));

  const applyIn = (path: Pointer, node: FormNode | undefined, part: unknown, earlier: unknown): void => {
    const by = document.authorAt(path);
    const own = node && resolveNode(node);
    if (isRecord(part) && (own?.kind === "object" || own?.kind === "map")) {
      if (by === "human") return;
      if (!isRecord(document.read(path))) {
        if (hasHuman(document.markAt(path))) return;
        start(path, own);
      } else if (document.markAt(path)?.implicit) document.mark(path, { implicit: undefined });
      const before = isRecord(earlier) ? earlier : {};
      for (const key of Object.keys(part)) {
        const had = Object.hasOwn(before, key) ? before[key] : undefined;
        const at = childPointer(path, key);
        if (Object.is(part[key], had) && !isHeldWithin(at)) continue;
        apply(at, childAt(own, key), part[key], had);
      }
      for (const key of Object.keys(before)) if (!Object.hasOwn(part, key)) withdraw(childPointer(path, key));
    } else if (Array.isArray(part) && own?.kind === "array") {
      if (by !== "human") applyList(path, own, part, Array.isArray(earlier) ? earlier : []);
    } else if (by === "human" || hasHuman(document.markAt(path))) overruled.push(path);
    else {
      if (own && !isWhole(path, part) && isBeginning(own, part)) held.set(path, part);
      else take(path, part);
    }
  };

  const start = (path: Pointer, own: FormNode): void => {
    const empty = initialValue({ ...own, required: true, nullable: false, default: undefined } as FormNode, undefined);
    const branch = document.markAt(path)?.branch;
    document.assign(path, own.kind === "array" ? [] : empty, "model");
    if (branch) document.mark(path, { branch });
  };

  const applyList = (path: Pointer, own: ArrayNode, part: readonly unknown[], earlier: readonly unknown[]): void => {
    let mark = document.markAt(path);
    if (!Array.isArray(document.read(path))) {
      if (hasHuman(mark)) return;
      start(path, own);
    } else if (!mark?.askedRows) {
      // Rows were here before the model: a human's arrangement stands, and what stands before a human's row stays in place.
      if (mark?.arranged) return;
      const list = rows.listAt(path);
      let kept = list.length;
      while (kept > 0 && !hasHuman(mark?.below?.get(String(kept - 1)))) kept--;
      if (kept < list.length) {
        document.write(path, list.slice(0, kept));
        document.mark(path, { by: "model" });
        document.tell(path, true);
      }
    }
    const ids = rows.at(path).map((row) => row.id);
    mark = document.markAt(path);
    const asked = mark?.askedRows ?? ids.slice(0, part.length);
    const fresh = part.length - asked.length;
    if (fresh > 0) {
      const list = rows.listAt(path);
      const added = part.slice(asked.length).map((_, index) => {
        const child = childAt(own, list.length + index);
        return child && newItem(child);
      });
      document.write(path, [...list, ...added]);
      const next = rows.at(path).slice(list.length);
      document.mark(path, { askedRows: [...asked, ...next.map((row) => row.id)] });
      document.tell(path, false);
      // Nobody can have listened to a row that was not there, but for a tuple's places, which are asked for before.
      for (let index = list.length; index < own.prefix.length; index++) document.tell(`${path}/${index}`, true);
    } else if (asked !== mark?.askedRows) document.mark(path, { askedRows: asked });
    part.forEach((element, index) => {
      const had = index < earlier.length ? earlier[index] : undefined;
      if (Object.is(element, had) && !isHeldWithin(`${path}/${index}`)) return;
      const place = rowOf(path, document.markAt(path), index);
      if (place !== undefined) apply(`${path}/${place}`, childAt(own, place), element, had);
    });
    for (let index = asked.length - 1; index >= part.length; index--) {
      const place = rowOf(path, document.markAt(path), index);
      const now = document.markAt(path);
      if (place === undefined || hasHuman(now?.below?.get(String(place)))) continue;
      const wasArranged = now?.arranged;
      rows.arrange(
        path,
        [...rows.listAt(path).keys()].filter((at) => at !== place),
      );
      document.mark(path, { arranged: wasArranged, askedRows: now?.askedRows?.slice(0, index) });
    }
  };

  /** What a model asked for before, and asks for no more. */
  const withdraw = (path: Pointer): void => {
    if (document.authorAt(path) !== "model" || hasHuman(document.markAt(path))) return;
    document.assign(path, undefined, "default");
  };

  const isHeldWithin = (path: Pointer): boolean => {
    for (const key of held.keys()) if (key === path || key.startsWith(`${path}/`)) return true;
    return false;
  };

  const finish = (): void => {
    waits = false;
    if (held.size === 0) return;
    whole = true;
    apply("", document.model.root, document.asked, document.asked);
    whole = false;
    held.clear();
  };

  return {
    apply(value, partial) {
      const earlier = document.asked;
      document.asked = value;
      waits = partial !== true;
      overruled = [];
      if (value !== undefined && !Object.is(value, earlier)) apply("", document.model.root, value, earlier);
      return overruled;
    },
    askedAt(path) {
      let asked = document.asked;
      let at: Pointer = "";
      for (const step of pointerSegments(path)) {
        if (asked === undefined) return undefined;
        const mark = document.markAt(at);
        const id = mark?.arranged && mark.askedRows ? (mark.rows?.get(step) ?? "") : undefined;
        asked = readPath(asked, [id === undefined ? step : String(mark!.askedRows!.indexOf(id))]);
        at = childPointer(at, step);
      }
      return asked;
    },
    finish,
    forget() {
      held.clear();
      waits = false;
    },
    changes() {
      return document.asked === undefined ? [] : compareAsked(document, rows, rowOf);
    },
    get waits() {
      return waits;
    },
  };
}

function compareAsked(
  document: FormDocument,
  rows: FormRows,
  rowOf: (path: Pointer, mark: Mark | undefined, index: number) => number | undefined,
): FormChange[] {
  const found: FormChange[] = [];
  const push = (path: Pointer, asked: unknown, value: unknown, by: Author | undefined): void => {
    found.push({ path, asked, value, by });
  };
  /** What a human put where the model asked for nothing. */
  const added = (path: Pointer, value: unknown): void => {
    if (value === undefined) return;
    const mark = document.markAt(path);
    if (document.authorAt(path) === "human") push(path, undefined, document.share(path), "human");
    else if (isRecord(value) && hasHuman(mark))
      for (const [key, part] of Object.entries(value)) added(childPointer(path, key), part);
    else if (hasHuman(mark)) push(path, undefined, document.share(path), "human");
  };
  const compare = (path: Pointer, asked: unknown, value: unknown): void => {
    if (Object.is(asked, value)) return;
    const mark = document.markAt(path);
    if (isRecord(asked) && isRecord(value)) {
      for (const [key, part] of Object.entries(asked))
        compare(childPointer(path, key), part, Object.hasOwn(value, key) ? value[key] : undefined);
      for (const [key, part] of Object.entries(value))
        if (!Object.hasOwn(asked, key)) added(childPointer(path, key), part);
    } else if (Array.isArray(asked) && Array.isArray(value) && mark?.askedRows) {
      const places = asked.map((_, index) => rowOf(path, mark, index));
      const kept = places.filter((place) => place !== undefined);
      if (kept.some((place, index) => index > 0 && place < kept[index - 1]!)) {
        push(path, asked, document.share(path), "human");
        return;
      }
      asked.forEach((part: unknown, index) => {
        const place = places[index];
        if (place === undefined) push(childPointer(path, index), part, undefined, "human");
        else compare(childPointer(path, place), part, value[place]);
      });
      const taken = new Set(kept);
      rows.at(path).forEach((_, index) => {
        if (!taken.has(index)) push(childPointer(path, index), undefined, value[index], "human");
      });
    } else if (!sameJson(asked, value)) push(path, asked, document.share(path), document.authorAt(path));
  };
  compare("", document.asked, document.read(""));
  return found;
}

const sameScalar = (a: unknown, b: unknown): boolean => Object.is(a, b) && (typeof a !== "object" || a === null);
