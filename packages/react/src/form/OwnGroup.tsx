"use client";
import type { ArrayNode, ObjectNode, Pointer } from "@callboard/core/form";
import { useCallback, type JSXElementConstructor, type ReactNode } from "react";
import type { FieldInputProps } from "../field/api/fieldInput.ts";
import { useField, useFormScope } from "../field/api/formContext.ts";

/** An app's own component for an object or a list, which draws all of it and gets its value as a whole. */
export function OwnGroup({
  Custom,
  node,
  path,
}: {
  Custom: JSXElementConstructor<FieldInputProps<ArrayNode | ObjectNode>>;
  node: ArrayNode | ObjectNode;
  path: Pointer;
}): ReactNode {
  const { store, idOf, readOnly, locale, t } = useFormScope();
  const { value, text, issue } = useField(path);
  const change = useCallback<FieldInputProps["onChange"]>(
    (next, typed) => store.setValue(path, next, "human", typed),
    [store, path],
  );
  const id = idOf(path);
  return (
    <Custom
      id={id}
      path={path}
      node={node}
      value={value}
      text={text}
      invalid={issue !== undefined}
      describedBy={undefined}
      labelledBy={`${id}-label`}
      required={node.required && !node.nullable}
      readOnly={readOnly || node.readOnly === true}
      locale={locale}
      t={t}
      onChange={change}
      onBlur={() => store.touch(path)}
    />
  );
}
