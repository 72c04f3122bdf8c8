import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createDemo, type Demo } from "./demo.ts";

const definition = (slug: string) => `
import { defineTool } from "@callboard/core";
import { z } from "zod";
export default defineTool({
  slug: "${slug}", name: "${slug}", description: "Doubles.", category: "test", icon: "x",
  inputSchema: z.object({ value: z.number() }), outputSchema: z.object({ result: z.number() }),
  execute: ({ value }) => ({ result: value * 2 }),
});`;

let app: string;
let demo: Demo;
const log = vi.spyOn(console, "log").mockImplementation(() => {});

async function write(folder: string, text: string): Promise<string> {
  const path = join(app, "tools", folder, "definition.ts");
  await mkdir(join(app, "tools", folder), { recursive: true });
  await writeFile(path, text);
  return path;
}

async function ask(path: string, init?: RequestInit) {
  const response = await demo.fetch(new Request(`http://localhost${path}`, init));
  return { status: response.status, body: (await response.json()) as unknown };
}

beforeAll(async () => {
  const scratch = fileURLToPath(new URL("../../.callboard/test/", import.meta.url));
  await mkdir(scratch, { recursive: true });
  app = await mkdtemp(scratch);
  await write("double", definition("double"));
  await write("broken", "export default {,};");
  await write("reader", definition("publish_note"));
  const fallback = () => new Response(null, { status: 204 });
  demo = await createDemo({ app, dataDir: join(app, "data"), fallback });
}, 60_000);

afterAll(async () => {
  await demo.close();
  await rm(app, { recursive: true });
  log.mockRestore();
});

it("serves the tools of the folders, names the broken ones, and a dropped-in folder at once", async () => {
  const listed = async () => ((await ask("/api/tools")).body as { slug: string }[]).map(({ slug }) => slug);
  expect(await listed()).toContain("double");
  expect(await listed()).not.toContain("broken");
  expect(await ask("/pages.json")).toEqual({
    status: 200,
    body: {
      hasModel: false,
      mayPublish: true,
      failures: [
        {
          folder: "tools/broken",
          file: "tools/broken/definition.ts",
          message: expect.stringMatching(/^definition\.ts:1:\d+: /),
        },
        {
          folder: "tools/reader",
          file: "tools/reader/definition.ts",
          message: expect.stringContaining('"publish_note" is registered already'),
        },
      ],
    },
  });
  expect(log.mock.calls.flat()).toContainEqual(
    expect.stringMatching(/^Failed to load tools\/broken\/definition\.ts: definition\.ts:1:/),
  );

  const path = await write("broken", definition("mended"));
  await demo.tools.update([path]);
  expect(await listed()).toContain("mended");
  expect(await demo.hasTool("mended")).toBe(true);
  expect(((await ask("/pages.json")).body as { failures: unknown }).failures).toEqual([
    expect.objectContaining({ folder: "tools/reader" }),
  ]);
  const run = await ask("/api/tools/mended/run", {
    method: "POST",
    headers: { "content-type": "application/json", prefer: "wait" },
    body: JSON.stringify({ input: { value: 21 } }),
  });
  expect(run.body).toMatchObject({ output: { result: 42 }, error: null });
});

it("answers the host's addresses, and leaves pages to the fallback", async () => {
  const statuses = async (...paths: string[]) =>
    await Promise.all(paths.map(async (path) => (await demo.fetch(new Request(`http://localhost${path}`))).status));
  expect(await statuses("/healthz", "/api/tools", "/api/demo/chat", "/api/tools/image-models")).toEqual([
    200, 200, 200, 200,
  ]);
  expect(await statuses("/", "/tools", "/apiary", "/healthzz")).toEqual([204, 204, 204, 204]);
  expect(await demo.hasTool("nothing")).toBe(false);
});

it("asks the host's own credentials of whoever reads its routes", async () => {
  for (const path of ["/api/demo/chat", "/api/demo/destination", "/api/tools/image-models"]) {
    const headers = { authorization: "Bearer unknown" };
    expect((await demo.fetch(new Request(`http://localhost${path}`, { headers }))).status).toBe(401);
  }
});

it("answers to its own names alone", async () => {
  for (const path of ["/api/tools", "/pages.json"]) {
    const response = await demo.fetch(new Request(`http://evil.example${path}`));
    expect(response.status).toBe(403);
  }
});
