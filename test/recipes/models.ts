import { createBudget, type Registry, type ToolContext, type ToolDefinition } from "@callboard/core";
import { createToolAccess, type VisibilityStore } from "@callboard/core/access";
import { checkToolSchema, getUserFacingToolSet, resolveAgentTools, toOpenAiChatTools } from "@callboard/core/bridge";
import { stepCountIs, streamText, type LanguageModel } from "ai";
import type OpenAI from "openai";

const tenantId = "6f1c2d34-0000-4000-8000-000000000001";

export async function askOpenAi(openai: OpenAI, registry: Registry, context: ToolContext, question: string) {
  // #region openAi
  const { tools, slugOf, read, remarks } = toOpenAiChatTools(registry.available(context));
  for (const { message } of remarks) console.warn(message);

  const messages = [{ role: "user" as const, content: question }];
  const answer = await openai.chat.completions.create({ model: "gpt-5", messages, tools });
  const calls = answer.choices[0]?.message.tool_calls?.flatMap((call) => {
    if (call.type !== "function") return [];
    const { name, arguments: args } = call.function;
    return [{ slug: slugOf(name), input: read(name, JSON.parse(args)) }];
  });
  // #endregion
  return calls;
}

export function answer(model: LanguageModel, prompt: string, permissions: string[]) {
  // #region toolSet
  const tools = getUserFacingToolSet(permissions, "acme");
  const result = streamText({ model, prompt, tools });
  // #endregion
  return result;
}

export async function answerForTenant(
  model: LanguageModel,
  prompt: string,
  registry: Registry,
  store: VisibilityStore,
) {
  // #region ownRegistry
  const access = createToolAccess({ registry, store });
  const caller = {
    userId: "ada",
    tenantId,
    tenantSlug: "acme",
    permissions: ["deploy"],
    spaceId: null,
    requestId: "r1",
  };
  const context = await access.contextFor(caller);
  const budget = createBudget({ limit: 20, warnAt: 4 });
  const tools = getUserFacingToolSet(caller.permissions, caller.tenantSlug, { registry, context, budget });
  const result = streamText({ model, prompt, tools, stopWhen: stepCountIs(25) });
  // #endregion
  return result;
}

export function agents(permissions: string[]) {
  // #region budget
  const budget = createBudget({ limit: 20, warnAt: 4 });
  const ofAgent = resolveAgentTools({ toolGroups: ["web"] }, permissions, "acme", { budget });
  const ofSubAgent = resolveAgentTools({ toolGroups: ["document"] }, permissions, "acme", { budget });
  // #endregion
  return { budget, ofAgent, ofSubAgent };
}

export function check(tool: ToolDefinition) {
  // #region check
  const issues = checkToolSchema(tool, "openai");
  for (const { severity, path, message } of issues) console.log(severity, path, message);
  // #endregion
  return issues;
}
