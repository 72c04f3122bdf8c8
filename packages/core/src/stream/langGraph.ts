import { isRecord } from "../view/outputPath.ts";
import { createAdapter, type Adapter, type AdapterOptions, type Wire } from "./adapter.ts";
import type { EventWriter } from "./eventWriter.ts";
import { createAsks } from "./langGraphAsks.ts";
import { readMessage, recordsOf, textOr, usageOf, valueOf, type LangChainMessage } from "./langGraphMessage.ts";

/**
 * What a graph streams: events of the streaming protocol (`streamEvents` with version `v3`, or a server's), chunks of
 * `graph.stream` in one or several modes, with or without subgraphs, and a server's `{ event, data }`.
 */
export type LangGraphChunk = object;

/**
 * Turns a LangGraph run into session events. A namespace is an agent below the call that caused it, or below the node that
 * it belongs to; an interrupt is an ask on the call it names, else a call of its own. Push what you send to resume too
 * (`{ method: "input.respond", params }`), so that a decision is known and not inferred from what happens next. The
 * modes of `graph.stream` have no end of their own: call `end()` without a reason where the stream ended by itself.
 * @example
 * ```ts
 * const adapter = fromLangGraph();
 * for await (const event of graph.streamEvents(input, { version: "v3" })) timeline.apply(adapter.push(event));
 * timeline.apply(adapter.end());
 * ```
 */
export function fromLangGraph(options: AdapterOptions = {}): Adapter<LangGraphChunk> {
  return createAdapter<LangGraphChunk>(options, (writer) => connectLangGraph(writer, options));
}

/** The words of a run that somebody stopped: by its signal, or at the server. */
const ABORTED = /^(the|this) operation was aborted|^abort(ed|error)?\b|^cancell?ed(error)?\b|^user ?interrupt/i;

interface Block {
  callId: string | undefined;
  name: string | undefined;
  /** Arguments that came before the call's id. */
  args: string;
  /** How much of its text or reasoning has been told. */
  told: number;
}

function connectLangGraph(writer: EventWriter, options: AdapterOptions): Wire {
  let runs = 0;
  let root = "";
  let answers = options.messageId;
  let hasEnded = false;
  let isProtocol = false;
  let isServer = false;
  const agents = new Map<string, string>();
  /** Synthetic calls of nodes that are graphs themselves, by namespace. */
  const nodeCalls = new Map<string, string>();
  const runningCalls = new Map<string, { callId: string; task: string }>();
  const blocks = new Map<string, Map<string, Block>>();
  /** Per agent, the message whose blocks the protocol's events are about: they name it once. */
  const current = new Map<string, string>();
  const told = new Map<string, { text: number; reasoning: number }>();
  /** Messages whose tokens are counted: what says a message again says them again. */
  const counted = new Set<string>();
  const humans = new Set<string>();
  const inputs = new Map<string, unknown>();
  const unexplained = new Map<string, string | undefined>();

  const rootAgent = (): string => {
    if (!writer.isAgentOpen(root)) {
      root = `agent:${options.sessionId ?? "graph"}:${++runs}`;
      hasEnded = false;
      writer.startAgent(root, { messageId: answers });
      answers = undefined;
    }
    return root;
  };
  const asks = createAsks(writer, rootAgent);

  /** The agent of a namespace: the run's own, or a sub-agent under whatever call it runs for. */
  const agentOf = (namespace: readonly string[], cause?: string, name?: string): string => {
    if (namespace.length === 0) return rootAgent();
    const key = namespace.join("|");
    const known = agents.get(key);
    if (known !== undefined) return known;
    const above = agentOf(namespace.slice(0, -1));
    const task = namespace.at(-1)!;
    const running = [...runningCalls.values()].filter(
      (call) => (call.task === key || call.task === "") && ![...agents.values()].includes(`agent:${call.callId}`),
    );
    let parentCallId = cause ?? running.at(-1)?.callId;
    if (parentCallId === undefined) {
      parentCallId = `node:${key}`;
      const node = task.split(":")[0]!;
      writer.requestCall(parentCallId, { tool: node, agentId: above });
      writer.startCall(parentCallId);
      nodeCalls.set(key, parentCallId);
    }
    const agentId = `agent:${parentCallId}`;
    agents.set(key, agentId);
    writer.startAgent(agentId, { parentCallId, name });
    return agentId;
  };
  const endAgentOf = (callId: string, status: "completed" | "cancelled") => {
    if (writer.isAgentOpen(`agent:${callId}`)) writer.endAgent(`agent:${callId}`, { status });
  };

  const startTool = (callId: string, name: string | undefined, input: unknown, agentId: string, task: string) => {
    if (writer.stateOf(callId) === "ended") return;
    writer.requestCall(callId, { tool: name, agentId });
    asks.goesOn(callId);
    const value = typeof input === "string" ? valueOf(input) : input;
    writer.startCall(callId, value === undefined || inputs.has(callId) ? undefined : { value });
    runningCalls.set(callId, { callId, task });
  };
  const endTool = (callId: string, output: unknown, error: { message: string | undefined } | null) => {
    runningCalls.delete(callId);
    unexplained.delete(callId);
    inputs.delete(callId);
    if (error && asks.isDenied(callId)) writer.answerApproval(callId, { approved: false, reason: error.message });
    asks.goesOn(callId);
    if (error) {
      const message = error.message ?? "The tool failed and did not say why.";
      writer.endCall(callId, { status: "failed", error: { code: "tool_error", message } });
    } else writer.endCall(callId, { status: "completed", output });
    endAgentOf(callId, "completed");
  };

  const request = (callId: string, name: string | undefined, agentId: string) =>
    writer.requestCall(callId, { tool: name, agentId });
  const appendPiece = (
    agentId: string,
    message: string,
    index: string,
    id: string | undefined,
    name: string | undefined,
    args: string,
  ) => {
    const block = blockOf(message, index);
    block.name ??= name;
    if (id !== undefined && block.callId !== id) {
      block.callId = id;
      request(id, block.name, agentId);
      writer.appendInput(id, block.args + args);
    } else if (block.callId !== undefined) writer.appendInput(block.callId, args);
    else block.args += args;
  };
  const finishCall = (agentId: string, callId: string, name: string | undefined, args: unknown) => {
    request(callId, name, agentId);
    if (writer.stateOf(callId) !== "requested") return;
    inputs.set(callId, args);
    writer.finishInput(callId, { value: args });
  };
  const blockOf = (message: string, index: string): Block => {
    const own = blocks.get(message) ?? new Map<string, Block>();
    blocks.set(message, own);
    const block = own.get(index) ?? { callId: undefined, name: undefined, args: "", told: 0 };
    own.set(index, block);
    return block;
  };

  const takeMessage = (message: LangChainMessage, namespace: readonly string[], isWhole: boolean) => {
    const { role, text, reasoning, calls, toolCallId } = message;
    if (role === "human" && namespace.length === 0) {
      if (message.id === undefined || humans.has(message.id)) return;
      humans.add(message.id);
      writer.emit({ type: "message.added", messageId: message.id, role: "user", text });
      if (!writer.isAgentOpen(root)) answers = message.id;
    } else if (role === "tool" && toolCallId !== undefined) {
      endTool(toolCallId, message.output, message.isError ? { message: textOr(text) } : null);
    } else if (role === "ai") {
      const agentId = agentOf(namespace);
      const id = message.id ?? current.get(agentId) ?? `${agentId}:message`;
      if (!isWhole) current.set(agentId, id);
      const before = told.get(id) ?? { text: 0, reasoning: 0 };
      // A whole message says again what its pieces said.
      const news = isWhole
        ? { text: text.slice(before.text), reasoning: reasoning.slice(before.reasoning) }
        : { text, reasoning };
      told.set(id, { text: before.text + news.text.length, reasoning: before.reasoning + news.reasoning.length });
      writer.text(agentId, `${id}:reasoning`, news.reasoning, "reasoning");
      writer.text(agentId, `${id}:text`, news.text);
      for (const piece of message.isPiece ? message.pieces : [])
        appendPiece(agentId, id, piece.index, piece.id, piece.name, piece.args);
      if (message.usage && !counted.has(id)) {
        writer.emit({ type: "agent.step_completed", agentId, step: told.size, usage: message.usage });
      }
      // Each piece has tokens of its own.
      if (message.isPiece && !isWhole) return;
      if (message.usage) counted.add(id);
      for (const call of calls) finishCall(agentId, call.id, call.name, call.args);
    }
  };
  const takeState = (values: unknown, namespace: readonly string[]) => {
    if (!isRecord(values)) return;
    const interrupts = values["__interrupt__"];
    if (interrupts !== undefined)
      for (const one of recordsOf(interrupts)) asks.ask(String(one["id"] ?? "interrupt"), one["value"]);
    const messages = values["messages"];
    for (const value of Array.isArray(messages) ? (messages as unknown[]) : [messages]) {
      const message = readMessage(value);
      if (message && (message.role !== "ai" || !hasEnded)) takeMessage({ ...message, isPiece: false }, namespace, true);
    }
  };
  const takeUpdates = (updates: unknown, namespace: readonly string[]) => {
    if (!isRecord(updates)) return;
    takeState({ __interrupt__: updates["__interrupt__"] }, namespace);
    for (const [node, values] of Object.entries(updates)) if (node !== "__interrupt__") takeState(values, namespace);
  };

  const takeTool = (data: Record<string, unknown>, namespace: readonly string[], task: string) => {
    const callId = textOr(data["tool_call_id"]) ?? textOr(data["toolCallId"]);
    if (callId === undefined) return;
    const name = textOr(data["tool_name"]) ?? textOr(data["name"]);
    switch (data["event"]) {
      case "tool-started":
      case "on_tool_start":
        return startTool(callId, name, data["input"], agentOf(namespace), task);
      case "tool-output-delta":
      case "on_tool_event": {
        const said = data["delta"] ?? data["data"];
        if (writer.stateOf(callId) === "ended" || said === undefined) return;
        if (typeof said === "string") writer.emit({ type: "tool.output_appended", callId, delta: said });
        else writer.emit({ type: "tool.output_replaced", callId, output: said });
        return;
      }
      case "tool-finished":
      case "on_tool_end": {
        const message = readMessage(data["output"]);
        if (!message) return endTool(callId, data["output"], null);
        return endTool(callId, message.output, message.isError ? { message: textOr(message.text) } : null);
      }
      case "tool-error":
      case "on_tool_error": {
        const { error } = data;
        const said =
          textOr(data["message"]) ??
          textOr(isRecord(error) || error instanceof Error ? (error as Error).message : error);
        // An error that lost its words on the wire: the tool's message has them, and comes next.
        if (said === undefined) unexplained.set(callId, name);
        else endTool(callId, undefined, { message: said });
        return;
      }
    }
  };
  const takeBlock = (data: Record<string, unknown>, namespace: readonly string[]) => {
    const agentId = agentOf(namespace);
    if (data["event"] === "message-start")
      return void current.set(agentId, textOr(data["id"]) ?? `${agentId}:${told.size + 1}`);
    const message = current.get(agentId) ?? `${agentId}:message`;
    const index = String(data["index"] ?? 0);
    const before = told.get(message) ?? { text: 0, reasoning: 0 };
    const say = (kind: "text" | "reasoning", delta: string, itemId = `${message}:${index}`) => {
      told.set(message, { ...before, [kind]: before[kind] + delta.length });
      blockOf(message, index).told += delta.length;
      writer.text(agentId, itemId, delta, kind);
    };
    const { delta: given, content } = data;
    const delta = isRecord(given) ? given : {};
    switch (data["event"]) {
      case "content-block-start":
      case "content-block-finish": {
        if (!isRecord(content)) return;
        const { args } = content;
        const id = textOr(content["id"]);
        const name = textOr(content["name"]);
        const isEnd = data["event"] === "content-block-finish";
        const block = blockOf(message, index);
        const kind = content["type"] === "reasoning" ? ("reasoning" as const) : ("text" as const);
        const words = textOr(content[kind]);
        if (words !== undefined) say(kind, words.slice(block.told));
        if (content["type"] === "server_tool_result") {
          const callId = textOr(content["tool_call_id"]);
          if (callId !== undefined && isEnd)
            endTool(
              callId,
              content["output"],
              content["status"] === "error" ? { message: textOr(content["output"]) } : null,
            );
        } else if (name !== undefined && id !== undefined) {
          // By what it has, not by its type: models that number badly make one block of a text and a call.
          if (!isEnd) appendPiece(agentId, message, index, id, name, typeof args === "string" ? args : "");
          else finishCall(agentId, id, name, typeof args === "string" ? valueOf(args) : args);
          if (isEnd && content["type"] === "invalid_tool_call")
            endTool(id, undefined, { message: textOr(content["error"]) });
        }
        return;
      }
      case "content-block-delta": {
        if (delta["type"] === "tool-call-delta")
          return appendPiece(agentId, message, index, undefined, undefined, textOr(delta["args"]) ?? "");
        const fields = isRecord(delta["fields"]) ? delta["fields"] : {};
        const id = textOr(fields["id"]);
        if (id !== undefined && "args" in fields)
          return appendPiece(agentId, message, index, id, textOr(fields["name"]), textOr(fields["args"]) ?? "");
        const reasoning = textOr(delta["reasoning"]) ?? textOr(fields["reasoning"]);
        const text = textOr(delta["text"]) ?? textOr(fields["text"]);
        if (reasoning !== undefined) say("reasoning", reasoning);
        if (text !== undefined) say("text", text);
        return;
      }
      case "message-finish": {
        const usage = usageOf(data["usage"]);
        if (usage) counted.add(message);
        writer.emit({ type: "agent.step_completed", agentId, step: told.size || 1, ...(usage && { usage }) });
        return;
      }
      case "error":
        return endRun("failed", namespace, textOr(data["message"]));
    }
  };
  const endRun = (event: unknown, namespace: readonly string[], said: string | undefined) => {
    const agentId = namespace.length === 0 ? root : agents.get(namespace.join("|"));
    if (agentId === undefined || !writer.isAgentOpen(agentId)) return;
    if (namespace.length === 0) hasEnded = true;
    if (event === "failed" && namespace.length === 0 && ABORTED.test(said ?? "")) {
      for (const { callId } of writer.openCalls()) {
        writer.endCall(callId, { status: "cancelled" });
        endAgentOf(callId, "cancelled");
      }
      return writer.endAgent(agentId, { status: "cancelled" });
    }
    if (event === "failed") {
      const error = { code: "graph_error", message: said ?? "The graph failed and did not say why." };
      writer.endAgent(agentId, { status: "failed", error });
    } else if (!writer.isWaiting(agentId)) {
      if (namespace.length === 0) settle();
      writer.endAgent(agentId, { status: event === "completed" ? "completed" : "interrupted" });
    }
    const node = nodeCalls.get(namespace.join("|"));
    if (node === undefined || writer.isWaiting(agentId)) return;
    if (event === "failed") endTool(node, undefined, { message: said });
    else writer.endCall(node, { status: "completed", output: null });
  };
  /** What the run's end says of what is still open below it. */
  const settle = () => {
    for (const callId of unexplained.keys()) endTool(callId, undefined, { message: undefined });
    for (const [key, callId] of nodeCalls) {
      if (writer.isWaiting(agents.get(key) ?? "")) continue;
      endAgentOf(callId, "completed");
      writer.endCall(callId, { status: "completed", output: null });
    }
  };

  const takeProtocol = (method: string, params: Record<string, unknown>) => {
    isProtocol = true;
    const namespace = Array.isArray(params["namespace"]) ? params["namespace"].map(String) : [];
    const data = isRecord(params["data"]) ? params["data"] : {};
    // Messages and tools come from a node: its task is the namespace's last part.
    const own = namespace.slice(0, -1);
    switch (method) {
      case "lifecycle": {
        const cause = isRecord(data["cause"]) ? textOr(data["cause"]["tool_call_id"]) : undefined;
        if (cause !== undefined) agentOf(namespace, cause, textOr(data["graph_name"]));
        if (namespace.length === 0 && (data["event"] === "running" || data["event"] === "started")) rootAgent();
        if (data["event"] === "completed" || data["event"] === "failed" || data["event"] === "interrupted")
          endRun(data["event"], namespace, textOr(data["error"]));
        return;
      }
      case "messages":
        return takeBlock(data, own);
      case "tools":
        return takeTool(data, own, namespace.join("|"));
      case "updates":
        if (data["node"] === "__interrupt__") return takeState({ __interrupt__: data["values"] }, namespace);
        return takeState(data["values"], namespace);
      case "values":
        return takeState(data, namespace);
      case "input.requested":
        return asks.ask(String(data["interrupt_id"]), data["payload"]);
      case "input.answered":
        for (const id of Array.isArray(data["interrupt_ids"]) ? data["interrupt_ids"] : []) asks.answered(String(id));
        return;
      case "input.respond":
        for (const one of [params, ...recordsOf(params["responses"])])
          if ("interrupt_id" in one) asks.answer(String(one["interrupt_id"]), one["response"]);
        return;
    }
  };
  const takeMode = (mode: string, data: unknown, namespace: readonly string[]) => {
    switch (mode) {
      case "messages": {
        const message = readMessage(Array.isArray(data) ? data[0] : data);
        if (message) takeMessage(message, namespace, !message.isPiece);
        return;
      }
      case "messages/partial":
      case "messages/complete": {
        for (const value of Array.isArray(data) ? (data as unknown[]) : [data]) {
          const message = readMessage(value);
          // A partial message is whole as far as it goes; its calls are, once it is complete.
          if (message)
            takeMessage(
              mode === "messages/complete" ? message : { ...message, calls: [], isPiece: false },
              namespace,
              true,
            );
        }
        return;
      }
      case "updates":
        return takeUpdates(data, namespace);
      case "values":
        return takeState(data, namespace);
      case "tools":
        return isRecord(data) ? takeTool(data, namespace, "") : undefined;
      case "error":
        return endRun("failed", [], isRecord(data) ? (textOr(data["message"]) ?? textOr(data["error"])) : textOr(data));
      case "end":
        return endRun("completed", [], undefined);
    }
  };
  /** A chunk of `graph.stream`: `[namespace?, mode?, data]`, by what stands where. */
  const takeTuple = (parts: unknown[]) => {
    const namespace = Array.isArray(parts[0]) && parts.length > 1 ? (parts.shift() as unknown[]).map(String) : [];
    if (parts.length === 2 && typeof parts[0] === "string") takeMode(parts[0], parts[1], namespace);
    else if (parts.length === 2) takeMode("messages", parts, namespace);
    else takePlain(parts[0], namespace);
  };
  /** A chunk of a single mode, told by its shape. */
  const takePlain = (value: unknown, namespace: readonly string[]) => {
    if (!isRecord(value)) return;
    if (textOr(value["toolCallId"]) !== undefined) takeMode("tools", value, namespace);
    else takeMode(Array.isArray(value["messages"]) ? "values" : "updates", value, namespace);
  };

  return {
    keepsAsks: true,
    takesLists: true,
    take(chunk, sseEvent) {
      if (Array.isArray(chunk)) {
        if (sseEvent === undefined) return takeTuple([...(chunk as unknown[])]);
      } else if (typeof chunk["method"] === "string" && isRecord(chunk["params"])) {
        return takeProtocol(chunk["method"], chunk["params"]);
      }
      const name =
        sseEvent ?? (textOr(chunk["event"]) !== undefined && "data" in chunk ? String(chunk["event"]) : undefined);
      if (name === undefined) return takePlain(chunk, []);
      isServer = true;
      const [mode, ...namespace] = name.split("|");
      takeMode(mode!, sseEvent === undefined ? chunk["data"] : chunk, namespace);
    },
    end(reason) {
      if (reason !== undefined || isProtocol || isServer || !writer.isAgentOpen(root)) return;
      const isOpen = [...runningCalls.keys()].some(
        (callId) => writer.stateOf(callId) === "running" && !unexplained.has(callId),
      );
      if (!isOpen) endRun("completed", [], undefined);
    },
  };
}
