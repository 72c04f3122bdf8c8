import {
  delegate,
  ToolError,
  type CallContext,
  type HandlerResult,
  type JsonSchema,
  type ToolCallbacks,
} from "@callboard/core";
import type { ExecutionSpec } from "@callboard/core/execution";
import type { Kernel } from "@callboard/server";
import { runPrompt } from "./runPrompt.ts";
import { startTask, startWork, type WorkStart } from "./startWork.ts";

/** What an agent is told to follow, for tools that name it. */
export interface Skill {
  /** What people read where a tool is written. */
  name: string;
  instructions: string;
}

/** What specs run with. */
export interface SpecEngine extends Pick<Kernel, "agents">, WorkStart {
  skills: Readonly<Record<string, Skill>>;
}

/** The tool that a spec is of. */
export interface SpecOwner {
  slug: string;
  name: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema | undefined;
}

/** Runs a tool that is written as data. */
export async function executeSpec(
  engine: SpecEngine,
  spec: ExecutionSpec,
  owner: SpecOwner,
  input: unknown,
  context: CallContext,
  callbacks: Pick<ToolCallbacks, "onOutput" | "onPartialResult" | "onProgress">,
): Promise<HandlerResult<unknown>> {
  switch (spec.kind) {
    case "composition":
      return startWork(engine, spec, owner, context);
    case "task":
      return spec.wait ? startWork(engine, spec, owner, context) : startTask(engine, spec, owner, input, context);
    case "prompt":
  }
  switch (spec.mode) {
    case "agent":
      return delegate({ agent: spec.agent, input });
    case "skill": {
      const skill = Object.hasOwn(engine.skills, spec.skill) ? engine.skills[spec.skill] : undefined;
      if (!skill)
        throw new ToolError(
          `This host has no skill "${spec.skill}" any more. Change the tool, or bring the skill back.`,
        );
      return delegate({ agent: spec.agent, input: { skill: skill.name, instructions: skill.instructions, input } });
    }
    case "direct": {
      const agent = await engine.agents.find("default", context);
      if (!agent) throw new ToolError("No model is connected to this host.");
      return runPrompt({ spec, input, model: agent.model, ...owner }, context, callbacks);
    }
  }
}
