"use client";
import type { LeafNode } from "@callboard/core/form";
import { useState, type ReactNode } from "react";
import { fieldError } from "../field/api/fieldMarks.tsx";
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
  const [typed, setTyped] = useState<{ text: string; of: unknown; problem?: string | undefined }>();
  const [wasLeft, setWasLeft] = useState(false);
  // A typed text belongs to its value: one that somebody else sets has another.
  const current = typed && Object.is(typed.of, value ?? undefined) ? typed : undefined;
  const problem = wasLeft ? current?.problem : undefined;
  const Input = leafInputs[node.type];
  const control = (
    <Input
      id={id}
      path={path}
      node={node}
      value={value}
      text={current?.text}
      invalid={problemId !== undefined || problem !== undefined}
      describedBy={
        [problem === undefined ? undefined : `${id}-error`, problemId].filter(Boolean).join(" ") || undefined
      }
      labelledBy={`${id}-label`}
      required={false}
      readOnly={false}
      locale={locale}
      t={t}
      onChange={(next, half) => {
        setTyped(half && { text: half.text, of: next, problem: half.problem?.message });
        props.onChange(next);
      }}
      onBlur={() => setWasLeft(true)}
    />
  );
  return (
    <>
      {control}
      {problem !== undefined && fieldError(id, problem)}
    </>
  );
}
