import { errorMessage } from "./errorMessage.ts";

/**
 * A value as plain JSON, as a log keeps it: a copy, so that nobody changes later what was said.
 * @throws when it cannot be written as JSON: why.
 */
export function plainCopy(value: unknown): unknown {
  if (value === undefined) return undefined;
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw new Error(`it cannot be written as JSON (${errorMessage(cause)})`, { cause });
  }
  if (text === undefined) throw new Error(`it cannot be written as JSON (a ${typeof value} is no data)`);
  return JSON.parse(text);
}
