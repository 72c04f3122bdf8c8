"use client";
import { childPointer, type FormNode, type MapNode, type Pointer } from "@callboard/core/form";
import { memo, useRef, useState, type ReactNode } from "react";
import { afterPress } from "./afterPress.ts";
import { fieldIcon } from "./fieldIcon.tsx";
import { issueText, useFormScope, useGroup, useField } from "./formContext.ts";
import { GroupIssue } from "./GroupIssue.tsx";
import { useRemoval } from "./RemovedNote.tsx";

/** An object whose keys people choose: one row an entry, name and value. */
export const MapField = memo(function MapField({
  node,
  path,
  label = node.label,
  hideLabel = false,
}: {
  node: MapNode;
  path: Pointer;
  label?: string;
  hideLabel?: boolean;
}): ReactNode {
  const { idOf } = useFormScope();
  const id = idOf(path);
  return (
    <fieldset
      className="cb-group"
      data-type="map"
      data-path={path}
      id={id}
      tabIndex={-1}
      aria-describedby={node.help === undefined ? undefined : `${id}-help`}
    >
      <legend className={hideLabel ? "cb-visually-hidden" : "cb-group-label"}>{label}</legend>
      {node.help !== undefined && (
        <p className="cb-field-help" id={`${id}-help`}>
          {node.help}
        </p>
      )}
      <GroupIssue path={path} />
      <EntryRows item={node.item} path={path} label={label} />
    </fieldset>
  );
});

/** The entries themselves, and the button that adds one. */
export function EntryRows({ item, path, label }: { item: FormNode; path: Pointer; label: string }): ReactNode {
  const { store, t, idOf, readOnly, announce } = useFormScope();
  const { rows } = useGroup(path);
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [removed, takeNote] = useRemoval(path, rows);
  const nameId = (key: string): string => idOf(`${childPointer(path, key)}/~name`);
  /** After React has drawn the change. */
  const focusName = (key: string): void => queueMicrotask(() => document.getElementById(nameId(key))?.focus());
  const remove = (key: string): void => {
    const at = childPointer(path, key);
    const value = store.getValue(at);
    const index = rows.findIndex((row) => row.key === key);
    store.setProblem(`${at}/~name`, undefined);
    store.removeKey(path, key);
    takeNote({
      label: key || t("form.entryValue"),
      restore() {
        store.addKey(path, key);
        store.setValue(at, value);
      },
      focus: () => focusName(key),
    });
    queueMicrotask(() => {
      const entries = list.current?.children;
      const next = entries?.[Math.min(index, entries.length - 1)];
      (next?.querySelector<HTMLElement>(":scope > [data-action=remove]") ?? add.current)?.focus();
    });
  };
  return (
    <>
      {rows.length > 0 && (
        <ul ref={list} className="cb-entries">
          {rows.map((row) => (
            <EntryRow key={row.id} item={item} path={path} name={row.key} onRemove={remove} />
          ))}
        </ul>
      )}
      {rows.length === 0 && label !== "" && <p className="cb-value-empty">{t("form.emptyList")}</p>}
      {!readOnly && (
        <button
          ref={add}
          type="button"
          className="cb-button"
          data-size="small"
          data-action="add-entry"
          data-path={path}
          aria-label={t("form.addEntryTo", { label: label || t("form.field") })}
          onClick={() => {
            // One entry at a time is without a name: the one that waits for it comes first.
            if (rows.every((row) => row.key !== "")) {
              store.addKey(path);
              const at = `${childPointer(path, "")}/~name`;
              store.setProblem(at, { path: at, code: "entryName", message: t("form.issue.entryName") });
              announce(t("form.entryAdded"));
            }
            focusName("");
          }}
        >
          {fieldIcon("add")}
          {t("form.addEntry")}
        </button>
      )}
      {removed}
    </>
  );
}

function EntryRow({
  item,
  path,
  name,
  onRemove,
}: {
  item: FormNode;
  path: Pointer;
  name: string;
  onRemove: (name: string) => void;
}): ReactNode {
  const { store, t, idOf, readOnly, Node } = useFormScope();
  const [typed, setTyped] = useState(name);
  const [lastName, setLastName] = useState(name);
  if (name !== lastName) {
    setLastName(name);
    setTyped(name);
  }
  const at = childPointer(path, name);
  // No pointer ends so: what is wrong with a name is kept beside its value, not in it.
  const namePath = `${at}/~name`;
  const { issue } = useField(namePath);
  const id = idOf(namePath);
  const change = (next: string): void => {
    setTyped(next);
    const value = store.getValue(path);
    const isTaken = next !== name && typeof value === "object" && value !== null && Object.hasOwn(value, next);
    const code = next === "" ? "entryName" : "entryTaken";
    if (next === "" || isTaken) {
      store.setProblem(namePath, { path: namePath, code, message: t(`form.issue.${code}`) });
    } else {
      store.setProblem(namePath, undefined);
      store.renameKey(path, name, next);
    }
  };
  const words = name || t("form.entryValue");
  return (
    <li className="cb-entry">
      <div className="cb-field" data-invalid={issue ? "" : undefined}>
        <input
          id={id}
          className="cb-input"
          aria-label={t("form.entryName")}
          aria-invalid={issue ? true : undefined}
          aria-describedby={issue ? `${id}-error` : undefined}
          placeholder={t("form.entryName")}
          dir="auto"
          autoComplete="off"
          readOnly={readOnly}
          value={typed}
          onChange={(event) => change(event.target.value)}
          onBlur={() => {
            if (typed === "") change("");
            afterPress(() => store.touch(namePath));
          }}
        />
        {issue && (
          <p className="cb-field-error" id={`${id}-error`}>
            {fieldIcon("alert")}
            <span>{issueText(t, issue)}</span>
          </p>
        )}
      </div>
      <Node node={item} path={at} label={words} hideLabel />
      {!readOnly && (
        <button
          type="button"
          className="cb-button"
          data-variant="quiet"
          data-icon-only=""
          data-action="remove"
          aria-label={t("form.remove", { label: words })}
          title={t("form.remove", { label: words })}
          onClick={() => onRemove(name)}
        >
          {fieldIcon("remove")}
        </button>
      )}
    </li>
  );
}
