import { isRecord } from "../../json/record.ts";
import { optionalString, type AiSdkChunk, type Fields } from "./messageParts.ts";

/**
 * A part of the SDK's `fullStream` as the chunk that its UI stream would bring; a chunk of that stream stays as it is.
 * Null for what such a stream leaves out. `onError` turns errors into text, so that no detail of a server reaches a
 * page by chance.
 */
export function toUiChunk(part: Fields, onError: (error: unknown) => string): AiSdkChunk | null {
  const type = optionalString(part, "type");
  if (type === undefined) return null;
  const { id, text, toolCallId, toolName, input, output, toolCall, error, title } = part;
  const named = { toolCallId, toolName, input, ...(title !== undefined && { title }) };
  switch (type) {
    case "text-delta":
    case "reasoning-delta":
      return typeof text === "string" ? { type, id, delta: text } : (part as AiSdkChunk);
    case "tool-input-start":
      return toolCallId === undefined ? { type, ...named, toolCallId: id } : (part as AiSdkChunk);
    case "tool-input-delta":
      return toolCallId === undefined ? { type, toolCallId: id, inputTextDelta: part["delta"] } : (part as AiSdkChunk);
    case "tool-call":
      if (part["invalid"] === true) return { type: "tool-input-error", ...named, errorText: onError(error) };
      return { type: "tool-input-available", ...named };
    case "tool-result":
      return {
        type: "tool-output-available",
        toolCallId,
        output: output ?? null,
        ...(part["preliminary"] === true && { preliminary: true }),
      };
    case "tool-error":
      return { type: "tool-output-error", toolCallId, errorText: onError(error) };
    case "tool-approval-request":
      return isRecord(toolCall)
        ? { type, approvalId: part["approvalId"], toolCallId: toolCall["toolCallId"] }
        : (part as AiSdkChunk);
    case "error":
      return "errorText" in part ? (part as AiSdkChunk) : { type, errorText: onError(error) };
    case "start-step":
    case "finish-step":
      return { type };
    case "finish": {
      const { totalUsage, finishReason } = part;
      return totalUsage === undefined ? (part as AiSdkChunk) : { type, finishReason, messageMetadata: { totalUsage } };
    }
    case "raw":
    case "tool-input-end":
    case "source":
      return null;
    default:
      // A file of the full stream holds its bytes, not an address.
      return type === "file" && isRecord(part["file"]) ? null : (part as AiSdkChunk);
  }
}
