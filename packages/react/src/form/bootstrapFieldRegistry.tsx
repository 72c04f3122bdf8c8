"use client";
import type { ArrayNode, FormNode, LeafNode, ObjectNode } from "@callboard/core/form";
import type { ReactNode } from "react";
import { ArrayField } from "./ArrayField.tsx";
import { ObjectField } from "./ObjectField.tsx";
import { uiRegistry, type UiRegistry } from "../provider/uiRegistry.ts";
import { leafDisplays, leafInputs } from "../field/fieldDefaults.tsx";
import type { FieldDisplayProps, FieldInputProps } from "../field/api/fieldInput.ts";
import { GroupDisplay, ListDisplay } from "../field/NodeDisplay.tsx";

/** A list: a choice of several where its elements are fixed choices, else rows. */
function ArrayInput(props: FieldInputProps<ArrayNode | LeafNode>): ReactNode {
  const { node } = props;
  const Choices = leafInputs.array;
  return node.kind === "array" ? <ArrayField node={node} path={props.path} /> : <Choices {...props} node={node} />;
}

function ObjectInput({ node, path }: FieldInputProps<ObjectNode>): ReactNode {
  return <ObjectField node={node} path={path} />;
}

function ArrayOrChoicesDisplay(props: FieldDisplayProps<FormNode>): ReactNode {
  const Choices = leafDisplays.array;
  const { node } = props;
  return node.kind === "leaf" ? <Choices {...props} node={node} /> : <ListDisplay {...props} />;
}

/**
 * Puts the kit's 12 inputs and 12 displays into the slots `field-input` and `field-display`, where an app finds them by
 * storage type. Filled slots stay as they are, so calling it again changes nothing; forms work without it.
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
