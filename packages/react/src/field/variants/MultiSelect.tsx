"use client";
import type { FieldOption } from "@callboard/core/form";
import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { controlProps, type FieldInputProps } from "../fieldInput.ts";
import { sameChoice } from "../fieldVariant.ts";
import { TagList } from "../TagList.tsx";

/** Several of many choices: a list that is searched by typing, what was chosen as chips before it. */
export function MultiSelect(props: FieldInputProps): ReactNode {
  const { id, node, value, locale, t, labelledBy, required, onChange } = props;
  const { onBlur, readOnly, ...shared } = controlProps(props);
  const options = node.options ?? [];
  const chosen = Array.isArray(value) ? (value as unknown[]) : [];
  const [typed, setTyped] = useState("");
  const [said, setSaid] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const query = typed.trim().toLocaleLowerCase(locale);
  const shown = options.filter((option) => option.label.toLocaleLowerCase(locale).includes(query));
  const current = Math.min(active, shown.length - 1);
  const has = (option: FieldOption): boolean => chosen.some((one) => sameChoice(one, option.value));
  const set = (next: unknown[]): void => {
    // In the order of the choices; what is no choice keeps its place before them.
    const known = options
      .filter((option) => next.some((one) => sameChoice(one, option.value)))
      .map((option) => option.value);
    const foreign = next.filter((one) => !options.some((option) => sameChoice(option.value, one)));
    const all = [...foreign, ...known];
    onChange(all.length === 0 && !required ? undefined : all);
  };
  const toggle = (option: FieldOption): void =>
    set(has(option) ? chosen.filter((one) => !sameChoice(one, option.value)) : [...chosen, option.value]);
  const labelOf = (one: unknown): string =>
    options.find((option) => sameChoice(option.value, one))?.label ??
    (typeof one === "string" ? one : JSON.stringify(one));
  const remove = (index: number): void => {
    set(chosen.filter((_, other) => other !== index));
    setSaid(t("field.tagRemoved", { label: labelOf(chosen[index]) }));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) {
      event.preventDefault();
      if (!isOpen) setOpen(true);
      else if (shown.length > 0) setActive((current + move + shown.length) % shown.length);
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      const option = shown[current];
      if (option) toggle(option);
    } else if (event.key === "Escape" && isOpen) {
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === "Backspace" && typed === "" && chosen.length > 0) remove(chosen.length - 1);
  };
  return (
    <span
      className="cb-multiselect"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setOpen(false);
        setTyped("");
        onBlur();
      }}
    >
      <span className="cb-tags" data-invalid={props.invalid ? "" : undefined}>
        <TagList
          tags={chosen.map((one) => ({ text: labelOf(one) }))}
          labelledBy={labelledBy}
          remove={readOnly ? undefined : { label: (label) => t("field.removeTag", { label }), run: remove }}
        />
        <input
          {...shared}
          id={id}
          ref={input}
          className="cb-tag-input"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && shown[current] ? `${id}-option-${current}` : undefined}
          autoComplete="off"
          readOnly={readOnly}
          placeholder={node.placeholder ?? t("field.search")}
          value={typed}
          onClick={() => !readOnly && setOpen(true)}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
        />
      </span>
      <div
        className="cb-options"
        id={`${id}-list`}
        role="listbox"
        aria-multiselectable="true"
        aria-labelledby={labelledBy}
        hidden={!isOpen}
      >
        {isOpen &&
          shown.map((option, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keyboard stays in the combobox
            <div
              key={index}
              id={`${id}-option-${index}`}
              role="option"
              aria-selected={has(option)}
              className="cb-option"
              data-active={index === current ? "" : undefined}
              // The focus stays where one types.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => toggle(option)}
            >
              <span className="cb-option-mark" aria-hidden="true">
                {has(option) && "✓"}
              </span>
              {option.label}
            </div>
          ))}
      </div>
      {isOpen && shown.length === 0 && <p className="cb-field-note">{t("field.noMatch")}</p>}
      <span className="cb-visually-hidden" role="status">
        {said}
      </span>
    </span>
  );
}
