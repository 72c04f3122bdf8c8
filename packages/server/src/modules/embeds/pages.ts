import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { EmbedFiles } from "@callboard/core/host";
import { contextOfTenant } from "../../kernel/kernel.ts";
import { definitionHash } from "../../boundTool.ts";
import { isId } from "../../db/storable.ts";
import { addressOf } from "../../http/addressOf.ts";
import { HttpError, json } from "../../http/httpError.ts";
import { hasSecretInAddress, secretInAddress } from "./embedGuard.ts";
import type { OpenRoute } from "../../kernel/module.ts";
import type { EmbedHost } from "./embedHost.ts";

/** Frames a minute that one address opens. */
const FRAMES_PER_ADDRESS = 240;

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

const LANGUAGES = ["en", "de", "ar"];

/** Why a known embed is not served; the page says it in its reader's language. */
type Problem = "changed" | "busy" | "";

/** `/embed`: the page of a frame, the files it loads, and where the loader is to be found. */
export function embedPages(host: EmbedHost): readonly OpenRoute[] {
  const { embeds, kernel } = host;
  const compressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return [
    {
      method: "GET",
      path: "/embed/loader.json",
      handle() {
        const { loader } = filesOf(host);
        const { file, integrity, module } = loader;
        const asModule = { src: `/embed/assets/${module.file}`, integrity: module.integrity };
        return json({ src: `/embed/assets/${file}`, integrity, module: asModule }, 200, shared);
      },
    },
    {
      method: "GET",
      path: "/embed/assets/:file",
      async handle({ request, params: { file: name = "" } }) {
        const { files } = filesOf(host);
        const type = TYPES[name.slice(name.lastIndexOf("."))];
        if (!Object.hasOwn(files, name) || type === undefined)
          throw new HttpError(404, "asset_not_found", "There is no such file of embeds here.");
        const isZipped = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
        const text = files[name]!;
        if (isZipped && !compressed.has(name)) compressed.set(name, zip(text));
        const body = isZipped ? await compressed.get(name)! : new TextEncoder().encode(text);
        return new Response(request.method === "HEAD" ? null : body, {
          headers: {
            ...shared,
            "content-type": type,
            "content-length": String(body.byteLength),
            // Its name changes with its content.
            "cache-control": "public, max-age=31536000, immutable",
            "x-content-type-options": "nosniff",
            vary: "accept-encoding",
            ...(isZipped && { "content-encoding": "gzip" }),
          },
        });
      },
    },
    {
      method: "GET",
      path: "/embed/:slug",
      async handle({ request, params: { slug }, query }) {
        const embedFiles = filesOf(host);
        if (hasSecretInAddress(request)) throw secretInAddress();
        const { key: id = "", origin = "", lang = "", theme = "" } = Object.fromEntries(query);
        const key = isId(id) ? await embeds.find(id) : undefined;
        // One answer for all that is not published like this: a page that tries learns nothing.
        if (!key || key.tool !== slug || !key.origins.includes(origin)) {
          throw new HttpError(403, "not_published", "Nothing is published here for this key, tool and origin.", {
            headers: { "content-security-policy": "default-src 'none'; frame-ancestors 'none'" },
          });
        }
        const tool = await kernel.catalog.find(key.tool, contextOfTenant(key));
        const wait = kernel.limits.take(`frame ${addressOf(request)}`, FRAMES_PER_ADDRESS);
        const problem: Problem = wait > 0 ? "busy" : !tool || definitionHash(tool) !== key.definition ? "changed" : "";
        const nonce = randomBytes(18).toString("base64");
        const page = framePage({
          embedFiles,
          nonce,
          lang: LANGUAGES.find((one) => lang.toLowerCase().split("-")[0] === one) ?? "en",
          theme: theme === "light" || theme === "dark" ? theme : "auto",
          title: tool?.name ?? key.tool,
          data: {
            tool: key.tool,
            key: key.id,
            origin,
            nonce: await embeds.nonceFor(key.id, origin),
            acts: tool?.permissionPolicy === "always_ask" ? "always" : "",
            shares: key.actions.includes("share") && kernel.viewer ? "result" : "",
            problem,
          },
        });
        const status = problem === "" ? 200 : problem === "busy" ? 429 : 409;
        return new Response(request.method === "HEAD" ? null : page, {
          status,
          headers: {
            "content-type": "text/html; charset=utf-8",
            "cache-control": "no-store",
            "content-security-policy": policyOf(nonce, origin),
            "referrer-policy": "no-referrer",
            "x-content-type-options": "nosniff",
            "cross-origin-resource-policy": "cross-origin",
            "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
            ...(wait > 0 && { "retry-after": String(wait) }),
          },
        });
      },
    },
  ];
}

/** For pages of any origin: these hold nothing of anybody. */
const shared = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };

const zip = async (body: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await promisify(gzip)(body));

function filesOf({ files }: EmbedHost): EmbedFiles {
  if (files) return files;
  throw new HttpError(
    404,
    "embeds_off",
    "This host serves no embeds. Give createHost the scripts and styles of the page in a frame: embed: { files }.",
  );
}

/**
 * Scripts and styles by nonce alone, nothing as markup, and no page around it but the one that it was published for.
 */
function policyOf(nonce: string, origin: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origin}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

interface FramePage {
  embedFiles: EmbedFiles;
  nonce: string;
  lang: string;
  theme: string;
  title: string;
  data: Readonly<Record<string, string>>;
}

function framePage({ embedFiles, nonce, lang, theme, title, data }: FramePage): string {
  const { script, style, resultStyle, modules } = embedFiles.frame;
  const attributes = Object.entries({ ...data, results: `/embed/assets/${resultStyle}` }).map(
    ([name, value]) => ` data-${name}="${escape(value)}"`,
  );
  const preloads = modules.map((name) => `<link rel="modulepreload" nonce="${nonce}" href="/embed/assets/${name}">`);
  return `<!doctype html>
<html lang="${lang}" dir="${lang === "ar" ? "rtl" : "ltr"}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<link rel="stylesheet" nonce="${nonce}" href="/embed/assets/${style}">
${preloads.join("\n")}
<script type="module" nonce="${nonce}" src="/embed/assets/${script}"></script>
</head>
<body><div id="root"${attributes.join("")}></div></body>
</html>
`;
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
