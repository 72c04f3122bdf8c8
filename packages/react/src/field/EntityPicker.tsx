"use client";
import { choicesAtOnce, type Choice, type ToolClient } from "@callboard/core";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { fieldIcon } from "../form/fieldIcon.tsx";
import { addMessages } from "../messages/messages.ts";
import { pickerMessages } from "../messages/picker.ts";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { PickerList, type PickerRow } from "./PickerList.tsx";
import { TagList } from "./TagList.tsx";
import { useNames, useSearch } from "./useChoices.ts";

addMessages(pickerMessages);

export interface EntityPickerProps {
  /** What kind of thing is picked: what `x-entity-type` says. */
  kind: string;
  /** The stored id, or a list of them with `multiple`. */
  value?: string | readonly string[] | null;
  onChange?: (value: string | string[] | undefined) => void;
  multiple?: boolean;
  /** Where things are looked for; the nearest provider's client unless given. */
  choices?: ToolClient["choices"];
  /** What is typed may be used as it is, where nothing of that name is found. */
  allowOther?: boolean;
  /** A last entry of the list that does something else, such as making a new one. */
  action?: { label: string; run: () => void };
  id?: string;
  /** Its name, where no label is tied to it. */
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  invalid?: boolean;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  /** Told when the focus leaves it. */
  onBlur?: () => void;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/**
 * Picks one or several things of a kind by name: a combobox that searches while one types. It holds ids, and shows what
 * they are called.
 * @example
 * ```tsx
 * <EntityPicker kind="opportunity" label="Opportunity" value={id} onChange={setId} />
 * ```
 */
export function EntityPicker(props: EntityPickerProps): ReactNode {
  const { kind, multiple = false, disabled = false, required = false, labelledBy, label } = props;
  const { client, t } = useCallboard();
  const find = props.choices ?? client?.choices;
  const ownId = useId();
  const id = props.id ?? ownId;
  const ids = idsOf(props.value);
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [said, setSaid] = useState("");
  const ownInput = useRef<HTMLInputElement>(null);
  const input = props.inputRef ?? ownInput;
  const query = (typed ?? "").trim();
  const search = useSearch(find, kind, query, isOpen);
  const { names, learn } = useNames(find, kind, ids);
  const labelOf = (one: string): string => names.get(one)?.label ?? one;
  const isUnknown = (one: string): boolean => names.get(one) === null && props.allowOther !== true;
  /** What is listed answers what is typed; before, nothing of it can be chosen by the keyboard. */
  const isFresh = search.query === query && search.state === "found";

  const rows: PickerRow[] = search.choices.map((choice) => ({ kind: "choice", choice }));
  const isOther =
    query !== "" && (search.state === "failed" || search.state === "nowhere" || props.allowOther === true);
  const isListed = search.choices.some((choice) => choice.label === query || choice.value === query);
  if (isOther && search.query === query && !isListed) rows.push({ kind: "other", text: query });
  if (props.action) rows.push({ kind: "action", label: props.action.label });
  const first = rows.length > 0 && query !== "" && (isFresh || rows[0]?.kind === "other") ? 0 : -1;
  const at = active < 0 ? first : Math.min(active, rows.length - 1);
  const optionId = (index: number): string => `${id}-option-${index}`;

  const found = isFresh ? search.choices.length : undefined;
  useEffect(() => {
    if (isOpen && found !== undefined) setSaid(found === 0 ? t("picker.none") : t("picker.found", { count: found }));
  }, [isOpen, found, query, t]);
  useEffect(() => {
    if (isOpen && at >= 0) document.getElementById(`${id}-option-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [isOpen, at, id]);

  const set = (next: readonly string[]): void => {
    if (multiple) props.onChange?.(next.length === 0 && !required ? undefined : [...next]);
    else props.onChange?.(next[0]);
  };
  const close = (): void => {
    setOpen(false);
    setTyped(undefined);
    setActive(-1);
  };
  const remove = (one: string): void => {
    set(ids.filter((other) => other !== one));
    setSaid(t("picker.removed", { label: labelOf(one) }));
    input.current?.focus();
  };
  const take = (choice: Choice, isKnown: boolean): void => {
    if (isKnown) learn([choice]);
    if (multiple && ids.includes(choice.value)) remove(choice.value);
    else {
      set(multiple ? [...ids, choice.value] : [choice.value]);
      setSaid(t("picker.chosen", { label: choice.label }));
    }
    if (multiple) {
      setTyped("");
      setActive(-1);
    } else close();
  };
  const pick = (row: PickerRow): void => {
    if (row.kind === "choice") take(row.choice, true);
    else if (row.kind === "other") take({ value: row.text, label: row.text }, false);
    else {
      close();
      props.action?.run();
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || disabled) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) setOpen(true);
      else if (rows.length > 0)
        setActive(at < 0 ? (step > 0 ? 0 : rows.length - 1) : (at + step + rows.length) % rows.length);
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      const row = rows[at];
      // A list that answers older words would give something else than what was typed.
      if (row && (row.kind !== "choice" || isFresh)) pick(row);
    } else if (event.key === "Escape" && (isOpen || typed !== undefined)) {
      event.stopPropagation();
      close();
    } else if (event.key === "Backspace" && multiple && !typed && ids.length > 0) {
      event.preventDefault();
      remove(ids.at(-1)!);
    }
  };

  const only = multiple ? undefined : ids[0];
  const clearLabel = t("picker.clear", { label: label ?? (only === undefined ? "" : labelOf(only)) });
  return (
    <div
      className="callboard cb-picker"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        close();
        props.onBlur?.();
      }}
    >
      <div className="cb-tags" data-invalid={props.invalid ? "" : undefined} data-disabled={disabled ? "" : undefined}>
        {multiple && (
          <TagList
            tags={ids.map((one) => ({
              text: labelOf(one),
              note: isUnknown(one) ? t("picker.unknown") : undefined,
            }))}
            label={labelledBy === undefined ? label : undefined}
            labelledBy={labelledBy}
            remove={
              disabled
                ? undefined
                : { label: (label) => t("picker.remove", { label }), run: (index) => remove(ids[index]!) }
            }
          />
        )}
        <input
          ref={input}
          id={id}
          className="cb-tag-input"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && at >= 0 ? optionId(at) : undefined}
          aria-label={labelledBy === undefined ? label : undefined}
          aria-labelledby={labelledBy}
          aria-describedby={
            [only !== undefined && isUnknown(only) && `${id}-unknown`, props.describedBy].filter(Boolean).join(" ") ||
            undefined
          }
          aria-invalid={props.invalid || undefined}
          aria-required={required || undefined}
          aria-busy={isOpen && !isFresh && search.state === "searching" ? true : undefined}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          disabled={disabled}
          placeholder={props.placeholder ?? t("picker.search")}
          value={typed ?? (only === undefined ? "" : labelOf(only))}
          onClick={() => setOpen(true)}
          onFocus={(event) => !multiple && event.target.select()}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(-1);
            setOpen(true);
            // Whoever empties the field takes the choice back.
            if (!multiple && target.value === "" && only !== undefined) set([]);
          }}
          onKeyDown={onKeyDown}
        />
        {only !== undefined && !required && !disabled && (
          <button
            type="button"
            className="cb-tag-remove"
            aria-label={clearLabel}
            onClick={() => {
              close();
              remove(only);
            }}
          >
            {fieldIcon("remove")}
          </button>
        )}
      </div>
      <PickerList
        id={`${id}-list`}
        optionId={optionId}
        label={label}
        labelledBy={labelledBy}
        isOpen={isOpen}
        isMultiple={multiple}
        rows={rows}
        active={at}
        chosen={ids}
        search={search}
        isFresh={isFresh}
        query={query}
        hasMore={search.choices.length >= choicesAtOnce}
        t={t}
        onPick={(row) => {
          pick(row);
          if (row.kind !== "action") input.current?.focus();
        }}
        onRetry={search.retry}
      />
      {only !== undefined && isUnknown(only) && (
        <p className="cb-field-note" id={`${id}-unknown`}>
          {t("picker.unknownNote", { value: only })}
        </p>
      )}
      <span className="cb-visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}

/** The ids of a value; what is no id stands as its JSON. */
const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value])
    .filter((one) => one !== undefined && one !== null && one !== "")
    .map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
