"use client";
import { checkFields, type FieldProblem } from "@callboard/core/fields";
import type { FieldDefinition, FieldType } from "@callboard/core/form";
import { useId, useRef, useState, type ReactNode } from "react";
import { fieldIcon } from "../field/api/fieldIcon.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { AddField } from "./AddField.tsx";
import { fieldName, freeKey, keyOf } from "./fieldEdit.ts";
import { FieldRow } from "./FieldRow.tsx";
import type { RenderFields } from "./FieldSettings.tsx";
import { useRowDrag } from "../form/useRowDrag.ts";
import { formEnglish } from "../messages/en.ts";
import { editorEnglish } from "../messages/editorEnglish.ts";

const words = { ...editorEnglish, ...formEnglish };

export interface FieldListProps {
  fields: readonly FieldDefinition[];
  onChange: (fields: FieldDefinition[]) => void;
  /** Fields of the objects around, which conditions may name. */
  around?: readonly FieldDefinition[];
  label: string;
  inside?: string;
  /** Where the list stands in the definitions, for problems to be found. */
  path?: string;
  problems?: readonly FieldProblem[];
}

/** Ids of the rows, in the order of their fields, and how many have been made. */
interface Rows {
  ids: readonly string[];
  made: number;
}

/** Rows for as many fields as there are now: those at the end are dropped, or new ones added there. */
function fitRows({ ids, made }: Rows, count: number, list: string): Rows {
  const added = Math.max(0, count - ids.length);
  const newIds = Array.from({ length: added }, (_, index) => `${list}-${made + index}`);
  return { ids: [...ids.slice(0, count), ...newIds], made: made + added };
}

/** A list of fields: one row each, of which one is open; moved by drag or button, removed with a way back. */
export function FieldList({
  fields,
  onChange,
  around = [],
  label,
  inside,
  path = "",
  problems = checkFields(fields),
}: FieldListProps): ReactNode {
  const { t } = useKit(words);
  const list = useId();
  const root = useRef<HTMLElement>(null);
  const rowList = useRef<HTMLOListElement>(null);
  const [open, setOpen] = useState<string>();
  const [said, setSaid] = useState("");
  const [removed, setRemoved] = useState<{ field: FieldDefinition; index: number; id: string }>();
  const [rows, setRows] = useState<Rows>({ ids: [], made: 0 });
  let { ids } = rows;
  if (ids.length !== fields.length) {
    const fitted = fitRows(rows, fields.length, list);
    ids = fitted.ids;
    setRows(fitted);
  }
  const newId = `${list}-${rows.made}`;

  const focus = (selector: string): void => {
    // After React has drawn the change.
    setTimeout(() => {
      const target = root.current?.querySelector<HTMLElement>(selector);
      target?.focus();
      if (target instanceof HTMLInputElement) target.select();
    });
  };
  const splice = (index: number, drop: number, ...added: [string, FieldDefinition][]): void => {
    setRows({ ids: ids.toSpliced(index, drop, ...added.map(([id]) => id)), made: rows.made + 1 });
    setRemoved(undefined);
    onChange(fields.toSpliced(index, drop, ...added.map(([, field]) => field)));
  };
  const add = (type: FieldType): void => {
    const name = t(`editor.type.${type}`);
    const field: FieldDefinition = {
      key: freeKey(keyOf(name) || "field", fields),
      type,
      label: name,
      ...(type === "object" && { fields: [] }),
      ...(type === "enum" && { options: [] }),
    };
    splice(fields.length, 0, [newId, field]);
    setOpen(newId);
    setSaid(t("form.added", { label: name }));
    focus(`[data-row="${CSS.escape(newId)}"] [data-setting="label"]`);
  };
  const move = (from: number, to: number, refocus?: "up" | "down"): void => {
    if (to < 0 || to >= fields.length || from === to) return;
    const id = ids[from]!;
    const field = fields[from]!;
    const next = fields.toSpliced(from, 1).toSpliced(to, 0, field);
    setRows({ ...rows, ids: ids.toSpliced(from, 1).toSpliced(to, 0, id) });
    setRemoved(undefined);
    onChange(next);
    setSaid(t("form.moved", { label: fieldName(field), index: to + 1 }));
    if (!refocus) return;
    const end = refocus === "up" ? to === 0 : to === fields.length - 1;
    const action = end ? (refocus === "up" ? "down" : "up") : refocus;
    focus(`[data-row="${CSS.escape(id)}"] [data-action="${action}"]`);
  };
  useRowDrag(rowList, fields.length > 0, move);
  const duplicate = (index: number): void => {
    const field = fields[index]!;
    splice(index + 1, 0, [newId, { ...structuredClone(field), key: freeKey(field.key, fields) }]);
    setSaid(t("form.duplicated", { label: fieldName(field) }));
    focus(`[data-row="${CSS.escape(newId)}"] [data-action="open"]`);
  };
  const remove = (index: number): void => {
    const field = fields[index]!;
    const id = ids[index]!;
    splice(index, 1);
    setRemoved({ field, index, id });
    setSaid(t("editor.removed", { label: fieldName(field) }));
    focus('[data-action="undo"]');
  };
  const undo = (): void => {
    if (!removed) return;
    splice(Math.min(removed.index, fields.length), 0, [removed.id, removed.field]);
    setSaid(t("editor.restored", { label: fieldName(removed.field) }));
    focus(`[data-row="${CSS.escape(removed.id)}"] [data-action="open"]`);
  };
  const renderFields: RenderFields = (inner) => <FieldList {...inner} problems={problems} />;
  const undoRow = removed && (
    <li key="undo" className="cb-editor-undo">
      <span>{t("editor.removed", { label: fieldName(removed.field) })}</span>
      <button type="button" className="cb-inline-button" data-action="undo" onClick={undo}>
        {t("editor.undo")}
      </button>
    </li>
  );

  return (
    <section ref={root} className="cb-editor-list" aria-label={label}>
      <div className="cb-editor-list-head">
        <span className="cb-field-label">{label}</span>
        <span className="cb-field-help">{t("editor.fields", { count: fields.length })}</span>
      </div>
      {fields.length === 0 && !removed && (
        <p className="cb-editor-empty">
          <strong>{t("editor.empty")}</strong>
          {path === "" && <span className="cb-field-help">{t("editor.emptyHelp")}</span>}
        </p>
      )}
      {(fields.length > 0 || removed) && (
        <ol ref={rowList} className="cb-editor-rows">
          {fields.flatMap((field, index) => {
            const id = ids[index]!;
            const at = `${path}/${index}`;
            const row = (
              <FieldRow
                key={id}
                id={id}
                field={field}
                index={index}
                count={fields.length}
                siblings={fields}
                around={around}
                path={at}
                problems={problems.filter((problem) => problem.path.startsWith(`${at}/`))}
                isOpen={open === id}
                onToggle={() => setOpen(open === id ? undefined : id)}
                onChange={(next) => onChange(fields.with(index, next))}
                onMove={move}
                onDuplicate={() => duplicate(index)}
                onRemove={() => remove(index)}
                renderFields={renderFields}
              />
            );
            return removed?.index === index ? [undoRow, row] : [row];
          })}
          {removed && removed.index >= fields.length && undoRow}
        </ol>
      )}
      <AddField
        name={inside === undefined ? t("editor.add") : t("editor.addTo", { label: inside })}
        onAdd={add}
        icon={fieldIcon("add")}
      />
      <span className="cb-visually-hidden" role="status">
        {said}
      </span>
    </section>
  );
}
