"use client";
import { useRef, useState, type ReactNode } from "react";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { ChipsInput } from "./ChipsInput.tsx";
import { fieldPartsEnglish } from "../../messages/fieldPartsEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";

/** Short texts as chips: Enter, a comma or leaving the field adds what is typed; pasted lines become one chip each. */
export function TagsInput(props: FieldInputProps): ReactNode {
  const { node, value, labelledBy, required, onChange } = props;
  const { t: words } = useKit(fieldPartsEnglish);
  const { onBlur, readOnly, ...shared } = controlProps(props);
  const tags = Array.isArray(value) ? (value as unknown[]) : [];
  const [typed, setTyped] = useState("");
  const [announcement, setAnnouncement] = useState("");
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
    setAnnouncement(words("field.tagAdded", { label: added.join(", ") }));
  };
  const remove = (index: number): void => {
    set(tags.filter((_, other) => other !== index));
    setAnnouncement(words("field.tagRemoved", { label: textOf(tags[index]) }));
  };
  return (
    <ChipsInput
      inputRef={input}
      chips={{
        tags: tags.map((tag) => ({ text: textOf(tag) })),
        labelledBy,
        remove: readOnly ? undefined : { label: (label) => words("field.removeTag", { label }), run: remove },
      }}
      input={{
        ...shared,
        ref: input,
        dir: "auto",
        readOnly,
        value: typed,
        placeholder: tags.length === 0 ? (node.placeholder ?? words("field.addTag")) : words("field.addTag"),
        onChange: ({ target }) => (target.value.includes(",") ? add(target.value) : setTyped(target.value)),
        onKeyDown(event) {
          if (event.key !== "Enter" || event.nativeEvent.isComposing || typed.trim() === "") return;
          event.preventDefault();
          add(typed);
        },
        onPaste(event) {
          const pasted = event.clipboardData.getData("text");
          if (!pasted.includes("\n")) return;
          event.preventDefault();
          add(pasted);
        },
        onBlur() {
          add(typed);
          onBlur();
        },
      }}
    >
      <span className="cb-visually-hidden" role="status">
        {announcement}
      </span>
    </ChipsInput>
  );
}

const textOf = (tag: unknown): string => (typeof tag === "string" ? tag : (JSON.stringify(tag) ?? ""));
