import type { Usage } from "../../events/event.ts";
import { freshId } from "../adapter.ts";
import type { CallNames } from "../callNames.ts";
import {
  stateOf,
  writeInput,
  writeInputDelta,
  writeRequest,
  writeRetraction,
  writeStart,
  writeText,
  type EventWriter,
} from "../eventWriter.ts";
import { createItemIndex, type Item, type ItemIndex, type Part } from "./itemIndex.ts";
import { argumentsOf, inputOf, noInput, runsAtProvider, toolOf } from "./items.ts";

/** One response of an agent as its items come, streamed or whole or both; what comes twice is written once. */
export interface ResponseState {
  writer: EventWriter;
  names: CallNames;
  agentId: string;
  index: ItemIndex;
  /** The ids of the agent's texts and calls, in order. */
  shown: string[];
  isOver: boolean;
  usage: Usage | undefined;
}

/** Begins a response; its item ids begin with its agent's id without `agent:`. */
export function createResponse(writer: EventWriter, names: CallNames, agentId: string): ResponseState {
  const index = createItemIndex(agentId.slice("agent:".length));
  return { writer, names, agentId, index, shown: [], isOver: false, usage: undefined };
}

/** The part of this name: a text of a message or of its reasoning. */
export function partOf(item: Item, name: string): Part {
  const kind = item.type === "reasoning" ? "reasoning" : "text";
  let part = item.parts.get(name);
  if (!part) item.parts.set(name, (part = { id: `${item.key}:${name}`, kind, text: "", annotations: [] }));
  return part;
}

export function appendText({ writer, agentId, shown }: ResponseState, part: Part, delta: string): void {
  if (delta === "") return;
  if (part.text === "") shown.push(part.id);
  part.text += delta;
  writeText(writer, agentId, part.id, delta, part.kind);
}

/** Completes a part to its whole text. Another text than has streamed replaces it, where it is the last. */
export function setText(response: ResponseState, part: Part, whole: string): void {
  const { writer, agentId, shown } = response;
  if (whole.startsWith(part.text)) return appendText(response, part, whole.slice(part.text.length));
  if (whole === "" || shown.at(-1) !== part.id) return;
  writeRetraction(writer, agentId, shown.at(-2) ?? null, []);
  shown.pop();
  part.text = "";
  appendText(response, part, whole);
}

/** Requests an item's call once its tool is known. A call whose tool never comes is requested at its end. */
export function requestCall(response: ResponseState, item: Item): string | undefined {
  return item.callId ?? (toolOf(item.source) === "" ? undefined : ensureCall(response, item));
}

/** The call of an item, requested here unless it is already. */
export function ensureCall(response: ResponseState, item: Item): string {
  if (item.callId !== undefined) return item.callId;
  const { writer, names, agentId, shown } = response;
  const { source } = item;
  const callId = (item.callId = callIdOf(response, item));
  for (const id of [source.call_id, source.id]) {
    if (id && id !== callId && names.find(id) === undefined) names.alias(id, callId);
  }
  const tool = toolOf(source);
  const title = source.server_label && tool ? `${source.server_label}: ${tool}` : undefined;
  if (stateOf(writer, callId) === undefined) {
    shown.push(callId);
    writeRequest(writer, callId, { tool, agentId, title });
  }
  writeInputDelta(writer, callId, item.text);
  return callId;
}

export function callIdOf({ writer, names }: ResponseState, item: Item): string {
  const { source } = item;
  // A call after its approval goes on under the id that it had in the request.
  const asked = source.approval_request_id ? names.find(source.approval_request_id) : undefined;
  if (asked !== undefined && stateOf(writer, asked) !== "ended") return asked;
  return names.name(source.call_id || source.id || freshId("call"), item);
}

export function appendInput(response: ResponseState, item: Item, delta: string): void {
  if (item.callId !== undefined) writeInputDelta(response.writer, item.callId, delta);
  item.text += delta;
  requestCall(response, item);
}

/** Appends to a text inside the arguments, which is written as JSON after `opening`. */
export function appendInputAt(
  response: ResponseState,
  item: Item,
  place: string,
  opening: string,
  delta: string,
): void {
  const escaped = JSON.stringify(delta).slice(1, -1);
  appendInput(response, item, item.place === place ? escaped : opening + escaped);
  item.place = place;
}

/** The arguments of an item, else those that have streamed. */
export function latestInput(item: Item): { value: unknown } | undefined {
  return inputOf(item.source) ?? argumentsOf(item.place === undefined ? item.text : "");
}

/** Completes the arguments of a call; a call that the provider runs starts then. */
export function finishInput(response: ResponseState, item: Item, input = noInput(item.source)): void {
  const { writer } = response;
  const callId = ensureCall(response, item);
  if (stateOf(writer, callId) === "requested") writeInput(writer, callId, input);
  if (runsAtProvider(item.source)) writeStart(writer, callId);
}

/** Whether arguments are complete: a text is JSON that was cut off, or none. */
export function isWholeInput(input: { value: unknown } | undefined): boolean {
  return input !== undefined && typeof input.value !== "string";
}
