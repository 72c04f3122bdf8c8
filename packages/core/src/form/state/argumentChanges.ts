import { sameJson } from "../../json/sameJson.ts";
import { childPointer, type Pointer } from "../../json/pointer.ts";
import { isRecord } from "../../json/record.ts";
import type { Rows } from "./formRows.ts";
import type { FormChange, FormStore } from "./formState.ts";
import { authorAt, hasHuman, markAt, type Mark } from "./marks.ts";

/** The index of the row that holds an element of a model's list; undefined where a human removed it. */
export function rowOf(rows: Rows, mark: Mark | undefined, index: number): number | undefined {
  if (!mark?.arranged) return index;
  const id = mark.askedRows?.[index];
  const place = rows.findIndex((row) => row.id === id);
  return place < 0 ? undefined : place;
}

/** The differences between a model's arguments and the form's value, with what a human added. */
export function argumentChanges(store: FormStore): FormChange[] {
  const { value: root, marks, asked: all } = store.getContent();
  if (all === undefined) return [];
  const changes: FormChange[] = [];
  const add = (path: Pointer, asked: unknown, value: unknown): void => {
    changes.push({ path, asked, value, by: asked === undefined ? "human" : authorAt(marks, path) });
  };
  /** Adds what a human put where the model asked for nothing. */
  const addUnasked = (path: Pointer, value: unknown): void => {
    if (value === undefined) return;
    const mark = markAt(marks, path);
    if (authorAt(marks, path) === "human") add(path, undefined, value);
    else if (isRecord(value) && hasHuman(mark))
      for (const [key, part] of Object.entries(value)) addUnasked(childPointer(path, key), part);
    else if (hasHuman(mark)) add(path, undefined, value);
  };
  const compareLists = (path: Pointer, asked: readonly unknown[], value: readonly unknown[]): void => {
    const mark = markAt(marks, path);
    const { rows } = store.getGroup(path);
    const places = asked.map((_, index) => rowOf(rows, mark, index));
    const kept = places.filter((place) => place !== undefined);
    if (kept.some((place, index) => index > 0 && place < kept[index - 1]!)) {
      changes.push({ path, asked, value, by: "human" });
      return;
    }
    asked.forEach((part, index) => {
      const place = places[index];
      if (place === undefined)
        changes.push({ path: childPointer(path, index), asked: part, value: undefined, by: "human" });
      else compare(childPointer(path, place), part, value[place]);
    });
    const isAsked = new Set(kept);
    rows.forEach((_, index) => {
      if (!isAsked.has(index)) add(childPointer(path, index), undefined, value[index]);
    });
  };
  const compare = (path: Pointer, asked: unknown, value: unknown): void => {
    if (Object.is(asked, value)) return;
    if (isRecord(asked) && isRecord(value)) {
      for (const [key, part] of Object.entries(asked))
        compare(childPointer(path, key), part, Object.hasOwn(value, key) ? value[key] : undefined);
      for (const [key, part] of Object.entries(value))
        if (!Object.hasOwn(asked, key)) addUnasked(childPointer(path, key), part);
    } else if (Array.isArray(asked) && Array.isArray(value) && markAt(marks, path)?.askedRows)
      compareLists(path, asked, value);
    else if (!sameJson(asked, value)) add(path, asked, value);
  };
  compare("", all, root);
  return changes;
}
