"use client";
import type { ReactNode } from "react";
import type { FieldInputProps } from "../api/fieldInput.ts";
import { NumberInput } from "../inputs/NumberInput.tsx";

/** A number field with a sign inside its frame. */
export function AffixedNumber({
  affix,
  side,
  ...props
}: FieldInputProps & { affix: string; side: "start" | "end" }): ReactNode {
  const id = `${props.id}-affix`;
  const { unit: _unit, ...node } = props.node;
  if (affix === "") return <NumberInput {...props} node={node} />;
  return (
    <span className="cb-affixed" data-side={side}>
      <span className="cb-affix" id={id}>
        {affix}
      </span>
      <NumberInput {...props} node={node} describedBy={[id, props.describedBy].filter(Boolean).join(" ")} />
    </span>
  );
}
