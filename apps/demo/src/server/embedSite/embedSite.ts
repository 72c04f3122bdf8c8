import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Registry } from "@callboard/core";
import { embedLine, embedRoom, type EmbedFiles } from "@callboard/core/host";
import { DEFAULT_TENANT_ID, formHeight, type EmbedKey, type Embeds } from "@callboard/server";
import { LANGUAGE_NAMES, words, type SiteLanguage } from "./words.ts";

/** The tools that the page shows. */
const TOOLS = ["unit-converter", "quick-score", "priority-matrix"];

export interface EmbedSiteOptions {
  /** Where page.css and page.js are. */
  folder: string;
  embeds: Embeds;
  registry: Registry;
  loader: EmbedFiles["loader"];
  /** The port of the host itself. */
  hostPort: number;
  /** The port of this page. */
  port: number;
}

/** A page that is none of the host's: plain HTML on another port, with tools that are published for it. */
export async function createEmbedSite({
  folder,
  embeds,
  registry,
  loader,
  hostPort,
  port,
}: EmbedSiteOptions): Promise<(request: Request) => Promise<Response>> {
  const assets = new Map([
    ["/page.css", { type: "text/css", text: await readFile(join(folder, "page.css"), "utf8") }],
    ["/page.js", { type: "text/javascript", text: await readFile(join(folder, "page.js"), "utf8") }],
  ]);
  const origins = ["localhost", "127.0.0.1"].map((name) => `http://${name}:${port}`);
  const keys = await publishedFor(origins, embeds, registry);

  return async (request) => {
    const { pathname, hostname, searchParams } = new URL(request.url);
    const asset =
      pathname === "/tools.css" ? { type: "text/css", text: roomsOf(keys, registry) } : assets.get(pathname);
    if (asset) return answer(asset.text, `${asset.type}; charset=utf-8`);
    // What the tools were published for: a page under another name could not show them.
    if (pathname !== "/" || !origins.includes(`http://${hostname}:${port}`)) {
      return answer("There is nothing here.\n", "text/plain; charset=utf-8", 404);
    }
    const host = `http://${hostname}:${hostPort}`;
    const asked = searchParams.get("lang") ?? request.headers.get("accept-language")?.slice(0, 2).toLowerCase() ?? "";
    const language: SiteLanguage = Object.hasOwn(words, asked) ? (asked as SiteLanguage) : "en";
    const lines = keys.map(({ tool, id }) => {
      const of = { host, loader, tool, key: id, ...roomOf(registry, tool) };
      // This page's policy takes no inline style: its stylesheet keeps the room, and a page without such a policy needs
      // none.
      return { here: embedLine({ ...of, hasStyle: false }), printed: embedLine(of) };
    });
    return answer(pageOf(language, host, lines), "text/html; charset=utf-8", 200, policyFor(host));
  };
}

/**
 * The keys for these origins: those of an earlier start, served as the tools are now, and new ones where there are
 * none.
 */
async function publishedFor(origins: string[], embeds: Embeds, registry: Registry): Promise<EmbedKey[]> {
  const known = (await embeds.usage(DEFAULT_TENANT_ID)).map(({ key }) => key);
  const tools = TOOLS.flatMap((slug) => registry.get(slug) ?? []);
  return await Promise.all(
    tools.map(async (tool) => {
      const own = known.find((key) => key.tool === tool.slug && key.origins.join() === origins.join());
      if (own) return await embeds.publishAgain(own.id, tool);
      const actions = ["run", "cancel", "share"] as const;
      return (await embeds.publish({ tool, tenantId: DEFAULT_TENANT_ID, origins, actions })).key;
    }),
  );
}

/** A strict policy, to show that a page may have one: its own files, the loader, and frames of the host. */
const policyFor = (host: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${host}`,
    "style-src 'self'",
    "img-src data:",
    `frame-src ${host}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

function answer(text: string, type: string, status = 200, policy = "default-src 'none'"): Response {
  return new Response(text, {
    status,
    headers: {
      "content-type": type,
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache",
    },
  });
}

/** What a tool's line keeps free. */
function roomOf(registry: Registry, slug: string): { height?: number; phoneHeight?: number } {
  const tool = registry.get(slug);
  return tool ? { height: formHeight(tool), phoneHeight: formHeight(tool, "phone") } : {};
}

/** The rooms of all tools of the page, as rules. */
function roomsOf(keys: readonly EmbedKey[], registry: Registry): string {
  const rules = keys.flatMap(({ tool }) => {
    const { height, phoneHeight } = roomOf(registry, tool);
    return height === undefined ? [] : [`callboard-tool[tool="${tool}"] { ${embedRoom(height, phoneHeight)} }\n`];
  });
  return rules.join("");
}

function pageOf(language: SiteLanguage, host: string, lines: readonly { here: string; printed: string }[]): string {
  const said = words[language];
  const options = (of: Readonly<Record<string, string>>, chosen: string) =>
    Object.entries(of).map(([value, name]) => {
      const selected = value === chosen ? " selected" : "";
      return `<option value="${value}"${selected}>${escape(name)}</option>`;
    });
  const sections = lines.map(
    ({ here, printed }) => `<section>
${here}
<details><summary>${escape(said.line)}</summary><pre dir="ltr">${escape(printed)}</pre></details>
</section>`,
  );
  return `<!doctype html>
<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(said.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<link rel="stylesheet" href="/tools.css">
<script type="module" src="/page.js"></script>
</head>
<body>
<header>
<div>
<h1>${escape(said.title)}</h1>
<p>${escape(said.lead)} <a href="${host}/publish">${escape(said.back)}</a></p>
</div>
<form>
<label>${escape(said.theme)} <select id="theme">${options({ auto: said.auto, light: said.light, dark: said.dark }, "auto").join("")}</select></label>
<label>${escape(said.language)} <select id="lang" name="lang">${options(LANGUAGE_NAMES, language).join("")}</select></label>
</form>
</header>
${sections.join("\n")}
<section>
<h2>${escape(said.events)}</h2>
<p>${escape(said.eventsLead)}</p>
<ol id="events" dir="ltr" aria-live="polite"><li id="none" dir="auto">${escape(said.none)}</li></ol>
</section>
</body>
</html>
`;
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
