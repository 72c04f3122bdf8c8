import type { FormDocument } from "./formDocument.ts";
import type { FormIssues } from "./formIssues.ts";
import { newItem } from "./initialValue.ts";
import type { Mark } from "./marks.ts";
import { childAt, resolveNode } from "./model.ts";
import { childPointer, defineOwn, isRecord, type Pointer } from "./pointer.ts";

export type Rows = readonly { id: string; key: string }[];

/** The elements of lists and the entries of maps, each with an identity that stays with it wherever it moves. */
export interface FormRows {
  at(path: Pointer): Rows;
  listAt(path: Pointer): readonly unknown[];
  /** Rearranges a list: for each place the old index, or the new element with what is known of it. */
  arrange(path: Pointer, places: readonly (number | { value: unknown; mark?: Mark | undefined })[]): void;
  insert(path: Pointer, index: number): void;
  duplicate(path: Pointer, index: number): void;
  renameKey(path: Pointer, from: string, to: string): void;
  addKey(path: Pointer, key: string): void;
  removeKey(path: Pointer, key: string): void;
}

const none: Rows = [];

export function createFormRows(document: FormDocument, issues: FormIssues): FormRows {
  let nextId = 0;
  const newId = (): string => `r${++nextId}`;
  const known = new WeakMap<object, Rows>();

  const rows: FormRows = {
    at(path) {
      const value = document.read(path);
      const mark = document.markAt(path);
      const before = mark?.rows;
      const last = before && known.get(before);
      // A list's keys are its places, so as many rows are the same rows.
      if (last && Array.isArray(value) && value.length === last.length) return last;
      let keys: string[];
      if (Array.isArray(value)) keys = Array.from(value.keys(), String);
      else if (isRecord(value)) {
        const node = document.nodeAt(path);
        let own = node && resolveNode(node);
        while (own?.kind === "union") {
          const branch = own.branches[document.branchAt(own, path, value)];
          own = branch && resolveNode(branch.node);
        }
        keys = Object.keys(value).filter((key) => own?.kind !== "object" || !own.fields.has(key));
      } else return none;
      if (keys.length === 0) return none;
      let ids = before;
      for (const key of keys) {
        if (ids?.has(key)) continue;
        if (!ids || ids === before) ids = new Map(before);
        (ids as Map<string, string>).set(key, newId());
      }
      if (ids !== before) document.mark(path, { rows: ids });
      const list = known.get(ids!);
      if (list?.length === keys.length && list.every((row, index) => row.key === keys[index])) return list;
      const next = keys.map((key) => ({ id: ids!.get(key)!, key }));
      known.set(ids!, next);
      return next;
    },
    listAt(path) {
      const list = document.read(path);
      return Array.isArray(list) ? (list as unknown[]) : [];
    },
    arrange(path, places) {
      const list = rows.listAt(path);
      const ids = new Map(rows.at(path).map(({ id, key }) => [Number(key), id]));
      const mark = document.markAt(path);
      const below = new Map<string, Mark>();
      const moved = new Map<string, string>();
      const value = places.map((place, index) => {
        const own = typeof place === "number" ? mark?.below?.get(String(place)) : place.mark;
        if (own) below.set(String(index), own);
        if (typeof place === "number") moved.set(String(place), String(index));
        return typeof place === "number" ? list[place] : place.value;
      });
      issues.rename(path, (step) => moved.get(step));
      document.write(path, value);
      document.mark(path, {
        below,
        rows: new Map(
          places.map((place, index) => [String(index), (typeof place === "number" && ids.get(place)) || newId()]),
        ),
        arranged: true,
        touched: true,
      });
      document.tell(path, true);
    },
    insert(path, index) {
      const node = document.nodeAt(path);
      const child = node && childAt(resolveNode(node), index);
      const order: Parameters<FormRows["arrange"]>[1][number][] = [...rows.listAt(path).keys()];
      order.splice(index, 0, { value: child && newItem(child), mark: { by: "human" } });
      rows.arrange(path, order);
    },
    duplicate(path, index) {
      const list = rows.listAt(path);
      const order: Parameters<FormRows["arrange"]>[1][number][] = [...list.keys()];
      const mark = document.markAt(childPointer(path, index));
      // Both rows share what they hold until one of them is written.
      document.content();
      order.splice(index + 1, 0, { value: list[index], mark: { ...mark, by: "human" } });
      rows.arrange(path, order);
    },
    renameKey(path, from, to) {
      const map = document.read(path) as Record<string, unknown>;
      const next: Record<string, unknown> = {};
      for (const [key, value] of Object.entries(map)) defineOwn(next, key === from ? to : key, value);
      const mark = document.markAt(path);
      const id = mark?.rows?.get(from);
      const ids = new Map(mark?.rows);
      ids.delete(from);
      if (id !== undefined) ids.set(to, id);
      const [old, now] = [childPointer(path, from), childPointer(path, to)];
      issues.rename(path, (step) => (childPointer(path, "") + step === old ? now.slice(path.length + 1) : step));
      document.setMark(now, { ...document.markAt(old), by: "human" });
      // Whoever asked for the old name is not to bring it back.
      document.setMark(old, { by: "human" });
      document.mark(path, { rows: ids });
      document.write(path, next);
      document.tell(path, true);
    },
    addKey(path, key) {
      const map = document.read(path);
      const node = document.nodeAt(path);
      const item = node && childAt(resolveNode(node), key);
      const next = isRecord(map) ? { ...map } : {};
      // An entry is there as soon as it is asked for, even while its value is not.
      defineOwn(next, key, (item && newItem(item)) ?? null);
      document.write(path, next);
      document.mark(path, { touched: true });
      document.mark(childPointer(path, key), { by: "human" });
      document.tell(path, true);
    },
    removeKey(path, key) {
      const { [key]: _removed, ...next } = document.read(path) as Record<string, unknown>;
      const at = childPointer(path, key);
      issues.clear(at, true);
      document.setMark(at, { by: "human" });
      const ids = new Map(document.markAt(path)?.rows);
      ids.delete(key);
      document.mark(path, { rows: ids });
      document.write(path, next);
      document.tell(path, true);
    },
  };
  return rows;
}
