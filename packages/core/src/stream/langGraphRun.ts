import type { EventWriter } from "./eventWriter.ts";
import { createAsks, type Asks } from "./langGraphAsks.ts";
import { valueOf } from "./toolResult.ts";

/** What runs in a graph: agents by their namespaces, and the tools that they call. */
export interface GraphRun {
  asks: Asks;
  /** The agent of a namespace: the run's own, or a sub-agent under whatever call it runs for. */
  agentOf(namespace: readonly string[], cause?: string, name?: string): string;
  /** A person's message, which the next run answers if none is under way. */
  hear(messageId: string): void;
  /** Whether the last run said its end: what states repeat of it afterwards is no news. */
  hasEnded(): boolean;
  /** The arguments of a call, whole. */
  finishInput(agentId: string, callId: string, name: string | undefined, args: unknown): void;
  startTool(callId: string, name: string | undefined, input: unknown, agentId: string, task: string): void;
  /** With an error that lost its words, the tool's message has them, and comes next. */
  endTool(callId: string, output: unknown, error: { message: string | undefined } | null): void;
  /** A tool failed, and did not say why yet. */
  failUnexplained(callId: string): void;
  end(how: "completed" | "failed" | "interrupted", namespace: readonly string[], said: string | undefined): void;
  /** The stream ended by itself: so did the run, unless a tool still runs. */
  endQuietly(): void;
}

/** The words of a run that somebody stopped: by its signal, or at the server. */
const ABORTED = /^(the|this) operation was aborted|^abort(ed|error)?\b|^cancell?ed(error)?\b|^user ?interrupt/i;

/** Makes the runs of a graph, one after the other: `sessionId` names their agents, the first answers `messageId`. */
export function createGraphRun(writer: EventWriter, sessionId: string | undefined, messageId?: string): GraphRun {
  let runs = 0;
  let root = "";
  let answers = messageId;
  let hasEnded = false;
  const agents = new Map<string, string>();
  /** Synthetic calls of nodes that are graphs themselves, by namespace. */
  const nodeCalls = new Map<string, string>();
  /** The tasks that tools run in. */
  const running = new Map<string, string>();
  const whole = new Set<string>();
  const unexplained = new Set<string>();

  const rootAgent = (): string => {
    if (!writer.isAgentOpen(root)) {
      root = `agent:${sessionId ?? "graph"}:${++runs}`;
      hasEnded = false;
      writer.startAgent(root, { messageId: answers });
      answers = undefined;
    }
    return root;
  };
  const asks = createAsks(writer, rootAgent);

  const agentOf: GraphRun["agentOf"] = (namespace, cause, name) => {
    if (namespace.length === 0) return rootAgent();
    const key = namespace.join("|");
    const known = agents.get(key);
    if (known !== undefined) return known;
    const above = agentOf(namespace.slice(0, -1));
    const taken = new Set(agents.values());
    const caller = [...running].findLast(
      ([callId, task]) => (task === key || task === "") && !taken.has(`agent:${callId}`),
    );
    let parentCallId = cause ?? caller?.[0];
    if (parentCallId === undefined) {
      parentCallId = `node:${key}`;
      writer.requestCall(parentCallId, { tool: namespace.at(-1)!.split(":")[0]!, agentId: above });
      writer.startCall(parentCallId);
      nodeCalls.set(key, parentCallId);
    }
    const agentId = `agent:${parentCallId}`;
    agents.set(key, agentId);
    writer.startAgent(agentId, { parentCallId, name });
    return agentId;
  };
  const endAgentBelow = (callId: string) => {
    if (writer.isAgentOpen(`agent:${callId}`)) writer.endAgent(`agent:${callId}`, { status: "completed" });
  };
  const endTool: GraphRun["endTool"] = (callId, output, error) => {
    running.delete(callId);
    unexplained.delete(callId);
    whole.delete(callId);
    if (error && asks.isDenied(callId)) writer.answerApproval(callId, { approved: false, reason: error.message });
    asks.goesOn(callId);
    if (error) {
      const message = error.message ?? "The tool failed and did not say why.";
      writer.endCall(callId, { status: "failed", error: { code: "tool_error", message } });
    } else writer.endCall(callId, { status: "completed", output });
    endAgentBelow(callId);
  };
  /** What the run's end says of what is still open below it. */
  const settle = () => {
    for (const callId of unexplained) endTool(callId, undefined, { message: undefined });
    for (const [key, callId] of nodeCalls) {
      if (writer.isWaiting(agents.get(key) ?? "")) continue;
      endAgentBelow(callId);
      writer.endCall(callId, { status: "completed", output: null });
    }
  };
  const end: GraphRun["end"] = (how, namespace, said) => {
    const isRoot = namespace.length === 0;
    const key = namespace.join("|");
    const agentId = isRoot ? root : agents.get(key);
    if (agentId === undefined || !writer.isAgentOpen(agentId)) return;
    if (isRoot) hasEnded = true;
    if (how === "failed" && isRoot && ABORTED.test(said ?? ""))
      return writer.interruptAll(undefined, { as: "cancelled" });
    if (how === "failed") {
      const message = said ?? "The graph failed and did not say why.";
      writer.endAgent(agentId, { status: "failed", error: { code: "graph_error", message } });
    } else if (!writer.isWaiting(agentId)) {
      if (isRoot) settle();
      writer.endAgent(agentId, { status: how });
    }
    const node = nodeCalls.get(key);
    if (node === undefined || writer.isWaiting(agentId)) return;
    if (how === "failed") endTool(node, undefined, { message: said });
    else writer.endCall(node, { status: "completed", output: null });
  };

  return {
    asks,
    agentOf,
    hear(id) {
      if (!writer.isAgentOpen(root)) answers = id;
    },
    hasEnded: () => hasEnded,
    finishInput(agentId, callId, tool, value) {
      writer.requestCall(callId, { tool, agentId });
      if (writer.stateOf(callId) !== "requested") return;
      whole.add(callId);
      writer.finishInput(callId, { value });
    },
    startTool(callId, tool, input, agentId, task) {
      if (writer.stateOf(callId) === "ended") return;
      writer.requestCall(callId, { tool, agentId });
      asks.goesOn(callId);
      const value = typeof input === "string" ? valueOf(input) : input;
      writer.startCall(callId, value === undefined || whole.has(callId) ? undefined : { value });
      running.set(callId, task);
    },
    endTool,
    failUnexplained: (callId) => void unexplained.add(callId),
    end,
    endQuietly() {
      const isOpen = [...running.keys()].some(
        (callId) => writer.stateOf(callId) === "running" && !unexplained.has(callId),
      );
      if (!isOpen) end("completed", [], undefined);
    },
  };
}
