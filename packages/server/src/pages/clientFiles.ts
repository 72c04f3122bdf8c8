import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** Everything comes from here: no script, style or request from elsewhere, and none that is inline. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types callboard-worker",
].join("; ");

/** A folder of built files, read once: nothing outside it can be asked for. */
export interface ClientFiles {
  /** Answers with a file by its path, such as `/assets/index-1a2b.js`; undefined where there is none. */
  file(request: Request, path: string): Promise<Response | undefined>;
  /** Whether there is a file of that path. */
  has(path: string): boolean;
  /** Answers with `index.html`. */
  page(request: Request, status: number): Promise<Response>;
}

interface StoredFile {
  body: Buffer<ArrayBuffer>;
  type: string;
  etag: string;
  /** Its name changes with its content. */
  immutable: boolean;
  encoded: Map<string, Promise<Buffer<ArrayBuffer>>>;
}

export interface ClientFilesOptions {
  /** What the site is called, in its bar and in tabs; what its document says unless given. */
  title?: string | undefined;
  /** A picture in the place of the built one, in the bar and in tabs: the path of an SVG, PNG or WebP file. */
  logo?: string | undefined;
}

/** Where every page looks for its picture. */
const LOGO = "/favicon.svg";

/**
 * Reads the built client.
 * @throws when it has not been built, and when the logo is no picture that can be read.
 */
export async function readClientFiles(dir: string, { title, logo }: ClientFilesOptions = {}): Promise<ClientFiles> {
  const picture = logo === undefined ? undefined : await readLogo(logo);
  const files = new Map<string, StoredFile>();
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const absolute = join(entry.parentPath, entry.name);
    const path = `/${relative(dir, absolute).split(sep).join("/")}`;
    const read = await readFile(absolute);
    const own = path === LOGO ? picture : undefined;
    const body = own?.body ?? (path === "/index.html" ? named(read, title, picture?.type) : read);
    files.set(path, {
      body,
      type: own?.type ?? types[extname(path).toLowerCase()] ?? "application/octet-stream",
      etag: createHash("sha256").update(body).digest("base64url").slice(0, 22),
      immutable: /^\/assets\/.+-[\w-]{8,}\.\w+$/.test(path),
      encoded: new Map(),
    });
  }
  const index = files.get("/index.html");
  if (!index) throw new Error(`The pages are not built: ${join(dir, "index.html")} is missing. Run npm run build.`);
  // The page is served at its routes, under their status, and not as a file of its own.
  files.delete("/index.html");
  return {
    file: async (request, path) => {
      const file = files.get(path);
      return file && (await respond(request, file, 200));
    },
    has: (path) => files.has(path),
    page: (request, status) => respond(request, index, status),
  };
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A document under another name, in its title and where its pages read it, and with a picture of another type. */
function named(html: Buffer, title: string | undefined, iconType: string | undefined): Buffer<ArrayBuffer> {
  let text = html.toString("utf8");
  if (title !== undefined) {
    const safe = title.replace(/[&<>"]/g, (character) => entities[character]!);
    text = text
      .replace(/<title>[^<]*<\/title>/, () => `<title>${safe}</title>`)
      .replace(/(<meta name="application-name" content=")[^"]*"/, (_all, before: string) => `${before}${safe}"`);
  }
  if (iconType !== undefined) {
    text = text.replace(/(<link rel="icon"[^>]* type=")[^"]*"/, (_all, before: string) => `${before}${iconType}"`);
  }
  return Buffer.from(text);
}

async function readLogo(path: string): Promise<{ body: Buffer<ArrayBuffer>; type: string }> {
  const type = types[extname(path).toLowerCase()];
  if (!type?.startsWith("image/")) throw new Error(`The logo ${path} is no SVG, PNG or WebP file.`);
  const body = await readFile(path).catch((error: unknown) => {
    throw new Error(`The logo ${path} cannot be read. Name a file that is there.`, { cause: error });
  });
  return { body, type };
}

async function respond(request: Request, file: StoredFile, status: number): Promise<Response> {
  const compressible = file.body.length > 1024 && /^(?:text|application|image\/svg)/.test(file.type);
  const encoding = compressible ? chooseEncoding(request.headers.get("accept-encoding")) : undefined;
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ""}"`;
  const headers = new Headers({
    "content-type": file.type,
    "cache-control": file.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    etag,
  });
  if (compressible) headers.set("vary", "accept-encoding");
  const known = request.headers
    .get("if-none-match")
    ?.split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));
  if (status === 200 && known?.includes(etag)) return new Response(null, { status: 304, headers });
  const body = encoding ? await encode(file, encoding) : file.body;
  if (encoding) headers.set("content-encoding", encoding);
  headers.set("content-length", String(body.length));
  return new Response(request.method === "HEAD" ? null : body, { status, headers });
}

function chooseEncoding(accepted: string | null): "br" | "gzip" | undefined {
  const names = (accepted ?? "").split(",").flatMap((part) => {
    const [name = "", weight = ""] = part.split(";");
    return /q=0(?:\.0*)?$/.test(weight.trim()) ? [] : [name.trim().toLowerCase()];
  });
  return names.includes("br") ? "br" : names.includes("gzip") ? "gzip" : undefined;
}

/** Compressed when first asked for, and kept. */
function encode(file: StoredFile, encoding: "br" | "gzip"): Promise<Buffer<ArrayBuffer>> {
  const kept = file.encoded.get(encoding);
  if (kept) return kept;
  const made =
    encoding === "br"
      ? promisify(brotliCompress)(file.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
      : promisify(gzip)(file.body);
  file.encoded.set(encoding, made);
  return made;
}
