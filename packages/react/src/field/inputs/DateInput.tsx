"use client";
import { type ReactNode } from "react";
import { fieldPartsEnglish } from "../../messages/fieldPartsEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { TextInput } from "./TextInput.tsx";

/** A date, a time (`time`, in UTC) or both (`datetime`: shown in the reader's own zone, kept in UTC), by the browser's own picker. */
export function DateInput(props: FieldInputProps): ReactNode {
  const { node, value, text, onChange } = props;
  const { t: words } = useKit(fieldPartsEnglish);
  const kind = node.variant === "datetime" ? "datetime-local" : node.variant === "time" ? "time" : "date";
  const shown = typeof value === "string" && value !== "" ? toControl(value, kind) : "";
  // A value that the picker cannot hold is shown as text.
  if (shown === undefined) return <TextInput {...props} />;
  const change = (input: HTMLInputElement): void => {
    if (input.value === "") {
      const problem = { path: "", code: "date", message: words("form.issue.date") };
      onChange(undefined, input.validity.badInput ? { text: "", problem } : undefined);
    } else onChange(fromControl(input.value, kind), { text: input.value });
  };
  const seconds = /:\d\d:(?!00)\d\d/.test(shown) ? 1 : undefined;
  const control = (
    <input
      {...controlProps(props)}
      className="cb-input"
      type={kind}
      step={seconds}
      value={text ?? shown}
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

type Kind = "date" | "time" | "datetime-local";

/** The text that the control shows for a value; undefined where it can show none. */
function toControl(value: string, kind: Kind): string | undefined {
  if (kind === "date") return /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined;
  if (kind === "time") return /^(\d\d:\d\d(:\d\d)?)(Z|\+00:00)?$/i.exec(value)?.[1];
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/i.test(value)) return undefined;
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return undefined;
  const two = (part: number): string => String(part).padStart(2, "0");
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}${at.getSeconds() ? `:${two(at.getSeconds())}` : ""}`;
}

function fromControl(text: string, kind: Kind): string {
  if (kind === "date") return text;
  if (kind === "time") return `${text.length === 5 ? `${text}:00` : text}Z`;
  return new Date(text).toISOString().replace(/\.000Z$/, "Z");
}
