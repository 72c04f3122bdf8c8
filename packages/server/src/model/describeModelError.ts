import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from "@ai-sdk/provider";
import { RetryError } from "ai";
import type { EventError } from "@callboard/core";

/** The model sent nothing for longer than it may. */
export class ModelSilentError extends Error {
  constructor(milliseconds: number) {
    const seconds = Math.max(1, Math.round(milliseconds / 1000));
    super(`The model sent nothing for ${seconds} ${seconds === 1 ? "second" : "seconds"}.`);
    this.name = "ModelSilentError";
  }
}

/** There is no model to ask. */
export class NoModelError extends Error {
  constructor() {
    super(
      "No model is connected: set OPENAI_BASE_URL and OPENAI_MODEL, and OPENAI_API_KEY where the model's server wants a key, and start the host again.",
    );
    this.name = "NoModelError";
  }
}

const LONGEST_DETAIL = 300;

/**
 * What a failed answer of the model means and how to mend it, for `agent.failed`. The codes: `no_model`,
 * `model_unauthorized`, `model_not_found`, `model_rate_limited`, `model_too_long`, `model_refused`,
 * `model_unavailable`, `model_unreachable`, `model_silent`, `model_cut_off`, `model_garbled`, `model_error`.
 */
export function describeModelError(error: unknown): EventError {
  const causes = causesOf(error);
  const find = <T>(guard: (cause: unknown) => cause is T) => causes.find(guard);
  const call = find((cause): cause is APICallError => APICallError.isInstance(cause));
  if (call?.statusCode !== undefined) return describeStatus(call, call.statusCode);
  const none = find((cause): cause is NoModelError => cause instanceof NoModelError);
  if (none) return { code: "no_model", message: none.message };
  const silent = find((cause): cause is ModelSilentError => cause instanceof ModelSilentError);
  if (silent) {
    return {
      code: "model_silent",
      message: `${silent.message} It may be loading or overloaded. Try again in a moment; if it stays, look at the model's server.`,
    };
  }
  const ended = find((cause): cause is InvalidResponseDataError => InvalidResponseDataError.isInstance(cause));
  const codes = causes.flatMap((cause) => (hasText(cause, "code") ? [cause.code] : []));
  const messages = causes.flatMap((cause) => (hasText(cause, "message") ? [cause.message] : []));
  // An error of the call itself came before the first byte; without one, the answer had begun.
  const hasBegun = call === undefined;
  if (ended && /without a finish reason/.test(ended.message)) return CUT_OFF;
  if (hasBegun && codes.some((code) => /^(?:UND_ERR_SOCKET|UND_ERR_BODY_TIMEOUT|ECONNRESET)$/.test(code)))
    return CUT_OFF;
  if (hasBegun && messages.some((message) => /^terminated$|other side closed|premature close/i.test(message)))
    return CUT_OFF;
  if (
    codes.some((code) => UNREACHABLE.test(code)) ||
    messages.some((message) => /fetch failed|cannot connect to api/i.test(message))
  ) {
    const code = codes.find((name) => UNREACHABLE.test(name));
    return {
      code: "model_unreachable",
      message: `The model's server does not answer${code ? ` (${code})` : ""}. Look whether it runs and whether OPENAI_BASE_URL names it, then try again.`,
    };
  }
  if (ended || causes.some((cause) => JSONParseError.isInstance(cause) || TypeValidationError.isInstance(cause))) {
    return {
      code: "model_garbled",
      message:
        "The model's server sent something that is no answer of an OpenAI-compatible API. Try again; if it stays, look whether OPENAI_BASE_URL ends in the API's root, often /v1.",
    };
  }
  const detail = shorten(typeof error === "string" ? error : (messages[0] ?? ""));
  return {
    code: "model_error",
    message: `The model's answer failed${detail ? `: ${closed(detail)}` : "."} Try again; if it stays, look at the host's log.`,
  };
}

const CUT_OFF: EventError = {
  code: "model_cut_off",
  message: "The model's answer was cut off before its end. Try again: what it had said so far is withdrawn.",
};

const UNREACHABLE =
  /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_SOCKET|CERT_.*|DEPTH_ZERO_.*|ERR_TLS_.*|SELF_SIGNED_.*|UNABLE_TO_.*)$/;

function describeStatus(error: APICallError, status: number): EventError {
  const detail = shorten(error.message);
  const said = detail ? ` It said: ${closed(detail)}` : "";
  if (status === 401 || status === 403) {
    return {
      code: "model_unauthorized",
      message: `The model's server refused the key (${status}). Set OPENAI_API_KEY to a key that may use this model, and start again.`,
    };
  }
  if (status === 404) {
    return {
      code: "model_not_found",
      message: `The model's server knows no such model or address (404). Look at OPENAI_MODEL and OPENAI_BASE_URL.${said}`,
    };
  }
  if (status === 429) {
    const seconds = Number(error.responseHeaders?.["retry-after"]);
    const wait = Number.isFinite(seconds) && seconds > 0 ? `in ${Math.ceil(seconds)} seconds` : "in a while";
    return {
      code: "model_rate_limited",
      message: `The model's server takes no more requests for now (429). Try again ${wait}.${said}`,
    };
  }
  if (status === 413 || /context.{0,20}(?:length|window)|too many tokens|maximum.{0,20}tokens/i.test(error.message)) {
    return {
      code: "model_too_long",
      message: `The conversation is too long for this model. Begin a new chat, or set OPENAI_MODEL to one with a longer context.${said}`,
    };
  }
  if (status >= 500) {
    return {
      code: "model_unavailable",
      message: `The model's server failed (${status}), also when it was asked again. Try again in a moment.${said}`,
    };
  }
  return {
    code: "model_refused",
    message: `The model's server refused the request (${status}).${said} Look whether the model can call tools and whether OPENAI_MODEL is right.`,
  };
}

/** An error with all that it wraps: the tries of a retry, and causes, from the outside in. */
function causesOf(error: unknown): unknown[] {
  const found: unknown[] = [];
  const visit = (value: unknown, depth: number) => {
    if (value === undefined || value === null || depth > 8 || found.includes(value)) return;
    if (RetryError.isInstance(value)) visit(value.lastError, depth + 1);
    found.push(value);
    if (typeof value !== "object") return;
    if ("cause" in value) visit(value.cause, depth + 1);
    if (value instanceof AggregateError) for (const each of value.errors) visit(each, depth + 1);
  };
  visit(error, 0);
  return found;
}

function hasText<K extends string>(value: unknown, key: K): value is Record<K, string> {
  return typeof value === "object" && value !== null && typeof (value as Record<string, unknown>)[key] === "string";
}

/** What a server says may hold anything: it is one short line, and a key in it is not repeated. */
function shorten(text: string): string {
  const line = text
    .replace(/\b(?:sk|pk|key|token)[-_][\w-]{8,}|Bearer\s+\S+/gi, "[key]")
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return line.length > LONGEST_DETAIL ? `${line.slice(0, LONGEST_DETAIL - 1)}…` : line;
}

function closed(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
