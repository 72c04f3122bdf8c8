"use client";
import { Suspense, type ComponentType, type ReactNode } from "react";
import { lazyComponent } from "../provider/lazyModule.ts";
import { BooleanInput } from "./inputs/BooleanInput.tsx";
import { DateInput } from "./inputs/DateInput.tsx";
import { EnumInput } from "./inputs/EnumInput.tsx";
import {
  ArrayDisplay,
  BooleanDisplay,
  DateDisplay,
  EnumDisplay,
  MediaDisplay,
  NumberDisplay,
  TextDisplay,
  UrlDisplay,
} from "./displays/fieldDisplays.tsx";
import type { FieldDisplayProps, FieldInputProps } from "./api/fieldInput.ts";
import { isGroup, isRare } from "./api/fieldVariant.ts";
import { MediaInput } from "./inputs/MediaInput.tsx";
import { MultiEnumInput } from "./inputs/MultiEnumInput.tsx";
import { NumberInput } from "./inputs/NumberInput.tsx";
import { RelationDisplay } from "./displays/RelationDisplay.tsx";
import { RelationInput } from "./inputs/RelationInput.tsx";
import { TextInput } from "./inputs/TextInput.tsx";

type LeafType = FieldInputProps["node"]["type"];

const RareInput = lazyComponent(
  () => import("./variants/RareInput.tsx"),
  (module) => module.RareInput,
);
const RareDisplay = lazyComponent(
  () => import("./variants/RareDisplay.tsx"),
  (module) => module.RareDisplay,
);

/** Where the common control may not stand in: a group is labelled otherwise. */
const standsIn = ({ node }: { node: FieldInputProps["node"] }): boolean => !isGroup(node) || node.type === "array";
const waiting = <span className="cb-input" aria-busy="true" />;

/** The type's common control, and its rare variants once they have been fetched. */
function withVariants(Common: ComponentType<FieldInputProps>): ComponentType<FieldInputProps> {
  return function VariantInput(props: FieldInputProps): ReactNode {
    if (!isRare(props.node)) return <Common {...props} />;
    // There may be thousands of choices, and a box or an option for each is not what is waited for.
    const mayBeMany = props.node.type === "array" || props.node.type === "enum";
    return (
      <Suspense fallback={standsIn(props) && !mayBeMany ? <Common {...props} /> : waiting}>
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
  enum: withVariants(EnumInput),
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

/** The kit's own input of a leaf. */
export function LeafInput(props: FieldInputProps): ReactNode {
  const Input = leafInputs[props.node.type];
  return <Input {...props} />;
}

/** The kit's own display of a leaf. */
export function LeafDisplay(props: FieldDisplayProps): ReactNode {
  const Display = leafDisplays[props.node.type];
  return <Display {...props} />;
}
