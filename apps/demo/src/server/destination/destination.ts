import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Connections } from "@callboard/server";
import type { ArrivedPost } from "../../destination.ts";

/**
 * Where the demo's own destinations are: a name that no network knows, so that their connections hold at whatever port
 * the demo runs.
 */
export const DESTINATION_ORIGIN = "https://destination.callboard.example";

/** A WordPress site, a webhook and a social account that the demo itself answers for, one of each a tenant. */
export interface Destination {
  fetch(request: Request): Promise<Response>;
  /** What arrived for a tenant, the newest first. */
  posts(tenant: string): readonly ArrivedPost[];
  /** Saves the three connections of a tenant, where it has none of their names. */
  connect(connections: Connections, tenantId: string, tenant: string): Promise<void>;
}

/** What is kept: the secret that the three ask for, and what arrived, by tenant. */
interface Kept {
  secret: string;
  posts: Record<string, ArrivedPost[]>;
}

const MOST_POSTS = 100;
const MOST_PICTURE = 4_000_000;
const USER = "desk";

/** The destinations with what arrived before, kept in one file. */
export async function createDestination(file: string): Promise<Destination> {
  const kept: Kept = await readFile(file, "utf8").then(
    (text) => JSON.parse(text) as Kept,
    () => ({ secret: randomBytes(18).toString("base64url"), posts: {} }),
  );
  let writing = Promise.resolve();
  const save = () =>
    (writing = writing.then(async () => {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
      await rename(`${file}.new`, file);
    }));
  await save();

  /** A site's tags and pictures, by id: what a post names. */
  const sites = new Map<string, { tags: string[]; media: string[] }>();
  const siteOf = (tenant: string) => {
    const site = sites.get(tenant) ?? { tags: [], media: [] };
    sites.set(tenant, site);
    return site;
  };
  const arrive = async (tenant: string, post: Omit<ArrivedPost, "id" | "at">): Promise<ArrivedPost> => {
    const before = kept.posts[tenant] ?? [];
    const arrived = { ...post, id: (before[0]?.id ?? 0) + 1, at: Date.now() };
    kept.posts[tenant] = [arrived, ...before].slice(0, MOST_POSTS);
    await save();
    return arrived;
  };
  const isBearer = (request: Request, scheme: string, secret: string) =>
    same(request.headers.get("authorization") ?? "", `${scheme} ${secret}`);

  const wordPress = async (request: Request, tenant: string, path: string): Promise<Response> => {
    const site = siteOf(tenant);
    if (!isBearer(request, "Basic", Buffer.from(`${USER}:${kept.secret}`).toString("base64"))) return refused();
    if (path === "media" && request.method === "POST") {
      const type = request.headers.get("content-type") ?? "";
      const bytes = Buffer.from(await request.arrayBuffer());
      return json(201, { id: site.media.push(dataUrl(type, bytes.toString("base64"))) });
    }
    if (path === "tags" && request.method === "GET") {
      const wanted = (new URL(request.url).searchParams.get("search") ?? "").toLowerCase();
      const found = site.tags.map((name, index) => ({ id: index + 1, name }));
      return json(
        200,
        found.filter(({ name }) => name.toLowerCase().includes(wanted)),
      );
    }
    const body = (await request.json().catch(() => ({}))) as Record<string, unknown>;
    if (path === "tags" && request.method === "POST") return json(201, { id: site.tags.push(textOf(body["name"])) });
    if (path !== "posts" || request.method !== "POST") return json(404, { message: "No route was found." });
    const post = await arrive(tenant, {
      kind: "wordpress",
      state: body["status"] === "publish" ? "published" : "draft",
      title: textOf(body["title"]),
      text: withoutMarkup(textOf(body["content"])),
      tags: listOf(body["tags"]).map((id) => site.tags[Number(id) - 1] ?? String(id)),
      picture: site.media[Number(body["featured_media"]) - 1] || null,
    });
    return json(201, { id: post.id, link: "/destination" });
  };

  const webhook = async (request: Request, tenant: string): Promise<Response> => {
    const text = await request.text();
    const signature = `sha256=${createHmac("sha256", kept.secret).update(text).digest("hex")}`;
    if (!same(request.headers.get("x-signature-256") ?? "", signature)) return refused();
    const body = JSON.parse(text) as Record<string, unknown>;
    const post = await arrive(tenant, {
      kind: "webhook",
      state: body["mode"] === "publish" ? "published" : "draft",
      title: textOf(body["title"]),
      text: textOf(body["body"]),
      tags: listOf(body["topics"]).map(textOf),
      picture: pictureOf(body["cover"]),
    });
    return json(202, { id: post.id, url: "/destination" });
  };

  const social = async (request: Request, tenant: string): Promise<Response> => {
    if (!isBearer(request, "Bearer", kept.secret)) return refused();
    const body = (await request.json()) as Record<string, unknown>;
    const [title = "", ...text] = textOf(body["text"]).split("\n\n");
    const post = await arrive(tenant, {
      kind: "social",
      state: body["draft"] === true ? "draft" : "published",
      title,
      text: text.join("\n\n"),
      tags: listOf(body["tags"]).map(textOf),
      picture: pictureOf(listOf(body["media"])[0]),
    });
    return json(201, { id: post.id, url: "/destination" });
  };

  return {
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const [, tenant = "", rest = ""] = /^\/([\w-]+)\/(.+)$/.exec(pathname) ?? [];
      const api = /^wp-json\/wp\/v2\/(\w+)$/.exec(rest)?.[1];
      if (api) return await wordPress(request, tenant, api);
      if (rest === "webhook" && request.method === "POST") return await webhook(request, tenant);
      if (rest === "social" && request.method === "POST") return await social(request, tenant);
      return json(404, { message: "Nothing is published here." });
    },
    posts: (tenant) => kept.posts[tenant] ?? [],
    async connect(connections, tenantId, tenant) {
      const names = (await connections.list(tenantId)).map(({ name }) => name);
      const { secret } = kept;
      const drafts = [
        { name: "Demo blog", kind: "wordpress", path: "", secret: `${USER}:${secret}` },
        { name: "Demo webhook", kind: "webhook", path: "webhook", secret },
        { name: "Demo social account", kind: "social", path: "social", secret },
      ] as const;
      for (const { path, ...draft } of drafts) {
        if (names.includes(draft.name)) continue;
        await connections.create(tenantId, null, { ...draft, address: `${DESTINATION_ORIGIN}/${tenant}/${path}` });
      }
    },
  };
}

const json = (status: number, value: unknown) => Response.json(value, { status });
const refused = () => json(401, { message: "The credentials do not fit." });

const same = (one: string, other: string) => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const textOf = (value: unknown) => (typeof value === "string" ? value.slice(0, 60_000) : "");
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, 100) : []);

const dataUrl = (type: string, base64: string) =>
  /^image\/(?:png|jpeg|gif|webp|avif)$/.test(type) && base64.length < MOST_PICTURE
    ? `data:${type};base64,${base64}`
    : "";

function pictureOf(value: unknown): string | null {
  const { mediaType, base64 } = (value ?? {}) as Record<string, unknown>;
  if (typeof mediaType !== "string" || typeof base64 !== "string" || !/^[\w+/=]*$/.test(base64)) return null;
  return dataUrl(mediaType, base64) || null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The words of HTML, a line a block: the page shows them as text, whatever was sent. */
const withoutMarkup = (html: string) =>
  html
    .replace(/<li>/g, "• ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)
    .trim();
