import type { EmbedFiles } from "./embedFiles.ts";
import type { RequestOptions, Transport } from "./transport.ts";

/** What one may do with a published tool and its runs from another site, beside reading them. */
export type EmbedAction = "run" | "cancel" | "share";

/** A part of a tool's definition that is not as it was published; both values as JSON. */
export interface DefinitionChange {
  /** JSON Pointer into the definition. */
  path: string;
  published: string | null;
  now: string | null;
}

/** A publish key: a tool in other people's pages, and what has changed since it was published. */
export interface PublishedTool {
  /** The publish key, which is no secret. */
  key: string;
  /** Whose runs they are. */
  tenantId: string;
  tenantSlug: string;
  tool: string;
  /** The hash of the definition that was published. */
  definition: string;
  /** The origins of the pages that may show it. */
  origins: readonly string[];
  actions: readonly EmbedAction[];
  /** Requests a minute. */
  perMinute: number;
  /** Epoch milliseconds. */
  createdAt: number;
  publishedAt: number;
  /** Whether the tool is gone. */
  isMissing: boolean;
  /** Where there are some, the tool is not served. */
  changes: readonly DefinitionChange[];
  /** What a page loads; null where the host serves no frames. */
  loader: EmbedFiles["loader"] | null;
  /** What a page keeps free for the form, in CSS pixels, and on a phone. */
  height?: number;
  phoneHeight?: number;
}

/** A published tool, and how it is used. */
export interface PublishedToolUse extends PublishedTool {
  runs: number;
  failedRuns: number;
  tokens: number;
  refusals: number;
}

/** What is published, and for whom. */
export interface Publication {
  tool: string;
  origins: readonly string[];
  /** `run` and `cancel` unless given. */
  actions?: readonly EmbedAction[] | undefined;
  /** Requests a minute; 120 unless given. */
  perMinute?: number | undefined;
  /** The tenant that its runs belong to, for the holder of the host's key; that of whoever publishes unless given. */
  tenantId?: string | undefined;
  tenantSlug?: string | undefined;
}

/** The tools that are published for other people's pages: for whoever may publish. */
export interface PublishedToolsClient {
  list(options?: RequestOptions): Promise<PublishedToolUse[]>;
  /** The secret key is for the publisher's own servers; only now it is told. */
  publish(publication: Publication, options?: RequestOptions): Promise<PublishedTool & { secretKey: string }>;
  /** Serves the tool as it is defined now; `published` is what had changed. */
  publishAgain(
    key: string,
    options?: RequestOptions,
  ): Promise<PublishedTool & { published: readonly DefinitionChange[] }>;
  /** Takes a key back, with all of its tokens and the links to results of its embeds. */
  revoke(key: string, options?: RequestOptions): Promise<void>;
}

/** The client of a host's published tools. */
export function publishedToolsClient(transport: Transport): PublishedToolsClient {
  const path = "/api/embed/keys";
  const at = (key: string) => `${path}/${encodeURIComponent(key)}`;
  return {
    list: ({ signal } = {}) => transport.json(path, { signal }),
    publish: (publication, { signal } = {}) => transport.json(path, { method: "POST", json: publication, signal }),
    publishAgain: (key, { signal } = {}) => transport.json(`${at(key)}/publish`, { method: "POST", signal }),
    revoke: (key, { signal } = {}) => transport.send(at(key), { method: "DELETE", signal }),
  };
}
