import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { ChatModelStreamEvent } from "@langchain/core/language_models/event";
import { AIMessage, AIMessageChunk, HumanMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import { tool, type StructuredToolInterface } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { z } from "zod";
import { asBlocksSoFar } from "../../../packages/core/src/wires/langGraph/testing/fixtures/researchGraph.ts";
import {
  pieces,
  sideBySide,
  usage,
  type AgentScript,
  type Answer,
  type CallScript,
  type Turn,
} from "../conversation.ts";
import { asSse, type Recording } from "./recording.ts";

/**
 * What a real graph streams, with what it is resumed with between: a graph for each agent, a model that says the
 * script.
 */
export async function recordLangGraph(turns: readonly Turn[]): Promise<Recording> {
  const chunks: object[] = [];
  for (const { messageId, prompt, agent, isCancelled } of turns) {
    const stop = new AbortController();
    const graph = graphOf(agent, isCancelled ? () => stop.abort() : undefined, new MemorySaver());
    const config = { configurable: { thread_id: "1" }, signal: stop.signal, recursionLimit: 99 };
    let input: unknown = { messages: [new HumanMessage({ id: messageId, content: prompt })] };
    while (input !== null) {
      const asked: { id: string; calls: CallScript[] }[] = [];
      try {
        const stream = await graph.streamEvents(input as never, { ...config, version: "v3" });
        for await (const event of stream as AsyncIterable<ProtocolEvent>) {
          const plain = JSON.parse(JSON.stringify(event)) as ProtocolEvent;
          chunks.push(plain);
          if (plain.method !== "updates" || plain.params.data?.node !== "__interrupt__") continue;
          for (const { id, value } of plain.params.data.values) {
            const requested = value.action_requests.map(({ name }) => name);
            asked.push({ id, calls: callsIn(agent).filter((call) => requested.includes(call.tool)) });
          }
        }
      } catch (error) {
        if (!stop.signal.aborted) throw error;
      }
      input = null;
      for (const { id, calls } of asked) {
        const response = { decisions: calls.map(decisionOf) };
        chunks.push({ method: "input.respond", params: { namespace: [], interrupt_id: id, response } });
        input = new Command({ resume: response });
      }
    }
  }
  return { chunks, raw: asSse(chunks) };
}

interface ProtocolEvent {
  method: string;
  params: { data?: { node?: string; values: { id: string; value: { action_requests: { name: string }[] } }[] } };
}

const decisionOf = ({ tool: name, ask }: CallScript) => {
  if (ask?.approved === false) return { type: "reject", message: ask.reason };
  return ask?.input ? { type: "edit", edited_action: { name, args: ask.input } } : { type: "approve" };
};

const callsIn = (script: AgentScript): CallScript[] =>
  script.answers.flatMap(({ calls = [] }) =>
    calls.flatMap((call) => [call, ...(call.agent ? callsIn(call.agent) : [])]),
  );

/** An agent as LangChain builds one: a model, a review of what it wants to call, the tools, and the model again. */
function graphOf(script: AgentScript, cancel?: () => void, checkpointer?: MemorySaver) {
  const model = new ScriptedModel(script.answers);
  const calls = script.answers.flatMap((answer) => answer.calls ?? []);
  const asked = new Set(calls.flatMap(({ tool: name, ask }) => (ask ? [name] : [])));
  return new StateGraph(MessagesAnnotation)
    .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode("review", ({ messages }) => {
      const message = messages.at(-1) as AIMessage;
      const requested = (message.tool_calls ?? []).filter(({ name }) => asked.has(name));
      if (requested.length === 0) return {};
      // What the human-in-the-loop middleware does after the model has spoken.
      const { decisions } = interrupt({
        action_requests: requested.map(({ name, args }) => ({ name, args })),
        review_configs: requested.map(({ name }) => ({
          action_name: name,
          allowed_decisions: ["approve", "edit", "reject"],
        })),
      }) as { decisions: ReturnType<typeof decisionOf>[] };
      const edited = message.tool_calls!.map((call) => {
        const action = decisions[requested.indexOf(call)]?.edited_action;
        return action ? { ...call, args: action.args } : call;
      });
      const refused = requested.flatMap(({ id, name }, index) => {
        const decision = decisions[index];
        if (decision?.type !== "reject") return [];
        return [new ToolMessage({ tool_call_id: id!, name, content: decision.message ?? "", status: "error" })];
      });
      const { id, content } = message;
      return {
        messages: [new AIMessage({ ...(id !== undefined && { id }), content, tool_calls: edited }), ...refused],
      };
    })
    .addNode("tools", new ToolNode(calls.map((call) => toolOf(call, cancel))))
    .addEdge("__start__", "agent")
    .addConditionalEdges("agent", ({ messages }) =>
      (messages.at(-1) as AIMessage).tool_calls?.length ? "review" : "__end__",
    )
    .addEdge("review", "tools")
    .addEdge("tools", "agent")
    .compile({ ...(script.name !== undefined && { name: script.name }), ...(checkpointer && { checkpointer }) });
}

function toolOf(
  { tool: name, partialOutput, agent, output, error }: CallScript,
  cancel?: () => void,
): StructuredToolInterface {
  const graph = agent && graphOf(agent);
  const said = typeof output === "string" ? output : JSON.stringify(output);
  const about = { name, description: name, schema: z.looseObject({}) };
  if (partialOutput) {
    return tool(async function* () {
      yield* partialOutput;
      return said;
    }, about);
  }
  return tool(async (_input, config) => {
    if (error !== undefined) throw new Error(error);
    if (graph) {
      const result = await graph.invoke({ messages: [new HumanMessage("Go on.")] }, config as object);
      return result.messages.at(-1)!.text;
    }
    if (output !== undefined) return said;
    cancel?.();
    return new Promise<string>(() => {});
  }, about);
}

/** The n-th answer, to a conversation that has n of them. */
class ScriptedModel extends BaseChatModel {
  constructor(private readonly answers: readonly Answer[]) {
    super({});
  }
  override _llmType() {
    return "scripted";
  }
  override bindTools() {
    return this;
  }
  override async *_streamResponseChunks(messages: BaseMessage[], _options: unknown, run?: CallbackManagerForLLMRun) {
    const {
      id,
      think = "",
      say = "",
      calls = [],
    } = this.answers[messages.filter((one) => one.getType() === "ai").length]!;
    const { inputTokens: input_tokens, outputTokens: output_tokens } = usage;
    const fields = [
      ...pieces(think).map((reasoning) => ({ content: [{ type: "reasoning" as const, reasoning, index: 0 }] })),
      ...pieces(say).map((text) => ({ content: [{ type: "text" as const, text, index: 1 }] })),
      ...calls.map((call, at) => ({ content: [], tool_call_chunks: [pieceOf(at, "", call)] })),
      ...sideBySide(calls).map(({ call, delta }) => ({
        content: [],
        tool_call_chunks: [pieceOf(calls.indexOf(call), delta)],
      })),
      { content: [], usage_metadata: { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens } },
    ];
    for (const one of fields) {
      const message = new AIMessageChunk({ id, ...one });
      const chunk = new ChatGenerationChunk({ message, text: message.text });
      yield chunk;
      await run?.handleLLMNewToken(message.text, undefined, undefined, undefined, undefined, { chunk });
    }
  }
  override async *_streamChatModelEvents(
    ...[messages, options, run]: Parameters<BaseChatModel["_streamChatModelEvents"]>
  ): AsyncGenerator<ChatModelStreamEvent> {
    yield* asBlocksSoFar(super._streamChatModelEvents(messages, options, run));
  }
  override async _generate(
    messages: BaseMessage[],
    options: unknown,
    run?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    let whole: ChatGenerationChunk | undefined;
    for await (const chunk of this._streamResponseChunks(messages, options, run))
      whole = whole ? whole.concat(chunk) : chunk;
    return { generations: [{ message: whole!.message, text: whole!.text }] };
  }
}

const pieceOf = (at: number, args: string, call?: CallScript) => ({
  type: "tool_call_chunk" as const,
  // Blocks of one message share their numbers, whatever they are.
  index: at + 2,
  args,
  ...(call && { id: call.id, name: call.tool }),
});
