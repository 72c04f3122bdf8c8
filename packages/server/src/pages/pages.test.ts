import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readClientFiles } from "./clientFiles.ts";
import { createPages } from "./pages.ts";

const script = `console.log(${JSON.stringify("long enough to be worth compressing ".repeat(100))});`;
const INDEX =
  '<!doctype html><link rel="icon" href="/favicon.svg" type="image/svg+xml" />' +
  '<meta name="application-name" content="Callboard" /><title>Callboard</title>';
let dir: string;
let pages: (request: Request) => Promise<Response>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "client-"));
  await mkdir(join(dir, "client/assets"), { recursive: true });
  await writeFile(join(dir, "secret.txt"), "outside");
  await writeFile(join(dir, "client/index.html"), INDEX);
  await writeFile(join(dir, "client/theme.js"), "1;");
  await writeFile(join(dir, "client/favicon.svg"), "<svg />");
  await mkdir(join(dir, "client/docs/reference"), { recursive: true });
  for (const name of ["README", "form", "reference/core"]) {
    await writeFile(join(dir, `client/docs/${name}.md`), `# ${name}`);
  }
  await writeFile(join(dir, "client/assets/index-Ab12_cd9.js"), script);
  const files = await readClientFiles(join(dir, "client"));
  pages = createPages(files, {
    hasTool: (slug) => slug === "roi-calculator" || slug === "täglich",
    isPage(pathname) {
      const doc = /^\/docs(?:\/([\w/-]*))?$/.exec(pathname);
      return doc ? files.has(`/docs/${doc[1]?.replace(/\/$/, "") || "README"}.md`) : undefined;
    },
  });
});
afterAll(() => rm(dir, { recursive: true }));

const ask = (path: string, init: RequestInit = {}) => pages(new Request(`http://callboard.example${path}`, init));
const html = { headers: { accept: "text/html,*/*" } };

describe("pages", () => {
  it.each([
    ["/", 200],
    ["/tools", 200],
    ["/tools/", 200],
    ["/chat/s-1/replay", 200],
    ["/chat/s-1/replay/more", 404],
    ["/replay", 200],
    ["/views", 200],
    ["/views/sales-of-may", 200],
    ["/views/sales/more", 404],
    ["/replay/more", 404],
    ["/publish", 200],
    ["/ask", 200],
    ["/keys", 200],
    ["/servers", 200],
    ["/servers/weather", 200],
    ["/servers/Weather", 404],
    ["/sign-in/server", 200],
    ["/sign-in/elsewhere", 404],
    ["/servers/weather/more", 404],
    ["/tools/roi-calculator", 200],
    ["/tools/roi-calculator/", 200],
    ["/tools/t%C3%A4glich", 200],
    ["/chat", 200],
    ["/tools/nothing", 404],
    ["/tools/roi-calculator/more", 404],
    ["/tools/%E0%A4", 404],
    ["/docs", 200],
    ["/docs/", 200],
    ["/docs/form", 200],
    ["/docs/reference/core", 200],
    ["/docs/nothing", 404],
    ["/docs/reference", 404],
    ["/docs/../secret", 404],
    ["/elsewhere", 404],
    ["//", 404],
  ])("%s is answered with the app under status %d", async (path, status) => {
    const response = await ask(path, html);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain("<title>Callboard</title>");
  });

  it("sends every page under a policy that allows nothing inline and nothing from elsewhere", async () => {
    const policy = (await ask("/", html)).headers.get("content-security-policy")!;
    expect(policy).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types callboard-worker",
    );
  });

  it("sends each page of the documentation as Markdown, too", async () => {
    const response = await ask("/docs/form.md");
    expect([response.headers.get("content-type"), await response.text()]).toEqual([
      "text/markdown; charset=utf-8",
      "# form",
    ]);
  });

  it("keeps hashed files for ever, and asks again for the rest", async () => {
    expect((await ask("/assets/index-Ab12_cd9.js")).headers.get("cache-control")).toContain("immutable");
    for (const path of ["/theme.js", "/"]) expect((await ask(path)).headers.get("cache-control")).toBe("no-cache");
    const etag = (await ask("/theme.js")).headers.get("etag")!;
    const again = await ask("/theme.js", { headers: { "if-none-match": `"other", W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("compresses what is worth it, as the browser asks", async () => {
    const get = async (accepted: string) => {
      const response = await ask("/assets/index-Ab12_cd9.js", { headers: { "accept-encoding": accepted } });
      return { encoding: response.headers.get("content-encoding"), body: Buffer.from(await response.arrayBuffer()) };
    };
    const brotli = await get("gzip, deflate, br");
    expect([brotli.encoding, brotliDecompressSync(brotli.body).toString()]).toEqual(["br", script]);
    const zipped = await get("gzip;q=0.5, br;q=0");
    expect([zipped.encoding, gunzipSync(zipped.body).toString()]).toEqual(["gzip", script]);
    const plain = await get("identity");
    expect([plain.encoding, plain.body.toString()]).toEqual([null, script]);
    expect(
      (await ask("/theme.js", { headers: { "accept-encoding": "br" } })).headers.get("content-encoding"),
    ).toBeNull();
  });

  it("answers HEAD without a body and refuses to be written to", async () => {
    const head = await ask("/", { method: "HEAD", ...html });
    expect([head.status, await head.text(), head.headers.get("content-length")]).toEqual([
      200,
      "",
      String(INDEX.length),
    ]);
    expect((await ask("/", { method: "POST" })).status).toBe(405);
  });

  it("gives nothing from outside its folder, and no page for a missing file", async () => {
    for (const path of [
      "/../secret.txt",
      "/%2e%2e/secret.txt",
      "/assets/..%2f..%2fsecret.txt",
      "/index.html",
      "/gone.js",
    ]) {
      const response = await ask(path);
      expect(response.status, path).toBe(404);
      expect(await response.text(), path).not.toContain("outside");
    }
  });

  it("says what to do when nothing is built", async () => {
    await expect(readClientFiles(join(dir, "absent"))).rejects.toThrow("npm run build");
  });
});

it("gives the pages a name of one's own, whatever stands in it, and leaves every other file as it is", async () => {
  const name = '$& "Tools" <of> Ada & Co';
  const files = await readClientFiles(join(dir, "client"), { title: name });
  const page = await files.page(new Request("http://callboard.example/"), 200);
  const safe = "$&amp; &quot;Tools&quot; &lt;of&gt; Ada &amp; Co";
  expect(await page.text()).toBe(INDEX.replaceAll("Callboard", () => safe));
  const script = await files.file(new Request("http://callboard.example/theme.js"), "/theme.js");
  expect(await script!.text()).toBe("1;");
});

it.each([
  ["png", "image/png"],
  ["SVG", "image/svg+xml"],
])(
  "shows a logo of one's own, a %s, in the bar and in tabs, and runs nothing that stands in it",
  async (ending, type) => {
    const logo = join(dir, `logo.${ending}`);
    await writeFile(logo, "<svg><script>1</script></svg>");
    const files = await readClientFiles(join(dir, "client"), { logo });
    const page = await files.page(new Request("http://callboard.example/"), 200);
    expect(await page.text()).toBe(INDEX.replace("image/svg+xml", type));
    const shown = await files.file(new Request("http://callboard.example/favicon.svg"), "/favicon.svg");
    expect(await shown!.text()).toContain("<script>1");
    expect(shown!.headers.get("content-type")).toBe(type);
    expect(shown!.headers.get("content-security-policy")).toContain("script-src 'self';");
  },
);

it.each([
  ["notes.txt", "is no SVG, PNG or WebP file"],
  ["absent.png", "Name a file that is there"],
])("refuses the logo %s, and says why", async (name, words) => {
  await expect(readClientFiles(join(dir, "client"), { logo: join(dir, name) })).rejects.toThrow(words);
});
