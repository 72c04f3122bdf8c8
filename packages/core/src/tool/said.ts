import type { Wording } from "../events/event.ts";

/**
 * What a tool says of a call: a text, or a template and its values, so that each reader gets it in their own language.
 * @example
 * ```ts
 * summary: ({ bill, people }) => ({ template: "{bill} between {people}", values: { bill, people } }),
 * ```
 */
export type Said = string | { template: string; values?: Record<string, string | number> };

/** What was said as the log keeps it: the text in the tool's own language, and how it is made. */
export function inWords(said: Said | undefined): { text?: string; wording?: Wording } {
  if (typeof said !== "object") return said ? { text: said } : {};
  const { template } = said;
  const values = Object.fromEntries(
    Object.entries(said.values ?? {}).map(([name, value]) => [
      name,
      typeof value === "number" && Number.isFinite(value) ? value : String(value),
    ]),
  );
  return { text: fillTemplate(template, values), wording: { template, values } };
}

/** A template with its values in the places that it names in braces. */
export function fillTemplate(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
