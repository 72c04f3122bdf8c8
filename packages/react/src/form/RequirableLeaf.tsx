"use client";
import { parentPointer, type JsonNode, type LeafNode, type Visibility } from "@callboard/core/form";
import { useMemo, type ReactNode } from "react";
import { useVisible, type NodeFieldProps } from "../field/api/formContext.ts";
import { LeafField } from "./LeafField.tsx";

/** A value that is required while a condition holds. */
export function RequirableLeaf(
  props: NodeFieldProps & { node: LeafNode | JsonNode; requiredWhen: Visibility },
): ReactNode {
  const { requiredWhen, ...leaf } = props;
  const test = useMemo(() => ({ visible: requiredWhen }), [requiredWhen]);
  return <LeafField {...leaf} required={useVisible(test, leaf.path, parentPointer(leaf.path))} />;
}
