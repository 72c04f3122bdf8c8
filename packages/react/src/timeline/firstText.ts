import type { CallView } from "@callboard/core";
import { isRecord } from "../isRecord.ts";

/** Characters of a text in a row, which has one line. */
export const MOST = 300;

/**
 * The first text of a call's input, cut to a row: once it is whole or fills the row, so that it does not change while
 * the rest is written.
 */
export function firstText({ input, inputPath }: CallView): string | undefined {
  if (!isRecord(input)) return undefined;
  for (const key in input) {
    const text = input[key];
    // A value is whole once the stream writes another, or nothing any more.
    if (typeof text === "string") return text.length < MOST && inputPath?.[0] === key ? undefined : text.slice(0, MOST);
  }
  return undefined;
}
