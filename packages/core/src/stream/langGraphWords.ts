import { isRecord } from "../view/outputPath.ts";
import type { EventWriter } from "./eventWriter.ts";
import { textOr, usageOf, type CallPiece, type LangChainMessage } from "./langGraphMessage.ts";
import type { GraphRun } from "./langGraphRun.ts";
import { valueOf } from "./toolResult.ts";

/** What a graph's models and people say: as messages, whole or in pieces, and as the blocks of the streaming protocol. */
export interface GraphWords {
  /** A message, or a piece of one; a whole one may say again what its pieces said. */
  takeMessage(message: LangChainMessage, namespace: readonly string[], isWhole: boolean): void;
  takeBlock(data: Record<string, unknown>, namespace: readonly string[]): void;
}

interface Block {
  callId: string | undefined;
  name: string | undefined;
  /** Arguments that came before the call's id. */
  args: string;
  /** How much of its text or reasoning has been told. */
  told: number;
}

/** Makes the words of a graph's runs. */
export function createGraphWords(writer: EventWriter, run: GraphRun): GraphWords {
  const blocks = new Map<string, Map<string, Block>>();
  /** Per agent, the message whose blocks the protocol's events are about: they name it once. */
  const current = new Map<string, string>();
  /** How much of a message has been told. */
  const told = new Map<string, { text: number; reasoning: number }>();
  /** Messages whose tokens are counted: what says a message again says them again. */
  const counted = new Set<string>();
  const humans = new Set<string>();

  const toldOf = (message: string) => {
    let one = told.get(message);
    if (!one) told.set(message, (one = { text: 0, reasoning: 0 }));
    return one;
  };
  const blockOf = (message: string, index: string): Block => {
    let own = blocks.get(message);
    if (!own) blocks.set(message, (own = new Map()));
    let block = own.get(index);
    if (!block) own.set(index, (block = { callId: undefined, name: undefined, args: "", told: 0 }));
    return block;
  };
  const appendPiece = (agentId: string, block: Block, piece: Omit<CallPiece, "index">) => {
    const { id, name, args } = piece;
    block.name ??= name;
    if (id !== undefined && block.callId !== id) {
      block.callId = id;
      writer.requestCall(id, { tool: block.name, agentId });
      writer.appendInput(id, block.args + args);
    } else if (block.callId !== undefined) writer.appendInput(block.callId, args);
    else block.args += args;
  };
  const completeStep = (agentId: string, usage: LangChainMessage["usage"]) =>
    writer.emit({ type: "agent.step_completed", agentId, step: told.size || 1, usage });

  const takeAnswer = (message: LangChainMessage, namespace: readonly string[], isWhole: boolean) => {
    const { usage, isPiece } = message;
    const agentId = run.agentOf(namespace);
    const id = message.id ?? current.get(agentId) ?? `${agentId}:message`;
    if (!isWhole) current.set(agentId, id);
    const before = toldOf(id);
    for (const kind of ["reasoning", "text"] as const) {
      // A whole message says again what its pieces said.
      const delta = isWhole ? message[kind].slice(before[kind]) : message[kind];
      before[kind] += delta.length;
      writer.text(agentId, `${id}:${kind}`, delta, kind);
    }
    if (isPiece) for (const piece of message.pieces) appendPiece(agentId, blockOf(id, piece.index), piece);
    if (usage && !counted.has(id)) completeStep(agentId, usage);
    // Each piece has tokens of its own.
    if (isPiece && !isWhole) return;
    if (usage) counted.add(id);
    for (const call of message.calls) run.finishInput(agentId, call.id, call.name, call.args);
  };

  return {
    takeMessage(message, namespace, isWhole) {
      const { role, id, text, toolCallId } = message;
      if (role === "human" && namespace.length === 0) {
        if (id === undefined || humans.has(id)) return;
        humans.add(id);
        writer.emit({ type: "message.added", messageId: id, role: "user", text });
        run.hear(id);
      } else if (role === "tool" && toolCallId !== undefined) {
        run.endTool(toolCallId, message.output, message.isError ? { message: textOr(text) } : null);
      } else if (role === "ai") takeAnswer(message, namespace, isWhole);
    },
    takeBlock(data, namespace) {
      const agentId = run.agentOf(namespace);
      if (data["event"] === "message-start") {
        return void current.set(agentId, textOr(data["id"]) ?? `${agentId}:${told.size + 1}`);
      }
      const message = current.get(agentId) ?? `${agentId}:message`;
      const index = String(data["index"] ?? 0);
      const before = toldOf(message);
      const block = blockOf(message, index);
      const say = (kind: "text" | "reasoning", words: string | undefined, from = 0) => {
        const delta = (words ?? "").slice(from);
        before[kind] += delta.length;
        block.told += delta.length;
        writer.text(agentId, `${message}:${index}`, delta, kind);
      };
      switch (data["event"]) {
        case "content-block-start":
        case "content-block-finish": {
          const { content } = data;
          if (!isRecord(content)) return;
          const isEnd = data["event"] === "content-block-finish";
          const { type, args } = content;
          const [id, name] = [textOr(content["id"]), textOr(content["name"])];
          const kind = type === "reasoning" ? ("reasoning" as const) : ("text" as const);
          say(kind, textOr(content[kind]), block.told);
          if (type === "server_tool_result") {
            const callId = textOr(content["tool_call_id"]);
            const { output, status } = content;
            if (callId === undefined || !isEnd) return;
            return run.endTool(callId, output, status === "error" ? { message: textOr(output) } : null);
          }
          if (name === undefined || id === undefined) return;
          // By what it has, not by its type: models that number badly make one block of a text and a call.
          if (!isEnd) return appendPiece(agentId, block, { id, name, args: textOr(args) ?? "" });
          run.finishInput(agentId, id, name, typeof args === "string" ? valueOf(args) : args);
          if (type === "invalid_tool_call") run.endTool(id, undefined, { message: textOr(content["error"]) });
          return;
        }
        case "content-block-delta": {
          const delta = isRecord(data["delta"]) ? data["delta"] : {};
          if (delta["type"] === "tool-call-delta") {
            return appendPiece(agentId, block, { id: undefined, name: undefined, args: textOr(delta["args"]) ?? "" });
          }
          const fields = isRecord(delta["fields"]) ? delta["fields"] : {};
          const id = textOr(fields["id"]);
          if (id !== undefined && "args" in fields) {
            return appendPiece(agentId, block, {
              id,
              name: textOr(fields["name"]),
              args: textOr(fields["args"]) ?? "",
            });
          }
          say("reasoning", textOr(delta["reasoning"]) ?? textOr(fields["reasoning"]));
          return say("text", textOr(delta["text"]) ?? textOr(fields["text"]));
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
