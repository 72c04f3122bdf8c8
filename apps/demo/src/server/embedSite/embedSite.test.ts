import { fileURLToPath } from "node:url";
import { createRegistry } from "@callboard/core";
import { createEmbeds, createStore, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmbedSite } from "./embedSite.ts";

const registry = createRegistry();
const toolNamed = (slug: string, description = "Tries.") => ({
  slug,
  name: slug,
  description,
  category: "test",
  icon: "x",
  inputSchema: { type: "object" as const },
  execute: () => 1,
});
const tools = ["unit-converter", "quick-score", "priority-matrix"];
let store: Store;
beforeAll(async () => {
  for (const slug of tools) registry.register(toolNamed(slug));
  store = await createStore();
});
afterAll(() => store.close());

const open = (port = 4601) =>
  createEmbedSite({
    folder: fileURLToPath(new URL("../../../embed-site", import.meta.url)),
    embeds: createEmbeds(store),
    registry,
    loader: { file: "loader-1.js", integrity: "sha384-x", module: { file: "module-1.js", integrity: "sha384-y" } },
    hostPort: 4600,
    port,
  });
type Site = Awaited<ReturnType<typeof open>>;
const keysIn = async (site: Site) => {
  const page = await (await site(new Request("http://localhost:4601/"))).text();
  return [...page.matchAll(/<callboard-tool [^>]*tool="([^"]+)" publish-key="([^"]+)"/g)].map(([, tool, key]) => [
    tool,
    key,
  ]);
};

it("shows three tools of the host by the name it is asked by, under a policy that allows its own files and the host", async () => {
  const site = await open();
  const page = await site(new Request("http://127.0.0.1:4601/?lang=ar"));
  const text = await page.text();
  expect(text).toContain('<html lang="ar" dir="rtl">');
  expect(
    text.match(/<script async src="http:\/\/127\.0\.0\.1:4600\/embed\/assets\/loader-1\.js" integrity="sha384-x"/g),
  ).toHaveLength(3);
  const policy = page.headers.get("content-security-policy")!;
  expect(policy).toContain("script-src 'self' http://127.0.0.1:4600;");
  expect(policy).not.toMatch(/unsafe|\*/);
  for (const path of ["/page.css", "/page.js", "/tools.css"]) {
    expect((await site(new Request(`http://localhost:4601${path}`))).status).toBe(200);
  }
  for (const url of ["http://evil.example:4601/", "http://localhost:4601/other"]) {
    expect((await site(new Request(url))).status).toBe(404);
  }
});

it("keeps its keys over starts, and serves a tool as it is now", async () => {
  const before = await keysIn(await open());
  expect(before.map(([tool]) => tool)).toEqual(tools);
  registry.remove("quick-score");
  registry.register(toolNamed("quick-score", "Tries otherwise."));
  expect(await keysIn(await open())).toEqual(before);
  const keys = (await createEmbeds(store).usage()).map(({ key }) => key);
  expect(keys).toHaveLength(3);
  expect(keys.find(({ tool }) => tool === "quick-score")!.published["description"]).toBe("Tries otherwise.");
  // Another port is another origin.
  await open(4711);
  expect(await createEmbeds(store).usage()).toHaveLength(6);
});
