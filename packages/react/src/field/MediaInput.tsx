"use client";
import { type ReactNode } from "react";
import type { FieldInputProps } from "./fieldInput.ts";
import { TextInput } from "./TextInput.tsx";

/** A file by its address; its name is read out of it. */
export function MediaInput(props: FieldInputProps): ReactNode {
  const name = fileName(props.value);
  return (
    <>
      <TextInput {...props} node={{ ...props.node, type: "url" }} />
      {name !== undefined && <span className="cb-field-note">{props.t("form.file", { name })}</span>}
    </>
  );
}

/** The last step of an address, decoded; undefined where it names no file. */
export function fileName(value: unknown): string | undefined {
  if (typeof value !== "string" || value.startsWith("data:")) return undefined;
  const name = /([^/?#]+\.[^/?#]+)(?:[?#].*)?$/.exec(value.replace(/^[a-z]+:\/\/[^/]*/i, ""))?.[1];
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
