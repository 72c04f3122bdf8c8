"use client";
import { childPointer, type FormNode, type MapNode, type Pointer } from "@callboard/core/form";
import { memo, useState, type ReactNode } from "react";
import { fieldIcon } from "./fieldIcon.tsx";
import { issueText, useFormScope, useGroup, useField } from "./formContext.ts";
import { GroupIssue } from "./GroupIssue.tsx";

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
  const { store, t, readOnly, announce } = useFormScope();
  const { rows } = useGroup(path);
  return (
    <>
      {rows.length > 0 && (
        <ul className="cb-entries">
          {rows.map((row) => (
            <EntryRow key={row.id} item={item} path={path} name={row.key} />
          ))}
        </ul>
      )}
      {!readOnly && (
        <button
          type="button"
          className="cb-button"
          data-action="add-entry"
          data-path={path}
          aria-label={t("form.addEntryTo", { label: label || t("form.field") })}
          disabled={rows.some((row) => row.key === "")}
          onClick={() => {
            store.addKey(path);
            const at = `${childPointer(path, "")}/~name`;
            store.setProblem(at, { path: at, code: "entryName", message: t("form.issue.entryName") });
            announce(t("form.entryAdded"));
          }}
        >
          {fieldIcon("add")}
          {t("form.addEntry")}
        </button>
      )}
    </>
  );
}

function EntryRow({ item, path, name }: { item: FormNode; path: Pointer; name: string }): ReactNode {
  const { store, t, idOf, readOnly, announce, Node } = useFormScope();
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
  const remove = (): void => {
    store.setProblem(namePath, undefined);
    store.removeKey(path, name);
    announce(t("form.removed", { label: name }));
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
            store.touch(namePath);
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
          aria-label={t("form.remove", { label: words })}
          title={t("form.remove", { label: words })}
          onClick={remove}
        >
          {fieldIcon("remove")}
        </button>
      )}
    </li>
  );
}
