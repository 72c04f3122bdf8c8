"use client";
import type { ReactNode } from "react";
import { useKit } from "../../provider/ToolProvider.tsx";
import type { FieldDisplayProps } from "../api/fieldInput.ts";
import { useNames } from "./useChoices.ts";

/** The names of stored ids; an unknown id is shown as it is. */
export function EntityDisplay({ node, value, locale }: FieldDisplayProps): ReactNode {
  const { client } = useKit();
  const ids = (Array.isArray(value) ? (value as unknown[]) : [value])
    .filter((one) => one !== undefined && one !== null && one !== "")
    .map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  const { names } = useNames(client?.choices, node.entity ?? "", ids);
  const words = ids.map((id) => names.get(id)?.label ?? id);
  return <span dir="auto">{new Intl.ListFormat(locale, { type: "conjunction" }).format(words)}</span>;
}
