"use client";
import { useRef, useState, type ReactNode } from "react";
import { controlProps, type FieldInputProps } from "../fieldInput.ts";
import { TagList } from "../TagList.tsx";
import { fieldMessages } from "../../messages/field.ts";
import { addMessages } from "../../messages/messages.ts";

addMessages(fieldMessages);

/** Short texts as chips: Enter or a comma adds one, Backspace in an empty field takes the last one back. */
export function TagsInput(props: FieldInputProps): ReactNode {
  const { id, node, value, t, labelledBy, required, onChange } = props;
  const { onBlur, readOnly, ...shared } = controlProps(props);
  const tags = Array.isArray(value) ? (value as unknown[]) : [];
  const [typed, setTyped] = useState("");
  const [said, setSaid] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const set = (next: unknown[]): void => onChange(next.length === 0 && !required ? undefined : next);
  const add = (text: string): void => {
    const added = text
      .split(/[,\n]/)
      .map((one) => one.trim())
      .filter((one, index, all) => one !== "" && all.indexOf(one) === index && !tags.includes(one));
    setTyped("");
    if (added.length === 0) return;
    set([...tags, ...added]);
    setSaid(t("field.tagAdded", { label: added.join(", ") }));
  };
  const remove = (index: number): void => {
    set(tags.filter((_, other) => other !== index));
    setSaid(t("field.tagRemoved", { label: textOf(tags[index]) }));
    input.current?.focus();
  };
  return (
    // A click beside the chips reaches the field; the keyboard is there already.
    <span
      role="presentation"
      className="cb-tags"
      data-invalid={props.invalid ? "" : undefined}
      onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
    >
      <TagList
        tags={tags.map((tag) => ({ text: textOf(tag) }))}
        labelledBy={labelledBy}
        remove={readOnly ? undefined : { label: (label) => t("field.removeTag", { label }), run: remove }}
      />
      <input
        {...shared}
        id={id}
        ref={input}
        className="cb-tag-input"
        dir="auto"
        autoComplete="off"
        readOnly={readOnly}
        value={typed}
        placeholder={tags.length === 0 ? (node.placeholder ?? t("field.addTag")) : t("field.addTag")}
        onChange={({ target }) => (target.value.includes(",") ? add(target.value) : setTyped(target.value))}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing && typed.trim() !== "") {
            event.preventDefault();
            add(typed);
          } else if (event.key === "Backspace" && typed === "" && tags.length > 0) {
            event.preventDefault();
            remove(tags.length - 1);
          }
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData("text");
          if (!pasted.includes("\n")) return;
          event.preventDefault();
          add(pasted);
        }}
        onBlur={() => {
          add(typed);
          onBlur();
        }}
      />
      <span className="cb-visually-hidden" role="status">
        {said}
      </span>
    </span>
  );
}

const textOf = (tag: unknown): string => (typeof tag === "string" ? tag : (JSON.stringify(tag) ?? ""));
