"use client";
import { parentPointer, type JsonNode, type LeafNode, type Visibility } from "@callboard/core/form";
import { useMemo, type ReactNode } from "react";
import { useVisible, type NodeFieldProps } from "./formContext.ts";
import { LeafField } from "./LeafField.tsx";

/** A value that must be there while something else in the form says so. */
export function RequirableLeaf(
  props: NodeFieldProps & { node: LeafNode | JsonNode; requiredWhen: Visibility },
): ReactNode {
  const { requiredWhen, ...leaf } = props;
  const test = useMemo(() => ({ visible: requiredWhen }), [requiredWhen]);
  return <LeafField {...leaf} required={useVisible(test, leaf.path, parentPointer(leaf.path))} />;
}
