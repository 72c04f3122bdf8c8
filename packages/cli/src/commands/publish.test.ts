import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRegistry } from "@callboard/core";
import { createHost, createStore, formHeight, serve, type Serving, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callboard as runCallboard } from "../testing/fixtures/callboard.ts";
import { announceHost } from "./runningHost.ts";

const secretKey = randomBytes(32).toString("base64");
const data = mkdtempSync(join(tmpdir(), "callboard-publish-"));
const registry = createRegistry();
const tool = (description: string) => ({
  slug: "double",
  name: "Double",
  description,
  category: "test",
  icon: "x",
  inputSchema: { type: "object" as const },
  execute: () => 2,
});
let store: Store;
let serving: Serving;

beforeAll(async () => {
  writeFileSync(join(data, "secret.key"), secretKey);
  registry.register(tool("Doubles."));
  store = await createStore({ dataDir: join(data, "store"), secretKey });
  const files = {
    loader: { file: "loader-1.js", integrity: "sha384-x", module: { file: "module-1.js", integrity: "sha384-y" } },
    frame: { script: "frame-1.js", style: "frame-1.css", resultStyle: "results-1.css", modules: [] },
    files: {},
  };
  serving = await serve(createHost({ registry, store, embed: { files } }), { port: 0, hostname: "127.0.0.1" });
});
afterAll(async () => {
  await serving.close();
  await store.close();
  rmSync(data, { recursive: true });
});

const callboard = (...args: string[]) => runCallboard(...args, "--host", serving.url, "--data", data);
const published = async () => JSON.parse((await callboard("published", "--json")).out) as { key: string }[];

it("publishes a tool, says what it is served for, and takes it back", async () => {
  const origin = ["--origin", "https://shop.example", "--origin", "https://blog.example"];
  const { code, out } = await callboard("publish", "double", ...origin, "--limit", "7", "--share");
  expect(code).toBe(0);
  const key = /pk_[\w-]+/.exec(out)![0];
  const height = formHeight(registry.get("double")!);
  expect(out).toContain(
    `<script async src="${serving.url}/embed/assets/loader-1.js" integrity="sha384-x" crossorigin="anonymous"></script>` +
      `<callboard-tool host="${serving.url}" tool="double" publish-key="${key}" height="${height}" style="display:block;min-height:${height}px"></callboard-tool>`,
  );
  expect(out).toMatch(/^sk_[\w-]{40,}$/m);
  const listed = await published();
  expect(listed).toEqual([
    expect.objectContaining({
      key,
      origins: ["https://shop.example", "https://blog.example"],
      actions: ["run", "cancel", "share"],
      perMinute: 7,
      runs: 0,
    }),
  ]);
  expect((await callboard("published")).out).toContain("runs 0, failed 0, tokens 0, refused 0; 7 a minute");
  expect((await callboard("revoke", key)).out).toBe(`${key} is revoked.`);
  expect(await published()).toEqual([]);
});

it("says what has changed since, and serves it once it is published again", async () => {
  const { out } = await callboard("publish", "double", "--origin", "https://shop.example", "--json");
  const { key } = JSON.parse(out) as { key: string };
  registry.remove("double");
  registry.register(tool("Doubles, and tells."));
  const listed = await callboard("published");
  expect(listed.code).toBe(1);
  for (const line of ["/description", '- "Doubles."', '+ "Doubles, and tells."', `callboard publish --again ${key}`]) {
    expect(listed.out).toContain(line);
  }
  expect((await callboard("publish", "--again", key)).out).toContain('- "Doubles."');
  expect((await callboard("published")).code).toBe(0);
});

it.each([
  ["a tool that is not there", ["publish", "treble", "--origin", "https://shop.example"], 'no tool "treble"'],
  ["an origin with a path", ["publish", "double", "--origin", "https://shop.example/a"], "cannot be published for"],
  ["no origin", ["publish", "double"], "--origin"],
  ["no tool", ["publish"], "slug"],
  ["a limit that is none", ["publish", "double", "--origin", "https://a.example", "--limit", "x"], "whole number"],
  ["a key that is not there", ["revoke", "pk_none"], "no such publish key"],
])("says of %s what is wrong", async (_, args, words) => {
  const { code, err } = await callboard(...args);
  expect(code).toBe(2);
  expect(err).toContain(words);
  expect(err).not.toContain("    at ");
});

it("sends its credential to nobody by mistake", async () => {
  const run = async (...args: string[]) => {
    const { code, err } = await runCallboard("published", ...args);
    return [code, err] as const;
  };
  expect(await run("--host", "http://tools.example.com", "--data", data)).toEqual([
    2,
    expect.stringContaining("https://"),
  ]);
  expect(await run("--host", serving.url, "--data", join(data, "none"))).toEqual([
    2,
    expect.stringContaining("no key"),
  ]);
  expect(await run("--host", "http://localhost:1", "--data", data)).toEqual([
    2,
    expect.stringContaining("No host answers"),
  ]);
  const other = mkdtempSync(join(tmpdir(), "callboard-other-"));
  writeFileSync(join(other, "secret.key"), randomBytes(32).toString("base64"));
  expect(await run("--host", serving.url, "--data", other)).toEqual([2, expect.stringContaining("another host's")]);
  rmSync(other, { recursive: true });
});

it("finds the host that runs with a data folder by itself, at whichever port, and no longer once it is gone", async () => {
  const ask = () => runCallboard("published", "--json", "--data", data);
  const port = process.env["PORT"];
  process.env["PORT"] = "9";
  try {
    const withdraw = await announceHost(data, serving.url);
    expect((await ask()).out).toMatch(/^\[/);
    await withdraw();
    expect(await ask()).toMatchObject({
      code: 2,
      err: expect.stringContaining("No host answers at http://localhost:9"),
    });
    for (const left of [
      "{",
      "[]",
      JSON.stringify({ url: "file:///etc" }),
      JSON.stringify({ url: "http://localhost:1" }),
    ]) {
      writeFileSync(join(data, "host.json"), left);
      expect((await ask()).err).toContain("No host answers at http://localhost:9");
    }
  } finally {
    if (port === undefined) delete process.env["PORT"];
    else process.env["PORT"] = port;
  }
});
