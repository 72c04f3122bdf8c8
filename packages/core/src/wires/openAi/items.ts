import { jsonOrText } from "../../json/parseJson.ts";
import { plainText, resultOf, valueOf } from "../toolResult.ts";

/** One item of a response, as far as a timeline shows it. */
export interface ResponseItem {
  type?: string;
  id?: string | null;
  call_id?: string | null;
  name?: string;
  status?: string | null;
  role?: string;
  content?: unknown;
  summary?: unknown;
  encrypted_content?: string | null;
  arguments?: unknown;
  input?: unknown;
  action?: { sources?: unknown; query?: unknown; type?: unknown } | null;
  actions?: unknown;
  operation?: unknown;
  queries?: unknown;
  code?: unknown;
  container_id?: unknown;
  execution?: string;
  environment?: { type?: string } | null;
  server_label?: string;
  approval_request_id?: string | null;
  approve?: boolean;
  reason?: string | null;
  output?: unknown;
  outputs?: unknown;
  results?: unknown;
  result?: unknown;
  tools?: unknown;
  error?: unknown;
  [field: string]: unknown;
}

/** Whether an item is a call. */
export const isCall = (type: string): boolean =>
  type.endsWith("_call") || type === "program" || type === "mcp_approval_request";

/** Whether an item is the output of a call. */
export const isOutput = (type: string): boolean => type.endsWith("_output");

/** The tool of a call: its name, or the provider's name for a built-in tool. */
export function toolOf(item: ResponseItem): string {
  const type = item.type ?? "";
  const isNamed = type === "function_call" || type === "custom_tool_call" || type.startsWith("mcp_");
  return isNamed ? (item.name ?? "") : (item.name ?? type.replace(/_call$/, ""));
}

/** Whether the provider runs the call and puts its output into the same item. */
export function carriesOutput(item: ResponseItem): boolean {
  const isBuiltIn = /^(mcp|code_interpreter|web_search|file_search|image_generation)_call$/.test(item.type ?? "");
  return isBuiltIn || item.output !== undefined || item.outputs !== undefined || item.results !== undefined;
}

/** Whether the provider runs the call, wherever its output is. */
export function runsAtProvider(item: ResponseItem): boolean {
  if (item.type === "tool_search_call") return item.execution === "server";
  if (item.type === "shell_call") return item.environment?.type?.startsWith("container") ?? false;
  return item.type === "program" || carriesOutput(item);
}

/** The arguments in a call's item; undefined where they are not there yet. */
export function inputOf(item: ResponseItem): { value: unknown } | undefined {
  const given = (value: unknown) => (isPresent(value) ? { value } : undefined);
  switch (item.type) {
    case "custom_tool_call":
      return given(item.input);
    case "code_interpreter_call":
    case "program":
      return (
        given(item.code) && {
          value: { code: item.code, ...(item.container_id != null && { container_id: item.container_id }) },
        }
      );
    case "file_search_call":
      return given(item.queries) && { value: { queries: item.queries } };
    case "apply_patch_call":
      return given(item.operation);
    case "image_generation_call":
      return undefined;
    default: {
      if (typeof item.arguments === "string") return argumentsOf(item.arguments);
      if (item.action) {
        const { sources: _sources, ...action } = item.action;
        return { value: action };
      }
      return isPresent(item.actions) ? { value: { actions: item.actions } } : given(item.arguments);
    }
  }
}

/** The arguments of a call that has none. */
export const noInput = (item: ResponseItem): { value: unknown } => ({
  value: item.type === "custom_tool_call" ? "" : {},
});

/** Arguments written as JSON, as a value; a text that is no JSON stays a text, an empty one is undefined. */
export function argumentsOf(text: string): { value: unknown } | undefined {
  return text.trim() === "" ? undefined : { value: jsonOrText(text) };
}

/** The output in a call's item or in an output item. */
export function outputOf(item: ResponseItem): unknown {
  switch (item.type) {
    case "web_search_call":
      return item.action?.sources ?? null;
    case "image_generation_call": {
      const { type: _type, id: _id, status: _status, ...image } = item;
      return image;
    }
    case "program_output":
      return typeof item.result === "string" ? valueOf(item.result) : item.result;
    case "tool_search_output":
      return item.tools;
    default:
      return resultOf(item.output) ?? item.outputs ?? item.results ?? item.result ?? null;
  }
}

/** Why a call or its output has failed; undefined where it has not. */
export function failureOf(item: ResponseItem): { code: string; content: unknown } | undefined {
  if (item.error != null && item.error !== "") {
    const { code, type } = item.error as { code?: unknown; type?: unknown };
    return {
      code: typeof code === "string" ? code : typeof type === "string" ? type : "tool_error",
      content: messageOf(item.error),
    };
  }
  if (item.status !== "failed") return undefined;
  return { code: "tool_error", content: plainText(item.output) };
}

function messageOf(error: unknown): unknown {
  const { message, content } = error as { message?: unknown; content?: unknown };
  return message ?? content ?? error;
}

function isPresent(value: unknown): boolean {
  if (typeof value === "string") return value !== "";
  if (value === undefined || value === null) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}
