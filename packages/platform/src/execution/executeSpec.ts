import { ToolError, type CallContext, type HandlerResult, type JsonSchema, type ToolCallbacks } from "@callboard/core";
import type { ExecutionSpec } from "@callboard/core/execution";
import type { AgentCatalog } from "@callboard/server";
import { runPrompt } from "./runPrompt.ts";

/** What specs run with. */
export interface SpecEngine {
  agents: AgentCatalog;
}

/** The tool that a spec is of. */
export interface SpecOwner {
  inputSchema: JsonSchema;
  outputSchema: JsonSchema | undefined;
}

/** Runs a tool that is written as data. */
export async function executeSpec(
  { agents }: SpecEngine,
  spec: ExecutionSpec,
  owner: SpecOwner,
  input: unknown,
  context: CallContext,
  callbacks: Pick<ToolCallbacks, "onOutput" | "onPartialResult">,
): Promise<HandlerResult<unknown>> {
  if (spec.kind === "prompt" && spec.mode === "direct") {
    const agent = await agents.find("default", context);
    if (!agent) throw new ToolError("No model is connected to this host.");
    return runPrompt({ spec, input, model: agent.model, ...owner }, context, callbacks);
  }
  throw new ToolError(`A tool of the kind "${spec.kind}" cannot run here.`);
}
