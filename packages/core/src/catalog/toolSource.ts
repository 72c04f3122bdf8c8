import type { ToolContext } from "../tool/context.ts";
import { CODE, type RegisteredTool } from "../tool/registry.ts";

/** The names of a host's own sources; no other source has one of them. */
export const HOST_SOURCES = { code: CODE, tenant: "tenant", search: "search" } as const;

/**
 * Where tools come from: code, a tenant's own, a server of another protocol. A catalog asks its sources in their order.
 * A source that reads from elsewhere reads once for each context: see `oncePerContext`.
 * @example
 * ```ts
 * const weather: ToolSource = {
 *   name: "weather",
 *   list: () => [forecast],
 *   find: (slug) => (slug === forecast.slug ? forecast : undefined),
 * };
 * ```
 */
export interface ToolSource {
  /**
   * Up to 24 lower-case letters, digits and dashes. It stands before the slug of a tool whose slug an earlier source
   * has too: `weather__forecast`.
   */
  readonly name: string;
  /** Its tools for this context, whether or not the caller may use them. */
  list(context: ToolContext): readonly RegisteredTool[] | Promise<readonly RegisteredTool[]>;
  /** One of them, by slug or alias. */
  find(slug: string, context: ToolContext): RegisteredTool | undefined | Promise<RegisteredTool | undefined>;
  /**
   * A tool of an earlier source as this one has changed it for the context; the tool itself where it has not. It is
   * known by `slug`, the one that it has in the catalog, and its own stays.
   */
  override?(tool: RegisteredTool, context: ToolContext, slug: string): RegisteredTool | Promise<RegisteredTool>;
}

/** The sources that a context has, such as the servers that its tenant has connected. Asked at each question. */
export type SourcesFor = (context: ToolContext) => readonly ToolSource[] | Promise<readonly ToolSource[]>;

/** A tool as a catalog gives it: under the slug that it has there. */
export interface ResolvedTool extends RegisteredTool {
  /** The name of its source. */
  readonly source: string;
  /** One hash of its definition, its specs, its source and what it runs: another content has another. */
  readonly version: string;
}

/** Reads once for each context object, so that a request does not ask a database or a server twice. */
export function oncePerContext<Value>(
  read: (context: ToolContext) => Promise<Value>,
): (context: ToolContext) => Promise<Value> {
  const kept = new WeakMap<ToolContext, Promise<Value>>();
  return (context) => {
    const known = kept.get(context);
    if (known) return known;
    const value = read(context);
    kept.set(context, value);
    // What failed is read again.
    value.catch(() => kept.delete(context));
    return value;
  };
}
