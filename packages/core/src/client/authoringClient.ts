import { createEventStream } from "../wires/eventStream.ts";
import type {
  AuthoredTool,
  ToolBundle,
  ToolChanges,
  ToolDraft,
  ToolTest,
  ToolTestPart,
  ToolVersion,
} from "./authoredTools.ts";
import type { RequestOptions, Transport } from "./transport.ts";

/** What is tried: an input, and where it is not saved yet, the tool. */
export interface ToolTrial extends RequestOptions {
  input: unknown;
  tool?: ToolDraft | undefined;
}

/** The tools that a tenant writes and switches, for whoever has the permission `tools.tenant.…` of each act. */
export interface AuthoringClient {
  list(options?: RequestOptions): Promise<AuthoredTool[]>;
  get(slug: string, options?: RequestOptions): Promise<AuthoredTool>;
  create(draft: ToolDraft, options?: RequestOptions): Promise<AuthoredTool>;
  /** Refused with status 412 where the tool is not what `revision` names any more. */
  update(slug: string, revision: string, changes: ToolChanges, options?: RequestOptions): Promise<AuthoredTool>;
  /** Takes a tool away; of one in code, what the tenant has changed of it. */
  remove(slug: string, revision: string, options?: RequestOptions): Promise<void>;
  test(slug: string, trial: ToolTrial): Promise<ToolTest>;
  /** A test that says its text as it comes: of a prompt that answers with text, else refused as `not_streamable`. */
  stream(slug: string, trial: ToolTrial): AsyncIterable<ToolTestPart>;
  /** The newest first. */
  versions(slug: string, options?: RequestOptions): Promise<ToolVersion[]>;
  /** The bundles that tools of the host come with. */
  bundles(options?: RequestOptions): Promise<ToolBundle[]>;
  setBundle(bundle: string, installed: boolean, options?: RequestOptions): Promise<ToolBundle>;
  restore(slug: string, version: string, revision: string, options?: RequestOptions): Promise<AuthoredTool>;
}

/** The client of the tools that a tenant writes itself. */
export function authoringClient(transport: Transport): AuthoringClient {
  const at = (slug: string, more = "") => `/api/tools/${encodeURIComponent(slug)}${more}`;
  const matching = (revision: string) => ({ headers: { "if-match": `"${revision}"` } });
  return {
    list: ({ signal } = {}) => transport.json("/api/platform/tools", { signal }),
    get: (slug, { signal } = {}) => transport.json(`/api/platform/tools/${encodeURIComponent(slug)}`, { signal }),
    create: (draft, { signal } = {}) => transport.json("/api/tools", { method: "POST", json: draft, signal }),
    update: (slug, revision, changes, { signal } = {}) =>
      transport.json(at(slug), { method: "PATCH", json: changes, signal, ...matching(revision) }),
    remove: (slug, revision, { signal } = {}) =>
      transport.send(at(slug), { method: "DELETE", signal, ...matching(revision) }),
    test: (slug, { signal, ...trial }) => transport.json(at(slug, "/test"), { method: "POST", json: trial, signal }),
    async *stream(slug, { signal, ...trial }) {
      const headers = { accept: "text/event-stream" };
      const response = await transport.request(at(slug, "/test/stream"), {
        method: "POST",
        json: trial,
        signal,
        headers,
      });
      const text = response.body?.pipeThrough(new TextDecoderStream());
      if (text) yield* partsOf(text.getReader());
    },
    versions: (slug, { signal } = {}) => transport.json(at(slug, "/versions"), { signal }),
    bundles: ({ signal } = {}) => transport.json("/api/bundles", { signal }),
    setBundle: (bundle, installed, { signal } = {}) =>
      transport.json(`/api/bundles/${encodeURIComponent(bundle)}`, { method: "PUT", json: { installed }, signal }),
    restore: (slug, version, revision, { signal } = {}) =>
      transport.json(at(slug, `/versions/${version}/restore`), {
        method: "POST",
        json: {},
        signal,
        ...matching(revision),
      }),
  };
}

/** The longest line of a test's stream, in characters; an output beyond it is refused by the host before. */
const LONGEST_LINE = 100_000_000;

async function* partsOf(reader: ReadableStreamDefaultReader<string>): AsyncGenerator<ToolTestPart> {
  let parts: ToolTestPart[] = [];
  const ignore = () => {};
  const events = createEventStream(({ data }) => parts.push(JSON.parse(data) as ToolTestPart), ignore, LONGEST_LINE);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      events.feed(value);
      yield* parts;
      parts = [];
    }
  } finally {
    // Whoever stops reading ends the test.
    await reader.cancel().catch(ignore);
  }
}
