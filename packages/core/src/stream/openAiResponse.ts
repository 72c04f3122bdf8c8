import type { EventError, Usage } from "../timeline/event.ts";
import { freshId } from "./adapter.ts";
import type { CallNames } from "./callNames.ts";
import type { CallEnd, EventWriter } from "./eventWriter.ts";
import {
  argumentsOf,
  carriesOutput,
  failureOf,
  inputOf,
  isCall,
  isOutput,
  noInput,
  outputOf,
  runsAtProvider,
  toolOf,
  type ResponseItem,
} from "./openAiItems.ts";
import { createItemIndex, type Item, type Part } from "./openAiItemIndex.ts";
import { failed, plainText } from "./toolResult.ts";

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

/** How a response ended. */
export type ResponseEnd =
  | { status: "completed" }
  | { status: "interrupted" | "cancelled"; reason?: string | undefined }
  | { status: "failed"; error: EventError };

/** One response as its items come, streamed or whole or both: nothing is said twice. */
export interface ResponseReader {
  readonly agentId: string;
  isOver: boolean;
  usage: Usage | undefined;
  /** Any event that is about an item. */
  take(event: ItemEvent): void;
  /** An item that is whole. */
  takeItem(item: ResponseItem): void;
  /** All items of the response, whole. */
  takeOutput(output: readonly ResponseItem[]): void;
  /** The response is over. Answers what the next model step needs, opaque. */
  close(end: ResponseEnd): Record<string, unknown>;
}

/** Reads one response of an agent; item ids begin with `prefix`. */
export function createResponseReader(
  writer: EventWriter,
  { agentId, prefix, names }: { agentId: string; prefix: string; names: CallNames },
): ResponseReader {
  const index = createItemIndex(prefix);
  const { items } = index;
  /** Everything that stands under the agent, in order. */
  const shown: string[] = [];

  const told = (item: Item, source: ResponseItem): Item => {
    item.source = { ...item.source, ...source };
    return item;
  };
  const partOf = (item: Item, name: string): Part => {
    const kind = item.type === "reasoning" ? "reasoning" : "text";
    let part = item.parts.get(name);
    if (!part) item.parts.set(name, (part = { id: `${item.key}:${name}`, kind, text: "", annotations: [] }));
    return part;
  };
  /** The part that an event is about: one of a message's texts, of what was thought, or of its summary. */
  const meantPart = (event: ItemEvent, what: "message" | "reasoning" | "summary"): Part => {
    const item = index.meant(event, what === "message" ? what : "reasoning");
    if (what === "summary") return partOf(item, `summary:${event.summary_index ?? 0}`);
    return partOf(item, `${what === "message" ? "" : "content:"}${event.content_index ?? 0}`);
  };
  const append = (part: Part, delta: string) => {
    if (delta === "") return;
    if (part.text === "") shown.push(part.id);
    part.text += delta;
    writer.text(agentId, part.id, delta, part.kind);
  };
  /** The part's text as a whole: what is missing is added, and another text than has come takes its place. */
  const say = (part: Part, whole: string) => {
    if (whole.startsWith(part.text)) return append(part, whole.slice(part.text.length));
    if (whole === "" || shown.at(-1) !== part.id) return;
    writer.retract(agentId, shown.at(-2) ?? null, []);
    shown.pop();
    part.text = "";
    append(part, whole);
  };

  /** Names the call, once its tool is known; a wire that never says it is heard at the end. */
  const request = (item: Item): string | undefined =>
    item.callId ?? (toolOf(item.source) === "" ? undefined : named(item));
  const named = (item: Item): string => {
    if (item.callId !== undefined) return item.callId;
    const { source } = item;
    const callId = (item.callId = callIdOf(item));
    for (const id of [source.call_id, source.id]) {
      if (id && id !== callId && names.find(id) === undefined) names.alias(id, callId);
    }
    const tool = toolOf(source);
    const title = source.server_label && tool ? `${source.server_label}: ${tool}` : undefined;
    if (writer.stateOf(callId) === undefined) {
      shown.push(callId);
      writer.requestCall(callId, { tool, agentId, title });
    }
    writer.appendInput(callId, item.text);
    return callId;
  };
  const callIdOf = (item: Item): string => {
    const { source } = item;
    // A call that was asked about goes on under the id of its ask.
    const asked = source.approval_request_id ? names.find(source.approval_request_id) : undefined;
    if (asked !== undefined && writer.stateOf(asked) !== "ended") return asked;
    return names.name(source.call_id || source.id || freshId("call"), item);
  };
  const appendInput = (item: Item, delta: string) => {
    if (item.callId !== undefined) writer.appendInput(item.callId, delta);
    item.text += delta;
    request(item);
  };
  /** A text that stands somewhere in the arguments, written on as JSON. */
  const appendAt = (item: Item, place: string, opening: string, delta: string) => {
    const escaped = JSON.stringify(delta).slice(1, -1);
    appendInput(item, item.place === place ? escaped : opening + escaped);
    item.place = place;
  };
  /** The arguments as their item says them, or else as they have streamed. */
  const saidInput = (item: Item) => inputOf(item.source) ?? argumentsOf(item.place === undefined ? item.text : "");
  const finish = (item: Item, input = noInput(item.source)) => {
    const callId = named(item);
    if (writer.stateOf(callId) === "requested") writer.finishInput(callId, input);
    if (runsAtProvider(item.source)) writer.startCall(callId);
  };

  const takeParts = (item: Item, source: ResponseItem) => {
    const isReasoning = item.type === "reasoning";
    const sayAll = (content: unknown, prefix: string) => {
      const list: unknown[] = typeof content === "string" ? [content] : Array.isArray(content) ? content : [];
      list.forEach((part, at) => say(partOf(item, `${prefix}${at}`), plainText(part)));
    };
    if (isReasoning) sayAll(source.summary, "summary:");
    sayAll(source.content, isReasoning ? "content:" : "");
  };
  const takeAsk = (item: Item) => {
    const { source } = item;
    const callId = named(item);
    const input = inputOf(source)?.value ?? {};
    writer.askApproval(callId, { approvalId: source.id || callId, input });
  };
  /** A call that only starts to be known: what it says of its arguments already may still grow. */
  const begin = (item: Item) => {
    if (item.type === "mcp_approval_request") return takeAsk(item);
    if (!isCall(item.type)) return takeParts(item, item.source);
    const { source } = item;
    // A search for tools may change its `call_id` when it is whole, and streams nothing until then.
    if (item.type === "tool_search_call") return;
    request(item);
    const text = typeof source.arguments === "string" ? source.arguments : "";
    if (item.text === "" && text !== "") appendInput(item, text);
  };
  const end = (item: Item) => {
    item.isDone = true;
    const { source, type } = item;
    if (type === "mcp_approval_request") return takeAsk(item);
    if (type === "mcp_list_tools") return takeListing(item);
    if (isOutput(type)) return takeOutputItem(writer, names, source, { agentId, items });
    if (!isCall(type)) return takeParts(item, source);
    const input = saidInput(item);
    const callId = named(item);
    const cut: CallEnd | undefined =
      source.status === "incomplete" ? { status: "interrupted", reason: source.status } : undefined;
    if (cut && !isWhole(input)) return writer.endCall(callId, cut);
    if (writer.stateOf(callId) === "awaiting-approval") writer.answerApproval(callId, { approved: true });
    finish(item, input);
    if (carriesOutput(source)) writer.endCall(callId, cut ?? endOf(source));
  };
  /** That a server's tools were listed is nobody's call; that they could not be, a person has to know. */
  const takeListing = (item: Item) => {
    const { source } = item;
    if (!failureOf(source)) return;
    item.callId ??= callIdOf(item);
    writer.requestCall(item.callId, { tool: item.type, agentId });
    writer.finishInput(item.callId, { value: { server_label: source.server_label } });
    writer.endCall(item.callId, endOf(source));
  };

  const takeStream = (name: string, event: ItemEvent) => {
    const delta = typeof event.delta === "string" ? event.delta : "";
    const isDone = event.type?.endsWith(".done") === true;
    const speak = (part: Part) => (isDone ? say(part, event.text ?? event.refusal ?? "") : append(part, delta));
    switch (name) {
      case "output_text":
      case "refusal":
        return speak(meantPart(event, "message"));
      case "audio.transcript":
      case "audio_transcript":
      case "output_audio_transcript":
        return speak(partOf(index.meant(event, "message"), "transcript"));
      case "reasoning_summary_text":
      case "reasoning_summary":
        return speak(meantPart(event, "summary"));
      case "reasoning_text":
      case "reasoning":
        return speak(meantPart(event, "reasoning"));
      case "function_call_arguments":
      case "mcp_call_arguments": {
        const item = index.meant(event, name.replace(/_arguments$/, ""));
        if (!isDone) return appendInput(item, typeof event.delta === "object" ? JSON.stringify(event.delta) : delta);
        const whole = inputOf({ arguments: event.arguments });
        // Arguments that are no JSON may have been cut off, as the item's end will say.
        if (isWhole(whole) && request(item) !== undefined) finish(item, whole);
        return;
      }
      case "custom_tool_call_input": {
        const item = index.meant(event, "custom_tool_call");
        if (!isDone) return appendAt(item, "input", '"', delta);
        if (event.input && request(item) !== undefined) finish(item, { value: event.input });
        return;
      }
      case "code_interpreter_call_code":
        if (!isDone) appendAt(index.meant(event, "code_interpreter_call"), "code", '{"code":"', delta);
        return;
      case "apply_patch_call_operation_diff": {
        const item = index.meant(event, "apply_patch_call");
        if (!isDone) appendAt(item, "diff", `${openingOf(item.source.operation)}"diff":"`, delta);
        return;
      }
      case "shell_call_command": {
        const item = index.meant(event, "shell_call");
        const opening = item.place === undefined ? '{"commands":["' : '","';
        if (!isDone) appendAt(item, `command:${event.command_index ?? 0}`, opening, delta);
        return;
      }
      case "shell_call_output_content": {
        const item = index.meant(event, "shell_call_output");
        const callId = names.find(item.source.call_id ?? "");
        if (isDone || callId === undefined) return;
        writer.startCall(callId);
        for (const channel of ["stdout", "stderr"] as const) {
          const text = (event.delta as Record<string, unknown> | null | undefined)?.[channel];
          if (typeof text === "string" && text !== "" && writer.stateOf(callId) === "running")
            writer.emit({ type: "tool.output_appended", callId, delta: text, channel });
        }
      }
    }
  };
  /** `response.web_search_call.searching` and the like: how far a provider's own run is. */
  const takeStage = (type: string, stage: string, event: ItemEvent) => {
    const item = index.meant(event, type);
    const callId = request(item);
    if (stage === "completed" || stage === "failed") return void (item.outcome = stage);
    if (callId === undefined || writer.stateOf(callId) === "ended") return;
    if (stage === "partial_image") {
      const output = { result: event.partial_image_b64, partial_image_index: event.partial_image_index };
      return writer.emit({ type: "tool.output_replaced", callId, output });
    }
    if (stage === "interpreting" || stage === "generating") {
      if (item.place === "code") {
        const written = argumentsOf(`${item.text}"}`)?.value as { code?: unknown } | undefined;
        item.source = { ...item.source, code: written?.code };
      }
      finish(item, inputOf(item.source));
    }
    if (stage !== "in_progress") writer.emit({ type: "tool.progressed", callId, progress: 0, message: stage });
  };

  const reader: ResponseReader = {
    agentId,
    isOver: false,
    usage: undefined,
    take(event) {
      const type = event.type ?? "";
      if (type === "response.output_item.added") {
        const source = event.item ?? {};
        return begin(told(index.begun(source, event.output_index), source));
      }
      if (type === "response.output_item.done") {
        const source = event.item ?? {};
        return end(told(index.ended(source, event.output_index), source));
      }
      if (type === "response.content_part.added" || type === "response.content_part.done") {
        return say(
          meantPart(event, event.part?.type === "reasoning_text" ? "reasoning" : "message"),
          plainText(event.part),
        );
      }
      if (type.startsWith("response.reasoning_summary_part.")) {
        return say(meantPart(event, "summary"), plainText(event.part));
      }
      if (type === "response.output_text.annotation.added") {
        return void meantPart(event, "message").annotations.push(event.annotation);
      }
      const stream = /^response\.(.+)\.(?:delta|done)$/.exec(type);
      if (stream) return takeStream(stream[1]!, event);
      const stage = /^response\.(\w+_call)\.(\w+)$/.exec(type);
      if (stage) takeStage(stage[1]!, stage[2]!, event);
    },
    takeItem(source) {
      end(told(index.ended(source, undefined), source));
    },
    takeOutput(output) {
      for (const item of items) item.isConfirmed = false;
      output.forEach((source, at) => {
        const item = told(index.listed(source, at), source);
        item.isConfirmed = true;
        if (isCall(item.type) && isRunning(source)) begin(item);
        else end(item);
      });
    },
    close(how) {
      const isWell = how.status === "completed";
      const reason = how.status === "failed" ? how.error.message : isWell ? undefined : how.reason;
      const cut: CallEnd = { status: how.status === "cancelled" ? how.status : "interrupted", reason };
      for (const item of items) {
        if (!isCall(item.type)) continue;
        const callId = named(item);
        const { source, outcome } = item;
        const isRunByApp = !runsAtProvider(source);
        if (writer.stateOf(callId) === "requested") {
          const input = saidInput(item);
          if (isWell || outcome || (isRunByApp && isWhole(input))) finish(item, input);
          else writer.endCall(callId, cut);
        }
        if (isRunByApp || writer.stateOf(callId) === "awaiting-approval" || item.type === "mcp_approval_request")
          continue;
        if (outcome) writer.endCall(callId, endOf({ ...source, status: outcome }));
        else if (!isWell) writer.endCall(callId, cut);
        // A response that is whole has what its provider ran, whatever the item's own status still says.
        else if (carriesOutput(source)) writer.endCall(callId, endOf(source));
      }
      return opaque(items);
    },
  };
  return reader;
}

/** What an app or the provider sends as a call's output. */
export function takeOutputItem(
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
  // A search for tools that the provider runs has no id to join on.
  const nameless = items.findLast((item) => item.type === `${type}_call` && item.source.call_id == null)?.callId;
  const wireId = source.call_id || (nameless ? "" : source.id) || "";
  const callId = (wireId ? (names.find(wireId) ?? wireId) : nameless) ?? freshId("call");
  if (writer.stateOf(callId) === undefined && agentId !== undefined)
    writer.requestCall(callId, { tool: type, agentId });
  writer.endCall(callId, endOf(source));
}

function endOf(source: ResponseItem): CallEnd {
  const failure = failureOf(source);
  return failure ? failed(failure.code, failure.content) : { status: "completed", output: outputOf(source) ?? null };
}

const isRunning = ({ status }: ResponseItem) => status === "in_progress" || status === "searching";

/** Arguments that stayed a text were no JSON. */
const isWhole = (input: { value: unknown } | undefined) => input !== undefined && typeof input.value !== "string";

function openingOf(operation: unknown): string {
  const { diff: _diff, ...rest } = (operation ?? {}) as Record<string, unknown>;
  const text = JSON.stringify(rest);
  return text === "{}" ? "{" : `${text.slice(0, -1)},`;
}

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
