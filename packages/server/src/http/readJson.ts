import { HttpError } from "./httpError.ts";

/** Deeper nesting has no use as a tool's input, and overflows recursive code. */
const MAX_DEPTH = 500;

/**
 * A request's body as JSON, of at most `maxBytes`, counted while it is read.
 * @throws HttpError, which says what is wrong and where; its `toResponse()` is the answer.
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !/^application\/[\w.+-]+\+json$/.test(type)) {
    throw new HttpError(
      415,
      "unsupported_media_type",
      `The body has to be JSON, and this request says ${type ? `"${type}"` : "nothing of its type"}. Send content-type: application/json.`,
    );
  }
  const text = decode(await readBytes(request, maxBytes));
  if (text.trim() === "") {
    throw new HttpError(400, "invalid_json", 'The body is empty. Send a JSON object, such as { "input": {} }.');
  }
  refuseDepth(text);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new HttpError(400, "invalid_json", `The body is not valid JSON: ${describe(error, text)}`);
  }
}

/** Bytes of a refused body that are read and discarded: a sender that is cut off earlier never reads the answer. */
const MOST_DISCARDED = 16_000_000;

/** Counts while reading, so that a body without or with a false Content-Length is cut off at the limit too. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let tooLarge = Number(request.headers.get("content-length") ?? 0) > maxBytes;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    tooLarge ||= size > maxBytes;
    if (!tooLarge) chunks.push(value);
    else chunks.length = 0;
    if (size > maxBytes + MOST_DISCARDED) {
      await reader.cancel().catch(() => undefined);
      throw refusal(maxBytes, { connection: "close" });
    }
  }
  if (tooLarge) throw refusal(maxBytes);
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

function refusal(maxBytes: number, headers?: Record<string, string>): HttpError {
  const message = `The body is larger than ${maxBytes} bytes, which is the most that is taken here. Send less.`;
  return new HttpError(413, "body_too_large", message, { headers });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new HttpError(400, "invalid_encoding", "The body is not valid UTF-8. Send JSON as UTF-8.");
  }
}

function refuseDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === 92) index++;
      else if (char === 34) inString = false;
    } else if (char === 34) inString = true;
    else if (char === 91 || char === 123) {
      if (++depth > MAX_DEPTH) {
        throw new HttpError(
          400,
          "too_deep",
          `The body nests arrays and objects more than ${MAX_DEPTH} deep (at ${place(text, index)}). Send it flatter.`,
        );
      }
    } else if (char === 93 || char === 125) depth--;
  }
}

/** The engine's message, with the place as line and column. */
function describe(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) {
    const what = message.slice(0, message.indexOf(" in JSON at position"));
    return `${what || message} at ${place(text, Number(position))}.`;
  }
  return /end of JSON/.test(message) ? `it ends too early, at ${place(text, text.length)}.` : `${message}.`;
}

function place(text: string, position: number): string {
  const before = text.slice(0, position);
  const line = before.split("\n").length;
  return `position ${position} (line ${line}, column ${position - before.lastIndexOf("\n")})`;
}
