import type { InferOutput, JsonSchema, Schema } from "../schema/jsonSchema.ts";
import type { FormSpec } from "../spec/formSpec.ts";
import type { ToolOutputSection, ViewSpec } from "../spec/viewSpec.ts";
import type { CallContext, ToolCallbacks, ToolContext } from "./context.ts";

/** `system` tools are hidden until a tenant enables them; `platform` and `custom` ones are visible until disabled. */
export type ToolOrigin = "system" | "platform" | "custom";

/** Where a tool's definition lives: in code, in code with a tenant's changes, or authored by a tenant. */
export type ToolKind = "code" | "system_override" | "tenant_custom";

/** Whether a call by an agent runs at once or waits for a person's approval. A person's own run never asks. */
export type PermissionPolicy = "auto" | "always_ask";

/** Something callable: who it is, what goes in and out, and its logic. The single source for the form people see and the function agents call. */
// A list of tools holds tools of any input; `unknown` would make `execute` of a tool without types unusable.
// oxlint-disable-next-line typescript/no-explicit-any -- tools of any input and output have to fit one list
export interface ToolDefinition<Input = any, Output = any> {
  /** URL-safe identifier: the function name for agents, the address for people. */
  slug: string;
  name: string;
  /** Reads like an operating instruction: when to use it, when not, what to try first. */
  description: string;
  category: string;
  /** A Lucide icon's name, such as `calculator`. */
  icon: string;
  inputSchema: Schema;
  outputSchema?: Schema;
  /** The seed's name for `outputSchema`; either is taken. */
  outputSchemaZod?: Schema;
  execute: (input: Input, context: CallContext, callbacks: ToolCallbacks) => Promise<Output> | Output;
  /** Whether this context may see and run the tool at all; true unless given. */
  available?: (context: ToolContext) => boolean;
  /** The collapsed card's words for one call, such as the query; never raw JSON. */
  summary?: (input: Input) => string;
  origin?: ToolOrigin;
  permissionPolicy?: PermissionPolicy;
  requiredPermission?: string;
  /** Tenants that may see it; none or empty means all. */
  tenantSlugs?: string[];
  collaborative?: boolean;
  aggregate?: (submissions: { id: string; user_id: string; input: Input; output: Output | null }[]) => unknown;
  outputSections?: ToolOutputSection[];
  /** How the input is asked for, where the form made from the schema is not enough. */
  formSpec?: FormSpec;
  viewSpec?: ViewSpec;
  examples?: string[];
  aliases?: string[];
}

/** The nine serialisable fields of a tool: neither schema nor execute. */
export type ToolMeta = Pick<
  ToolDefinition,
  | "slug"
  | "name"
  | "description"
  | "category"
  | "icon"
  | "collaborative"
  | "outputSections"
  | "requiredPermission"
  | "tenantSlugs"
>;

/** A tool as a library lists it: its meta, and the two facets that are not its own to say. */
export type ToolListing = ToolMeta & { origin: ToolOrigin; kind: ToolKind };

/** A tool as its page needs it: the listing, both schemas as JSON Schema, and its specs. Plain JSON. */
export type ToolDetail = ToolListing & {
  permissionPolicy: PermissionPolicy;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  formSpec?: FormSpec;
  viewSpec?: ViewSpec;
};

/**
 * A typed identity: gives `execute` the types of the schemas.
 * @example
 * ```ts
 * export default defineTool({
 *   slug: "double", name: "Double", description: "Doubles a number.", category: "analysis", icon: "calculator",
 *   inputSchema: z.object({ value: z.number() }),
 *   outputSchema: z.object({ result: z.number() }),
 *   execute: ({ value }) => ({ result: value * 2 }),
 * });
 * ```
 */
export function defineTool<I extends Schema, O extends Schema>(
  definition: Omit<
    ToolDefinition<InferOutput<I>, InferOutput<O>>,
    "inputSchema" | "outputSchema" | "outputSchemaZod"
  > & {
    inputSchema: I;
    outputSchema: O;
  },
): ToolDefinition<InferOutput<I>, InferOutput<O>> {
  return definition;
}
