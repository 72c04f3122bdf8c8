import { trimText } from "@callboard/core/form";

/**
 * The tags in a pasted text: its lines and cells, or what semicolons part. A comma parts nothing, as "New York, NY" is
 * one place.
 */
export function tagTexts(pasted: string): string[] {
  const parts = pasted.split(/[\n\r\t\u2028\u2029]/);
  const [only = ""] = parts;
  return (parts.length > 1 ? parts : only.split(";")).map(trimText).filter((text) => text !== "");
}
