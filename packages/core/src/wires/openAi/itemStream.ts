import { stateOf, writeEvent, writeStart } from "../eventWriter.ts";
import type { Item, Part } from "./itemIndex.ts";
import {
  appendInput,
  appendInputAt,
  appendText,
  finishInput,
  isWholeInput,
  partOf,
  requestCall,
  setText,
  type ResponseState,
} from "./itemWriter.ts";
import { argumentsOf, inputOf, type ResponseItem } from "./items.ts";

/** One event about an item of a response. */
export interface ItemEvent {
  type?: string;
  item?: ResponseItem | null;
  item_id?: string;
  output_index?: number;
  content_index?: number;
  summary_index?: number;
  command_index?: number;
  part?: { type?: string; text?: string; refusal?: string } | null;
  delta?: unknown;
  text?: string;
  refusal?: string;
  arguments?: unknown;
  input?: string;
  code?: string;
  diff?: string;
  annotation?: unknown;
  partial_image_b64?: string;
  partial_image_index?: number;
}

/** The part that an event is about: a text of a message, of reasoning, or of its summary. */
export function partOfEvent(
  { index }: ResponseState,
  event: ItemEvent,
  place: "message" | "reasoning" | "summary",
): Part {
  const item = index.find(event, place === "message" ? place : "reasoning");
  if (place === "summary") return partOf(item, `summary:${event.summary_index ?? 0}`);
  return partOf(item, `${place === "message" ? "" : "content:"}${event.content_index ?? 0}`);
}

/** Applies a `response.<stream>.delta` or `.done`: a piece of a text or of arguments, or the whole. */
export function applyStream(response: ResponseState, stream: string, event: ItemEvent): void {
  const { index } = response;
  const isDone = event.type?.endsWith(".done") === true;
  const delta = typeof event.delta === "string" ? event.delta : "";
  const applyText = (part: Part) =>
    isDone ? setText(response, part, event.text ?? event.refusal ?? "") : appendText(response, part, delta);
  const appendAt = (item: Item, place: string, opening: string) => {
    if (!isDone) appendInputAt(response, item, place, opening, delta);
  };
  switch (stream) {
    case "output_text":
    case "refusal":
      return applyText(partOfEvent(response, event, "message"));
    case "audio.transcript":
    case "audio_transcript":
    case "output_audio_transcript":
      return applyText(partOf(index.find(event, "message"), "transcript"));
    case "reasoning_summary_text":
    case "reasoning_summary":
      return applyText(partOfEvent(response, event, "summary"));
    case "reasoning_text":
    case "reasoning":
      return applyText(partOfEvent(response, event, "reasoning"));
    case "function_call_arguments":
    case "mcp_call_arguments": {
      const item = index.find(event, stream.replace(/_arguments$/, ""));
      if (!isDone) {
        return appendInput(response, item, typeof event.delta === "object" ? JSON.stringify(event.delta) : delta);
      }
      const whole = inputOf({ arguments: event.arguments });
      // Arguments that are no JSON may have been cut off, which the item's end tells.
      if (isWholeInput(whole) && requestCall(response, item) !== undefined) finishInput(response, item, whole);
      return;
    }
    case "custom_tool_call_input": {
      const item = index.find(event, "custom_tool_call");
      if (!isDone) return appendAt(item, "input", '"');
      if (event.input && requestCall(response, item) !== undefined) finishInput(response, item, { value: event.input });
      return;
    }
    case "code_interpreter_call_code":
      if (!isDone) appendAt(index.find(event, "code_interpreter_call"), "code", '{"code":"');
      return;
    case "apply_patch_call_operation_diff": {
      const item = index.find(event, "apply_patch_call");
      return appendAt(item, "diff", `${openingOf(item.source.operation)}"diff":"`);
    }
    case "shell_call_command": {
      const item = index.find(event, "shell_call");
      const opening = item.place === undefined ? '{"commands":["' : '","';
      return appendAt(item, `command:${event.command_index ?? 0}`, opening);
    }
    case "shell_call_output_content":
      if (!isDone) appendShellOutput(response, event);
  }
}

function appendShellOutput({ writer, names, index }: ResponseState, event: ItemEvent): void {
  const callId = names.find(index.find(event, "shell_call_output").source.call_id ?? "");
  if (callId === undefined) return;
  writeStart(writer, callId);
  for (const channel of ["stdout", "stderr"] as const) {
    const text = (event.delta as Record<string, unknown> | null | undefined)?.[channel];
    if (typeof text === "string" && text !== "" && stateOf(writer, callId) === "running")
      writeEvent(writer, { type: "tool.output_appended", callId, delta: text, channel });
  }
}

/** The arguments of a patch up to its diff. */
function openingOf(operation: unknown): string {
  const { diff: _diff, ...rest } = (operation ?? {}) as Record<string, unknown>;
  const text = JSON.stringify(rest);
  return text === "{}" ? "{" : `${text.slice(0, -1)},`;
}

/** Applies `response.web_search_call.searching` and the like: the stage of a call that the provider runs. */
export function applyStage(response: ResponseState, type: string, stage: string, event: ItemEvent): void {
  const { writer, index } = response;
  const item = index.find(event, type);
  const callId = requestCall(response, item);
  if (stage === "completed" || stage === "failed") return void (item.outcome = stage);
  if (callId === undefined || stateOf(writer, callId) === "ended") return;
  if (stage === "partial_image") {
    const output = { result: event.partial_image_b64, partial_image_index: event.partial_image_index };
    return writeEvent(writer, { type: "tool.output_replaced", callId, output });
  }
  if (stage === "interpreting" || stage === "generating") {
    if (item.place === "code") {
      const written = argumentsOf(`${item.text}"}`)?.value as { code?: unknown } | undefined;
      item.source = { ...item.source, code: written?.code };
    }
    finishInput(response, item, inputOf(item.source));
  }
  if (stage !== "in_progress") writeEvent(writer, { type: "tool.progressed", callId, progress: 0, message: stage });
}
