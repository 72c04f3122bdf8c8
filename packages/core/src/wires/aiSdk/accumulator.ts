import { isRecord } from "../../json/record.ts";
import { FORWARDED, optionalString, type AiSdkChunk, type AiSdkMessage, type AiSdkPart } from "./messageParts.ts";

/**
 * Builds the message of a stream of chunks, at a constant cost for each chunk; the SDK's own reader copies the message
 * each time.
 */
export interface Accumulator {
  apply(chunk: AiSdkChunk): void;
  /** The message so far; it is mutated. */
  readonly message: AiSdkMessage & { parts: AiSdkPart[] };
  /** Why the stream failed, as it states it. */
  readonly failure: string | null;
  readonly isAborted: boolean;
}

/** Makes an accumulator of one message. */
export function createAccumulator(): Accumulator {
  const message = { id: "", role: "assistant", parts: [] as AiSdkPart[] } as Accumulator["message"];
  let texts = new Map<string, AiSdkPart>();
  const calls = new Map<string, AiSdkPart>();
  const data = new Map<string, AiSdkPart>();
  let stepStart = 0;
  let failure: string | null = null;
  let isAborted = false;

  const push = (part: AiSdkPart): AiSdkPart => {
    message.parts.push(part);
    return part;
  };
  const beginCall = (chunk: AiSdkChunk): AiSdkPart => {
    const toolCallId = String(chunk["toolCallId"]);
    const toolName = optionalString(chunk, "toolName");
    const known = calls.get(toolCallId);
    if (known && message.parts.indexOf(known, stepStart) >= 0) return known;
    const { title, toolMetadata, providerExecuted } = chunk;
    const type = chunk["dynamic"] === true ? { type: "dynamic-tool", toolName } : { type: `tool-${toolName ?? ""}` };
    const part = push({ ...type, toolCallId, ...present({ title, toolMetadata, providerExecuted }) });
    calls.set(toolCallId, part);
    return part;
  };
  const change = (chunk: AiSdkChunk, fields: Record<string, unknown>) => {
    const part = calls.get(String(chunk["toolCallId"]));
    if (part) Object.assign(part, fields);
  };
  const textOf = (chunk: AiSdkChunk, kind: string): AiSdkPart => {
    const key = `${kind}:${String(chunk["id"])}`;
    const known = texts.get(key);
    if (known) return known;
    const { providerMetadata } = chunk;
    const part = push({ type: kind, text: "", state: "streaming", ...present({ providerMetadata }) });
    texts.set(key, part);
    return part;
  };

  return {
    message,
    get failure() {
      return failure;
    },
    get isAborted() {
      return isAborted;
    },
    apply(chunk) {
      switch (chunk.type) {
        case "text-start":
        case "text-delta":
        case "reasoning-start":
        case "reasoning-delta": {
          const part = textOf(chunk, chunk.type.startsWith("text") ? "text" : "reasoning");
          part["text"] = `${part["text"] as string}${optionalString(chunk, "delta") ?? ""}`;
          return;
        }
        case "text-end":
        case "reasoning-end":
          textOf(chunk, chunk.type === "text-end" ? "text" : "reasoning")["state"] = "done";
          texts.delete(`${chunk.type === "text-end" ? "text" : "reasoning"}:${String(chunk["id"])}`);
          return;
        case "tool-input-start": {
          const { inputEncoding } = chunk;
          Object.assign(beginCall(chunk), { state: "input-streaming", rawInput: "", ...present({ inputEncoding }) });
          return;
        }
        case "tool-input-delta": {
          const part = calls.get(String(chunk["toolCallId"]));
          if (part)
            part["rawInput"] =
              `${optionalString(part, "rawInput") ?? ""}${optionalString(chunk, "inputTextDelta") ?? ""}`;
          return;
        }
        case "tool-input-available":
        case "tool-input-error": {
          const part = beginCall(chunk);
          delete part["rawInput"];
          delete part["inputEncoding"];
          part["input"] = chunk["input"];
          part["state"] = chunk.type === "tool-input-available" ? "input-available" : "output-error";
          if (chunk.type === "tool-input-error") part["errorText"] = chunk["errorText"];
          return;
        }
        case "tool-approval-request": {
          const { approvalId: id, signature, isAutomatic, reason: requestReason } = chunk;
          const approval = { id, ...present({ signature, isAutomatic, requestReason }) };
          return change(chunk, { state: "approval-requested", approval });
        }
        case "tool-approval-response":
          for (const part of calls.values()) {
            const { approval } = part;
            if (!isRecord(approval) || approval["id"] !== chunk["approvalId"]) continue;
            const { approved, reason } = chunk;
            Object.assign(part, {
              state: "approval-responded",
              approval: { ...approval, ...present({ approved, reason }) },
            });
          }
          return;
        case "tool-output-available": {
          const { output, preliminary } = chunk;
          change(chunk, { state: "output-available", output, preliminary: undefined, ...present({ preliminary }) });
          return;
        }
        case "tool-output-error":
          return change(chunk, { state: "output-error", errorText: chunk["errorText"], preliminary: undefined });
        case "tool-output-denied":
          return change(chunk, { state: "output-denied" });
        case "start-step":
          push({ type: "step-start" });
          stepStart = message.parts.length;
          return;
        case "finish-step":
          texts = new Map();
          return;
        case "reset-step":
          message.parts.length = stepStart;
          texts = new Map();
          return;
        case "start":
        case "finish":
        case "message-metadata":
          message.id = optionalString(chunk, "messageId") ?? message.id;
          if (isRecord(chunk["messageMetadata"])) {
            const before = isRecord(message.metadata) ? message.metadata : {};
            message.metadata = { ...before, ...chunk["messageMetadata"] };
          }
          return;
        case "error":
          failure = optionalString(chunk, "errorText") ?? "";
          return;
        case "abort":
          isAborted = true;
          return;
        default:
          if (chunk["transient"] === true || chunk.type === FORWARDED) return;
          if (chunk.type.startsWith("data-") && typeof chunk["id"] === "string") {
            const key = `${chunk.type}:${chunk["id"]}`;
            const known = data.get(key);
            if (known) known["data"] = chunk["data"];
            else data.set(key, push({ ...chunk }));
          } else if (/^(data-|source-|file$|reasoning-file$|custom$)/.test(chunk.type)) push({ ...chunk });
      }
    },
  };
}

function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
