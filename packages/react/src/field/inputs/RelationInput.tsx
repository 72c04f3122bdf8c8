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
  const { node } = props;
  const waiting = <span className="cb-input" aria-busy="true" />;
  if (client?.choices && node.entity !== undefined) {
    return (
      <Suspense fallback={waiting}>
        <EntityInput {...props} />
      </Suspense>
    );
  }
  if (node.type === "array") {
    return (
      <Suspense fallback={waiting}>
        <TagsInput {...props} />
      </Suspense>
    );
  }
  const Written = node.schema.type === "integer" || node.schema.type === "number" ? NumberInput : TextInput;
  return <Written {...props} />;
}
