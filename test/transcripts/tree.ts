import type { AgentSnapshot, CallSnapshot, Snapshot } from "../../packages/core/src/timeline/snapshot.ts";
import type { Feature } from "./carries.ts";
import { usage, type AgentScript, type CallScript, type Turn } from "./conversation.ts";

/** What a timeline shows, without times and ids, which each wire makes for itself. */
export interface Tree {
  messages: string[];
  agents: AgentTree[];
}

interface AgentTree {
  name?: string;
  status: string;
  usage?: { inputTokens: number; outputTokens: number };
  items: ItemTree[];
}

type ItemTree = { text: string } | { reasoning: string } | CallTree;

interface CallTree {
  call: string;
  status: string;
  input: unknown;
  output?: unknown;
  error?: string;
  reason?: string;
  progress?: object;
  ask?: { state: string; input: unknown; edited?: unknown };
  agents?: AgentTree[];
}

/** The tree of a conversation on a wire that lacks some of it. */
export function expectedTree(turns: readonly Turn[], lacks: Partial<Record<Feature, unknown>>): Tree {
  const carries = (feature: Feature) => !(feature in lacks);

  const callTree = (call: CallScript, isNested: boolean, isCut: boolean): CallTree => {
    const { tool, ask, progress, agent } = call;
    const isAsked = ask !== undefined && carries(isNested ? "nestedAsk" : "ask");
    const isEdited = isAsked && ask.input !== undefined && carries("edit");
    const base = {
      call: tool,
      input: isEdited ? ask.input : call.input,
      ...(progress && carries("progress") && { progress }),
      ...(isAsked && {
        ask: {
          state: ask.approved ? "approved" : "denied",
          input: call.input,
          ...(isEdited && { edited: ask.input }),
        },
      }),
      ...(agent && carries("agents") && { agents: [agentTree(agent, "completed", true)] }),
    };
    if (isAsked && !ask.approved)
      return { ...base, status: "denied", ...(carries("reason") && { reason: ask.reason! }) };
    // Where nobody asks, a refusal is an answer like any other.
    const error = call.error ?? (ask?.approved === false ? ask.reason : undefined);
    if (error !== undefined && carries("failure")) return { ...base, status: "failed", error };
    const said = error ?? call.output;
    const isBlocks = typeof said === "string" && !carries("plainText");
    const output = isBlocks ? { content: [{ type: "text", text: said }] } : said;
    if (output !== undefined) return { ...base, status: "completed", output };
    return { ...base, status: isCut && carries("cancel") ? "cancelled" : "interrupted" };
  };
  const agentTree = (agent: AgentScript, status: string, isNested: boolean, isCut = false): AgentTree => ({
    ...(agent.name !== undefined && carries("names") && { name: agent.name }),
    status,
    ...(!isNested && carries("usage") && { usage: times(agent.answers.length) }),
    items: agent.answers.flatMap(({ think, say, calls = [] }): ItemTree[] => [
      ...(think !== undefined && carries("reasoning") ? [{ reasoning: think }] : []),
      ...(say !== undefined && carries("text") ? [{ text: say }] : []),
      ...calls.map((call) => callTree(call, isNested, isCut)),
    ]),
  });
  const cutStatus = carries("cancel") ? "cancelled" : carries("turn") ? "interrupted" : "completed";
  const agents = turns.map(({ agent, isCancelled = false }) =>
    agentTree(agent, isCancelled ? cutStatus : "completed", false, isCancelled),
  );
  return {
    messages: carries("prompt") ? turns.map(({ prompt }) => prompt) : [],
    // A wire of calls alone has no turns either: all of them are the implicit agent's.
    agents: carries("text") ? agents : [{ status: "completed", items: agents.flatMap(({ items }) => items) }],
  };
}

const times = (count: number) => ({
  inputTokens: usage.inputTokens * count,
  outputTokens: usage.outputTokens * count,
});

/**
 * The tree of a timeline. Agents that answer the same message stand as one, where each answer is an agent of its own.
 */
export function treeOf(snapshot: Snapshot, lacks: Partial<Record<Feature, unknown>>): Tree {
  const roots: AgentSnapshot[] = [];
  for (const agent of snapshot.agents) {
    const last = roots.at(-1);
    if (!("turn" in lacks) || last?.messageId !== agent.messageId || last === undefined) roots.push(agent);
    else roots[roots.length - 1] = joined(last, agent);
  }
  return {
    messages: snapshot.messages.map(({ text }) => text),
    agents: roots.map((agent) => agentOf(agent, lacks, false)),
  };
}

function joined(before: AgentSnapshot, agent: AgentSnapshot): AgentSnapshot {
  const [one, other] = [before.usage ?? {}, agent.usage ?? {}];
  const sum = (name: string) => (one[name] ?? 0) + (other[name] ?? 0);
  return {
    ...agent,
    usage: { inputTokens: sum("inputTokens"), outputTokens: sum("outputTokens") },
    items: [...before.items, ...agent.items],
  };
}

function agentOf(agent: AgentSnapshot, lacks: Partial<Record<Feature, unknown>>, isNested: boolean): AgentTree {
  const { name, status } = agent;
  const { inputTokens, outputTokens } = agent.usage ?? {};
  return {
    ...(name !== null && { name }),
    status,
    ...(!isNested &&
      inputTokens !== undefined &&
      outputTokens !== undefined && { usage: { inputTokens, outputTokens } }),
    items: agent.items.map((item) =>
      item.kind === "call"
        ? callOf(item, lacks)
        : item.kind === "text"
          ? { text: item.text }
          : { reasoning: item.text },
    ),
  };
}

function callOf(call: CallSnapshot, lacks: Partial<Record<Feature, unknown>>): CallTree {
  const { tool, status, input, output, error, reason, progress, approval, agents } = call;
  return {
    call: tool,
    status,
    input,
    ...(status === "completed" && { output }),
    ...(error && { error: error.message }),
    ...(status === "denied" && reason !== null && { reason }),
    ...(progress && !("progress" in lacks) && { progress }),
    ...(approval && {
      ask: {
        state: approval.state,
        input: approval.askedInput,
        ...(approval.input !== undefined && { edited: approval.input }),
      },
    }),
    ...(agents.length > 0 && { agents: agents.map((agent) => agentOf(agent, lacks, true)) }),
  };
}
