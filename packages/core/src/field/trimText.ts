import type { JsonSchema } from "../schema/jsonSchema.ts";

/** Spaces of all kinds, and signs that show nothing: joiners, marks of direction and of a byte order. */
const isBlank = (sign: string): boolean =>
  /[\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(sign);

/** A text without the space around it, also where that cannot be seen. */
export function trimText(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isBlank(text[from]!)) from++;
  while (to > from && isBlank(text[to - 1]!)) to--;
  return text.slice(from, to);
}

/** Formats of texts that may begin or end with a space. */
const withSpace =
  /^(?:regex|(?:relative-)?json-pointer|uri-template|password|text|textarea|multiline|markdown|html|code)$/;

/** A pattern from its first to its last sign, of signs that are no space: the language of codes and numbers. */
const tight = /^\^(?:\\[dw.\-/+(){}[\]|]|[\p{L}\p{N}_{},?+*|()[\]:@#/=&%~!;-])+\$$/u;

/**
 * Whether a text of this schema has no space around it, by its format or pattern, so that one around it was not meant.
 */
export function hasNoSpaceAround({ format, pattern, contentEncoding }: JsonSchema): boolean {
  if (typeof format === "string" && format !== "") return !withSpace.test(format);
  return (
    contentEncoding === "base64" || (typeof pattern === "string" && !pattern.includes("[^") && tight.test(pattern))
  );
}
