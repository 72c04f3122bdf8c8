"use client";
import { hasNoSpaceAround, trimText } from "@callboard/core/form";
import { Suspense, useRef, useState, type ClipboardEvent, type ReactNode } from "react";
import { lazyComponent } from "../../provider/lazyModule.ts";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";

const LongText = lazyComponent(
  () => import("./LongText.tsx"),
  (module) => module.LongText,
);

const longestText = 100_000;
const mostLines = 5_000;

/** Whether only the beginning of a text is shown, as browsers are slow to lay out so many characters or lines. */
export function isTooLong(text: string): boolean {
  if (text.length > longestText) return true;
  if (text.length <= mostLines) return false;
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0 && lines <= mostLines; at = text.indexOf("\n", at + 1)) lines++;
  return lines > mostLines;
}

const kinds = {
  url: { type: "url", inputMode: "url", autoComplete: "url" },
  email: { type: "email", inputMode: "email", autoComplete: "email" },
  phone: { type: "tel", inputMode: "tel", autoComplete: "tel" },
} as const;

/**
 * One line of text, or several (`multiline`, or what holds several already), which grow with what is written. Addresses
 * and phone numbers bring their keyboard.
 */
export function TextInput(
  props: FieldInputProps & {
    /** It stands in for a group of controls, whose label is tied to no control. */
    inGroup?: boolean;
  },
): ReactNode {
  const { node, value, onChange } = props;
  const held = typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
  // Where a text has no space around it, one that was typed or pasted stays until the field is left, and is not held.
  const isTight =
    hasNoSpaceAround(node.schema) || node.type === "url" || node.type === "email" || node.type === "phone";
  const text = isTight && props.text !== undefined && trimText(props.text) === held ? props.text : held;
  const write = (typed: string): void => {
    const trimmed = isTight ? trimText(typed) : typed;
    onChange(trimmed, trimmed === typed ? undefined : { text: typed });
  };
  const leave = (): void => {
    if (text !== held) onChange(value);
    props.onBlur();
  };
  const shared = {
    ...controlProps(props),
    onBlur: leave,
    "aria-labelledby": props.inGroup ? props.labelledBy : undefined,
    className: "cb-input",
    value: text,
    placeholder: node.placeholder,
    dir: "auto",
    spellCheck: node.variant === "code" ? false : undefined,
  };
  const isPlain = node.type === "text" && node.variant === undefined;
  // A browser's one-line field drops line breaks, so a text that has some gets lines, and keeps them for good.
  const [hasLines, setHasLines] = useState(false);
  if (isPlain && !hasLines && /[\n\r]/.test(text)) setHasLines(true);
  const caret = useRef<number>(undefined);
  // A text that was typed here is laid out already, so it stays in its field.
  const [written, setWritten] = useState<string>();
  const takeFocus = (area: HTMLTextAreaElement | null): void => {
    if (!area || caret.current === undefined) return;
    area.focus();
    area.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  };
  const paste = (event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    const pasted = event.clipboardData.getData("text").replace(/\r\n?/g, "\n");
    const { selectionStart, selectionEnd } = event.currentTarget;
    const isMore = isPlain && !hasLines && pasted.trim().includes("\n");
    const before = text.slice(0, selectionStart ?? text.length);
    const after = before + pasted + text.slice(selectionEnd ?? text.length);
    if (!isMore && !isTooLong(after)) return;
    event.preventDefault();
    caret.current = before.length + pasted.length;
    onChange(after);
  };
  if (node.variant === "multiline" || node.variant === "code" || (isPlain && hasLines)) {
    if (written !== text && isTooLong(text)) {
      const remove = (): void => {
        caret.current = 0;
        onChange("");
      };
      return (
        <Suspense fallback={<span className="cb-input" aria-busy="true" />}>
          <LongText field={props} text={text} variant={node.variant} onRemove={remove} />
        </Suspense>
      );
    }
    const area = (
      <textarea
        {...shared}
        ref={takeFocus}
        rows={3}
        data-variant={node.variant}
        onPaste={props.readOnly ? undefined : paste}
        onChange={(event) => {
          setWritten(event.target.value);
          onChange(event.target.value);
        }}
      />
    );
    if (node.maxLength === undefined) return area;
    // JSON Schema counts characters, not UTF-16 units.
    const count = [...text].length;
    return (
      <>
        {area}
        <span className="cb-field-counter" data-over={count > node.maxLength ? "" : undefined}>
          {props.t("field.counter", { count, limit: node.maxLength })}
        </span>
      </>
    );
  }
  const kind =
    node.type === "url" || node.type === "email" || node.type === "phone"
      ? kinds[node.type]
      : ({ type: node.variant === "password" ? "password" : "text", autoComplete: "off" } as const);
  return (
    <input
      {...shared}
      {...kind}
      onPaste={isPlain && !props.readOnly ? paste : undefined}
      onChange={(event) => write(event.target.value)}
    />
  );
}
