"use client";
import type { ArrayNode, ObjectNode } from "@callboard/core/form";
import type { ReactNode } from "react";
import { ArrayField } from "../form/ArrayField.tsx";
import { ObjectField } from "../form/ObjectField.tsx";
import { uiRegistry, type UiRegistry } from "../provider/uiRegistry.ts";
import { leafDisplays, leafInputs } from "./fieldDefaults.tsx";
import type { FieldDisplayProps, FieldInputProps } from "./fieldInput.ts";
import { GroupDisplay, ListDisplay } from "./NodeDisplay.tsx";

/** A list: a choice of several where its elements are fixed choices, else rows. */
// oxlint-disable-next-line typescript/no-explicit-any -- drawn for two kinds of node
function ArrayInput(props: FieldInputProps<any>): ReactNode {
  const { node } = props as { node: FieldInputProps["node"] | ArrayNode };
  const Choices = leafInputs.array;
  return node.kind === "array" ? <ArrayField node={node} path={props.path} /> : <Choices {...props} />;
}

function ObjectInput({ node, path }: FieldInputProps<ObjectNode>): ReactNode {
  return <ObjectField node={node} path={path} />;
}

// oxlint-disable-next-line typescript/no-explicit-any -- drawn for two kinds of node
function ArrayOrChoicesDisplay(props: FieldDisplayProps<any>): ReactNode {
  const Choices = leafDisplays.array;
  return props.node.kind === "leaf" ? <Choices {...props} /> : <ListDisplay {...props} />;
}

/**
 * Puts the kit's 12 inputs and 12 displays into the slots `field-input` and `field-display`, where an app finds them by
 * storage type. Slots that are taken stay as they are, so calling it again changes nothing; forms work without it.
 */
export function bootstrapFieldRegistry(registry: UiRegistry = uiRegistry): void {
  const inputs = { ...leafInputs, array: ArrayInput, object: ObjectInput };
  const displays = { ...leafDisplays, array: ArrayOrChoicesDisplay, object: GroupDisplay };
  for (const [type, component] of Object.entries(inputs)) {
    if (!registry.get("field-input", type)) registry.register("field-input", type, component);
  }
  for (const [type, component] of Object.entries(displays)) {
    if (!registry.get("field-display", type)) registry.register("field-display", type, component);
  }
}
