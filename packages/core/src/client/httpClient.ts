import { streamSession } from "../stream/session.ts";
import { choicesPath } from "./choices.ts";
import { ToolClientError, type ToolClient } from "./toolClient.ts";
import { nameOfFile, readStoredFile, sendFile } from "./uploads.ts";

export interface HttpClientOptions {
  /** Where the host is; `""` is the page's own origin. */
  baseUrl: string;
  /** Sent as Bearer token; a function is asked before each request. */
  token?: string | (() => string | Promise<string>);
  fetch?: typeof fetch;
}

/** All that a host serves; nothing is left out but what later routes bring. */
export type HttpClient = Required<ToolClient>;

/**
 * Makes the client of a host that serves Callboard's routes.
 * @example
 * ```ts
 * const client = createHttpClient({ baseUrl: "https://tools.example", token: () => session.token });
 * ```
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const base = options.baseUrl.replace(/\/$/, "");
  const send = options.fetch ?? ((...request) => fetch(...request));

  type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };
  const request = async (
    path: string,
    init: Init = {},
    sendIt: (url: string, init: Init) => Promise<Response> = send,
  ) => {
    const token = typeof options.token === "function" ? await options.token() : options.token;
    const headers = { accept: "application/json", ...(token && { authorization: `Bearer ${token}` }), ...init.headers };
    let response: Response;
    try {
      response = await sendIt(base + path, { ...init, headers });
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      throw new ToolClientError("The host cannot be reached. Check the connection, then try again.", {
        code: "unreachable",
        status: 0,
        cause,
      });
    }
    if (!response.ok) throw await toError(response);
    return response;
  };
  const get = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
    readJson<T>(await request(path, signal && { signal }));
  const post = (path: string, body: unknown, signal?: AbortSignal) =>
    request(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: signal ?? null,
    });
  const part = encodeURIComponent;

  return {
    tools: () => get("/api/tools"),
    tool: (slug) => get(`/api/tools/${part(slug)}`),
    calls: (slug) => get(`/api/tools/${part(slug)}/calls`),
    async run(slug, input, { signal, sessionId } = {}) {
      return readJson(await post(`/api/tools/${part(slug)}/run`, { input, sessionId }, signal));
    },
    events: (sessionId, { after, signal, onState } = {}) =>
      streamSession({
        url: `/api/sessions/${part(sessionId)}/events`,
        sessionId,
        open: (path, init) => request(path, { ...init, cache: "no-store" }),
        after,
        signal,
        onState,
      }),
    async cancel(target) {
      await post(
        "callId" in target ? `/api/calls/${part(target.callId)}/cancel` : `/api/agents/${part(target.agentId)}/cancel`,
        {},
      );
    },
    async chat(message, { sessionId, signal } = {}) {
      return (await post("/api/chat", { message, sessionId }, signal)).json();
    },
    async resume(agentId) {
      await post(`/api/agents/${part(agentId)}/resume`, {});
    },
    async answer({ callId, decision, approvalId, input, reason }) {
      await post(`/api/calls/${part(callId)}/${decision}`, { approvalId, input, reason });
    },
    can: () => ({ answer: true, edit: true, cancel: true }),
    sessions: () => get("/api/sessions"),
    async renameSession(sessionId, title) {
      await request(`/api/sessions/${part(sessionId)}`, {
        method: "PATCH",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ title }),
      });
    },
    async upload(file, { signal, onProgress } = {}) {
      const headers = { "content-type": file.type || "application/octet-stream" };
      // An app's own fetch is the only way out that it allows; it cannot say how far a file is.
      const isNative = options.fetch === undefined && typeof XMLHttpRequest === "function";
      const response = await request(
        `/api/uploads?name=${part(nameOfFile(file))}`,
        { method: "POST", headers, body: file, signal: signal ?? null },
        isNative ? (url, init) => sendFile({ url, headers: init.headers ?? {}, file, signal, onProgress }) : send,
      );
      const stored = readStoredFile(await readJson(response), base);
      if (!stored) throw badAnswer(response.status, "without saying where it put the file");
      return stored;
    },
    choices: (kind, query, { signal } = {}) => get(choicesPath(kind, query), signal),
    createConnection: async (draft, { signal } = {}) => readJson(await post("/api/connections", draft, signal)),
  };
}

async function readJson<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (cause) {
    throw badAnswer(response.status, "with something that is no JSON", cause);
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
      return new ToolClientError(message, { code, status, path, issues });
    }
  } catch {}
  return badAnswer(status, "without saying why");
}

function badAnswer(status: number, how: string, cause?: unknown): ToolClientError {
  return new ToolClientError(`The host answered ${status} ${how}.`, { code: "bad_answer", status, cause });
}
