import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at, fromRoot, isForTests, sourceFiles } from "../../scripts/paths.mjs";
import { globalsUsed } from "./arrows.ts";
import { parseModule } from "./modules.ts";

/** What a browser asks a server by. */
const ways = new Set(["fetch", "XMLHttpRequest", "EventSource", "WebSocket", "sendBeacon"]);

const waysOf = (path: string, text: string) =>
  // Whoever names none of them need not be parsed.
  [...ways].some((name) => text.includes(name)) ? globalsUsed(parseModule(path, text), (name) => ways.has(name)) : [];

/** Modules that run in pages: what the host serves, and what the demo puts beside it. */
const isOfPages = (path: string) =>
  (/^packages\/(pages|react|rjsf)\/src\//.test(path) ||
    /^apps\/demo\/(src\/(?!server\/)|tools\/[^/]+\/ui\.)/.test(path)) &&
  !isForTests(path);

test.each([
  [`const answer = await fetch("/api/tools");`, ["fetch"]],
  [`const answer = await window.fetch("/api/tools");`, ["globalThis.fetch"]],
  [`const send = fetch; send("/api/tools");`, ["fetch"]],
  [`new EventSource("/api/sessions/1/events");`, ["EventSource"]],
  [`navigator.sendBeacon("/api/calls/1/cancel");`, ["globalThis.sendBeacon"]],
  [`const tools = await transport.json("/api/tools");`, []],
  [`const host = { fetch(request: Request) { return answer(request); } };`, []],
])("the check sees what asks a server past the transport: %s", (text, found) => {
  expect(waysOf("example.ts", text)).toEqual(found);
});

test("pages ask their host through the transport alone", () => {
  const files = ["packages/pages", "packages/react", "packages/rjsf", "apps/demo"].flatMap((folder) =>
    sourceFiles(at(folder)),
  );
  const pages = files.filter((file) => /\.tsx?$/.test(file) && isOfPages(fromRoot(file)));
  expect(pages.length).toBeGreaterThan(300);
  const found = pages.flatMap((file) =>
    waysOf(fromRoot(file), readFileSync(file, "utf8")).map((name) => `${fromRoot(file)}: ${name}`),
  );
  expect(found).toEqual([]);
});
