import type { EventError, Wording } from "../events/event.ts";
import { plainCopy } from "../json/plainCopy.ts";
import { errorMessage } from "./errorMessage.ts";
import { inWords, type Said } from "./said.ts";

/** What a tool can say of its failure beside the words. */
export interface ToolErrorDetails {
  /** JSON Pointer to the field of the input that is wrong. */
  path?: string;
  /**
   * Values that would do in that field, the likeliest first: people get each as a button that runs the call again with
   * it.
   */
  suggestions?: readonly unknown[];
  /** The tool may have run, and nobody knows what came of it: the call ends as interrupted, and not as failed. */
  isUnknown?: boolean;
  cause?: unknown;
}

/**
 * A failure that a tool throws when it knows how to mend it: in words, or by a template and its values, so that each
 * reader gets it in their own language.
 * @example
 * ```ts
 * const said = { template: "There is no document “{name}”.", values: { name } };
 * throw new ToolError(said, { path: "/path", suggestions: ["zod/README.md"] });
 * ```
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly path: string | undefined;
  readonly suggestions: readonly unknown[];
  /** How the message is made, where it was given as a template. */
  readonly wording: Wording | undefined;
  readonly isUnknown: boolean;
  constructor(message: Said, { path, suggestions = [], isUnknown = false, cause }: ToolErrorDetails = {}) {
    const { text, wording } = inWords(message);
    super(text, cause === undefined ? undefined : { cause });
    this.path = path;
    this.suggestions = suggestions;
    this.wording = wording;
    this.isUnknown = isUnknown;
  }
}

/** An output that is larger than a host keeps. */
export class OutputTooLarge extends Error {
  constructor(slug: string, most: number) {
    super(
      `"${slug}" answered with more than ${most / 1_000_000} MB, the most that is kept of one output. ` +
        "Its author has to answer with a part and a way to ask for the rest, or to keep a file elsewhere and answer with its address.",
    );
  }
}

/** The most suggestions that are logged with an error. */
const MOST_SUGGESTIONS = 5;

/** The logged error of a failure that a handler reports in words. */
export function toolError(message: string): EventError {
  return { code: "tool_error", message };
}

/** Whether a handler says that nobody knows what came of its call. */
export const isUnknownEnd = (thrown: unknown): boolean => isToolError(thrown) && thrown.isUnknown === true;

/** The logged error of whatever a handler threw. */
export function thrownError(thrown: unknown): EventError {
  const plain = toolError(errorMessage(thrown));
  if (thrown instanceof OutputTooLarge) return { ...plain, code: "output_too_large" };
  if (!isToolError(thrown)) return plain;
  const { path, suggestions, wording } = thrown;
  const error = wording ? { ...plain, wording } : plain;
  if (typeof path !== "string") return error;
  try {
    const values = plainCopy(suggestions.slice(0, MOST_SUGGESTIONS)) as unknown[];
    return { ...error, path, ...(values.length > 0 && { suggestions: values }) };
  } catch {
    return { ...error, path };
  }
}

/** By name: a tool may bring its own copy of this module. */
function isToolError(thrown: unknown): thrown is ToolError {
  return thrown instanceof Error && thrown.name === "ToolError" && Array.isArray((thrown as ToolError).suggestions);
}
