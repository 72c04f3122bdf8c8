import { defineOwn } from "../../json/defineOwn.ts";
import { childPointer, type Pointer } from "../../json/pointer.ts";
import { isRecord } from "../../json/record.ts";
import { newItem } from "../model/initialValue.ts";
import { childAt, resolveNode } from "../model/model.ts";
import type { FormStore } from "./formState.ts";

/** Adds an entry to a map; its name is empty until somebody gives one. */
export function addEntry(store: FormStore, path: Pointer, key = ""): void {
  const map = store.getValue(path);
  if (isRecord(map) && Object.hasOwn(map, key)) return;
  store.edit({ path }, (document, rows) => {
    const node = document.nodeAt(path);
    const item = node && childAt(resolveNode(node), key);
    const next = isRecord(map) ? { ...map } : {};
    const ids = rows.idsAt(path).set(key, rows.newId());
    // The entry appears at once, even while it has no value.
    defineOwn(next, key, (item && newItem(item)) ?? null);
    document.write(path, next);
    document.mark(path, { touched: true, rows: ids });
    document.mark(childPointer(path, key), { by: "human" });
    document.recordChange(path, true);
  });
}

/** Gives an entry of a map another name; its place and everything typed in it stay. */
export function renameEntry(store: FormStore, path: Pointer, from: string, to: string): void {
  const map = store.getValue(path);
  if (!isRecord(map) || from === to || !Object.hasOwn(map, from) || Object.hasOwn(map, to)) return;
  // A name is typed key by key; each key is a new name of the same row.
  const row = store.getGroup(path).rows.find(({ key }) => key === from);
  store.edit({ path, kind: `name ${path} ${row?.id}` }, (document, rows) => {
    const next: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(map)) defineOwn(next, key === from ? to : key, value);
    const ids = rows.idsAt(path);
    ids.set(to, ids.get(from) ?? rows.newId());
    ids.delete(from);
    const [old, now] = [childPointer(path, from), childPointer(path, to)];
    rows.issues.rename(path, (step) => (`${path}/${step}` === old ? now.slice(path.length + 1) : step));
    document.setMark(now, { ...document.markAt(old), by: "human" });
    // A model that asked for the old name does not bring it back.
    document.setMark(old, { by: "human" });
    document.mark(path, { rows: ids });
    document.write(path, next);
    document.recordChange(path, true);
  });
}

export function removeEntry(store: FormStore, path: Pointer, key: string): void {
  const map = store.getValue(path);
  if (!isRecord(map) || !Object.hasOwn(map, key)) return;
  store.edit({ path }, (document, rows) => {
    const { [key]: _removed, ...next } = map;
    const at = childPointer(path, key);
    rows.issues.clear(at, true);
    document.setMark(at, { by: "human" });
    const ids = rows.idsAt(path);
    ids.delete(key);
    document.mark(path, { rows: ids });
    document.write(path, next);
    document.recordChange(path, true);
  });
}
