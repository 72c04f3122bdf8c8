"use client";
import {
  addEntry,
  childPointer,
  removeEntry,
  renameEntry,
  type FormNode,
  type JsonNode,
  type MapNode,
  type Pointer,
} from "@callboard/core/form";
import { memo, useMemo, useRef, useState, type ReactNode } from "react";
import { useStore } from "../useStore.ts";
import { JsonInput } from "../field/inputs/JsonInput.tsx";
import { useLatest } from "../provider/useLatest.ts";
import { afterPress } from "./afterPress.ts";
import { fieldIcon, IconButton } from "../field/api/fieldIcon.tsx";
import { fieldError } from "../field/api/fieldMarks.tsx";
import { issueText, useFormScope, useGroup, useField } from "../field/api/formContext.ts";
import { GroupFrame } from "./GroupFrame.tsx";
import { useRemoval } from "./useRemoval.tsx";
import { usePartWords } from "./usePartWords.ts";
import { ViewSwitch } from "./ViewSwitch.tsx";
import { rootOf } from "../rootOf.ts";

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
  const { idOf, readOnly, store } = useFormScope();
  const id = idOf(path);
  const [chosen, setChosen] = useState(false);
  // Typed JSON is shown wherever it comes from: a draft, an undone step.
  const text = useStore(
    useMemo(
      () => ({ subscribe: (listener) => store.subscribe(path, listener), read: () => store.getField(path).text }),
      [store, path],
    ),
  );
  const asJson = !readOnly && (chosen || text !== undefined);
  return (
    <GroupFrame
      path={path}
      label={label}
      hideLabel={hideLabel}
      help={node.help}
      optional={!node.required}
      data-type="map"
    >
      {asJson ? (
        <MapJson node={node} path={path} label={label} />
      ) : (
        <EntryRows item={node.item} path={path} label={label} />
      )}
      {!readOnly && (
        <ViewSwitch
          path={path}
          label={label}
          asJson={asJson}
          text={text}
          value={asJson ? store.getValue(path) : undefined}
          jsonId={`${id}-json`}
          onSwitch={() => {
            setChosen(!asJson);
            // The text is of this value; entries make others.
            if (text !== undefined) store.setValue(path, store.getValue(path));
          }}
        />
      )}
    </GroupFrame>
  );
});

/** All entries as one JSON text. */
function MapJson({ node, path, label }: { node: MapNode; path: Pointer; label: string }): ReactNode {
  const { store, t, idOf, locale } = useFormScope();
  const { value, text, issue } = useField(path);
  const { schema, required, nullable } = node;
  const json = useMemo<JsonNode>(
    () => ({ kind: "json", expects: "object", schema, label, required, nullable }),
    [schema, label, required, nullable],
  );
  const id = idOf(path);
  return (
    <div className="cb-field" data-type="json" data-invalid={issue ? "" : undefined}>
      <label className="cb-visually-hidden" htmlFor={`${id}-json`} id={`${id}-label`}>
        {label}
      </label>
      <JsonInput
        id={`${id}-json`}
        path={path}
        node={json}
        value={value}
        text={text}
        invalid={issue !== undefined}
        describedBy={issue ? `${id}-error` : node.help === undefined ? undefined : `${id}-help`}
        labelledBy={`${id}-label`}
        required={required && !nullable}
        readOnly={false}
        locale={locale}
        t={t}
        onChange={(next, typed) => store.setValue(path, next, "human", typed)}
        onBlur={() => afterPress(() => store.touch(path))}
      />
    </div>
  );
}

/** The entries themselves, and the button that adds one. */
export function EntryRows({ item, path, label }: { item: FormNode; path: Pointer; label: string }): ReactNode {
  const { store, idOf, readOnly, announce } = useFormScope();
  const t = usePartWords();
  const { rows } = useGroup(path);
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [removed, takeNote] = useRemoval(path, rows);
  const nameId = (key: string): string => idOf(`${childPointer(path, key)}/~name`);
  /** After React has drawn the change. */
  const focusName = (key: string): void =>
    queueMicrotask(() => list.current && rootOf(list.current).getElementById(nameId(key))?.focus());
  const remove = (key: string): void => {
    const at = childPointer(path, key);
    const value = store.getValue(at);
    const index = rows.findIndex((row) => row.key === key);
    store.setProblem(`${at}/~name`, undefined);
    removeEntry(store, path, key);
    takeNote({
      label: key || t("form.entryValue"),
      restore() {
        addEntry(store, path, key);
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
  const removal = useLatest(remove);
  return (
    <>
      {rows.length > 0 && (
        <ul ref={list} className="cb-entries">
          {rows.map((row) => (
            <EntryRow key={row.id} item={item} path={path} name={row.key} removal={removal} />
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
              addEntry(store, path);
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

/** One entry; a name is typed key by key, and its neighbours are not drawn again for it. */
const EntryRow = memo(function EntryRow({
  item,
  path,
  name,
  removal,
}: {
  item: FormNode;
  path: Pointer;
  name: string;
  removal: { readonly current: (name: string) => void };
}): ReactNode {
  const { store, idOf, readOnly, Node } = useFormScope();
  const t = usePartWords();
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
      renameEntry(store, path, name, next);
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
        {issue && fieldError(id, issueText(t, issue))}
      </div>
      <Node node={item} path={at} label={words} hideLabel />
      {!readOnly && (
        <IconButton
          action="remove"
          icon="remove"
          label={t("form.remove", { label: words })}
          onClick={() => removal.current(name)}
        />
      )}
    </li>
  );
});
