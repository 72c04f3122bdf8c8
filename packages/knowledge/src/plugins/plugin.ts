import type { CallContext, ToolDefinition } from "@callboard/core";

/** What a plug-in says of itself; what it does is apart. */
export type PluginDefinition = Omit<ToolDefinition, "execute" | "available">;

/**
 * A tool as a file of its own: its definition, when it is there, and what it does with the services that it is given.
 */
export interface KnowledgePlugin<Input, Services> {
  definition: PluginDefinition;
  enabled: NonNullable<ToolDefinition["available"]>;
  handler(input: Input, context: CallContext, services: Services): unknown;
}

/** A plug-in as the tool that a host registers. */
export const toolOfPlugin = <Input, Services>(
  { definition, enabled, handler }: KnowledgePlugin<Input, Services>,
  services: Services,
): ToolDefinition<Input> => ({
  ...definition,
  available: enabled,
  execute: (input: Input, context: CallContext) => handler(input, context, services),
});
