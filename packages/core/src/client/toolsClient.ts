import type { ToolSearchRequest, ToolSearchResponse } from "../search/toolSearch.ts";
import type { ToolDetail, ToolListing } from "../tool/definition.ts";
import type { ExecuteResult } from "../calls/execute.ts";
import type { CallSummary, StartedRun } from "./toolClient.ts";
import type { RequestOptions, Transport } from "./transport.ts";

export interface RunOptions extends RequestOptions {
  /** A session that is there; a new one unless given. */
  sessionId?: string | undefined;
  /** Makes the new session a chat of that name. */
  title?: string | undefined;
}

/** What came of a run that was waited for. A failure is in it: only what never began is a rejection. */
export interface FinishedRun extends StartedRun, Pick<ExecuteResult, "output" | "error" | "code" | "durationMs"> {}

/** What a chat has of the tools: how many definitions a model gets a turn, and what they cost. */
export interface OfferedDefinitions {
  mode: "direct" | "search_registry";
  /** How tools are found; null where the model has them all. */
  embedder: string | null;
  tools: number;
  given: number;
  /** Of all definitions, and of those that are given; null where nobody counts them. */
  tokens: { all: number; given: number; tokenizer: string | null } | null;
}

/** The tools of a host, and runs of them. */
export interface ToolsClient {
  list(options?: RequestOptions): Promise<ToolListing[]>;
  /** One tool with its schemas and specs. */
  get(slug: string, options?: RequestOptions): Promise<ToolDetail>;
  /** Begins a run; what happens is told by the session's events. */
  run(slug: string, input: unknown, options?: RunOptions): Promise<StartedRun>;
  /** Runs a tool and waits for its result, also where it asks a person first. */
  runToEnd(slug: string, input: unknown, options?: RunOptions): Promise<FinishedRun>;
  /** Its runs, the newest first: 50 unless `limit` is given, up to 200, from the one after `before` on. */
  calls(slug: string, options?: RequestOptions & { before?: string; limit?: number }): Promise<CallSummary[]>;
  /** What `tool_search` finds for a model, each tool with what its score is made of. */
  search(request: ToolSearchRequest, options?: RequestOptions): Promise<ToolSearchResponse>;
  /** Whether a model gets all tools or searches them. */
  offered(options?: RequestOptions): Promise<OfferedDefinitions>;
}

/** The client of a host's tools. */
export function toolsClient(transport: Transport): ToolsClient {
  const at = (slug: string) => `/api/tools/${encodeURIComponent(slug)}`;
  const runRequest = (input: unknown, { signal, sessionId, title }: RunOptions) => ({
    method: "POST",
    json: { input, sessionId, title },
    signal,
  });
  return {
    list: ({ signal } = {}) => transport.json("/api/tools", { signal }),
    get: (slug, { signal } = {}) => transport.json(at(slug), { signal }),
    run: (slug, input, options = {}) => transport.json(`${at(slug)}/run`, runRequest(input, options)),
    runToEnd: (slug, input, options = {}) =>
      transport.json(`${at(slug)}/run`, { ...runRequest(input, options), headers: { prefer: "wait" } }),
    calls: (slug, { signal, before, limit } = {}) =>
      transport.json(`${at(slug)}/calls`, { query: { before, limit }, signal }),
    search({ query, keywords, limit, offset, min_score }, { signal } = {}) {
      const parameters = { query, keyword: keywords, limit, offset, min_score };
      return transport.json("/api/chat/tools/search", { query: parameters, signal });
    },
    offered: ({ signal } = {}) => transport.json("/api/chat/tools", { signal }),
  };
}
