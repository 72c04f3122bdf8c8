import { isRecord } from "../view/outputPath.ts";
import { createAdapter, type Adapter, type AdapterOptions, type Wire } from "./adapter.ts";
import type { EventWriter } from "./eventWriter.ts";
import { readMessage, recordsOf, textOr } from "./langGraphMessage.ts";
import { createGraphRun } from "./langGraphRun.ts";
import { createGraphWords } from "./langGraphWords.ts";

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

function connectLangGraph(writer: EventWriter, { sessionId, messageId }: AdapterOptions): Wire {
  const run = createGraphRun(writer, sessionId, messageId);
  const { takeMessage, takeBlock } = createGraphWords(writer, run);
  /** These say their ends themselves. */
  let saysItsEnd = false;

  const takeState = (values: unknown, namespace: readonly string[]) => {
    if (!isRecord(values)) return;
    const interrupts = values["__interrupt__"];
    if (interrupts !== undefined)
      for (const one of recordsOf(interrupts)) run.asks.ask(String(one["id"] ?? "interrupt"), one["value"]);
    const messages = values["messages"];
    for (const value of Array.isArray(messages) ? (messages as unknown[]) : [messages]) {
      const message = readMessage(value);
      if (message && (message.role !== "ai" || !run.hasEnded()))
        takeMessage({ ...message, isPiece: false }, namespace, true);
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
        return run.startTool(callId, name, data["input"], run.agentOf(namespace), task);
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
        if (!message) return run.endTool(callId, data["output"], null);
        return run.endTool(callId, message.output, message.isError ? { message: textOr(message.text) } : null);
      }
      case "tool-error":
      case "on_tool_error": {
        const { error } = data;
        const said =
          textOr(data["message"]) ??
          textOr(isRecord(error) || error instanceof Error ? (error as Error).message : error);
        // An error that lost its words on the wire: the tool's message has them, and comes next.
        if (said === undefined) run.failUnexplained(callId);
        else run.endTool(callId, undefined, { message: said });
        return;
      }
    }
  };
  const takeProtocol = (method: string, params: Record<string, unknown>) => {
    saysItsEnd = true;
    const namespace = Array.isArray(params["namespace"]) ? params["namespace"].map(String) : [];
    const data = isRecord(params["data"]) ? params["data"] : {};
    // Messages and tools come from a node: its task is the namespace's last part.
    const own = namespace.slice(0, -1);
    switch (method) {
      case "lifecycle": {
        const cause = isRecord(data["cause"]) ? textOr(data["cause"]["tool_call_id"]) : undefined;
        if (cause !== undefined) run.agentOf(namespace, cause, textOr(data["graph_name"]));
        if (namespace.length === 0 && (data["event"] === "running" || data["event"] === "started")) run.agentOf([]);
        if (data["event"] === "completed" || data["event"] === "failed" || data["event"] === "interrupted")
          run.end(data["event"], namespace, textOr(data["error"]));
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
        return run.asks.ask(String(data["interrupt_id"]), data["payload"]);
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
        return run.end(
          "failed",
          [],
          isRecord(data) ? (textOr(data["message"]) ?? textOr(data["error"])) : textOr(data),
        );
      case "end":
        return run.end("completed", [], undefined);
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
      saysItsEnd = true;
      const [mode, ...namespace] = name.split("|");
      takeMode(mode!, sseEvent === undefined ? chunk["data"] : chunk, namespace);
    },
    end(reason) {
      if (reason === undefined && !saysItsEnd) run.endQuietly();
    },
  };
}
