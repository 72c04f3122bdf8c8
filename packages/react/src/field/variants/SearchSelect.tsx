"use client";
import type { FieldOption } from "@callboard/core/form";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { pickerEnglish } from "../../messages/pickerEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { sameChoice } from "../api/fieldVariant.ts";
import { Combobox, type ComboboxRow } from "../pickers/Combobox.tsx";
import { useMatches } from "./useMatches.ts";

const noOptions: readonly FieldOption[] = [];

/** One of very many choices: a list that is searched by typing. */
export function SearchSelect(props: FieldInputProps): ReactNode {
  const { node, value, locale, labelledBy, required, onChange } = props;
  const { t } = useKit(pickerEnglish);
  const { onBlur, readOnly, ...shared } = controlProps(props);
  const options = node.options ?? noOptions;
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const query = (typed ?? "").trim();
  const matches = useMatches(options, query, locale);
  const selected = useMemo(() => options.findIndex((option) => sameChoice(option.value, value)), [options, value]);
  const rows = useMemo(
    () =>
      matches.map((index): ComboboxRow & { index: number } => {
        const { label, description } = options[index]!;
        return { key: String(index), kind: "choice", index, label, description, isChosen: index === selected };
      }),
    [options, matches, selected],
  );
  const hasValue = value !== undefined && value !== null;
  const text = options[selected]?.label ?? (hasValue ? JSON.stringify(value) : "");
  const empty = (): void => {
    onChange(undefined);
    setAnnouncement(t("picker.removed", { label: text }));
  };

  const count = rows.length;
  useEffect(() => {
    if (isOpen && query !== "")
      // oxlint-disable-next-line react/set-state-in-effect -- the count is announced once the list is drawn
      setAnnouncement(count === 0 ? t("picker.none") : t("picker.found", { count }));
  }, [isOpen, count, query, t]);

  return (
    <Combobox
      input={{
        ...shared,
        readOnly,
        dir: "auto",
        spellCheck: false,
        placeholder: node.placeholder ?? t("picker.search"),
        onFocus: (event) => event.target.select(),
      }}
      inputRef={input}
      labelledBy={labelledBy}
      isMultiple={false}
      clear={
        !hasValue || required || readOnly
          ? undefined
          : { label: t("picker.clear", { label: node.label || text }), run: empty }
      }
      text={typed ?? text}
      rows={rows}
      start={query === "" ? selected : 0}
      suggestsFirst={query !== "" && count > 0}
      note={count === 0 && <p className="cb-picker-note">{t("picker.noneFor", { query })}</p>}
      announcement={announcement}
      onText={(next) => {
        setTyped(next);
        // Emptying the field removes the choice.
        if (next === "" && hasValue) onChange(undefined);
      }}
      onOpenChange={(isNowOpen) => {
        setOpen(isNowOpen);
        // What is typed was a search, and the choice stands there again.
        if (!isNowOpen) setTyped(undefined);
      }}
      onPick={({ index, label }) => {
        onChange(options[index]!.value);
        setAnnouncement(t("picker.chosen", { label }));
      }}
      onLeave={() => {
        setTyped(undefined);
        onBlur();
      }}
    />
  );
}
