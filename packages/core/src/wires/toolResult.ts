import { jsonOrText } from "../json/parseJson.ts";
import { asRecord } from "../json/record.ts";
import type { EventError } from "../events/event.ts";
import type { CallEnd } from "./eventWriter.ts";

/** A JSON object or list that a wire sends as text, as the value it is; any other text stays a text. */
export function valueOf(text: string): unknown {
  const first = text.trimStart()[0];
  return first === "{" || first === "[" ? jsonOrText(text) : text;
}

/** A wire's content as one text: a string, or the texts among its parts. */
export function plainText(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(plainText).join("");
  if (typeof content !== "object" || content === null) return "";
  const { text, content: inner, refusal } = content as Record<string, unknown>;
  return plainText(text ?? inner ?? refusal);
}

/** A tool's result as a wire sends it for the model: JSON text becomes its value, parts other than text stay. */
export function resultOf(content: unknown): unknown {
  if (typeof content === "string") return valueOf(content);
  if (!Array.isArray(content)) return content;
  const isText = (part: { type?: unknown; text?: unknown } | null) =>
    typeof part?.text === "string" && String(part.type ?? "text").endsWith("text");
  return content.every(isText) ? valueOf(plainText(content)) : content;
}

/** The end of a call without a result: a failure, unless Callboard's host says in the metadata that it was another. */
export function toldEnd(metadata: unknown, error: EventError): CallEnd {
  const { status, reason } = asRecord(asRecord(metadata)["callboard"]);
  if (!/^(cancelled|interrupted|denied|expired)$/.test(String(status))) return { status: "failed", error };
  return { status, ...(typeof reason === "string" && { reason }) } as CallEnd;
}

/** The end of a failed call, with the message that its wire has for it. */
export function failed(code: string, content: unknown): CallEnd & { status: "failed" } {
  const said = plainText(content) || JSON.stringify(content || undefined);
  return { status: "failed", error: { code, message: said || `The tool failed (${code}) and does not say why.` } };
}
