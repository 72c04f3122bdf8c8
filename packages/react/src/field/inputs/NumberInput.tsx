"use client";
import { useMemo, type ReactNode } from "react";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { NumberBox } from "../api/NumberBox.tsx";
import { numberLook } from "../api/numberLook.ts";
import { numberProblem } from "../api/numberProblem.ts";

/**
 * A number, an amount of money or a share: read as the locale writes it, its unit inside the frame. What is no number
 * yet stays as typed, and says why once the field is left.
 */
export function NumberInput(props: FieldInputProps): ReactNode {
  const { id, node, path, value, text, locale, t, readOnly, onChange } = props;
  const look = useMemo(() => numberLook(node, locale, path), [node, locale, path]);
  const { affix } = look;
  const unitId = `${id}-unit`;
  const { onBlur, ...shared } = controlProps(props);
  const box = (
    <NumberBox
      {...shared}
      aria-describedby={[affix === "" ? undefined : unitId, props.describedBy].filter(Boolean).join(" ") || undefined}
      className="cb-input"
      value={value}
      text={text}
      look={look}
      minimum={node.minimum}
      maximum={node.maximum}
      step={node.step ?? (node.integer ? 1 : undefined)}
      placeholder={node.placeholder}
      readOnly={readOnly || undefined}
      onNumber={(reading, typed) => {
        const problem = typed === undefined ? undefined : numberProblem(reading, typed, look, t);
        onChange(
          reading.kind === "number" ? reading.value : undefined,
          typed === undefined || reading.kind === "empty" ? undefined : { text: typed, ...(problem && { problem }) },
        );
      }}
      onBlur={() => {
        // A number that came as a text, as models send it, becomes one when the field is left.
        if (typeof value === "string" && text === undefined && isJsonNumber(value)) onChange(Number(value));
        onBlur();
      }}
    />
  );
  if (affix === "") return box;
  return (
    // A press beside the number reaches it; the keyboard is there already.
    <span
      role="presentation"
      className="cb-affixed"
      data-long={[...affix].length > 10 ? "" : undefined}
      data-invalid={props.invalid ? "" : undefined}
      onClick={(event) => event.currentTarget.querySelector("input")?.focus()}
    >
      {look.side === "end" && box}
      <bdi className="cb-affix" id={unitId}>
        {affix}
      </bdi>
      {look.side === "start" && box}
    </span>
  );
}

const isJsonNumber = (text: string): boolean =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text.trim()) && Number.isFinite(Number(text));
