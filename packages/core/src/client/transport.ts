import { replaceNative } from "../json/plainCopy.ts";
import { ToolClientError } from "../tool/toolClientError.ts";
import { delayAfter, pause } from "./pause.ts";

export interface TransportOptions {
  /** Where the host is; `""` is the page's own origin. */
  baseUrl: string;
  /** Sent as Bearer token; a function is asked before each request. */
  token?: string | (() => string | Promise<string>);
  /** Sent with each request; a function is asked before each. */
  headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>);
  /** Sends the requests; the page's own `fetch` unless given. */
  fetch?: typeof fetch;
  /** How a request that may be repeated is tried again; false: not at all. */
  retry?: RetryOptions | false;
}

export type RequestHeaders = Readonly<Record<string, string>>;

/** How often, and after how long, a request is sent again. Times are milliseconds. */
export interface RetryOptions {
  /** Attempts after the first; 2 unless given. */
  times?: number;
  /** Before the first of them; doubles, each jittered by half. 250 unless given. */
  minDelay?: number;
  /** The longest wait, 5,000 unless given. A host that asks for a longer one is refused with at once. */
  maxDelay?: number;
}

/** What a request's own caller decides. */
export interface RequestOptions {
  /** Ends the request; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface TransportRequest extends RequestOptions {
  /** GET unless given. */
  method?: string;
  /** Parameters of the address: those that are undefined are left out, those of a list repeated. */
  query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: Blob | string;
  headers?: RequestHeaders;
  cache?: RequestCache;
  /** Whether it may be sent twice; unless given, where HTTP calls its method idempotent. */
  repeatable?: boolean;
  /** Sends this one request in the place of `fetch`. */
  through?: (url: string, init: SentRequest) => Promise<Response>;
}

/** A request as it is sent. */
export type SentRequest = Omit<RequestInit, "headers"> & { headers: Record<string, string> };

/** The one way to a host: address, credentials, errors and retries of all its clients. */
export interface Transport {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Whether requests carry a token or headers, which what a browser asks for by itself does not. */
  readonly hasCredentials: boolean;
  /** Whether requests may go another way than through an app's own `fetch`. */
  readonly isNative: boolean;
  /** The answer to a request, which is a success. @throws ToolClientError */
  request(path: string, request?: TransportRequest): Promise<Response>;
  /** What an answer says as JSON; undefined for an empty one. @throws ToolClientError */
  json<Answer>(path: string, request?: TransportRequest): Promise<Answer>;
  /** An answer as a file. @throws ToolClientError */
  blob(path: string, request?: TransportRequest): Promise<Blob>;
  /** Sends what has no answer that matters. @throws ToolClientError */
  send(path: string, request?: TransportRequest): Promise<void>;
}

/** Methods of which HTTP says that two requests do what one does. */
const IDEMPOTENT: ReadonlySet<string> = new Set(["GET", "HEAD", "PUT", "DELETE"]);

/**
 * What may pass by itself: not reached, too early, too many, or a proxy without its host. A host that fails (500) would
 * again.
 */
const PASSING: ReadonlySet<number> = new Set([0, 408, 425, 429, 502, 503, 504]);

/**
 * Creates the transport to a host that serves Callboard's routes, for clients of its subjects and for routes of one's
 * own.
 * @example
 * ```ts
 * const transport = createTransport({ baseUrl: "https://tools.example", token: () => session.token });
 * const chats = await sessionsClient(transport).list();
 * const greetings = await transport.json<string[]>("/api/greetings");
 * ```
 */
export function createTransport(options: TransportOptions): Transport {
  const baseUrl = options.baseUrl.replace(/\/$/, "");
  const fetchIt: typeof fetch = options.fetch ?? ((...request) => fetch(...request));
  const { times = 2, minDelay = 250, maxDelay = 5_000 } = options.retry || {};

  const prepared = async ({ method, json, body, headers, signal, cache }: TransportRequest): Promise<SentRequest> => {
    const [token, own] = await Promise.all([asked(options.token), asked(options.headers)]);
    return {
      ...(method && { method }),
      ...(signal && { signal }),
      ...(cache && { cache }),
      ...(json === undefined ? body && { body } : { body: JSON.stringify(json, replaceNative) }),
      headers: {
        accept: "application/json",
        ...(json !== undefined && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...own,
        ...headers,
      },
    };
  };

  /**
   * Sends a request and reads its answer, again where that may pass; a removal that is repeated may find nothing left.
   */
  const ask = async <Read>(
    path: string,
    request: TransportRequest,
    read: (response: Response) => Promise<Read>,
  ): Promise<Read> => {
    const { method = "GET", query, signal, through = fetchIt } = request;
    const url = baseUrl + path + queryText(query);
    const mayRepeat = options.retry !== false && (request.repeatable ?? IDEMPOTENT.has(method));
    for (let failures = 0; ; failures++) {
      const init = await prepared(request);
      // Whoever left meanwhile asks for nothing any more.
      signal?.throwIfAborted();
      try {
        const response = await reached(() => through(url, init));
        const isGone = method === "DELETE" && failures > 0 && response.status === 404;
        if (!response.ok && !isGone) throw await toError(response);
        return await read(response);
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        const isPassing = error instanceof ToolClientError && PASSING.has(error.status);
        if (!mayRepeat || !isPassing || failures >= times) throw error;
        const delay = error.retryAfter ?? delayAfter(failures, { minDelay, maxDelay });
        if (delay > maxDelay) throw error;
        await pause(delay, signal);
      }
    }
  };

  return {
    baseUrl,
    hasCredentials: options.token !== undefined || options.headers !== undefined,
    isNative: options.fetch === undefined,
    request: (path, request = {}) => ask(path, request, (response) => Promise.resolve(response)),
    json: <Answer>(path: string, request: TransportRequest = {}) => ask(path, request, readJson<Answer>),
    blob: (path, request = {}) => ask(path, request, (response) => reached(() => response.blob())),
    send: (path, request = {}) =>
      // An answer that is not read keeps its connection from the next request.
      ask(path, request, (response) => response.arrayBuffer().then(ignore, ignore)),
  };
}

const ignore = (): void => {};

const asked = <T>(value: T | (() => T | Promise<T>) | undefined): T | Promise<T> | undefined =>
  typeof value === "function" ? (value as () => T | Promise<T>)() : value;

function queryText(query: TransportRequest["query"] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? (value as readonly string[]) : [value]) {
      if (one !== undefined) parameters.append(name, String(one));
    }
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/** What comes from the host, or the error where the connection does not hold. */
async function reached<T>(receive: () => Promise<T>): Promise<T> {
  try {
    return await receive();
  } catch (cause) {
    const message = "The host cannot be reached. Check the connection, then try again.";
    throw new ToolClientError(message, { code: "unreachable", status: 0, cause });
  }
}

async function readJson<T>(response: Response): Promise<T> {
  const text = await reached(() => response.text());
  if (text === "" && response.status === 204) return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw badAnswer(response, "with something that is no JSON", cause);
  }
}

async function toError(response: Response): Promise<ToolClientError> {
  const { status } = response;
  try {
    const { error } = (await response.json()) as {
      error: { code: unknown; message: unknown; path?: string; issues?: { path: string; message: string }[] };
    };
    const { code, message, path, issues } = error;
    if (typeof code === "string" && typeof message === "string") {
      return new ToolClientError(message, { code, status, path, issues, retryAfter: retryAfter(response) });
    }
  } catch {}
  return badAnswer(response, "without saying why");
}

/** An answer that is not the host's: its status says what there is to know. */
export function badAnswer(response: Response, how: string, cause?: unknown): ToolClientError {
  const { status } = response;
  const message = `The host answered ${status} ${how}.`;
  return new ToolClientError(message, { code: "bad_answer", status, retryAfter: retryAfter(response), cause });
}

/** `Retry-After` in milliseconds: seconds, or a date. */
function retryAfter({ headers }: Response): number | undefined {
  const text = headers.get("retry-after") ?? "";
  const time = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(time) ? undefined : Math.max(0, time);
}
