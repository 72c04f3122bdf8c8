"use client";
import { readCell } from "@callboard/core/view";
import { FAILSAFE_SCHEMA, load } from "js-yaml";
import { useMemo, type ReactNode } from "react";

/** A text's value, drawn; `instead` where it is no YAML, or YAML whose value leaves words out. */
export function YamlValue(props: {
  text: string;
  renderValue: (value: unknown) => ReactNode;
  instead: ReactNode;
}): ReactNode {
  const { text, renderValue, instead } = props;
  const value = useMemo(() => parseYaml(text), [text]);
  return value === undefined ? instead : renderValue(value);
}

/** The record or list of a text; undefined where the text has words that the value has not. */
export function parseYaml(text: string): unknown {
  try {
    // Scalars as texts: a version 1.10 stays one, and no day becomes a moment.
    const value: unknown = load(text, { schema: FAILSAFE_SCHEMA });
    if (typeof value !== "object" || value === null || lettersOf(text) !== lettersOf(flatten(value))) return undefined;
    return withNumbers(value);
  } catch {
    return undefined;
  }
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "");

/** Keys and scalars in their order. */
function flatten(value: unknown): string {
  if (Array.isArray(value)) return value.map(flatten).join(" ");
  if (typeof value !== "object" || value === null) return String(value ?? "");
  return Object.entries(value)
    .map(([key, one]) => `${key} ${flatten(one)}`)
    .join(" ");
}

function withNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withNumbers(one)]));
  }
  if (typeof value !== "string") return value;
  return value === "true" ? true : value === "false" ? false : /^(?:null|~|)$/.test(value) ? null : readCell(value);
}
