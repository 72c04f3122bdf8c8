"use client";
import type { ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import type { FieldDisplayProps } from "./fieldInput.ts";
import { useNames } from "./useChoices.ts";

/** What stored ids are called; one that nobody knows stands for itself. */
export default function EntityDisplay({ node, value, locale }: FieldDisplayProps): ReactNode {
  const { client } = useCallboard();
  const ids = (Array.isArray(value) ? (value as unknown[]) : [value])
    .filter((one) => one !== undefined && one !== null && one !== "")
    .map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  const { names } = useNames(client?.choices, node.entity ?? "", ids);
  const words = ids.map((id) => names.get(id)?.label ?? id);
  return <span dir="auto">{new Intl.ListFormat(locale, { type: "conjunction" }).format(words)}</span>;
}
