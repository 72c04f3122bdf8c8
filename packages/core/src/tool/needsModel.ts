import type { ToolContext } from "./context.ts";
import type { ToolDefinition } from "./definition.ts";

/**
 * `available` of a tool whose work an agent does, such as one that returns `delegate(…)`. Where the host says in
 * `facts.model` that it has no model, people see the tool and that it needs one, before they fill it in. An agent that
 * calls it has a model itself.
 * @example
 * ```ts
 * defineTool({ slug: "review", available: needsModel(), execute: () => delegate({ … }), … });
 * ```
 */
export function needsModel(available: ToolDefinition["available"] = () => true): NonNullable<typeof available> {
  return (context: ToolContext) => {
    const usable = available(context);
    if (usable !== true || context.source === "agent" || context.facts?.["model"] !== false) return usable;
    return { reason: "It needs a model, and none is connected to this host.", needs: "model" };
  };
}
