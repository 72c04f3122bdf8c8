"use client";
import { useId, useState, type ReactNode } from "react";
import { readNumber } from "@callboard/core/form";
import { NumberBox } from "../../field/api/NumberBox.tsx";
import { plainLook } from "../../field/api/numberLook.ts";
import { numberProblem } from "../../field/api/numberProblem.ts";
import { isRecord } from "../../isRecord.ts";
import { formEnglish } from "../../messages/en.ts";
import { surfaceEnglish } from "../../messages/surfaceEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { failedCheck } from "./resolve.ts";
import { useSurface } from "./surfaceContext.ts";
import { pathFrom } from "./surfaceState.ts";
import type { PartNode } from "./surfaceTree.ts";

interface PartProps {
  node: PartNode;
}

/** The value of an input: what the data has where it is bound to the data, else what was entered here. */
function useEntered(node: PartNode): [unknown, (value: unknown) => void] {
  const { part } = node;
  const { scope, write, valueOf } = useSurface(node);
  const [own, setOwn] = useState<{ value: unknown }>();
  const bound =
    isRecord(part["value"]) && typeof part["value"]["path"] === "string" ? part["value"]["path"] : undefined;
  if (bound !== undefined) return [valueOf(part["value"]), (value) => write(pathFrom(scope.base, bound), value)];
  return [own ? own.value : valueOf(part["value"]), (value) => setOwn({ value })];
}

/** Label above, control, and once it was left, what does not fit. */
function Field(props: {
  node: PartNode;
  value: unknown;
  isGroup?: boolean;
  /** What is wrong with it before any check. */
  problem?: string | undefined;
  children: (about: { id: string; describedBy: string | undefined; invalid: true | undefined }) => ReactNode;
}): ReactNode {
  const { node, value, isGroup = false, problem, children } = props;
  const { t } = useKit(surfaceEnglish);
  const { textOf, labelOf, scope } = useSurface(node);
  const id = useId();
  const [wasLeft, setWasLeft] = useState(false);
  const failed = problem ?? failedCheck(node.part["checks"], scope, value);
  const isWrong = wasLeft && failed !== null;
  const label = textOf(node.part["label"]) || labelOf(node.part);
  const group = isGroup ? { role: "group", "aria-labelledby": `${id}l` } : {};
  return (
    <div className="cb-field" {...group} onBlur={() => setWasLeft(true)}>
      {isGroup ? (
        <span id={`${id}l`} className="cb-group-label">
          {label}
        </span>
      ) : (
        <label htmlFor={id} className="cb-field-label">
          {label}
        </label>
      )}
      {children({ id, describedBy: isWrong ? `${id}e` : undefined, invalid: isWrong || undefined })}
      {isWrong && (
        <span id={`${id}e`} className="cb-field-error" role="alert">
          {failed || t("surface.invalid")}
        </span>
      )}
    </div>
  );
}

const asText = (value: unknown): string =>
  value === undefined || value === null || typeof value === "object" ? "" : String(value);

export function TextField({ node }: PartProps): ReactNode {
  const { part } = node;
  const [value, setValue] = useEntered(node);
  const { textOf, locale } = useSurface(node);
  const { t } = useKit(formEnglish);
  const { variant } = part;
  const [typed, setTyped] = useState<{ text: string; of: unknown }>();
  const look = plainLook(locale);
  const unread = variant === "number" && typeof value === "string" ? value : "";
  const problem = numberProblem(readNumber(unread, look), unread, look, t)?.message;
  return (
    <Field node={node} value={value} problem={problem}>
      {({ id, describedBy, invalid }) => {
        const shared = {
          id,
          className: "cb-input",
          value: asText(value),
          placeholder: textOf(part["placeholder"]) || undefined,
          "aria-describedby": describedBy,
          "aria-invalid": invalid,
        };
        if (variant === "longText")
          return <textarea {...shared} rows={4} onChange={(event) => setValue(event.currentTarget.value)} />;
        if (variant === "number")
          return (
            <NumberBox
              {...shared}
              value={value}
              text={typed && Object.is(typed.of, value) ? typed.text : undefined}
              look={look}
              minimum={undefined}
              maximum={undefined}
              step={undefined}
              onNumber={(reading, text = "") => {
                // What is no number is passed on as it stands there, never as another number.
                const next = reading.kind === "number" ? reading.value : text;
                setTyped({ text, of: next });
                setValue(next);
              }}
            />
          );
        return (
          <input
            {...shared}
            type={variant === "obscured" ? "password" : "text"}
            autoComplete="off"
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        );
      }}
    </Field>
  );
}

export function CheckBox({ node }: PartProps): ReactNode {
  const { part } = node;
  const [value, setValue] = useEntered(node);
  const { textOf } = useSurface(node);
  return (
    <label className="cb-surface-choice">
      <input type="checkbox" checked={value === true} onChange={(event) => setValue(event.currentTarget.checked)} />
      <span dir="auto">{textOf(part["label"])}</span>
    </label>
  );
}

const mostOptions = 200;

export function ChoicePicker({ node }: PartProps): ReactNode {
  const { part } = node;
  const [value, setValue] = useEntered(node);
  const { textOf } = useSurface(node);
  const name = useId();
  const options = (Array.isArray(part["options"]) ? part["options"] : []).filter(isRecord).slice(0, mostOptions);
  const chosen = Array.isArray(value)
    ? value.map(String)
    : value === undefined || value === null
      ? []
      : [asText(value)];
  const isMany = part["variant"] === "multipleSelection";
  return (
    <Field node={node} value={value} isGroup>
      {() =>
        options.map((option, index) => {
          const one = asText(option["value"]);
          const isOn = chosen.includes(one);
          return (
            <label key={index} className="cb-surface-choice">
              <input
                type={isMany ? "checkbox" : "radio"}
                name={name}
                checked={isOn}
                onChange={() =>
                  setValue(!isMany ? [one] : isOn ? chosen.filter((other) => other !== one) : [...chosen, one])
                }
              />
              <span dir="auto">{textOf(option["label"])}</span>
            </label>
          );
        })
      }
    </Field>
  );
}

export function Slider({ node }: PartProps): ReactNode {
  const { part } = node;
  const [value, setValue] = useEntered(node);
  const { valueOf, locale } = useSurface(node);
  const number = (given: unknown, otherwise: number) => {
    const read = Number(valueOf(given) ?? NaN);
    return Number.isFinite(read) ? read : otherwise;
  };
  const [min, max] = [number(part["min"], 0), number(part["max"], 100)];
  const steps = number(part["steps"], 0);
  const at = Number(value);
  const shown = Number.isFinite(at) ? Math.min(max, Math.max(min, at)) : min;
  return (
    <Field node={node} value={value}>
      {({ id, describedBy }) => (
        <span className="cb-surface-slider">
          <input
            id={id}
            type="range"
            min={min}
            max={max}
            step={steps >= 1 ? (max - min) / steps : "any"}
            value={shown}
            aria-describedby={describedBy}
            onChange={(event) => setValue(event.currentTarget.valueAsNumber)}
          />
          <output htmlFor={id}>{new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(shown)}</output>
        </span>
      )}
    </Field>
  );
}

export function DateTimeInput({ node }: PartProps): ReactNode {
  const { part } = node;
  const [value, setValue] = useEntered(node);
  const { valueOf } = useSurface(node);
  const hasTime = part["enableTime"] === true;
  const type = !hasTime ? "date" : part["enableDate"] === true ? "datetime-local" : "time";
  const size = type === "date" ? 10 : type === "time" ? 5 : 16;
  const fit = (given: unknown) => {
    const text = asText(given);
    return type === "time" ? /(\d{2}:\d{2})/.exec(text)?.[1] : text.slice(0, size);
  };
  return (
    <Field node={node} value={value}>
      {({ id, describedBy, invalid }) => (
        <input
          id={id}
          type={type}
          className="cb-input"
          value={fit(value) ?? ""}
          min={fit(valueOf(part["min"])) || undefined}
          max={fit(valueOf(part["max"])) || undefined}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
