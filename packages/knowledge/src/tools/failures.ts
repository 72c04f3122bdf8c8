import { ToolError } from "@callboard/core";
import type { Part } from "../corpus/corpus.ts";

/** What the tools say where they cannot do what they were asked, each with the tool that can. */
export const FAILURES = {
  none: "There is nothing with the id {id}. Ids come from list_contents, find, or a search.",
  notAFolder: "“{name}” is no folder. Use read to see what it says.",
  folder: "“{name}” is a folder. Use list_contents to see what is in it.",
  unread: "“{name}” could not be read when it was brought in: {problem}",
  notAChunk: "“{name}” is no chunk. Use read; a search and read give chunks.",
  noImage: "This chunk has no image. Chunks with one say so in has_image.",
  noDocument: "There is no document “{name}”. Find its path with find_by_name first.",
  meant: "There is no document “{name}”. Did you mean {others}?",
  noFolder: "There is no folder “{name}”. Name a source as list_sources does, and a path in it as folder_tree does.",
  noFeed: "There is no source “{name}”. list_sources names those that there are.",
  badPattern: "That is no pattern that can be looked for: {problem}",
  past: "Offset {offset} is past the end: there are {total} in all.",
} as const;

/** @throws ToolError in the words of a failure. */
export function fail(
  failure: keyof typeof FAILURES,
  values: Readonly<Record<string, string | number>>,
  path = "/path_part_id",
  suggestions: readonly string[] = [],
): never {
  throw new ToolError({ template: FAILURES[failure], values: { ...values } }, { path, suggestions });
}

/** A part's name as an error says it. */
export const named = ({ name }: Pick<Part, "name">) => ({ name: name.slice(0, 200) });
