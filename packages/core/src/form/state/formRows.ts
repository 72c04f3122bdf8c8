import type { FormDocument } from "./formDocument.ts";
import type { FormIssues } from "./formIssues.ts";
import { newItem } from "../model/initialValue.ts";
import type { Mark } from "./marks.ts";
import { childAt, resolveNode } from "../model/model.ts";
import { childPointer, type Pointer } from "../../json/pointer.ts";
import { isRecord } from "../../json/record.ts";

export type Rows = readonly { id: string; key: string }[];

/** What `arrange` puts at a place: the row that was at an index, or a new element with its marks. */
export type RowSource = number | { value: unknown; mark?: Mark | undefined };

/** The elements of lists and the entries of maps, each with an identity that stays with it wherever it moves. */
export interface FormRows {
  at(path: Pointer): Rows;
  listAt(path: Pointer): readonly unknown[];
  /** Rearranges a list, place by place. */
  arrange(path: Pointer, places: readonly RowSource[]): void;
  /** Adds elements at the end, which is no arranging: a model's list may go on growing. */
  append(path: Pointer, values: readonly unknown[]): void;
  insert(path: Pointer, index: number): void;
  duplicate(path: Pointer, index: number): void;
  /** The identities of the rows by step, for a change of them. */
  idsAt(path: Pointer): Map<string, string>;
  newId(): string;
  /** The issues, which move with the rows. */
  readonly issues: FormIssues;
}

const none: Rows = [];

export function createFormRows(document: FormDocument, issues: FormIssues): FormRows {
  let nextId = 0;
  /** The last rows of each place, so that the same rows are the same object. */
  const last = new Map<Pointer, { rows: Rows; ids: Mark["rows"]; isList: boolean }>();

  /** The keys of a map's entries, or of what stands beside an object's own fields. */
  const entryKeys = (path: Pointer, value: Record<string, unknown>): string[] => {
    const node = document.nodeAt(path);
    let resolved = node && resolveNode(node);
    while (resolved?.kind === "union") {
      const branch = resolved.branches[document.branchAt(resolved, path, value)];
      resolved = branch && resolveNode(branch.node);
    }
    return Object.keys(value).filter((key) => resolved?.kind !== "object" || !resolved.fields.has(key));
  };

  const rows: FormRows = {
    issues,
    newId: () => `r${++nextId}`,
    idsAt: (path) => new Map(rows.at(path).map(({ key, id }) => [key, id])),
    at(path) {
      const value = document.read(path);
      const ids = document.markAt(path)?.rows;
      const before = last.get(path);
      const isList = Array.isArray(value);
      // A list's keys are its places, so a list of the same length has the same rows.
      const isSameList = isList && before?.isList && before.rows.length === value.length;
      if (isSameList && before.ids === ids) return before.rows;
      const keys = isList ? Array.from(value.keys(), String) : isRecord(value) ? entryKeys(path, value) : [];
      if (keys.length === 0) return none;
      const next = withIds(keys, ids);
      if (before && sameRows(before.rows, next)) {
        before.ids = ids;
        return before.rows;
      }
      last.set(path, { rows: next, ids, isList });
      return next;
    },
    listAt(path) {
      const list = document.read(path);
      return Array.isArray(list) ? (list as unknown[]) : [];
    },
    arrange(path, places) {
      const list = rows.listAt(path);
      const ids = rows.idsAt(path);
      const mark = document.markAt(path);
      const below = new Map<string, Mark>();
      const moved = new Map<string, string>();
      const value = places.map((place, index) => {
        const marked = typeof place === "number" ? mark?.below?.get(String(place)) : place.mark;
        if (marked) below.set(String(index), marked);
        if (typeof place === "number") moved.set(String(place), String(index));
        return typeof place === "number" ? list[place] : place.value;
      });
      issues.rename(path, (step) => moved.get(step));
      document.write(path, value);
      document.mark(path, {
        below,
        rows: new Map(
          places.map((place, index) => [
            String(index),
            (typeof place === "number" ? ids.get(String(place)) : undefined) ?? rows.newId(),
          ]),
        ),
        arranged: true,
        touched: true,
      });
      document.recordChange(path, true);
    },
    append(path, values) {
      const list = rows.listAt(path);
      const ids = document.markAt(path)?.rows && rows.idsAt(path);
      document.write(path, [...list, ...values]);
      if (!ids) return;
      for (const index of values.keys()) ids.set(String(list.length + index), rows.newId());
      document.mark(path, { rows: ids });
    },
    insert(path, index) {
      const node = document.nodeAt(path);
      const child = node && childAt(resolveNode(node), index);
      const order: RowSource[] = [...rows.listAt(path).keys()];
      order.splice(index, 0, { value: child && newItem(child), mark: { by: "human" } });
      rows.arrange(path, order);
    },
    duplicate(path, index) {
      const list = rows.listAt(path);
      const order: RowSource[] = [...list.keys()];
      const mark = document.markAt(childPointer(path, index));
      // Both rows share their value until one of them is written.
      document.content();
      order.splice(index + 1, 0, { value: list[index], mark: { ...mark, by: "human" } });
      rows.arrange(path, order);
    },
  };
  return rows;
}

/** A row without an identity of its own goes by its key, unless a row that was moved goes by that. */
function withIds(keys: readonly string[], ids: Mark["rows"]): Rows {
  const used = new Set(ids?.values());
  return keys.map((key) => {
    let id = ids?.get(key);
    if (id === undefined) {
      for (id = `#${key}`; used.has(id);) id += "'";
      used.add(id);
    }
    return { id, key };
  });
}

const sameRows = (a: Rows, b: Rows): boolean =>
  a.length === b.length && a.every(({ id, key }, index) => id === b[index]!.id && key === b[index]!.key);
