"use client";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { fieldPartsEnglish } from "../../messages/fieldPartsEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { fromControl, isInFull, toControl, type DateKind } from "./dateControl.ts";
import { TextInput } from "./TextInput.tsx";

/**
 * A date, a time (`time`, in UTC) or both (`datetime`: shown in the reader's own zone, kept in UTC), by the browser's
 * own picker. What is half typed stays in it; a value that the picker cannot show is a text until it can, and the field
 * was left.
 */
export function DateInput(props: FieldInputProps): ReactNode {
  const { node, value, text, onChange, onRead } = props;
  const { t: words } = useKit(fieldPartsEnglish);
  const kind: DateKind = node.variant === "datetime" ? "datetime-local" : node.variant === "time" ? "time" : "date";
  const shown = typeof value === "string" && value !== "" ? toControl(value, kind) : isMissing(value) ? "" : undefined;
  const [isText, setText] = useState(shown === undefined);
  if (shown === undefined && text === undefined && !isText) setText(true);

  // A time without a zone, or without seconds, is the one that the picker shows: said in full, the check takes it, too.
  const full = useRef<unknown>(undefined);
  const { format } = node.schema;
  useEffect(() => {
    const asks = format === "date-time" || format === "time";
    if (!asks || isText || shown === undefined || shown === "" || text !== undefined || full.current === value) return;
    full.current = value;
    if (isInFull(value as string, kind)) return;
    const read = fromControl(shown, kind);
    if ("value" in read) (onRead ?? onChange)(read.value);
  }, [value, shown, text, isText, kind, format, onRead, onChange]);

  if (isText) {
    const leave = (): void => {
      if (shown !== undefined) setText(false);
      props.onBlur();
    };
    return <TextInput {...props} onBlur={leave} />;
  }
  const change = (input: HTMLInputElement): void => {
    const typed = input.value;
    const problem = (wrong: "date" | "year" | "skipped") => {
      const message = words(wrong === "date" ? "form.issue.date" : `form.date.${wrong}`);
      return { path: "", code: wrong === "date" ? "date" : `date${wrong}`, message };
    };
    if (typed === "")
      return onChange(undefined, input.validity.badInput ? { text: "", problem: problem("date") } : undefined);
    const read = fromControl(typed, kind);
    if ("value" in read) onChange(read.value, { text: typed });
    else onChange(undefined, { text: typed, problem: problem(read.wrong) });
  };
  const seconds = /:\d\d:(?!00)\d\d/.test(shown ?? "") ? 1 : undefined;
  const control = (
    <input
      {...controlProps(props)}
      className="cb-input"
      type={kind}
      step={seconds}
      value={text ?? shown ?? ""}
      // A first date that is half typed changes no value, so the browser tells of no change.
      onKeyUp={({ currentTarget }) => {
        const { value: typed, validity } = currentTarget;
        if (typed === "" && validity.badInput && text === undefined && !props.readOnly) change(currentTarget);
      }}
      onChange={(event) => change(event.target)}
    />
  );
  if (kind !== "time") return control;
  return (
    <span className="cb-input-group">
      {control}
      <span className="cb-input-unit">{words("form.utc")}</span>
    </span>
  );
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === "";
