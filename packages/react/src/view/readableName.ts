import { formatValue, type Column } from "@callboard/core/view";
import { readableText } from "../text/visibleText.ts";

/** The name of a chart's point as it is read: a number or date by its format, a text with what it hides. */
export function readableName(value: string | number, { format }: Column, locale: string): string {
  const text = formatValue(value, format, locale);
  return text === value ? readableText(text) : text;
}
