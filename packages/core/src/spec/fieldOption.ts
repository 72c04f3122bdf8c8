import { humanizeFieldName } from "../schema/humanize.ts";

/** What a choice without a label of its own is called: identifiers are read as words; all others stand as they are. */
export function optionLabel(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value) ?? "";
  return /^[a-z]+([_-][a-z]+)+$/.test(value) ? humanizeFieldName(value) : value;
}
