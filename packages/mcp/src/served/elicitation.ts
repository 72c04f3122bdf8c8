import type { AnswerAction, ClientPart } from "@callboard/core";
import { isRecord } from "../isRecord.ts";
import type { ResolvedTool } from "@callboard/core/catalog";
import {
  inputRequired,
  type ElicitRequestFormParams,
  type InputRequest,
  type InputResponseView,
} from "@modelcontextprotocol/server";
import type { McpClient } from "./client.ts";
import type { OpenAsk } from "./openAsks.ts";

type FlatSchema = ElicitRequestFormParams["requestedSchema"];

/** What a yes is worth: a form that somebody sends on unread approves nothing. */
const DECISION = "decision";
const APPROVE = "approve";

/** An ask as a question to a client that can put it before its person; undefined where it cannot. */
export function questionOf(ask: OpenAsk, tool: ResolvedTool, { asks }: McpClient): InputRequest | undefined {
  if (ask.kind === "approval") {
    if (!asks.form) return undefined;
    const why = ask.reason === undefined ? "" : `\n\n${ask.reason}`;
    const message = `Allow “${tool.name}” to run with this?\n\n${inputInWords(tool, ask.input)}${why}`;
    return inputRequired.elicit({ message, requestedSchema: DECISION_SCHEMA });
  }
  const { message, schema, url, from } = ask;
  if (from === "roots" && asks.roots) return inputRequired.listRoots();
  if (from === "model" && asks.model) {
    const messages = [{ role: "user" as const, content: { type: "text" as const, text: message } }];
    return inputRequired.createMessage({ messages, maxTokens: ask.maxTokens ?? MODEL_TOKENS });
  }
  if (url !== null) return asks.url ? inputRequired.elicitUrl({ message, url }) : undefined;
  if (!asks.form) return undefined;
  if (schema === undefined || schema === null) {
    return inputRequired.elicit({ message, requestedSchema: { type: "object", properties: {} } });
  }
  return isFlat(schema) ? inputRequired.elicit({ message, requestedSchema: schema }) : undefined;
}

/** The longest that an answer of a client's model may be, where the tool does not say. */
const MODEL_TOKENS = 1_000;

const DECISION_SCHEMA: FlatSchema = {
  type: "object",
  properties: {
    [DECISION]: {
      type: "string",
      title: "Decision",
      oneOf: [
        { const: APPROVE, title: "Allow this call" },
        { const: "deny", title: "Do not allow it" },
      ],
    },
    reason: { type: "string", title: "Why", description: "The agent reads it." },
  },
  required: [DECISION],
};

/** Whether the accepted content of a decision is a yes. */
export const isYes = (content: Readonly<Record<string, unknown>> | undefined): boolean =>
  content?.[DECISION] === APPROVE;

/** What a client answered to an ask; undefined where it is no answer to one of that kind. */
export function answerTo({ from }: { from?: ClientPart }, response: InputResponseView): Answer | undefined {
  switch (response.kind) {
    case "elicit":
      return response;
    case "sampling":
      return from === "model" ? answerOfModel(response.result.content) : undefined;
    case "roots":
      return from === "roots" ? { action: "accept", content: { roots: response.roots } } : undefined;
    case "missing":
      return undefined;
  }
}

interface Answer {
  action: AnswerAction;
  content?: Record<string, unknown>;
}

/** A model that answers in pictures alone has not answered. */
function answerOfModel(content: unknown): Answer {
  const parts: unknown[] = Array.isArray(content) ? content : [content];
  const texts = parts.flatMap((part) => (isRecord(part) && typeof part["text"] === "string" ? [part["text"]] : []));
  return texts.length > 0 ? { action: "accept", content: { text: texts.join("\n") } } : { action: "decline" };
}

/** An input as lines that a person reads: one a field, by its title. */
function inputInWords({ inputJsonSchema }: Pick<ResolvedTool, "inputJsonSchema">, input: unknown): string {
  if (!isRecord(input)) return shown(input);
  const entries = Object.entries(input);
  if (entries.length === 0) return "It takes no input.";
  const { properties } = inputJsonSchema;
  return entries
    .map(([key, value]) => {
      const field = isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
      const title = isRecord(field) && typeof field["title"] === "string" ? field["title"] : key;
      return `${title}: ${shown(value)}`;
    })
    .join("\n");
}

const LONGEST_SHOWN = 2_000;

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)} … (${text.length} letters in all)`;
}

const PLAIN = new Set(["string", "number", "integer", "boolean"]);

/** Whether a schema is one that the protocol's forms may have: one level of plain fields, and lists of choices. */
function isFlat(schema: unknown): schema is FlatSchema {
  if (!isRecord(schema) || schema["type"] !== "object" || !isRecord(schema["properties"])) return false;
  const known = new Set(["type", "properties", "required", "$schema", "additionalProperties", "title", "description"]);
  if (!Object.keys(schema).every((key) => known.has(key))) return false;
  return Object.values(schema["properties"]).every((field) => {
    if (!isRecord(field) || "anyOf" in field || "allOf" in field || "$ref" in field) return false;
    if (typeof field["type"] === "string" && PLAIN.has(field["type"])) return true;
    const { items } = field;
    return field["type"] === "array" && isRecord(items) && ("enum" in items || "anyOf" in items || "oneOf" in items);
  });
}
