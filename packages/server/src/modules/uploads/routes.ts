import type { StoredFile } from "@callboard/core";
import { createByteReader, type ByteReader } from "./byteReader.ts";
import { SNIFFED_BYTES, sniffType } from "./sniffType.ts";
import type { UploadLimits } from "./uploadLimits.ts";
import type { Uploads } from "./uploads.ts";
import type { ModuleRoute, RouteRequest } from "../../kernel/module.ts";
import { fileResponse } from "./fileResponse.ts";
import { HttpError, json } from "../../http/httpError.ts";
import { isId } from "../../db/storable.ts";
import { HostRefusal } from "../../hostRefusal.ts";

/** Bytes of a refused body that are read and dropped. */
const MOST_DISCARDED = 16_000_000;
/** Bytes of a multipart body around its file: boundary, headers, other fields. */
const MULTIPART_EXTRA = 65_536;

/**
 * `/api/uploads`: a file in, as the body itself or as the one file of a form, out again to its own tenant, and deleted
 * by whom it is from.
 */
export function uploadRoutes(uploads: Uploads, limits: UploadLimits): readonly ModuleRoute[] {
  const download = async ({ request, params: { id = "" }, actor: { tenantId } }: RouteRequest) => {
    const file = isId(id) ? await uploads.find(tenantId, id) : undefined;
    if (!file) throw uploadNotFound();
    return fileResponse(file, request.method === "HEAD" ? null : uploads.read(tenantId, id));
  };
  return [
    { method: "POST", path: "/api/uploads", authority: "own", handle: (request) => upload(uploads, limits, request) },
    // The name is for people who read the address; the id alone names the file.
    { method: "GET", path: "/api/uploads/:id", authority: "tenant", handle: download },
    { method: "GET", path: "/api/uploads/:id/:name", authority: "tenant", handle: download },
    {
      method: "DELETE",
      path: "/api/uploads/:id",
      authority: "own",
      async handle({ params: { id = "" }, actor: { tenantId, userId } }) {
        if (!isId(id) || !(await uploads.remove(tenantId, id, userId))) throw uploadNotFound();
        return new Response(null, { status: 204 });
      },
    },
  ];
}

async function upload(
  uploads: Uploads,
  limits: UploadLimits,
  { request, query, actor: { tenantId, userId } }: RouteRequest,
): Promise<Response> {
  const type = mediaTypeOf(request.headers.get("content-type"));
  const isForm = type === "multipart/form-data";
  const most = limits.maxBytes + (isForm ? MULTIPART_EXTRA : 0);
  const body = bodyReader(request, most, limits.maxBytes);
  const length = Number(request.headers.get("content-length") ?? 0) || 0;
  try {
    if (length > most) throw tooLarge(limits.maxBytes);
    const sent = isForm
      ? await readForm(request, body, most, limits.maxBytes)
      : { name: query.get("name") ?? "", declared: type, bytes: body, announced: length };
    const start = await sent.bytes.peek(SNIFFED_BYTES);
    if (start.byteLength === 0) {
      throw new HttpError(422, "empty_file", "This file is empty, so there is nothing to keep. Choose another.");
    }
    const mediaType = sniffType(start, sent.declared);
    refuseType(mediaType, sent.declared, limits);
    const incoming = { userId, name: plainName(sent.name), mediaType, announced: sent.announced };
    const file = await uploads.write(tenantId, incoming, sent.bytes, limits.maxTenantBytes);
    const url = `/api/uploads/${file.id}/${encodeURIComponent(file.name)}`;
    const { id, name, bytes } = file;
    return json({ id, url, name, mediaType, bytes } satisfies StoredFile, 201, { location: url });
  } catch (error) {
    await body.discard(MOST_DISCARDED).catch(() => undefined);
    throw error;
  }
}

export const uploadNotFound = () => new HostRefusal("upload_not_found", "There is no such file here.");

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
): Promise<{ name: string; declared: string; bytes: ByteReader; announced: number }> {
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
  const bytes = createByteReader(file.stream(), ignore, ignore);
  return { name: file.name, declared: mediaTypeOf(file.type), bytes, announced: file.size };
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

const mediaTypeOf = (header: string | null): string => header?.split(";")[0]?.trim().toLowerCase() ?? "";

/** A file's name without its folders and without invisible characters. */
function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1)!;
  const plain = [...last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim()].slice(0, 200).join("");
  return plain === "" || /^\.+$/.test(plain) ? "file" : plain;
}
