import { humanizeFieldName } from "../schema/humanize.ts";

/** The label of a choice without one: identifiers become words, other values stay as they are. */
export function optionLabel(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value) ?? "";
  return /^[a-z]+([_-][a-z]+)+$/.test(value) ? humanizeFieldName(value) : value;
}
