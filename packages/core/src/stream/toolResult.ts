import type { CallEnd } from "./eventWriter.ts";

/** A JSON object or list that a wire sends as text, as the value it is; any other text stays a text. */
export function valueOf(text: string): unknown {
  const first = text.trimStart()[0];
  if (first !== "{" && first !== "[") return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Whatever a model's wire calls content, as one text: a string, or parts of which the texts count. */
export function plainText(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(plainText).join("");
  if (typeof content !== "object" || content === null) return "";
  const { text, content: inner, refusal } = content as Record<string, unknown>;
  return plainText(text ?? inner ?? refusal);
}

/** A tool's result as a wire sends it for the model: text that is JSON becomes its value, parts that are more than text stay. */
export function resultOf(content: unknown): unknown {
  if (typeof content === "string") return valueOf(content);
  if (!Array.isArray(content)) return content;
  const isText = (part: { type?: unknown; text?: unknown } | null) =>
    typeof part?.text === "string" && String(part.type ?? "text").endsWith("text");
  return content.every(isText) ? valueOf(plainText(content)) : content;
}

/** The end of a call that a wire says has failed, with the words it has for it. */
export function failed(code: string, content: unknown): CallEnd & { status: "failed" } {
  const message = plainText(content) || (content == null ? "" : JSON.stringify(content));
  return { status: "failed", error: { code, message: message || `The tool failed (${code}) and does not say why.` } };
}
