import { createTimeline, ToolClientError, type Timeline, type ToolClient } from "@callboard/core";
import { fromAiSdk, type AiSdkChunk, type AiSdkMessage } from "@callboard/core/stream/ai-sdk";
import { tapStream } from "./tapStream.ts";

/** The part of an AI SDK message that is read here. */
export interface UiMessageLike {
  id: string;
  role: string;
  parts: readonly { type: string }[];
  metadata?: unknown;
}

/** The part of the AI SDK's `ChatTransport` that is wrapped here. */
export interface ChatTransportLike {
  // The options and chunks are the SDK's own types, which differ between its versions.
  sendMessages(options: never): Promise<ReadableStream<unknown>>;
  reconnectToStream(options: never): Promise<ReadableStream<unknown> | null>;
  readonly resumeStreamIsReplay?: boolean;
}

/** The part of `useChat`'s result that answers need. */
export interface ChatLike {
  addToolApprovalResponse(response: { id: string; approved: boolean; reason?: string }): void | PromiseLike<void>;
  readonly messages?: readonly UiMessageLike[];
}

export interface AiSdkTimelineOptions {
  /** The chat's id, where one component shows several chats in turn: another id starts another timeline. */
  id?: string;
  /** Withholds streaming arguments from `useChat`, which parses them again with each piece; cards still get them. */
  withholdInput?: boolean;
  /** Generates ids for messages that the server sends without one; random unless given. */
  generateMessageId?: () => string;
}

/** One chat of the AI SDK, beside which a timeline is kept. */
export interface AiSdkChat<Transport extends ChatTransportLike> {
  /** The transport for `useChat`: the given one with a tap. */
  transport: Transport;
  timeline: Timeline;
  /** Answers the chat's approvals. This wire carries no edited input, so none can be given. */
  client: Required<Pick<ToolClient, "answer" | "can">>;
  /** Sets the chat that carries answers; it may be called in every render. */
  connect(chat: ChatLike): void;
  /** Applies saved messages, which may load late; ignored while a response streams. */
  replay(messages: readonly UiMessageLike[]): void;
}

interface SendOptions {
  trigger?: string;
  messageId?: string | undefined;
  messages: readonly AiSdkMessage[];
  abortSignal?: AbortSignal | undefined;
}

/** The milliseconds after which a call with complete input counts as running: the wire does not report its start. */
const BEGINS_AFTER = 500;

/** Wraps a transport and keeps a timeline of its responses. */
export function createAiSdkChat<Transport extends ChatTransportLike>(
  inner: Transport,
  saved: readonly UiMessageLike[] | undefined,
  options: Pick<AiSdkTimelineOptions, "withholdInput" | "generateMessageId">,
): AiSdkChat<Transport> {
  const adapter = fromAiSdk();
  const timeline = createTimeline();
  const { withholdInput = false, generateMessageId = randomId } = options;
  let chat: ChatLike | null = null;
  /** The response that streams now; chunks of an earlier one are not applied. */
  let streaming: object | null = null;
  /** The id of the message that is being streamed, or was when its response broke off. */
  let writing: string | null = null;

  const replay = (messages: readonly UiMessageLike[]) => {
    if (streaming) return;
    timeline.apply(adapter.replay(messages as readonly AiSdkMessage[]));
  };
  if (saved) {
    replay(saved);
    const last = Array.isArray(saved) ? (saved.at(-1) as UiMessageLike | undefined) : undefined;
    if (last?.role === "assistant" && partsOf(last).some(isWriting)) writing = last.id;
    // Unfinished work of a saved message does not continue by itself; a resumed stream repeats it.
    timeline.apply(adapter.end());
  }

  /** Taps a response. `messageId` is used where the stream has none. */
  const listen = (stream: ReadableStream<AiSdkChunk>, messageId: string, signal: AbortSignal | undefined) => {
    const response = {};
    streaming = response;
    writing = messageId;
    let isFirst = true;
    const startReady = () => {
      if (streaming === response) timeline.apply(adapter.startReady());
    };
    return tapStream(stream, {
      handle(chunk) {
        const passed: AiSdkChunk[] = [];
        let named = chunk;
        if (chunk.type === "start") {
          named = chunk["messageId"] === undefined ? { ...chunk, messageId } : chunk;
          writing = String(named["messageId"]);
        } else if (isFirst) passed.push({ type: "start", messageId });
        isFirst = false;
        if (!withholdInput || chunk.type !== "tool-input-delta") passed.push(named);
        if (streaming === response)
          timeline.apply(passed.length > 1 ? passed.flatMap((one) => adapter.push(one)) : adapter.push(named));
        if (chunk.type === "tool-input-available") setTimeout(startReady, BEGINS_AFTER);
        if (chunk.type === "finish") writing = null;
        return passed;
      },
      end() {
        if (streaming !== response) return;
        streaming = null;
        // A response that was stopped is cancelled; one that breaks off is interrupted.
        if (signal?.aborted && writing !== null) timeline.apply(adapter.push({ type: "abort" }));
        timeline.apply(adapter.end());
      },
    });
  };

  const sendMessages = async (options: SendOptions) => {
    const { messages, trigger, messageId, abortSignal } = options;
    const answered = messages.find((message) => message?.id === messageId) ?? messages.at(-1);
    const goesOn = trigger !== "regenerate-message" && answered?.role === "assistant";
    const id = goesOn ? answered.id : generateMessageId();
    // The page may have changed its messages: answers, outputs of its own tools, removed messages.
    timeline.apply(adapter.expect({ messages, messageId: id }));
    const stream = (await inner.sendMessages(options as never)) as ReadableStream<AiSdkChunk>;
    timeline.apply(adapter.expect({ messageId: id }));
    return listen(stream, id, abortSignal);
  };
  const reconnectToStream = async (options: SendOptions) => {
    const stream = (await inner.reconnectToStream(options as never)) as ReadableStream<AiSdkChunk> | null;
    if (!stream) {
      if (!streaming) timeline.apply(adapter.end());
      return null;
    }
    const id = writing ?? generateMessageId();
    timeline.apply(adapter.expect({ messageId: id, isRepeat: inner.resumeStreamIsReplay !== false }));
    return listen(stream, id, options.abortSignal);
  };
  const transport = Object.assign(Object.create(inner) as Transport, { sendMessages, reconnectToStream });

  const askOf = (callId: string) => {
    const call = timeline.getNode(callId);
    if (call?.kind !== "call" || call.status !== "awaiting-approval" || call.approval?.state !== "pending") return null;
    return adapter.asks(call.approval.id) ? call.approval : null;
  };
  const client: AiSdkChat<Transport>["client"] = {
    can: (callId) => ({ answer: chat !== null && askOf(callId) !== null, edit: false, cancel: false }),
    async answer(answer) {
      if ("askId" in answer) {
        throw refusal("not_supported", 501, "This chat carries no answers to questions. Answer where the tools run.");
      }
      const { callId, approvalId, decision, input, reason } = answer;
      if (!chat)
        throw refusal(
          "not_supported",
          501,
          "This chat is not connected. Call `connect(chat)` with what `useChat` returns.",
        );
      if (input !== undefined) {
        throw refusal(
          "not_supported",
          501,
          "This chat carries no changed input. Approve the call as it is, or deny it and say why.",
        );
      }
      if (askOf(callId)?.id !== approvalId) {
        throw refusal("conflict", 409, "Nobody asks this here any more: it was answered, or the chat has gone on.");
      }
      if (chat.messages && !chat.messages.some((message) => asks(message, approvalId))) {
        throw refusal("not_found", 404, "The chat holds no message with this ask any more.");
      }
      const approved = decision === "approve";
      await chat.addToolApprovalResponse({ id: approvalId, approved, ...(reason !== undefined && { reason }) });
      timeline.apply(adapter.answer({ approvalId, approved, reason }));
    },
  };

  return { transport, timeline, client, connect: (next) => void (chat = next), replay };
}

/** The parts of a message, which may have been saved by an older version that had none. */
function partsOf(message: UiMessageLike | null): readonly unknown[] {
  const parts: unknown = message?.parts;
  return Array.isArray(parts) ? parts : [];
}

function asks(message: UiMessageLike, approvalId: string): boolean {
  return partsOf(message).some((part) => (part as { approval?: { id?: unknown } } | null)?.approval?.id === approvalId);
}

function isWriting(part: unknown): boolean {
  const { state, preliminary } = (part ?? {}) as { state?: unknown; preliminary?: unknown };
  return state === "streaming" || state === "input-streaming" || preliminary === true;
}

function refusal(code: string, status: number, message: string): ToolClientError {
  return new ToolClientError(message, { code, status });
}

function randomId(): string {
  const words = crypto.getRandomValues(new Uint32Array(3));
  return `msg-${[...words].map((word) => word.toString(36)).join("")}`;
}
