import type { EventError } from "../../events/event.ts";
import { freshId } from "../adapter.ts";
import type { CallNames } from "../callNames.ts";
import {
  stateOf,
  writeAnswer,
  writeAsk,
  writeEnd,
  writeInput,
  writeRequest,
  type CallEnd,
  type EventWriter,
} from "../eventWriter.ts";
import { failed, plainText } from "../toolResult.ts";
import type { Item } from "./itemIndex.ts";
import { applyStage, applyStream, partOfEvent, type ItemEvent } from "./itemStream.ts";
import {
  appendInput,
  callIdOf,
  ensureCall,
  finishInput,
  isWholeInput,
  latestInput,
  partOf,
  requestCall,
  setText,
  type ResponseState,
} from "./itemWriter.ts";
import {
  carriesOutput,
  failureOf,
  inputOf,
  isCall,
  isOutput,
  outputOf,
  runsAtProvider,
  type ResponseItem,
} from "./items.ts";

/** How a response ended. */
export type ResponseEnd =
  | { status: "completed" }
  | { status: "interrupted" | "cancelled"; reason?: string | undefined }
  | { status: "failed"; error: EventError };

/** Applies an event about an item of the response. */
export function applyEvent(response: ResponseState, event: ItemEvent): void {
  const { index } = response;
  const type = event.type ?? "";
  if (type === "response.output_item.added") {
    const source = event.item ?? {};
    return beginItem(response, merged(index.start(source, event.output_index), source));
  }
  if (type === "response.output_item.done") return applyItem(response, event.item ?? {}, event.output_index);
  if (type === "response.content_part.added" || type === "response.content_part.done") {
    const place = event.part?.type === "reasoning_text" ? "reasoning" : "message";
    return setText(response, partOfEvent(response, event, place), plainText(event.part));
  }
  if (type.startsWith("response.reasoning_summary_part.")) {
    return setText(response, partOfEvent(response, event, "summary"), plainText(event.part));
  }
  if (type === "response.output_text.annotation.added") {
    return void partOfEvent(response, event, "message").annotations.push(event.annotation);
  }
  const stream = /^response\.(.+)\.(?:delta|done)$/.exec(type);
  if (stream) return applyStream(response, stream[1]!, event);
  const stage = /^response\.(\w+_call)\.(\w+)$/.exec(type);
  if (stage) applyStage(response, stage[1]!, stage[2]!, event);
}

/** Applies an item that is whole. */
export function applyItem(response: ResponseState, source: ResponseItem, outputIndex?: number): void {
  endItem(response, merged(response.index.finish(source, outputIndex), source));
}

/** Applies all items of the response, whole. */
export function applyOutput(response: ResponseState, output: readonly ResponseItem[]): void {
  const { index } = response;
  for (const item of index.items) item.isConfirmed = false;
  output.forEach((source, at) => {
    const item = merged(index.confirm(source, at), source);
    item.isConfirmed = true;
    if (isCall(item.type) && isRunning(source)) beginItem(response, item);
    else endItem(response, item);
  });
}

/** Ends the response. Returns what the next model step needs, opaque. */
export function closeResponse(response: ResponseState, end: ResponseEnd): Record<string, unknown> {
  const { writer } = response;
  const { items } = response.index;
  const isCompleted = end.status === "completed";
  const reason = end.status === "failed" ? end.error.message : isCompleted ? undefined : end.reason;
  const cut: CallEnd = { status: end.status === "cancelled" ? end.status : "interrupted", reason };
  for (const item of items) {
    if (!isCall(item.type)) continue;
    const callId = ensureCall(response, item);
    const { source, outcome } = item;
    const isRunByApp = !runsAtProvider(source);
    if (stateOf(writer, callId) === "requested") {
      const input = latestInput(item);
      if (isCompleted || outcome || (isRunByApp && isWholeInput(input))) finishInput(response, item, input);
      else writeEnd(writer, callId, cut);
    }
    if (isRunByApp || stateOf(writer, callId) === "awaiting-approval" || item.type === "mcp_approval_request") continue;
    if (outcome) writeEnd(writer, callId, endOf({ ...source, status: outcome }));
    else if (!isCompleted) writeEnd(writer, callId, cut);
    // A completed response holds what its provider ran, whatever the item's own status is.
    else if (carriesOutput(source)) writeEnd(writer, callId, endOf(source));
  }
  return opaque(items);
}

function merged(item: Item, source: ResponseItem): Item {
  item.source = { ...item.source, ...source };
  return item;
}

/** Applies an item that is not whole: its arguments so far may still grow. */
function beginItem(response: ResponseState, item: Item): void {
  if (item.type === "mcp_approval_request") return applyAsk(response, item);
  if (!isCall(item.type)) return applyParts(response, item);
  const { source } = item;
  // A tool search may change its `call_id` until it is whole, and streams nothing until then.
  if (item.type === "tool_search_call") return;
  requestCall(response, item);
  const text = typeof source.arguments === "string" ? source.arguments : "";
  if (item.text === "" && text !== "") appendInput(response, item, text);
}

function endItem(response: ResponseState, item: Item): void {
  const { writer, names, agentId, index } = response;
  const { source, type } = item;
  item.isDone = true;
  if (type === "mcp_approval_request") return applyAsk(response, item);
  if (type === "mcp_list_tools") return applyListing(response, item);
  if (isOutput(type)) return applyOutputItem(writer, names, source, { agentId, items: index.items });
  if (!isCall(type)) return applyParts(response, item);
  const input = latestInput(item);
  const callId = ensureCall(response, item);
  const cut: CallEnd | undefined =
    source.status === "incomplete" ? { status: "interrupted", reason: source.status } : undefined;
  if (cut && !isWholeInput(input)) return writeEnd(writer, callId, cut);
  if (stateOf(writer, callId) === "awaiting-approval") writeAnswer(writer, callId, { approved: true });
  finishInput(response, item, input);
  if (carriesOutput(source)) writeEnd(writer, callId, cut ?? endOf(source));
}

function applyParts(response: ResponseState, item: Item): void {
  const { source, type } = item;
  // Some gateways number the parts that stream otherwise than those of the whole: the same text is the same part.
  const streamed = [...item.parts.values()];
  const setAll = (content: unknown, prefix: string) => {
    const list: unknown[] = typeof content === "string" ? [content] : Array.isArray(content) ? content : [];
    list.forEach((source, at) => {
      const text = plainText(source);
      const known = streamed.findIndex((part) => part.text === text);
      setText(response, known < 0 ? partOf(item, `${prefix}${at}`) : streamed.splice(known, 1)[0]!, text);
    });
  };
  if (type === "reasoning") setAll(source.summary, "summary:");
  setAll(source.content, type === "reasoning" ? "content:" : "");
}

function applyAsk(response: ResponseState, item: Item): void {
  const callId = ensureCall(response, item);
  const input = inputOf(item.source)?.value ?? {};
  writeAsk(response.writer, callId, { approvalId: item.source.id || callId, input });
}

/** The list of a server's tools belongs to no call. A failure to list them is shown as a failed call. */
function applyListing(response: ResponseState, item: Item): void {
  const { writer, agentId } = response;
  const { source, type } = item;
  if (!failureOf(source)) return;
  item.callId ??= callIdOf(response, item);
  writeRequest(writer, item.callId, { tool: type, agentId });
  writeInput(writer, item.callId, { value: { server_label: source.server_label } });
  writeEnd(writer, item.callId, endOf(source));
}

/** Applies an item that is a call's output, from an app or from the provider. */
export function applyOutputItem(
  writer: EventWriter,
  names: CallNames,
  source: ResponseItem,
  within: {
    agentId?: string;
    items?: readonly { type: string; callId: string | undefined; source: ResponseItem }[];
  } = {},
): void {
  const { agentId, items = [] } = within;
  const type = (source.type ?? "").replace(/_output$/, "");
  // The output of a tool search that the provider runs names no call.
  const nameless = items.findLast((item) => item.type === `${type}_call` && item.source.call_id == null)?.callId;
  const wireId = source.call_id || (nameless ? "" : source.id) || "";
  const callId = (wireId ? (names.find(wireId) ?? wireId) : nameless) ?? freshId("call");
  if (stateOf(writer, callId) === undefined && agentId !== undefined)
    writeRequest(writer, callId, { tool: type, agentId });
  writeEnd(writer, callId, endOf(source));
}

function endOf(source: ResponseItem): CallEnd {
  const failure = failureOf(source);
  return failure ? failed(failure.code, failure.content) : { status: "completed", output: outputOf(source) ?? null };
}

const isRunning = ({ status }: ResponseItem) => status === "in_progress" || status === "searching";

/** What the next model step needs of the items, opaque. */
function opaque(items: readonly Item[]): Record<string, unknown> {
  const encrypted = items.flatMap(({ source }) =>
    source.encrypted_content ? [{ type: source.type, id: source.id, encrypted_content: source.encrypted_content }] : [],
  );
  const cited = items.flatMap((item) => [...item.parts.values()]).filter((part) => part.annotations.length > 0);
  return {
    ...(encrypted.length > 0 && { encrypted }),
    ...(cited.length > 0 && { annotations: Object.fromEntries(cited.map((part) => [part.id, part.annotations])) }),
  };
}
