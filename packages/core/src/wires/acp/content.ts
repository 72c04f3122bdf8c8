import { isRecord } from "../../json/record.ts";

/** A text; an empty one counts as missing. */
export function optionalString(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The text of one content block; a link is written in Markdown. */
export function textOf(block: unknown): string {
  if (!isRecord(block)) return "";
  if (typeof block["text"] === "string") return block["text"];
  if (block["type"] === "resource_link")
    return `[${String(block["title"] ?? block["name"] ?? block["uri"])}](${String(block["uri"])})`;
  const resource = block["resource"];
  return isRecord(resource) && typeof resource["text"] === "string" ? resource["text"] : "";
}

/** The text of a message's content, which is one block or several. */
export function textOfAll(blocks: unknown): string {
  return Array.isArray(blocks) ? blocks.map(textOf).filter(Boolean).join("\n\n") : textOf(blocks);
}

/** The output of a call: the raw output where there is one, else its content, as one text where it is all text. */
export function outputOf(raw: unknown, content: readonly unknown[] | undefined): unknown {
  if (raw !== undefined && raw !== null) return raw;
  if (!content || content.length === 0) return null;
  const parts = content.map((part) => (isRecord(part) && part["type"] === "content" ? part["content"] : part));
  const texts = parts.map((part) => (isRecord(part) && part["type"] === "text" ? part["text"] : undefined));
  if (texts.every((text) => typeof text === "string")) return texts.join("\n\n");
  return parts;
}

/** Why a call failed, where its output tells it. */
export function messageOf(raw: unknown, content: readonly unknown[] | undefined): string | undefined {
  const output = outputOf(raw, content);
  if (typeof output === "string") return optionalString(output);
  if (isRecord(output)) return optionalString(output["message"]) ?? optionalString(output["error"]);
  return undefined;
}

/** The bytes of a terminal's output; none where it is no base64. */
export function bytesOf(base64: unknown): Uint8Array {
  if (typeof base64 !== "string") return new Uint8Array();
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
