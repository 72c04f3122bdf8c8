import type { SessionEvent } from "@callboard/core";
import {
  redactSession,
  sessionFileText,
  writeSessionFile,
  writeSessionPage,
  type SessionViewer,
} from "@callboard/core/share";
import { HttpError } from "../../http/httpError.ts";
import { readPage, type SessionKey } from "../../log/logReader.ts";
import type { Store } from "../../store.ts";
import type { Builds } from "./builds.ts";

/** What a session can be had as: a log, one event a line, or a page that opens from disk. */
export type ExportFormat = "jsonl" | "html";

export interface ExportOptions extends SessionKey {
  store: Store;
  builds: Builds;
  format: ExportFormat;
  /** Secrets are masked. */
  redacted: boolean;
  /** The program of the page; without it there is no page. */
  viewer: (() => Promise<SessionViewer>) | undefined;
  title: string | null;
  /** The last event of the export. */
  until: number;
}

/**
 * A page, and a log whose secrets are masked, are made of the whole log at once: of more events than these there is
 * only the plain log.
 */
const MOST_EVENTS = 200_000;
/** The same for the bytes of its lines. */
const MOST_BYTES = 100_000_000;

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
export async function exportedSession(options: ExportOptions): Promise<{
  body: ReadableStream | Uint8Array<ArrayBuffer>;
  type: string;
  /** The session's title, masked as the rest is. */
  title: string | null;
}> {
  const { format, redacted, viewer, title, until, tenantId, sessionId, builds } = options;
  const head = { ...(title !== null && { title }), savedAt: Date.now(), redacted };
  if (format === "html" && !viewer) {
    const message = "This host makes no pages. Take the log: ?format=jsonl. Its operator can give createHost a viewer.";
    throw new HttpError(406, "no_viewer", message);
  }
  if ((format === "html" || redacted) && until > MOST_EVENTS) {
    throw tooLong(`${until} events, and more than ${MOST_EVENTS}`);
  }
  if (format === "jsonl" && !redacted) {
    return { body: streamed(options, writeSessionFile([], head)), type: LOG, title };
  }
  const program = format === "html" ? await viewer!() : null;
  const key = JSON.stringify([tenantId, sessionId, until, format, redacted, title, program?.scriptHash]);
  const built = await builds.get(key, async () => {
    const events = await readEvents(options);
    const safe = redacted ? await redactSession(events, title) : { events, title };
    const named = { ...head, ...(safe.title !== null && { title: safe.title }) };
    const text = program
      ? await writeSessionPage(safe.events, program, named)
      : await sessionFileText(safe.events, named);
    return { bytes: new TextEncoder().encode(text), title: safe.title };
  });
  return { body: built.bytes, type: format === "html" ? "text/html; charset=utf-8" : LOG, title: built.title };
}

function tooLong(what: string): HttpError {
  const message = `This session has ${what} are only exported as a plain log: ?format=jsonl, not redacted.`;
  return new HttpError(413, "session_too_long", message);
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
  let size = 0;
  for await (const lines of pagesOf(options)) {
    for (const line of lines) {
      size += line.length;
      if (size > MOST_BYTES) throw tooLong(`more than ${MOST_BYTES / 1_000_000} MB, and such sessions`);
      events.push(JSON.parse(line) as SessionEvent);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
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
