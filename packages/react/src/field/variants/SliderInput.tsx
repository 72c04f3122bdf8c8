"use client";
import type { ReactNode } from "react";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { numberText } from "../api/numberText.ts";
import { fieldPartsEnglish } from "../../messages/fieldPartsEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";

/** A number on a line between its limits (0 and 100 unless given); it has no value before somebody moves it. */
export function SliderInput(props: FieldInputProps): ReactNode {
  const { id, node, value, locale, t, required, readOnly, onChange } = props;
  const { t: words } = useKit(fieldPartsEnglish);
  const { minimum = 0, maximum = Math.max(100, minimum + 100) } = node;
  const isSet = typeof value === "number";
  const shown = isSet ? value : minimum;
  const { readOnly: _readOnly, "aria-required": _required, ...shared } = controlProps(props);
  const text = isSet ? numberText(node, value, locale) : t("form.notSet");
  /** A press on its present place fires no change event, so a press sets the value too. */
  const settle = (input: HTMLInputElement): void => {
    if (!isSet) onChange(input.valueAsNumber);
  };
  return (
    <span className="cb-slider" data-empty={isSet ? undefined : ""}>
      <input
        {...shared}
        className="cb-range"
        type="range"
        min={minimum}
        max={maximum}
        step={node.step ?? (node.integer ? 1 : stepOf(maximum - minimum))}
        value={shown}
        disabled={readOnly}
        aria-valuetext={text}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        onPointerUp={(event) => settle(event.currentTarget)}
        onKeyUp={(event) => (event.key === "Enter" || event.key === " ") && settle(event.currentTarget)}
      />
      <output className="cb-slider-value" htmlFor={id}>
        {text}
      </output>
      {isSet && !required && !readOnly && (
        <button type="button" className="cb-inline-button" onClick={() => onChange(undefined)}>
          {words("field.clear")}
        </button>
      )}
    </span>
  );
}

/** A hundred steps, in a round number. */
const stepOf = (range: number): number => (range > 0 ? 10 ** Math.floor(Math.log10(range / 20)) : 1);
