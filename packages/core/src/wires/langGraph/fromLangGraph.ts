import { isRecord, recordsOf, textOr } from "../../json/record.ts";
import { createAdapter, type Adapter, type AdapterOptions, type Wire } from "../adapter.ts";
import { stateOf, writeEvent, type EventWriter } from "../eventWriter.ts";
import { readMessage } from "./message.ts";
import { createGraphRun } from "./run.ts";
import { createGraphTexts } from "./texts.ts";

export type { AskAnswer } from "../askAnswer.ts";
export { interruptAsks, toResumeValue } from "../interruptValue.ts";

/**
 * What a graph streams: events of the streaming protocol (`streamEvents` with version `v3`, or a server's), chunks of
 * `graph.stream` in one or several modes, with or without subgraphs, and a server's `{ event, data }`.
 */
export type LangGraphChunk = object;

/**
 * Turns a LangGraph run into session events. A namespace is an agent below the call that caused it, or below the node
 * that it belongs to; an interrupt is an approval of each call that it names, else a question. Push what you send to
 * resume too (`{ method: "input.respond", params }`), so that a decision is read and not inferred from what happens
 * next. The modes of `graph.stream` have no end of their own: call `end()` without a reason where the stream ended by
 * itself.
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

function connectLangGraph(writer: EventWriter, { sessionId, messageId }: AdapterOptions): Wire {
  const run = createGraphRun(writer, sessionId, messageId);
  const { applyMessage, applyBlock } = createGraphTexts(writer, run);
  /** The stream has events for the ends of its runs. */
  let hasEndEvents = false;
  /** How far each run was told, by the time of its first event. */
  const runs = new Map<number, { highest: number; last: number }>();
  let numbered = { highest: -1, last: 0 };

  const applyState = (values: unknown, namespace: readonly string[]) => {
    if (!isRecord(values)) return;
    const interrupts = values["__interrupt__"];
    if (interrupts !== undefined)
      run.asks.ask(recordsOf(interrupts).map((one) => ({ id: interruptIdOf(one), value: one["value"] })));
    const messages = values["messages"];
    for (const value of Array.isArray(messages) ? (messages as unknown[]) : [messages]) {
      const message = readMessage(value);
      if (!message) continue;
      // Also of a message that is told again: the results after it in the list are those of its calls.
      for (const call of message.calls) run.nameCall(namespace, call.id, message.id);
      if (message.role !== "ai" || !run.hasEnded()) applyMessage({ ...message, isPiece: false }, namespace, true);
    }
  };
  const applyUpdates = (updates: unknown, namespace: readonly string[]) => {
    if (!isRecord(updates)) return;
    applyState({ __interrupt__: updates["__interrupt__"] }, namespace);
    for (const [node, values] of Object.entries(updates)) if (node !== "__interrupt__") applyState(values, namespace);
  };

  const applyTool = (data: Record<string, unknown>, namespace: readonly string[], task: string) => {
    const wireId = textOr(data["tool_call_id"]) ?? textOr(data["toolCallId"]);
    if (wireId === undefined) throw new TypeError("tool_call_id");
    const callId = run.nameCall(namespace, wireId, undefined);
    const name = textOr(data["tool_name"]) ?? textOr(data["name"]);
    switch (data["event"]) {
      case "tool-started":
      case "on_tool_start":
        return run.startTool(callId, name, data["input"], run.agentOf(namespace), task);
      case "tool-output-delta":
      case "on_tool_event": {
        const piece = data["delta"] ?? data["data"];
        if (stateOf(writer, callId) === "ended" || piece === undefined) return;
        if (typeof piece === "string") writeEvent(writer, { type: "tool.output_appended", callId, delta: piece });
        else writeEvent(writer, { type: "tool.output_replaced", callId, output: piece });
        return;
      }
      case "tool-finished":
      case "on_tool_end": {
        const message = readMessage(data["output"]);
        if (!message) return run.endTool(callId, data["output"], null);
        return run.endTool(callId, message.output, message.isError ? { message: textOr(message.text) } : null);
      }
      case "tool-error":
      case "on_tool_error": {
        const { error } = data;
        const text =
          textOr(data["message"]) ??
          textOr(isRecord(error) || error instanceof Error ? (error as Error).message : error);
        // An error without its text, which the wire lost: the tool's message brings it next.
        if (text === undefined) run.failUnexplained(callId);
        else run.endTool(callId, undefined, { message: text });
        return;
      }
    }
  };
  /**
   * Whether an event was told before: a client that joins a run again gets it from its beginning, or from where it
   * left. Each run numbers its events from zero.
   */
  const isToldAgain = (seq: unknown, timestamp: unknown): boolean => {
    if (typeof seq !== "number" || typeof timestamp !== "number") return false;
    if (seq === 0) {
      numbered = runs.get(timestamp) ?? { highest: -1, last: timestamp };
      runs.set(timestamp, numbered);
    }
    if (seq <= numbered.highest && timestamp <= numbered.last) return true;
    numbered.highest = Math.max(numbered.highest, seq);
    numbered.last = Math.max(numbered.last, timestamp);
    return false;
  };
  const applyProtocol = (method: string, params: Record<string, unknown>) => {
    hasEndEvents = true;
    const namespace = Array.isArray(params["namespace"]) ? params["namespace"].map(String) : [];
    const data = isRecord(params["data"]) ? params["data"] : {};
    // Messages and tools come from a node: its task is the namespace's last part.
    const owner = namespace.slice(0, -1);
    switch (method) {
      case "lifecycle": {
        const cause = isRecord(data["cause"]) ? textOr(data["cause"]["tool_call_id"]) : undefined;
        if (cause !== undefined) {
          run.agentOf(namespace, run.findCall(namespace.slice(0, -1), cause), textOr(data["graph_name"]));
        }
        if (namespace.length === 0 && (data["event"] === "running" || data["event"] === "started")) run.agentOf([]);
        if (data["event"] === "completed" || data["event"] === "failed" || data["event"] === "interrupted")
          run.end(data["event"], namespace, textOr(data["error"]));
        return;
      }
      case "messages":
        return applyBlock(data, owner);
      case "tools":
        return applyTool(data, owner, namespace.join("|"));
      case "updates":
        if (data["node"] === "__interrupt__") return applyState({ __interrupt__: data["values"] }, namespace);
        return applyState(data["values"], namespace);
      case "values":
        return applyState(data, namespace);
      case "input.requested":
        return run.asks.ask([{ id: interruptIdOf(data), value: data["payload"] }]);
      case "input.answered":
        for (const id of Array.isArray(data["interrupt_ids"]) ? data["interrupt_ids"] : [])
          run.asks.answered(String(id));
        return;
      case "input.respond":
        for (const one of [params, ...recordsOf(params["responses"])])
          if ("interrupt_id" in one) run.asks.answer(String(one["interrupt_id"]), one["response"]);
        return;
    }
  };
  const applyMode = (mode: string, data: unknown, namespace: readonly string[]) => {
    switch (mode) {
      case "messages": {
        const message = readMessage(Array.isArray(data) ? data[0] : data);
        if (!message) throw new TypeError("message");
        return applyMessage(message, namespace, !message.isPiece);
      }
      case "messages/partial":
      case "messages/complete": {
        for (const value of Array.isArray(data) ? (data as unknown[]) : [data]) {
          const message = readMessage(value);
          // The text of a partial message is whole so far; its calls are whole only once it is complete.
          if (message)
            applyMessage(
              mode === "messages/complete" ? message : { ...message, calls: [], isPiece: false },
              namespace,
              true,
            );
        }
        return;
      }
      case "updates":
        return applyUpdates(data, namespace);
      case "values":
        return applyState(data, namespace);
      case "tools":
        return isRecord(data) ? applyTool(data, namespace, "") : undefined;
      case "error":
        return run.end(
          "failed",
          [],
          isRecord(data) ? (textOr(data["message"]) ?? textOr(data["error"])) : textOr(data),
        );
      case "end":
        return run.end("completed", [], undefined);
    }
  };
  /** A chunk of `graph.stream` as a list: `[namespace?, mode?, data]`. */
  const applyTuple = (parts: unknown[]) => {
    const namespace = Array.isArray(parts[0]) && parts.length > 1 ? (parts.shift() as unknown[]).map(String) : [];
    if (parts.length === 2 && typeof parts[0] === "string") applyMode(parts[0], parts[1], namespace);
    else if (parts.length === 2) applyMode("messages", parts, namespace);
    else applyPlain(parts[0], namespace);
  };
  /** A chunk of a single mode, which its shape tells. */
  const applyPlain = (value: unknown, namespace: readonly string[]) => {
    if (!isRecord(value)) return;
    if (textOr(value["toolCallId"]) !== undefined) applyMode("tools", value, namespace);
    else applyMode(Array.isArray(value["messages"]) ? "values" : "updates", value, namespace);
  };

  return {
    keepsAsks: true,
    readsLists: true,
    apply(chunk, sseEvent) {
      if (Array.isArray(chunk)) {
        if (sseEvent === undefined) return applyTuple([...(chunk as unknown[])]);
      } else if (typeof chunk["method"] === "string" && isRecord(chunk["params"])) {
        const { method, params, seq } = chunk as { method: string; params: Record<string, unknown>; seq?: unknown };
        return isToldAgain(seq, params["timestamp"]) ? undefined : applyProtocol(method, params);
      }
      const name =
        sseEvent ?? (textOr(chunk["event"]) !== undefined && "data" in chunk ? String(chunk["event"]) : undefined);
      if (name === undefined) return applyPlain(chunk, []);
      hasEndEvents = true;
      const [mode, ...namespace] = name.split("|");
      applyMode(mode!, sseEvent === undefined ? chunk["data"] : chunk, namespace);
    },
    end(reason) {
      if (reason === undefined && !hasEndEvents) run.endQuietly();
    },
  };
}

/**
 * The id of an interrupt; older graphs give the namespace alone. Interrupts that share one are told apart by what they
 * ask.
 */
function interruptIdOf(interrupt: Record<string, unknown>): string {
  const { id, interrupt_id: name, ns } = interrupt;
  return textOr(id) ?? textOr(name) ?? (Array.isArray(ns) && ns.length > 0 ? ns.join("|") : "interrupt");
}
