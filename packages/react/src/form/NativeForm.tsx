"use client";
import type { Schema } from "@callboard/core";
import { plainCopy, toJsonSchema, type JsonSchema } from "@callboard/core/form";
import { useMemo, type ComponentType, type ReactNode } from "react";
import { schemaOf, type AnyFormProps, type DescribedProps } from "./formProps.ts";

/**
 * A form of a schema with dates, bigints, sets or maps: inside it they are JSON, and it takes and submits them as they
 * are.
 */
export function NativeForm({ Form, ...props }: AnyFormProps & { Form: ComponentType<DescribedProps> }): ReactNode {
  const given = schemaOf(props) as Schema;
  const json = useMemo<JsonSchema>(() => toJsonSchema(given), [given]);
  const value = useMemo(() => plainCopy(props.value), [props.value]);
  const defaultValue = useMemo(() => plainCopy(props.defaultValue), [props.defaultValue]);
  return <Form {...props} json={json} value={value} defaultValue={defaultValue} />;
}
