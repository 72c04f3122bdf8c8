"use client";
import { manyChoices, type FieldOption, type LeafNode, type ValidationIssue } from "@callboard/core/form";
import { getSchemaType, type WidgetProps } from "@rjsf/utils";
import { useContext, useEffect, useMemo, useState, type ComponentType, type ReactNode } from "react";
import type { FieldDisplayProps, FieldInputProps } from "@callboard/react";
import { FormContext, formEnglish, leafDisplays, leafInputs, useKit } from "@callboard/react/internal-form";
import { FieldPlaceContext, useSafeId } from "./fieldPlace.ts";

/** The kit's field for a widget. */
export type WidgetLooks = (props: WidgetProps) => Pick<LeafNode, "type"> & { variant?: string };

/** One of the kit's inputs as a widget of rjsf's; its own display where the field is read-only. */
export function LeafWidget({ looks, ...props }: WidgetProps & { looks: WidgetLooks }): ReactNode {
  const { onChange, onBlur, readonly, disabled } = props;
  const { t, locale, components } = useKit(formEnglish);
  const scope = useContext(FormContext);
  const place = useContext(FieldPlaceContext);
  const safe = useSafeId();
  const id = safe(props.id);
  const { type, variant } = looks(props);
  const node = useMemo(
    () => nodeOf(props, type, variant, place?.label ?? props.label),
    // oxlint-disable-next-line react/exhaustive-deps -- the parts of the props that it reads
    [props.schema, props.options, props.placeholder, props.required, type, variant, place?.label, props.label],
  );
  const [typed, setTyped] = useState<{ text: string; problem?: ValidationIssue | undefined; of: unknown }>();
  const value = toValue(props, type);
  // A typed text belongs to its value; another value has another text.
  const isCurrent = typed !== undefined && Object.is(typed.of, value);
  const problem = isCurrent ? typed.problem : undefined;
  const pointer = place?.pointer;
  const store = scope?.store;
  useEffect(() => {
    if (store && pointer !== undefined && problem) store.setProblem(pointer, { ...problem, path: pointer });
    return () => {
      if (store && pointer !== undefined && problem) store.setProblem(pointer, undefined);
    };
  }, [store, pointer, problem]);

  if (readonly) {
    // oxlint-disable-next-line typescript/no-explicit-any -- registered components know their own kind of node
    const Display: ComponentType<FieldDisplayProps<any>> = components.get("field-display", type) ?? leafDisplays[type];
    return (
      <div className="cb-field-value" role="group" aria-labelledby={`${id}-label`} id={id} tabIndex={-1}>
        <Display node={node} value={value} locale={locale} t={t} />
      </div>
    );
  }
  // oxlint-disable-next-line typescript/no-explicit-any -- registered components know their own kind of node
  const Input: ComponentType<FieldInputProps<any>> = components.get("field-input", type) ?? leafInputs[type];
  return (
    <Input
      id={id}
      path={pointer ?? ""}
      node={node}
      value={value}
      text={isCurrent ? typed.text : undefined}
      invalid={place?.invalid ?? (props.rawErrors?.length ?? 0) > 0}
      describedBy={place?.describedBy}
      labelledBy={`${id}-label`}
      required={node.required}
      readOnly={disabled === true && props.multiple === true}
      locale={locale}
      t={t}
      onChange={(next, text) => {
        const own = next === "" || next === undefined ? (props.options.emptyValue as unknown) : next;
        setTyped(text && { ...text, of: own });
        onChange(own);
      }}
      onBlur={() => {
        onBlur(props.id, value);
        if (pointer !== undefined) store?.touch(pointer);
      }}
    />
  );
}

function nodeOf(
  { schema, options, placeholder, required, multiple }: WidgetProps,
  type: LeafNode["type"],
  variant: string | undefined,
  label: string,
): LeafNode {
  const number = (keyword: "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "maxLength") =>
    schema[keyword];
  const own = getSchemaType(schema);
  const minimum = number("minimum") ?? number("exclusiveMinimum");
  const maximum = number("maximum") ?? number("exclusiveMaximum");
  const choices = options.enumOptions?.map<FieldOption>((option) => ({
    value: option.value as unknown,
    label: String(option.label),
    ...(typeof option.schema?.description === "string" && { description: option.schema.description }),
  }));
  const needsChoices = type === "enum" || (type === "array" && multiple === true);
  return {
    kind: "leaf",
    label,
    required: required === true,
    nullable: Array.isArray(schema.type) && schema.type.includes("null"),
    schema: schema as LeafNode["schema"],
    type,
    ...(needsChoices && (choices?.length ?? 0) > manyChoices
      ? { variant: type === "enum" ? "search" : "multiselect" }
      : variant !== undefined && { variant }),
    ...(placeholder !== undefined && placeholder !== "" && { placeholder }),
    ...(needsChoices && { options: choices ?? [] }),
    ...(own === "integer" && { integer: true }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(schema.multipleOf !== undefined && { step: schema.multipleOf }),
    ...(number("maxLength") !== undefined && { maxLength: number("maxLength") }),
  };
}

/** A number that rjsf hands on as a text, as JSON writes it. */
function toValue({ value }: WidgetProps, type: LeafNode["type"]): unknown {
  const own: unknown = value;
  if (type !== "number" || typeof own !== "string") return own;
  const isNumber = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(own) && Number.isFinite(Number(own));
  return isNumber ? Number(own) : own;
}
