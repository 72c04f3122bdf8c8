"use client";
import type { Choice, ToolClient } from "@callboard/core";
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from "react";
import { useKit } from "../../provider/ToolProvider.tsx";
import { Combobox, type ComboboxRow } from "./Combobox.tsx";
import { SearchNote } from "./SearchNote.tsx";
import { useNames, useSearch } from "./useChoices.ts";
import { pickerEnglish } from "../../messages/pickerEnglish.ts";

/** A row that gives an id, or the last one, which does something else. */
type PickerRow = ComboboxRow & { choice?: Choice };

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
  const { client, t } = useKit(pickerEnglish);
  const find = props.choices ?? client?.choices;
  const ownId = useId();
  const id = props.id ?? ownId;
  const ids = idsOf(props.value);
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const ownInput = useRef<HTMLInputElement>(null);
  const input = props.inputRef ?? ownInput;
  const query = (typed ?? "").trim();
  const search = useSearch(find, kind, query, isOpen);
  const { names, learn } = useNames(find, kind, ids);
  const labelOf = (one: string): string => names.get(one)?.label ?? one;
  const isUnknown = (one: string): boolean => names.get(one) === null && props.allowOther !== true;
  /** What is listed answers what is typed; before, nothing of it can be chosen by the keyboard. */
  const isFresh = search.query === query && search.state === "found";

  const rows: PickerRow[] = search.choices.map((choice) => {
    const { label, value, description } = choice;
    return { key: `choice ${value}`, kind: "choice", choice, label, description, isChosen: ids.includes(value) };
  });
  const isOther =
    query !== "" && (search.state === "failed" || search.state === "nowhere" || props.allowOther === true);
  const isListed = search.choices.some((choice) => choice.label === query || choice.value === query);
  if (isOther && search.query === query && !isListed) {
    const choice = { value: query, label: query };
    rows.push({ key: "other", kind: "other", choice, label: t("picker.asIs", { query }), isChosen: false });
  }
  if (props.action) rows.push({ key: "action", kind: "action", label: props.action.label, isChosen: false });
  const suggestsFirst = rows.length > 0 && query !== "" && (isFresh || rows[0]?.kind === "other");

  const found = isFresh ? search.choices.length : undefined;
  useEffect(() => {
    if (isOpen && found !== undefined)
      // oxlint-disable-next-line react/set-state-in-effect -- the count is announced once the list is drawn
      setAnnouncement(found === 0 ? t("picker.none") : t("picker.found", { count: found }));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the same count for another query is announced again
  }, [isOpen, found, query, t]);

  const set = (next: readonly string[]): void => {
    if (multiple) props.onChange?.(next.length === 0 && !required ? undefined : [...next]);
    else props.onChange?.(next[0]);
  };
  const remove = (one: string): void => {
    set(ids.filter((other) => other !== one));
    setAnnouncement(t("picker.removed", { label: labelOf(one) }));
  };
  const pick = ({ kind, choice }: PickerRow): void => {
    if (!choice) return props.action?.run();
    if (multiple) setTyped("");
    if (kind === "choice") learn([choice]);
    if (multiple && ids.includes(choice.value)) return remove(choice.value);
    set(multiple ? [...ids, choice.value] : [choice.value]);
    setAnnouncement(t("picker.chosen", { label: choice.label }));
  };

  const only = multiple ? undefined : ids[0];
  const noteId = only !== undefined && isUnknown(only) ? `${id}-unknown` : undefined;
  return (
    <Combobox
      className="callboard cb-picker"
      input={{
        id,
        "aria-describedby": [noteId, props.describedBy].filter(Boolean).join(" ") || undefined,
        "aria-invalid": props.invalid || undefined,
        "aria-required": required || undefined,
        "aria-busy": isOpen && !isFresh && search.state === "searching" ? true : undefined,
        spellCheck: false,
        dir: "auto",
        disabled,
        placeholder: props.placeholder ?? t("picker.search"),
        onFocus: (event) => !multiple && event.target.select(),
      }}
      inputRef={input}
      label={label}
      labelledBy={labelledBy}
      isMultiple={multiple}
      chips={
        multiple
          ? ids.map((one) => ({ text: labelOf(one), note: isUnknown(one) ? t("picker.unknown") : undefined }))
          : undefined
      }
      removeChip={
        disabled ? undefined : { label: (label) => t("picker.remove", { label }), run: (index) => remove(ids[index]!) }
      }
      clear={
        only === undefined || required || disabled
          ? undefined
          : { label: t("picker.clear", { label: label ?? labelOf(only) }), run: () => remove(only) }
      }
      text={typed ?? (only === undefined ? "" : labelOf(only))}
      rows={rows}
      start={-1}
      suggestsFirst={suggestsFirst}
      isStale={!isFresh}
      note={<SearchNote search={search} query={query} t={t} />}
      announcement={announcement}
      onText={(text) => {
        setTyped(text);
        // Emptying the field removes the choice.
        if (text === "" && only !== undefined) set([]);
      }}
      onOpenChange={(isNowOpen) => {
        setOpen(isNowOpen);
        // What is typed was a search, and the value stands there again.
        if (!isNowOpen) setTyped(undefined);
      }}
      onPick={pick}
      onLeave={() => {
        setTyped(undefined);
        props.onBlur?.();
      }}
    >
      {noteId !== undefined && (
        <p className="cb-field-note" id={noteId}>
          {t("picker.unknownNote", { value: only! })}
        </p>
      )}
    </Combobox>
  );
}

/** The ids of a value; what is no id stands as its JSON. */
const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value])
    .filter((one) => one !== undefined && one !== null && one !== "")
    .map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
