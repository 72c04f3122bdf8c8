import { replaceNative } from "../json/plainCopy.ts";
import { streamSession } from "./sessionStream.ts";
import { choicesPath } from "./choices.ts";
import { ToolClientError } from "../tool/toolClientError.ts";
import type { NewSessionShare, Preview, ToolClient } from "./toolClient.ts";
import { absoluteUrl, nameOfFile, readStoredFile, sendFile, uploadId } from "./uploads.ts";

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
      body: JSON.stringify(body, replaceNative),
      signal: signal ?? null,
    });
  const part = encodeURIComponent;

  return {
    tools: () => get("/api/tools"),
    tool: (slug) => get(`/api/tools/${part(slug)}`),
    searchTools(asked, { signal } = {}) {
      const { query, keywords = [], limit, offset, min_score } = asked;
      const parameters = new URLSearchParams({ query });
      for (const keyword of keywords) parameters.append("keyword", keyword);
      for (const [name, value] of Object.entries({ limit, offset, min_score })) {
        if (value !== undefined) parameters.set(name, String(value));
      }
      return get(`/api/chat/tools/search?${parameters}`, signal);
    },
    calls: (slug) => get(`/api/tools/${part(slug)}/calls`),
    async run(slug, input, { signal, sessionId, title } = {}) {
      return readJson(await post(`/api/tools/${part(slug)}/run`, { input, sessionId, title }, signal));
    },
    events: (sessionId, { after, signal, onState, onOwn } = {}) =>
      streamSession({
        url: `/api/sessions/${part(sessionId)}/events`,
        sessionId,
        async open(path, init) {
          const response = await request(path, { ...init, cache: "no-store" });
          const whose = response.headers.get("callboard-session");
          if (whose !== null) onOwn?.(whose === "own");
          return response;
        },
        after,
        signal,
        onState,
      }),
    output: (id, { signal } = {}) => get(`/api/outputs/${part(id)}`, signal),
    outputBlob: async (id, { signal } = {}) => (await request(`/api/outputs/${part(id)}`, signal && { signal })).blob(),
    async cancel(target) {
      await post(
        "callId" in target ? `/api/calls/${part(target.callId)}/cancel` : `/api/agents/${part(target.agentId)}/cancel`,
        {},
      );
    },
    async chat(message, { sessionId, signal } = {}) {
      return readJson(await post("/api/chat", { message, sessionId }, signal));
    },
    async resume(agentId) {
      await post(`/api/agents/${part(agentId)}/resume`, {});
    },
    async answer(answer) {
      const path = `/api/calls/${part(answer.callId)}`;
      if ("askId" in answer) {
        const { askId, action, content } = answer;
        await post(`${path}/answer`, { askId, action, content });
      } else {
        const { decision, approvalId, input, reason, scope } = answer;
        await post(`${path}/${decision}`, { approvalId, input, reason, scope });
      }
    },
    async revoke({ sessionId, tool }) {
      await post(`/api/sessions/${part(sessionId)}/revoke`, { tool });
    },
    can: () => ({ answer: true, edit: true, cancel: true, session: true }),
    sessions: ({ search = "" } = {}) => get(`/api/sessions${search.trim() === "" ? "" : `?search=${part(search)}`}`),
    async renameSession(sessionId, title) {
      await request(`/api/sessions/${part(sessionId)}`, {
        method: "PATCH",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ title }),
      });
    },
    async deleteSession(sessionId) {
      await request(`/api/sessions/${part(sessionId)}`, { method: "DELETE" });
    },
    async share(sessionId, { expiresInDays, redacted } = {}) {
      const path = `/api/sessions/${part(sessionId)}/shares`;
      const share = await readJson<NewSessionShare>(await post(path, { expiresInDays, redacted }));
      return { ...share, url: absoluteUrl(share.url, base) };
    },
    shares: (sessionId) => get(`/api/sessions/${part(sessionId)}/shares`),
    async unshare(sessionId, shareId) {
      await request(`/api/sessions/${part(sessionId)}/shares/${part(shareId)}`, { method: "DELETE" });
    },
    async upload(file, { signal, onProgress } = {}) {
      const headers = { "content-type": file.type || "application/octet-stream" };
      // An app's own fetch is the only transport it allows, and fetch reports no upload progress.
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
    async preview(url, { signal } = {}) {
      // Without a token the browser's own credentials open a file.
      const id = options.token === undefined ? null : uploadId(url, base);
      if (id === null) return null;
      const preview = await readJson<Preview>(await post(`/api/uploads/${id}/preview`, {}, signal));
      return { url: absoluteUrl(preview.url, base), expiresInMs: preview.expiresInMs };
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
