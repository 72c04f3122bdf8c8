"use client";
import { Suspense, type ReactNode } from "react";
import { lazyComponent } from "../../provider/lazyModule.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import type { FieldInputProps } from "../api/fieldInput.ts";
import { NumberInput } from "./NumberInput.tsx";
import { TextInput } from "./TextInput.tsx";

const EntityInput = lazyComponent(
  () => import("../pickers/EntityInput.tsx"),
  (module) => module.EntityInput,
);
const TagsInput = lazyComponent(
  () => import("../pickers/TagsInput.tsx"),
  (module) => module.TagsInput,
);

/** Things by their ids: picked by name where the client can look for them, else written. */
export function RelationInput(props: FieldInputProps): ReactNode {
  const { client } = useKit();
  const { node, onChange } = props;
  const waiting = <span className="cb-input" aria-busy="true" />;
  if (client?.choices && node.entity !== undefined) {
    return (
      <Suspense fallback={waiting}>
        <EntityInput {...props} />
      </Suspense>
    );
  }
  if (node.type === "array") {
    const { type } = (node.schema.items ?? {}) as { type?: unknown };
    const toItems = (value: unknown): unknown =>
      Array.isArray(value) && (type === "integer" || type === "number")
        ? value.map(Number).filter(Number.isFinite)
        : value;
    return (
      <Suspense fallback={waiting}>
        <TagsInput {...props} onChange={(value, typed) => onChange(toItems(value), typed)} />
      </Suspense>
    );
  }
  const Written = node.schema.type === "integer" || node.schema.type === "number" ? NumberInput : TextInput;
  return <Written {...props} />;
}
