import { embedLine, type EmbedFiles } from "@callboard/core/host";

/** A part of a tool's definition that is not as it was published; both values as JSON. */
export interface DefinitionChange {
  path: string;
  published: string | null;
  now: string | null;
}

/** A publish key, with what has changed in its tool and how it is used, as the host answers it. */
export interface PublishedTool {
  key: string;
  tool: string;
  origins: string[];
  actions: string[];
  perMinute: number;
  publishedAt: number;
  isMissing: boolean;
  changes: DefinitionChange[];
  loader: EmbedFiles["loader"] | null;
  /** What a page keeps free for the form, in CSS pixels, and on a phone. */
  height?: number;
  phoneHeight?: number;
  runs?: number;
  failedRuns?: number;
  tokens?: number;
  refusals?: number;
}

/** What is published, and how. */
export interface PublishInput {
  tool: string;
  origins: string[];
  perMinute?: number;
  share?: boolean;
}

/** A refusal of the host's, in its words. */
export class PublishRefusal extends Error {
  override readonly name = "PublishRefusal";
  readonly status: number;
  /** The part of what was sent that is refused, as a JSON pointer. */
  readonly path: string | undefined;
  constructor(message: string, status: number, path?: string) {
    super(message);
    this.status = status;
    this.path = path;
  }
}

/** The host's routes for what is published. */
export const publishing = {
  list: () => ask<PublishedTool[]>("GET", ""),
  publish: ({ share, ...input }: PublishInput) =>
    ask<PublishedTool & { secretKey: string }>("POST", "", {
      ...input,
      ...(share && { actions: ["run", "cancel", "share"] }),
    }),
  publishAgain: (key: string) => ask<PublishedTool>("POST", `/${encodeURIComponent(key)}/publish`),
  revoke: (key: string) => ask<undefined>("DELETE", `/${encodeURIComponent(key)}`),
};

/** The line for a page of a published tool; null where the host serves no frames. */
export const lineOf = ({ loader, tool, key, height, phoneHeight }: PublishedTool): string | null =>
  loader && embedLine({ host: location.origin, loader, tool, key, height, phoneHeight });

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`/api/embed/keys${path}`, {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.ok) return (text === "" ? undefined : JSON.parse(text)) as Answer;
  throw refusalOf(text, response.status);
}

function refusalOf(text: string, status: number): PublishRefusal {
  try {
    const { error } = JSON.parse(text) as { error: { message: string; path?: string } };
    return new PublishRefusal(error.message, status, error.path);
  } catch {
    return new PublishRefusal(`HTTP ${status}`, status);
  }
}
