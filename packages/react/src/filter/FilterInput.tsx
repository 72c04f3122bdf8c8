"use client";
import type { LeafNode } from "@callboard/core/form";
import { useState, type ReactNode } from "react";
import { leafInputs } from "../field/fieldDefaults.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { formEnglish } from "../messages/en.ts";

/** The control that one comparison's value is set with; the element `<id>-label` names it. */
export function FilterInput(props: {
  id: string;
  path: string;
  node: LeafNode;
  value: unknown;
  /** The id of what is wrong with the value. */
  problemId?: string | undefined;
  onChange: (value: unknown) => void;
}): ReactNode {
  const { id, path, node, value, problemId } = props;
  const { t, locale } = useKit(formEnglish);
  const [typed, setTyped] = useState<string>();
  const Input = leafInputs[node.type];
  return (
    <Input
      id={id}
      path={path}
      node={node}
      value={value}
      // "1.50" stays as it is written while it is the value's number.
      text={typed !== undefined && typeof value === "number" && Number(typed) === value ? typed : undefined}
      invalid={problemId !== undefined}
      describedBy={problemId}
      labelledBy={`${id}-label`}
      required={false}
      readOnly={false}
      locale={locale}
      t={t}
      onChange={(next, half) => {
        setTyped(half?.text);
        props.onChange(next);
      }}
      onBlur={() => {}}
    />
  );
}
