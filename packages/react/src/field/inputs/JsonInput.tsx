"use client";
import type { JsonNode } from "@callboard/core/form";
import { useMemo, useState, type ClipboardEvent, type ReactNode } from "react";
import { fieldPartsEnglish } from "../../messages/fieldPartsEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { LongText } from "./LongText.tsx";
import { isTooLong } from "./TextInput.tsx";

/**
 * Free-form JSON: the typed text stays, and its error names the line. Where any value is allowed, text that does not
 * begin with a JSON mark is a string, so that nobody has to know of quotes.
 */
export function JsonInput(props: FieldInputProps<JsonNode>): ReactNode {
  const { node, value, text, onChange } = props;
  const { t: words } = useKit(fieldPartsEnglish);
  const written = useMemo(() => (value === undefined ? "" : JSON.stringify(value, null, 2)), [value]);
  const change = (typed: string): void => {
    if (typed.trim() === "") {
      onChange(undefined);
      return;
    }
    try {
      onChange(JSON.parse(typed), { text: typed });
    } catch (error) {
      if (node.expects === undefined && !/^\s*["[{]/.test(typed)) {
        onChange(typed, { text: typed });
        return;
      }
      const line = lineOf(typed, error);
      const problem =
        line === undefined
          ? { path: "", code: "jsonEmpty", message: words("form.issue.jsonEmpty") }
          : { path: "", code: "json", message: words("form.issue.json", { line }), params: { line } };
      onChange(value, { text: typed, problem });
    }
  };
  const shown = text ?? written;
  const [typedHere, setTypedHere] = useState<string>();
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const pasted = event.clipboardData.getData("text");
    const { selectionStart, selectionEnd } = event.currentTarget;
    const after = shown.slice(0, selectionStart) + pasted + shown.slice(selectionEnd);
    if (!isTooLong(after)) return;
    event.preventDefault();
    change(after);
  };
  if (typedHere !== shown && isTooLong(shown))
    return <LongText field={props} text={shown} variant="code" onRemove={() => change("")} />;
  return (
    <textarea
      {...controlProps(props)}
      className="cb-input"
      data-variant="code"
      rows={3}
      dir="ltr"
      spellCheck={false}
      autoComplete="off"
      placeholder={node.placeholder ?? (node.expects === undefined ? words("form.textOrJson") : brackets[node.expects])}
      value={shown}
      onPaste={props.readOnly ? undefined : paste}
      onChange={(event) => {
        setTypedHere(event.target.value);
        change(event.target.value);
      }}
    />
  );
}

const brackets = { array: "[ ]", object: "{ }" };

/** The line of a parser's complaint: engines give a position, a line, or nothing. */
function lineOf(text: string, error: unknown): number | undefined {
  const message = error instanceof Error ? error.message : "";
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return text.slice(0, Number(position)).split("\n").length;
  return /end of (JSON )?input|unterminated/i.test(message) ? text.split("\n").length : undefined;
}
