import type { JsonSchema, ToolDefinition } from "@callboard/core";
import type { Composition } from "@callboard/core/execution";
import type { AgentDefinition, Kernel } from "@callboard/server";

/** A tool whose work is a composition: other tools as its steps, which the engine goes on with. */
export interface ComposedTool extends Omit<
  ToolDefinition,
  "execute" | "execution" | "inputSchema" | "outputSchema" | "outputSchemaZod"
> {
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  execution: Composition;
}

/**
 * What comes together in code, for those tenants that have installed it. Entity types that come with it say its name
 * too, and go to the entities module.
 */
export interface Bundle {
  /** What a tenant installs, at `/admin/bundles`. */
  name: string;
  /** Makes its tools and agents over a host. */
  open(kernel: Kernel): BundleParts;
}

export interface BundleParts {
  /** The tools that people and agents choose. */
  tools: readonly ToolDefinition[];
  /**
   * What its tools call by slug: in no list of tools. Where a step is repeated by itself, it is found all the same.
   */
  tasks: readonly (ToolDefinition | ComposedTool)[];
  /** Agents that its tools name; people do not talk to them. */
  agents?: readonly AgentDefinition[];
}
