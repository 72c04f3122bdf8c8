import { asRecord, textOr } from "../../json/record.ts";
import { writeEvent, writeInputDelta, writeNotice, writeRequest, writeText, type EventWriter } from "../eventWriter.ts";
import { usageOf, type CallPiece, type LangChainMessage } from "./message.ts";
import type { GraphRun } from "./run.ts";
import { valueOf } from "../toolResult.ts";

/** The messages of a graph's models and people, whole, in pieces, or as the blocks of the streaming protocol. */
export interface GraphTexts {
  /** Applies a message or a piece of one; a whole message may repeat its pieces. */
  applyMessage(message: LangChainMessage, namespace: readonly string[], isWhole: boolean): void;
  applyBlock(data: Record<string, unknown>, namespace: readonly string[]): void;
}

/** Characters that were emitted. */
interface Emitted {
  text: number;
  reasoning: number;
}

interface Block {
  /** The wire's id of its call. */
  wireId: string | undefined;
  callId: string | undefined;
  name: string | undefined;
  /** Its arguments so far. */
  args: string;
  emitted: Emitted;
}

const KINDS = ["reasoning", "text"] as const;

/** Writes the texts and calls of a graph's messages. */
export function createGraphTexts(writer: EventWriter, run: GraphRun): GraphTexts {
  const blocks = new Map<string, Map<string, Block>>();
  /**
   * By agent, the message whose blocks the protocol's events are about: only the first event names it. Null: not the
   * agent's own.
   */
  const current = new Map<string, string | null>();
  const emitted = new Map<string, Emitted>();
  /** Messages whose tokens are counted: whatever repeats a message repeats its tokens. */
  const counted = new Set<string>();
  const humans = new Set<string>();
  /** Results of no call that were noted: states tell them again and again. */
  const noted = new Set<string>();

  const emittedOf = (message: string) => {
    let one = emitted.get(message);
    if (!one) emitted.set(message, (one = { text: 0, reasoning: 0 }));
    return one;
  };
  /** The block of an index; the id of another call begins another block there. */
  const blockOf = (message: string, index: string, wireId?: string): Block => {
    let ofMessage = blocks.get(message);
    if (!ofMessage) blocks.set(message, (ofMessage = new Map()));
    let block = ofMessage.get(index);
    if (!block || (wireId !== undefined && block.wireId !== undefined && block.wireId !== wireId)) {
      const emitted = block?.emitted ?? { text: 0, reasoning: 0 };
      block = { wireId: undefined, callId: undefined, name: undefined, args: "", emitted };
      ofMessage.set(index, block);
    }
    return block;
  };
  const appendPiece = (
    namespace: readonly string[],
    message: string,
    block: Block,
    { id, name, args }: Omit<CallPiece, "index">,
  ) => {
    block.name ??= name;
    block.args += args;
    if (id !== undefined && block.wireId !== id) {
      block.wireId = id;
      block.callId = run.nameCall(namespace, id, message);
      writeRequest(writer, block.callId, { tool: block.name, agentId: run.agentOf(namespace) });
      args = block.args;
    }
    if (block.callId !== undefined) writeInputDelta(writer, block.callId, args);
  };
  const completeStep = (agentId: string, usage: LangChainMessage["usage"]) =>
    writeEvent(writer, { type: "agent.step_completed", agentId, step: emitted.size || 1, usage });

  const applyAnswer = (message: LangChainMessage, namespace: readonly string[], isWhole: boolean) => {
    const { usage, isPiece } = message;
    const agentId = run.agentOf(namespace);
    const id = message.id ?? current.get(agentId) ?? `${agentId}:message`;
    if (!isWhole) current.set(agentId, id);
    const before = emittedOf(id);
    for (const kind of KINDS) {
      // A whole message repeats its pieces.
      const delta = isWhole ? message[kind].slice(before[kind]) : message[kind];
      before[kind] += delta.length;
      writeText(writer, agentId, `${id}:${kind}`, delta, kind);
    }
    if (isPiece)
      for (const piece of message.pieces) appendPiece(namespace, id, blockOf(id, piece.index, piece.id), piece);
    if (usage && !counted.has(id)) completeStep(agentId, usage);
    // Each piece has tokens of its own.
    if (isPiece && !isWhole) return;
    if (usage) counted.add(id);
    for (const call of message.calls) {
      const callId = run.nameCall(namespace, call.id, isPiece ? id : message.id);
      run.finishInput(agentId, callId, call.name, call.args);
    }
  };

  return {
    applyMessage(message, namespace, isWhole) {
      const { role, id, text, toolCallId } = message;
      if (role === "human" && namespace.length === 0) {
        if (id === undefined || humans.has(id)) return;
        humans.add(id);
        writeEvent(writer, { type: "message.added", messageId: id, role: "user", text });
        run.addPrompt(id);
      } else if (role === "tool" && toolCallId !== undefined) {
        run.endTool(
          run.findCall(namespace, toolCallId),
          message.output,
          message.isError ? { message: textOr(text) } : null,
        );
      } else if (role === "tool") writeNotice(writer, "langgraph.result", message.output, noted);
      else if (role === "ai") applyAnswer(message, namespace, isWhole);
    },
    applyBlock(data, namespace) {
      const agentId = run.agentOf(namespace);
      if (data["event"] === "message-start") {
        const isAnswer = /^(ai|assistant)$/.test(textOr(data["role"]) ?? "ai");
        return void current.set(agentId, isAnswer ? (textOr(data["id"]) ?? `${agentId}:${emitted.size + 1}`) : null);
      }
      const message = current.get(agentId) ?? `${agentId}:message`;
      // What people and tools say comes by other events too.
      if (current.get(agentId) === null) return;
      const index = String(data["index"] ?? 0);
      const before = emittedOf(message);
      const block = blockOf(message, index);
      const content = asRecord(data["content"]);
      const append = (kind: "text" | "reasoning", delta: string) => {
        before[kind] += delta.length;
        block.emitted[kind] += delta.length;
        // Some models give a text the index of a thought.
        writeText(writer, agentId, `${message}:${index}:${kind}`, delta, kind);
      };
      // A block is told as it is so far, and what was emitted of it is its beginning.
      const applyTexts = (told: Record<string, unknown>) => {
        for (const kind of KINDS) append(kind, (textOr(told[kind]) ?? "").slice(block.emitted[kind]));
      };
      const applyArguments = (told: Record<string, unknown>) => {
        // By its fields, not by its type: some models give a text and a call the same index.
        if (!("args" in told)) return;
        const [id, name, args] = [textOr(told["id"]), textOr(told["name"]), textOr(told["args"]) ?? ""];
        const call = blockOf(message, index, id);
        appendPiece(namespace, message, call, { id, name, args: args.slice(call.args.length) });
      };
      switch (data["event"]) {
        case "content-block-start":
          applyTexts(content);
          return applyArguments(content);
        case "content-block-finish": {
          const { type, args } = content;
          const [id, name] = [textOr(content["id"]), textOr(content["name"])];
          applyTexts(content);
          if (type === "server_tool_result") {
            const wireId = textOr(content["tool_call_id"]);
            const { output, status } = content;
            if (wireId === undefined) return;
            return run.endTool(
              run.findCall(namespace, wireId),
              output,
              status === "error" ? { message: textOr(output) } : null,
            );
          }
          if (name === undefined || id === undefined) return;
          const callId = run.nameCall(namespace, id, message);
          run.finishInput(agentId, callId, name, typeof args === "string" ? valueOf(args) : args);
          if (type === "invalid_tool_call") run.endTool(callId, undefined, { message: textOr(content["error"]) });
          return;
        }
        case "content-block-delta": {
          const delta = asRecord(data["delta"]);
          const fields = asRecord(delta["fields"]);
          for (const kind of KINDS) append(kind, textOr(delta[kind]) ?? "");
          appendPiece(namespace, message, block, { id: undefined, name: undefined, args: textOr(delta["args"]) ?? "" });
          applyTexts(fields);
          return applyArguments(fields);
        }
        case "message-finish": {
          const usage = usageOf(data["usage"]);
          if (usage) counted.add(message);
          return completeStep(agentId, usage);
        }
        case "error":
          return run.end("failed", namespace, textOr(data["message"]));
      }
    },
  };
}
