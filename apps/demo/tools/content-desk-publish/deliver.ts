import { createHmac } from "node:crypto";
import { ToolError } from "@callboard/core";
import type { OpenedConnection } from "@callboard/server";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import type { ToolFile } from "../../src/server/files.ts";
import type { Send } from "../../src/server/send.ts";

export interface Content {
  mode: "draft" | "publish";
  title: string;
  /** In Markdown. */
  body: string;
  cover: ToolFile | undefined;
  author: string | undefined;
  topics: readonly string[];
}

/** What the destination made of it: its own id, and where it is read, so far as it says. */
export interface Delivered {
  id: string | null;
  url: string | null;
}

interface Delivery {
  connection: OpenedConnection;
  content: Content;
  /** The same for every try of one call, so that a destination which minds it takes the content once. */
  key: string;
  signal: AbortSignal;
}

/** Brings one content to its destination, in the destination's own terms. */
export function deliver(send: Send, delivery: Delivery): Promise<Delivered> {
  return { wordpress: toWordPress, webhook: toWebhook, social: toSocial }[delivery.connection.kind](send, delivery);
}

const MOST_ANSWER = 1_000_000;

/**
 * Sends, and reads the answer as JSON where it is JSON. @throws where the destination refuses: what it said, and what
 * to check.
 */
async function call(
  send: Send,
  { connection, key, signal }: Delivery,
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: BodyInit },
): Promise<unknown> {
  const headers = { accept: "application/json", "idempotency-key": key, ...init.headers };
  const response = await send(url, { ...init, headers, signal });
  const text = (await response.text()).slice(0, MOST_ANSWER);
  const answer = parse(text);
  if (response.ok) return answer;
  const said = (fieldOf(answer, "message") ?? fieldOf(answer, "error"))?.slice(0, 300).replace(/\.$/, "");
  const mend =
    response.status === 401 || response.status === 403
      ? CHECK_SECRET
      : response.status === 404 || (response.status >= 300 && response.status < 400)
        ? CHECK_ADDRESS
        : TRY_AGAIN;
  const values = { name: connection.name, status: String(response.status), ...(said && { said }) };
  throw new ToolError({ template: `${said ? ANSWERED_WITH : ANSWERED} ${mend}`, values });
}

const ANSWERED = '"{name}" answered {status}.';
const ANSWERED_WITH = '"{name}" answered {status}: {said}.';
const CHECK_SECRET = "Check the secret of the connection and what its account may do.";
const CHECK_ADDRESS = "Check the address of the connection.";
const TRY_AGAIN = "Nothing is known to have been kept there. Try again, or ask whoever looks after it.";

/** The templates of what is said where a destination refuses. */
export const DELIVERY_PHRASES = [ANSWERED, ANSWERED_WITH].flatMap((answer) =>
  [CHECK_SECRET, CHECK_ADDRESS, TRY_AGAIN].map((mend) => `${answer} ${mend}`),
);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function fieldOf(value: unknown, key: string): string | null {
  const field = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return typeof field === "string" || typeof field === "number" ? String(field) : null;
}

const asJson = (value: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

/**
 * WordPress' REST API, by an application password as `user:password`: picture and tags first, since a post names both
 * by id.
 */
async function toWordPress(send: Send, delivery: Delivery): Promise<Delivered> {
  const { connection, content } = delivery;
  const api = `${connection.address.replace(/\/+$/, "")}/wp-json/wp/v2`;
  const authorization = connection.secret && `Basic ${Buffer.from(connection.secret).toString("base64")}`;
  const ask = (path: string, init: Parameters<typeof call>[3] = {}) =>
    call(send, delivery, `${api}${path}`, {
      ...init,
      headers: { ...init.headers, ...(authorization && { authorization }) },
    });
  const media = content.cover && (await ask("/media", fileOf(content.cover)));
  const tags: number[] = [];
  for (const topic of content.topics) {
    const found = await ask(`/tags?per_page=100&search=${encodeURIComponent(topic)}`);
    const same = (Array.isArray(found) ? found : []).find(
      (tag) => fieldOf(tag, "name")?.toLowerCase() === topic.toLowerCase(),
    );
    tags.push(Number(fieldOf(same ?? (await ask("/tags", asJson({ name: topic }))), "id")));
  }
  const post = await ask(
    "/posts",
    asJson({
      title: content.title,
      content: micromark(content.body, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
      status: content.mode,
      ...(media !== undefined && { featured_media: Number(fieldOf(media, "id")) }),
      ...(tags.length > 0 && { tags }),
    }),
  );
  return { id: fieldOf(post, "id"), url: fieldOf(post, "link") };
}

const fileOf = ({ name, mediaType, bytes }: ToolFile) => ({
  method: "POST",
  headers: {
    "content-type": mediaType,
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  },
  body: bytes,
});

const pictureOf = ({ name, mediaType, bytes }: ToolFile) => ({
  name,
  mediaType,
  base64: Buffer.from(bytes).toString("base64"),
});

/** A webhook: one signed JSON body, picture and all. The signature is an HMAC over exactly these bytes. */
async function toWebhook(send: Send, delivery: Delivery): Promise<Delivered> {
  const { connection, content, key } = delivery;
  const { cover, author, ...text } = content;
  const request = asJson({ id: key, ...text, author: author ?? null, cover: cover ? pictureOf(cover) : null });
  const signature =
    connection.secret && `sha256=${createHmac("sha256", connection.secret).update(request.body).digest("hex")}`;
  const headers = { ...request.headers, ...(signature && { "x-signature-256": signature }) };
  const answer = await call(send, delivery, connection.address, { ...request, headers });
  return { id: fieldOf(answer, "id"), url: fieldOf(answer, "url") };
}

/** A social account: one text with its media and tags, by a Bearer token. */
async function toSocial(send: Send, delivery: Delivery): Promise<Delivered> {
  const { connection, content } = delivery;
  const { title, body, mode, cover, topics } = content;
  const request = asJson({
    text: `${title}\n\n${body}`,
    draft: mode === "draft",
    media: cover ? [pictureOf(cover)] : [],
    tags: topics,
  });
  const authorization = connection.secret && `Bearer ${connection.secret}`;
  const headers = { ...request.headers, ...(authorization && { authorization }) };
  const answer = await call(send, delivery, connection.address, { ...request, headers });
  return { id: fieldOf(answer, "id"), url: fieldOf(answer, "url") };
}
