"use client";
import { lazy, Suspense, type ComponentType, type ReactNode } from "react";
import { BooleanInput } from "./BooleanInput.tsx";
import { DateInput } from "./DateInput.tsx";
import { EnumInput } from "./EnumInput.tsx";
import {
  ArrayDisplay,
  BooleanDisplay,
  DateDisplay,
  EnumDisplay,
  MediaDisplay,
  NumberDisplay,
  TextDisplay,
  UrlDisplay,
} from "./fieldDisplays.tsx";
import type { FieldDisplayProps, FieldInputProps } from "./fieldInput.ts";
import { isGroup, isRare } from "./fieldVariant.ts";
import { MediaInput } from "./MediaInput.tsx";
import { MultiEnumInput } from "./MultiEnumInput.tsx";
import { NumberInput } from "./NumberInput.tsx";
import { RelationDisplay } from "./RelationDisplay.tsx";
import { RelationInput } from "./RelationInput.tsx";
import { TextInput } from "./TextInput.tsx";
import { formLaterMessages } from "../messages/formLater.ts";
import { addMessages } from "../messages/messages.ts";

addMessages(formLaterMessages);

type LeafType = FieldInputProps["node"]["type"];

const RareInput = lazy(() => import("./variants/RareInput.tsx"));
const RareDisplay = lazy(() => import("./variants/RareDisplay.tsx"));

/** Where the common control may not stand in: a percentage is kept as another number than is written, a group is labelled otherwise. */
const standsIn = ({ node }: { node: FieldInputProps["node"] }): boolean =>
  node.variant !== "percent" && !(isGroup(node) && node.type !== "array");
const waiting = <span className="cb-input" aria-busy="true" />;

/** The type's common control, and its rare variants once they have been fetched. */
function withVariants(Common: ComponentType<FieldInputProps>): ComponentType<FieldInputProps> {
  return function VariantInput(props: FieldInputProps): ReactNode {
    if (!isRare(props.node)) return <Common {...props} />;
    // A list may have thousands of choices, and a box for each is not what it waits for.
    return (
      <Suspense fallback={standsIn(props) && props.node.type !== "array" ? <Common {...props} /> : waiting}>
        <RareInput {...props} />
      </Suspense>
    );
  };
}

function withDisplays(Common: ComponentType<FieldDisplayProps>): ComponentType<FieldDisplayProps> {
  return function VariantDisplay(props: FieldDisplayProps): ReactNode {
    if (!isRare(props.node)) return <Common {...props} />;
    return (
      <Suspense fallback={standsIn(props) ? <Common {...props} /> : null}>
        <RareDisplay {...props} />
      </Suspense>
    );
  };
}

/** A list of entities is picked and shown as one entity is. */
function withEntities<Props extends { node: FieldInputProps["node"] }>(
  Choices: ComponentType<Props>,
  Entities: ComponentType<Props>,
): ComponentType<Props> {
  return function ListField(props: Props): ReactNode {
    return props.node.variant === "entities" ? <Entities {...props} /> : <Choices {...props} />;
  };
}

const TextField = withVariants(TextInput);
const AddressDisplay = withDisplays(UrlDisplay);

/** The input that a leaf gets where nothing is registered for its type. `array` is a choice of several. */
export const leafInputs: Record<LeafType, ComponentType<FieldInputProps>> = {
  text: TextField,
  number: withVariants(NumberInput),
  boolean: withVariants(BooleanInput),
  date: withVariants(DateInput),
  enum: EnumInput,
  url: TextInput,
  email: TextInput,
  phone: TextInput,
  media: MediaInput,
  relation: RelationInput,
  array: withEntities(withVariants(MultiEnumInput), RelationInput),
};

/** The display that a leaf gets where nothing is registered for its type. */
export const leafDisplays: Record<LeafType, ComponentType<FieldDisplayProps>> = {
  text: withDisplays(TextDisplay),
  number: withDisplays(NumberDisplay),
  boolean: BooleanDisplay,
  date: withDisplays(DateDisplay),
  enum: EnumDisplay,
  url: AddressDisplay,
  email: AddressDisplay,
  phone: AddressDisplay,
  media: MediaDisplay,
  relation: RelationDisplay,
  array: withEntities(withDisplays(ArrayDisplay), RelationDisplay),
};
