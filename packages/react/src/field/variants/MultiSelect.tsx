"use client";
import type { FieldOption } from "@callboard/core/form";
import { useRef, useState, type ReactNode } from "react";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { sameChoice } from "../api/fieldVariant.ts";
import { Combobox, type ComboboxRow } from "../pickers/Combobox.tsx";
import { fieldPartsEnglish } from "../../messages/fieldPartsEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { useMatches } from "./useMatches.ts";

const noOptions: readonly FieldOption[] = [];

type OptionRow = ComboboxRow & { value: unknown };

/** Several of many choices: a list that is searched by typing, what was chosen as chips before it. */
export function MultiSelect(props: FieldInputProps): ReactNode {
  const { node, value, locale, labelledBy, required, onChange } = props;
  const { t: words } = useKit(fieldPartsEnglish);
  const { onBlur, readOnly, ...shared } = controlProps(props);
  const options = node.options ?? noOptions;
  const chosen = Array.isArray(value) ? (value as unknown[]) : [];
  const [typed, setTyped] = useState("");
  const [announcement, setAnnouncement] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const matches = useMatches(options, typed, locale);
  const rows = matches.map((index): OptionRow => {
    const { label, value } = options[index]!;
    const isChosen = chosen.some((one) => sameChoice(one, value));
    return { key: String(index), kind: "choice", label, value, isChosen };
  });
  const set = (next: unknown[]): void => {
    // In the order of the choices; what is no choice keeps its place before them.
    const known = options
      .filter((option) => next.some((one) => sameChoice(one, option.value)))
      .map((option) => option.value);
    const foreign = next.filter((one) => !options.some((option) => sameChoice(option.value, one)));
    const all = [...foreign, ...known];
    onChange(all.length === 0 && !required ? undefined : all);
  };
  const labelOf = (one: unknown): string =>
    options.find((option) => sameChoice(option.value, one))?.label ??
    (typeof one === "string" ? one : JSON.stringify(one));
  const remove = (index: number): void => {
    set(chosen.filter((_, other) => other !== index));
    setAnnouncement(words("field.tagRemoved", { label: labelOf(chosen[index]) }));
  };
  return (
    <Combobox
      input={{ ...shared, readOnly, placeholder: node.placeholder ?? words("field.search") }}
      inputRef={input}
      labelledBy={labelledBy}
      isMultiple
      chips={chosen.map((one) => ({ text: labelOf(one) }))}
      removeChip={readOnly ? undefined : { label: (label) => words("field.removeTag", { label }), run: remove }}
      text={typed}
      rows={rows}
      start={0}
      note={rows.length === 0 && <p className="cb-picker-note">{words("field.noMatch")}</p>}
      announcement={announcement}
      onText={setTyped}
      onPick={(row) => set(row.isChosen ? chosen.filter((one) => !sameChoice(one, row.value)) : [...chosen, row.value])}
      onLeave={() => {
        setTyped("");
        onBlur();
      }}
    />
  );
}
