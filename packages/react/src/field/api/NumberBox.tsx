"use client";
import { readNumber, shiftNumber, type NumberReading } from "@callboard/core/form";
import {
  useLayoutEffect,
  useRef,
  useState,
  type ComponentPropsWithoutRef,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { isComposing } from "../../isComposing.ts";
import { editedNumber, shownNumber, spokenNumber, type NumberLook } from "./numberLook.ts";

export interface NumberBoxProps extends Omit<ComponentPropsWithoutRef<"input">, "value" | "step"> {
  value: unknown;
  /** What was typed, where it is kept. */
  text: string | undefined;
  look: NumberLook;
  minimum: number | undefined;
  maximum: number | undefined;
  /** What the arrow keys add and take; without it they only move the caret. */
  step: number | undefined;
  /** The text is left out where the arrow keys set a number. */
  onNumber: (reading: NumberReading, text?: string) => void;
}

/**
 * A number as a text of its own: read by the locale, shown in groups while nobody edits it, changed by typing and by
 * the arrow keys alone. What is no number stays as it was typed.
 */
export function NumberBox(props: NumberBoxProps): ReactNode {
  const { value, text, look, minimum, maximum, step, onNumber, onFocus, onBlur, ...input } = props;
  const [state, setState] = useState<"left" | "entered" | "typing">("left");
  // The keyboard enters a field with its text selected, which another text loses.
  const wholeOf = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (state === "entered") wholeOf.current?.select();
    wholeOf.current = null;
  }, [state]);
  const shown =
    typeof value !== "number" || !Number.isFinite(value)
      ? (text ?? textOf(value))
      : state === "left"
        ? shownNumber(value, look)
        : // An earlier text may be in groups, where one more digit would mean another number.
          ((state === "typing" ? text : undefined) ?? editedNumber(value, look));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    input.onKeyDown?.(event);
    const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !isComposing(event);
    if (by === 0 || step === undefined || !isPlain || input.readOnly || event.defaultPrevented) return;
    // A text that is no number is not replaced.
    if (typeof value !== "number" && shown !== "") return;
    event.preventDefault();
    setState("entered");
    onNumber({ kind: "number", value: stepped(value as number | undefined, by * step, minimum, maximum) });
  };
  const written = (one: unknown): number | undefined =>
    typeof one === "number" ? shiftNumber(one, -(look.power ?? 0)) : undefined;
  return (
    <input
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      {...input}
      type="text"
      role="spinbutton"
      inputMode={(minimum ?? 0) < 0 ? "text" : step !== undefined && Number.isInteger(step) ? "numeric" : "decimal"}
      aria-valuemin={written(minimum)}
      aria-valuemax={written(maximum)}
      aria-valuenow={written(value)}
      aria-valuetext={typeof value === "number" ? spokenNumber(value, look) : undefined}
      value={shown}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const box = event.currentTarget;
        // `select()` of a script selects only after it has focused.
        queueMicrotask(() => {
          if (!box.matches(":focus")) return;
          const isWhole = box.selectionStart === 0 && box.selectionEnd === box.value.length;
          wholeOf.current = isWhole ? box : null;
          setState((now) => (now === "left" ? "entered" : now));
        });
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setState("left");
        onBlur?.(event);
      }}
      onChange={(event) => {
        setState("typing");
        onNumber(readNumber(event.target.value, look), event.target.value);
      }}
    />
  );
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);

/** The next number up or down within the limits; the first one where there is none yet. */
function stepped(
  value: number | undefined,
  by: number,
  minimum = Number.NEGATIVE_INFINITY,
  maximum = Number.POSITIVE_INFINITY,
): number {
  const within = (one: number): number => Math.min(maximum, Math.max(minimum, one));
  if (typeof value !== "number") return within(0);
  // 0.1 + 0.2 is 0.30000000000000004; fifteen digits are what a sum holds.
  const next = Number((value + by).toPrecision(15));
  // A number beyond a limit is not carried to it by a step away from it.
  return by > 0 ? Math.max(value, Math.min(maximum, next)) : Math.min(value, Math.max(minimum, next));
}
