import type { SessionEvent } from "@callboard/core";
import { redactEvents, writeSessionFile, writeSessionPage, type SessionViewer } from "@callboard/core/share";
import { HttpError } from "../../http/httpError.ts";
import { readPage, type SessionKey } from "../../log/logReader.ts";
import type { Store } from "../../store.ts";

/** What a session can be had as: a log, one event a line, or a page that opens from disk. */
export type ExportFormat = "jsonl" | "html";

export interface ExportOptions extends SessionKey {
  store: Store;
  format: ExportFormat;
  /** Secrets are masked. */
  redacted: boolean;
  /** The program of the page; without it there is no page. */
  viewer: (() => Promise<SessionViewer>) | undefined;
  title: string | null;
  /** The last event of the export. */
  until: number;
}

/** A page, and a log whose secrets are masked, are made of the whole log at once: of more events than these there is only the plain log. */
const MOST_EVENTS = 200_000;

/** The format that a request asks for: by `format`, else a page for a browser and a log for a program. */
export function exportFormat(request: Request): ExportFormat {
  const format = new URL(request.url).searchParams.get("format");
  if (format === "jsonl" || format === "html") return format;
  if (format !== null && format !== "") {
    throw new HttpError(400, "invalid_parameter", `"format" has to be jsonl or html, not "${format.slice(0, 80)}".`, {
      path: "/format",
    });
  }
  return /text\/html/i.test(request.headers.get("accept") ?? "") ? "html" : "jsonl";
}

/** A session up to `until` as one file. */
export async function exportedSession(
  options: ExportOptions,
): Promise<{ body: string | ReadableStream; type: string }> {
  const { format, redacted, viewer, title, until } = options;
  const head = { ...(title !== null && { title }), savedAt: Date.now(), redacted };
  if (format === "html" && !viewer) {
    const message = "This host makes no pages. Take the log: ?format=jsonl. Its operator can give createHost a viewer.";
    throw new HttpError(406, "no_viewer", message);
  }
  if ((format === "html" || redacted) && until > MOST_EVENTS) {
    const message = `This session has ${until} events, and more than ${MOST_EVENTS} are only exported as a plain log: ?format=jsonl, not redacted.`;
    throw new HttpError(413, "session_too_long", message);
  }
  if (format === "jsonl" && !redacted) return { body: streamed(options, writeSessionFile([], head)), type: LOG };
  const events = await readEvents(options);
  const safe = redacted ? redactEvents(events) : events;
  if (format === "jsonl") return { body: writeSessionFile(safe, head), type: LOG };
  return { body: await writeSessionPage(safe, await viewer!(), head), type: "text/html; charset=utf-8" };
}

const LOG = "application/x-ndjson; charset=utf-8";

/** The log page by page as its reader takes it. */
function streamed(options: ExportOptions, head: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const lines = pagesOf(options);
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(head)),
      async pull(controller) {
        const { done, value } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value.map((line) => `${line}\n`).join("")));
      },
      cancel: async () => void (await lines.return()),
    },
    { highWaterMark: 0 },
  );
}

async function readEvents(options: ExportOptions): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const lines of pagesOf(options)) for (const line of lines) events.push(JSON.parse(line) as SessionEvent);
  return events;
}

async function* pagesOf({ store, tenantId, sessionId, until }: ExportOptions): AsyncGenerator<string[], void> {
  for (let after = 0; after < until;) {
    const page = await readPage(store.database, tenantId, sessionId, after, { until });
    const last = page.at(-1);
    if (!last) return;
    yield page.map(({ json }) => json);
    after = last.seq;
  }
}
