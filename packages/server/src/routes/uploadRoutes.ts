import type { StoredFile } from "@callboard/core";
import { Hono, type Context } from "hono";
import { createByteReader, type ByteReader } from "../uploads/byteReader.ts";
import { SNIFFED_BYTES, sniffType } from "../uploads/sniffType.ts";
import type { UploadLimits } from "../uploads/uploadLimits.ts";
import type { HostEnvironment } from "./environment.ts";
import { HttpError, json } from "./httpError.ts";
import { isId } from "./queryParameters.ts";

/** Bytes of a refused body that are read and forgotten. */
const MOST_DISCARDED = 16_000_000;
/** What a multipart body has around its file: boundary, headers, other fields. */
const MULTIPART_EXTRA = 65_536;

/** `/api/uploads`: a file in, as the body itself or as the one file of a form, and out again to its own tenant. */
export function uploadRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.post("/", async (c) => {
    const { uploads, uploadLimits: limits } = c.var.services;
    const { tenantId, userId } = c.var.actor;
    refuseOtherSites(c);
    const type = mediaTypeOf(c.req.header("content-type"));
    const isForm = type === "multipart/form-data";
    const most = limits.maxBytes + (isForm ? MULTIPART_EXTRA : 0);
    const body = bodyReader(c.req.raw, most, limits.maxBytes);
    try {
      if (Number(c.req.header("content-length") ?? 0) > most) throw tooLarge(limits.maxBytes);
      const sent = isForm
        ? await readForm(c.req.raw, body, most, limits.maxBytes)
        : { name: c.req.query("name") ?? "", declared: type, bytes: body };
      const start = await sent.bytes.peek(SNIFFED_BYTES);
      if (start.byteLength === 0) {
        throw new HttpError(422, "empty_file", "This file is empty, so there is nothing to keep. Choose another.");
      }
      const mediaType = sniffType(start, sent.declared);
      refuseType(mediaType, sent.declared, limits);
      if ((await uploads.taken(tenantId)) + Number(c.req.header("content-length") ?? 0) > limits.maxTenantBytes) {
        throw new HttpError(
          507,
          "storage_full",
          "This workspace has no room for more files. Ask its operator for more.",
        );
      }
      const file = await uploads.write(tenantId, { userId, name: plainName(sent.name), mediaType }, sent.bytes);
      const url = `/api/uploads/${file.id}/${encodeURIComponent(file.name)}`;
      const { id, name, bytes } = file;
      return json({ id, url, name, mediaType, bytes } satisfies StoredFile, 201, { location: url });
    } catch (error) {
      await body.discard(MOST_DISCARDED).catch(() => undefined);
      throw error;
    }
  });

  // The name is for people who read the address; the id alone decides.
  for (const path of ["/:id", "/:id/:name"]) {
    routes.get(path, async (c) => {
      const { uploads } = c.var.services;
      const { tenantId } = c.var.actor;
      const id = c.req.param("id") ?? "";
      const file = isId(id) ? await uploads.find(tenantId, id) : undefined;
      if (!file) throw new HttpError(404, "upload_not_found", "There is no such file here.");
      return new Response(c.req.method === "HEAD" ? null : uploads.read(tenantId, id), {
        headers: {
          "content-type": file.mediaType.startsWith("text/") ? `${file.mediaType}; charset=utf-8` : file.mediaType,
          "content-length": String(file.bytes),
          "content-disposition": disposition(file.name, file.mediaType),
          // Nothing in a file runs, loads or frames anything, whatever a browser takes it for.
          "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          "x-content-type-options": "nosniff",
          "cross-origin-resource-policy": "same-origin",
          "cache-control": "private, no-store",
          vary: "authorization",
        },
      });
    });
  }

  return routes;
}

/** A form of another site could send a file in a visitor's name: what has no credential of its own has to come from here. */
function refuseOtherSites(c: Context<HostEnvironment>): void {
  const site = c.req.header("sec-fetch-site");
  if (c.req.header("authorization") !== undefined || site === undefined) return;
  if (site === "same-origin" || site === "none") return;
  throw new HttpError(403, "cross_site", "This page is of another site. Send Authorization: Bearer <token>.");
}

function bodyReader(request: Request, most: number, maxBytes: number): ByteReader {
  const announced = request.headers.get("content-length");
  return createByteReader(
    request.body ?? new ReadableStream({ start: (controller) => controller.close() }),
    (total) => {
      if (total > most) throw tooLarge(maxBytes);
    },
    (total) => {
      if (announced !== null && total < Number(announced)) {
        throw new HttpError(400, "upload_cut", `Only ${total} of ${announced} bytes arrived. Send the file again.`);
      }
    },
  );
}

/** The one file of a form. The whole form is held while it is read, which its limit keeps small. */
async function readForm(
  request: Request,
  body: ByteReader,
  most: number,
  maxBytes: number,
): Promise<{ name: string; declared: string; bytes: ByteReader }> {
  const whole = await body.take(most + 1);
  const type = request.headers.get("content-type")!;
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(whole), { headers: { "content-type": type } }).formData();
  } catch {
    throw new HttpError(
      400,
      "invalid_form",
      "The body says that it is a form, but cannot be read as one. Send it anew.",
    );
  }
  const files = [...form.values()].filter((value): value is File => typeof value !== "string");
  const [file] = files;
  if (!file || files.length > 1) {
    const found = file ? `${files.length} files` : "no file";
    throw new HttpError(400, "invalid_form", `The form has to have one file; it has ${found}. Send one at a time.`);
  }
  if (file.size > maxBytes) throw tooLarge(maxBytes);
  return { name: file.name, declared: mediaTypeOf(file.type), bytes: createByteReader(file.stream(), ignore, ignore) };
}

const ignore = (): void => {};

function refuseType(mediaType: string, declared: string, { types }: UploadLimits): void {
  const isPicture = declared.startsWith("image/") && !mediaType.startsWith("image/");
  if (isPicture) {
    throw new HttpError(
      415,
      "type_mismatch",
      `This file says that it is ${declared.slice(0, 80)}, but what is in it is ${mediaType}. Choose a picture.`,
    );
  }
  if (types.some((type) => matches(mediaType, type))) return;
  throw new HttpError(
    415,
    "unsupported_type",
    `Files of the type ${mediaType} are not taken here. What is: ${types.join(", ")}.`,
  );
}

const matches = (mediaType: string, pattern: string): boolean =>
  pattern.endsWith("*") ? mediaType.startsWith(pattern.slice(0, -1)) : mediaType === pattern;

function tooLarge(maxBytes: number): HttpError {
  const message = `The file is larger than ${maxBytes} bytes, which is the most that is taken here. Choose a smaller one.`;
  return new HttpError(413, "file_too_large", message, { headers: { connection: "close" } });
}

const mediaTypeOf = (header: string | undefined): string => header?.split(";")[0]?.trim().toLowerCase() ?? "";

/** A name without its folders, and without what no reader can see. */
function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1)!;
  const plain = [...last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim()].slice(0, 200).join("");
  return plain === "" || /^\.+$/.test(plain) ? "file" : plain;
}

/** Pictures that hold nothing but pixels are shown; everything else is saved. */
function disposition(name: string, mediaType: string): string {
  const isPixels = /^image\/(?:png|jpeg|gif|webp|avif)$/.test(mediaType);
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `${isPixels ? "inline" : "attachment"}; filename*=UTF-8''${encoded}`;
}
