import { ToolError } from "@callboard/core";
import { isReference } from "@callboard/core/execution";
import { pointerSegments } from "@callboard/core/form";

/** The most tools that call others below each other, when a tool is saved and again when it runs. */
export const MOST_DEPTH = 5;

/**
 * Each step and task adds one part to the id of the call above it, so an id says how deep its call stands.
 * @throws ToolError where that is too deep to call another tool: one below may have changed since this one was saved.
 */
export function checkDepth({ slug }: { slug: string }, callId: string): void {
  const depth = callId.split(".").length;
  if (depth <= MOST_DEPTH) return;
  const most = `More than ${MOST_DEPTH} tools that call others stand below each other`;
  throw new ToolError(`${most}, and "${slug}" is one too many. Take a step or a task out of one of them.`);
}

/** A value with each reference in it replaced by what it refers to; null where that is not there. */
export function resolved(value: unknown, results: ReadonlyMap<string, unknown>): unknown {
  if (isReference(value)) return readAt(results.get(value.$from), value.path ?? "");
  if (Array.isArray(value)) return value.map((part) => resolved(part, results));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolved(part, results)]));
}

function readAt(value: unknown, path: string): unknown {
  let found = value;
  for (const key of pointerSegments(path)) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return null;
    found = (found as Record<string, unknown>)[key];
  }
  return found ?? null;
}
