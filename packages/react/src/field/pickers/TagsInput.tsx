"use client";
import { readNumber, sameJson, trimText, type ValidationIssue } from "@callboard/core/form";
import { useRef, useState, type ReactNode } from "react";
import { isComposing } from "../../isComposing.ts";
import { fieldPartsEnglish } from "../../messages/fieldPartsEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { fieldError } from "../api/fieldMarks.tsx";
import { plainLook } from "../api/numberLook.ts";
import { numberProblem } from "../api/numberProblem.ts";
import { ChipsInput } from "./ChipsInput.tsx";
import { tagTexts } from "./tagTexts.ts";

/**
 * Short texts or numbers as chips: Enter or leaving the field adds what is typed, commas and all; pasted lines, cells
 * and what semicolons part become one chip each. What may not be added stays typed, and says why.
 */
export function TagsInput(props: FieldInputProps): ReactNode {
  const { id, node, value, labelledBy, required, locale, t, onChange } = props;
  const { t: words } = useKit(fieldPartsEnglish);
  const { onBlur, readOnly, ...shared } = controlProps(props);
  const tags = Array.isArray(value) ? (value as unknown[]) : [];
  const [typed, setTyped] = useState(props.text ?? "");
  const [refused, setRefused] = useState<string>();
  const [announcement, setAnnouncement] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const items = (node.schema.items ?? {}) as { type?: unknown };
  const isNumber = items.type === "integer" || items.type === "number";
  const set = (next: unknown[], left?: { text: string; problem: ValidationIssue }): void =>
    onChange(next.length === 0 && !required ? undefined : next, left);
  const read = (text: string): { value: unknown } | { problem: ValidationIssue } => {
    if (!isNumber) return { value: text };
    const look = plainLook(locale);
    const reading = readNumber(text, look);
    if (reading.kind === "number") return { value: reading.value };
    return { problem: numberProblem(reading, text, look, t)! };
  };
  const add = (texts: readonly string[]): void => {
    const next = [...tags];
    const left: { text: string; problem: ValidationIssue }[] = [];
    const added: string[] = [];
    for (const text of texts) {
      const tag = read(text);
      if ("problem" in tag) left.push({ text, problem: tag.problem });
      else if (node.schema.uniqueItems === true && next.some((one) => sameJson(one, tag.value))) {
        const message = words("field.tagTaken", { label: text });
        left.push({ text, problem: { path: "", code: "tagTaken", message } });
      } else {
        next.push(tag.value);
        added.push(text);
      }
    }
    const text = left.map((one) => one.text).join("; ");
    setTyped(text);
    setRefused(left[0]?.problem.message);
    if (added.length > 0 || left.length > 0) set(next, left[0] && { text, problem: left[0].problem });
    if (added.length > 0) setAnnouncement(words("field.tagAdded", { label: added.join(", ") }));
  };
  const addTyped = (): void => {
    const text = trimText(typed);
    if (text !== "") add([text]);
    else setTyped("");
  };
  const remove = (index: number): void => {
    set(tags.filter((_, other) => other !== index));
    setAnnouncement(words("field.tagRemoved", { label: textOf(tags[index]) }));
  };
  // Once the field was left, its error says it.
  const note = refused !== undefined && !props.invalid ? `${id}-tag` : undefined;
  return (
    <>
      <ChipsInput
        inputRef={input}
        chips={{
          tags: tags.map((tag) => ({ text: textOf(tag) })),
          labelledBy,
          remove: readOnly ? undefined : { label: (label) => words("field.removeTag", { label }), run: remove },
        }}
        input={{
          ...shared,
          "aria-describedby": [note && `${note}-error`, props.describedBy].filter(Boolean).join(" ") || undefined,
          ref: input,
          dir: "auto",
          readOnly,
          value: typed,
          placeholder: tags.length === 0 ? (node.placeholder ?? words("field.addTag")) : words("field.addTag"),
          onChange({ target }) {
            setTyped(target.value);
            if (refused === undefined && props.text === undefined) return;
            setRefused(undefined);
            set(tags);
          },
          onKeyDown(event) {
            if (event.key !== "Enter" || isComposing(event) || typed.trim() === "") return;
            event.preventDefault();
            addTyped();
          },
          onPaste(event) {
            if (readOnly) return;
            const { selectionStart, selectionEnd } = event.currentTarget;
            const pasted = event.clipboardData.getData("text");
            const [before, after] = [typed.slice(0, selectionStart ?? 0), typed.slice(selectionEnd ?? typed.length)];
            const texts = tagTexts(pasted);
            if (texts.length < 2) return;
            event.preventDefault();
            // What was typed already is kept: it belongs to the first and the last.
            texts[0] = before + texts[0]!;
            texts[texts.length - 1] += after;
            add(texts);
          },
          onBlur() {
            addTyped();
            onBlur();
          },
        }}
      >
        <span className="cb-visually-hidden" role="status">
          {announcement}
        </span>
      </ChipsInput>
      {note !== undefined && fieldError(note, refused!)}
    </>
  );
}

const textOf = (tag: unknown): string => (typeof tag === "string" ? tag : (JSON.stringify(tag) ?? ""));
