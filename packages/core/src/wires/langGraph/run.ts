import {
  interruptAll,
  isAgentOpen,
  isWaiting,
  stateOf,
  writeAgentEnd,
  writeAgentStart,
  writeAnswer,
  writeEnd,
  writeInput,
  writeRequest,
  writeStart,
  type EventWriter,
} from "../eventWriter.ts";
import { createCallNames, type CallNames } from "../callNames.ts";
import { createAsks, type Asks } from "./asks.ts";
import { valueOf } from "../toolResult.ts";

/** The run of a graph: agents by their namespaces, and the tools that they call. */
export interface GraphRun {
  asks: Asks;
  /** The agent of a namespace: the run's own, or a sub-agent under the call that it runs for. */
  agentOf(namespace: readonly string[], cause?: string, name?: string): string;
  /** Notes a person's message, which the next run answers; a run that is open answers another. */
  addPrompt(messageId: string): void;
  /** Whether the last run has ended: states that follow only repeat its messages. */
  hasEnded(): boolean;
  /** Names a call of a message in a namespace. A message without an id is no other than those before it. */
  nameCall(namespace: readonly string[], wireId: string, message: string | undefined): string;
  /** The call of an id: the namespace's own, else the one that was told of last. */
  findCall(namespace: readonly string[], wireId: string): string;
  /** Completes the arguments of a call. */
  finishInput(agentId: string, callId: string, name: string | undefined, args: unknown): void;
  startTool(callId: string, name: string | undefined, input: unknown, agentId: string, task: string): void;
  /** An error without a message has none on the wire at all. */
  endTool(callId: string, output: unknown, error: { message: string | undefined } | null): void;
  /** A tool failed, and its message with the reason comes next. */
  failUnexplained(callId: string): void;
  end(status: "completed" | "failed" | "interrupted", namespace: readonly string[], text: string | undefined): void;
  /** The stream ended by itself, and the run with it, unless a tool still runs. */
  endQuietly(): void;
}

/** The error of a run that somebody stopped: by its signal, or at the server. */
const ABORTED = /^(the|this) operation was aborted|^abort(ed|error)?\b|^cancell?ed(error)?\b|^user ?interrupt/i;

/** Keeps the runs of a graph, one after the other: `sessionId` names their agents, the first answers `messageId`. */
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
  /** The names of calls, by namespace. */
  const names = new Map<string, CallNames>();
  const counts = new Map<string, number>();
  const latest = new Map<string, string>();
  const unexplained = new Set<string>();

  const findCall: GraphRun["findCall"] = (namespace, wireId) =>
    names.get(namespace.join("|"))?.find(wireId) ?? latest.get(wireId) ?? wireId;
  const rootAgent = (): string => {
    if (!isAgentOpen(writer, root)) {
      root = `agent:${sessionId ?? "graph"}:${++runs}`;
      hasEnded = false;
      writeAgentStart(writer, root, { messageId: answers });
      answers = undefined;
    }
    return root;
  };
  /** The one call that runs, and no other below it: where several do, the wire does not say which of them asks. */
  const asker = (): string | undefined => {
    const open = [...running.keys()].filter((callId) => stateOf(writer, callId) === "running");
    const callers = new Set(open.map((callId) => writer.calls.get(callId)?.agentId));
    const leaves = open.filter((callId) => !callers.has(`agent:${callId}`));
    return leaves.length === 1 ? leaves[0] : undefined;
  };
  const asks = createAsks(writer, rootAgent, asker);

  const agentOf: GraphRun["agentOf"] = (namespace, cause, name) => {
    if (namespace.length === 0) return rootAgent();
    const key = namespace.join("|");
    const existing = agents.get(key);
    if (existing !== undefined) return existing;
    const above = agentOf(namespace.slice(0, -1));
    const assigned = new Set(agents.values());
    const caller = [...running].findLast(
      ([callId, task]) => (task === key || task === "") && !assigned.has(`agent:${callId}`),
    );
    let parentCallId = cause ?? caller?.[0];
    if (parentCallId === undefined) {
      parentCallId = `node:${key}`;
      writeRequest(writer, parentCallId, { tool: namespace.at(-1)!.split(":")[0]!, agentId: above });
      writeStart(writer, parentCallId);
      nodeCalls.set(key, parentCallId);
    }
    const agentId = `agent:${parentCallId}`;
    agents.set(key, agentId);
    writeAgentStart(writer, agentId, { parentCallId, name });
    return agentId;
  };
  const endAgentBelow = (callId: string) => {
    if (isAgentOpen(writer, `agent:${callId}`)) writeAgentEnd(writer, `agent:${callId}`, { status: "completed" });
  };
  const endTool: GraphRun["endTool"] = (callId, output, error) => {
    running.delete(callId);
    unexplained.delete(callId);
    whole.delete(callId);
    if (error && asks.isDenied(callId)) writeAnswer(writer, callId, { approved: false, reason: error.message });
    asks.goesOn(callId);
    if (error) {
      const message = error.message ?? "The tool failed and did not say why.";
      writeEnd(writer, callId, { status: "failed", error: { code: "tool_error", message } });
    } else writeEnd(writer, callId, { status: "completed", output });
    endAgentBelow(callId);
  };
  /** Ends what is open below a run that has ended. */
  const settle = () => {
    for (const callId of unexplained) endTool(callId, undefined, { message: undefined });
    for (const [key, callId] of nodeCalls) {
      if (isWaiting(writer, agents.get(key) ?? "")) continue;
      endAgentBelow(callId);
      writeEnd(writer, callId, { status: "completed", output: null });
    }
  };
  const end: GraphRun["end"] = (status, namespace, text) => {
    const isRoot = namespace.length === 0;
    const key = namespace.join("|");
    const agentId = isRoot ? root : agents.get(key);
    if (agentId === undefined || !isAgentOpen(writer, agentId)) return;
    if (isRoot) hasEnded = true;
    if (status === "failed" && isRoot && ABORTED.test(text ?? ""))
      return interruptAll(writer, undefined, { as: "cancelled" });
    if (status === "failed") {
      const message = text ?? "The graph failed and did not say why.";
      writeAgentEnd(writer, agentId, { status: "failed", error: { code: "graph_error", message } });
    } else if (!isWaiting(writer, agentId)) {
      if (isRoot) settle();
      writeAgentEnd(writer, agentId, { status: status });
    }
    const node = nodeCalls.get(key);
    if (node === undefined || isWaiting(writer, agentId)) return;
    if (status === "failed") endTool(node, undefined, { message: text });
    else writeEnd(writer, node, { status: "completed", output: null });
  };

  return {
    asks,
    agentOf,
    addPrompt(id) {
      if (!isAgentOpen(writer, root)) answers = id;
    },
    hasEnded: () => hasEnded,
    nameCall(namespace, wireId, message) {
      const key = namespace.join("|");
      if (message === undefined && latest.has(wireId)) return findCall(namespace, wireId);
      const own = names.get(key) ?? createCallNames((callId) => stateOf(writer, callId) === "ended", counts);
      names.set(key, own);
      const callId = own.name(wireId, message);
      latest.set(wireId, callId);
      return callId;
    },
    findCall,
    finishInput(agentId, callId, tool, value) {
      writeRequest(writer, callId, { tool, agentId });
      if (stateOf(writer, callId) !== "requested") return;
      whole.add(callId);
      writeInput(writer, callId, { value });
    },
    startTool(callId, tool, input, agentId, task) {
      if (stateOf(writer, callId) === "ended") return;
      writeRequest(writer, callId, { tool, agentId });
      asks.goesOn(callId);
      const value = typeof input === "string" ? valueOf(input) : input;
      writeStart(writer, callId, value === undefined || whole.has(callId) ? undefined : { value });
      running.set(callId, task);
    },
    endTool,
    failUnexplained: (callId) => void unexplained.add(callId),
    end,
    endQuietly() {
      const isOpen = [...running.keys()].some(
        (callId) => stateOf(writer, callId) === "running" && !unexplained.has(callId),
      );
      if (!isOpen) end("completed", [], undefined);
    },
  };
}
