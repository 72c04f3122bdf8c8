import { createServer as createHttpServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { refuseStrangers } from "@callboard/server";
import { createServer, type ProxyOptions } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import config from "./devProxy.ts";

/** Answers as a host of `localhost` does to who asks. */
const answers = (listed: string[]): Server =>
  createHttpServer(({ headers, url, method = "GET" }, response) => {
    const { host = "", origin = "" } = headers;
    const request = new Request(new URL(url ?? "/", `http://${host}`), { method, headers: { host, origin } });
    response.writeHead(refuseStrangers(listed)(request)?.status ?? 204).end();
  });

const strict = answers([]);
const listing = answers(["localhost"]);
const addressOf = (server: Server) => `http://localhost:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  for (const server of [strict, listing]) await new Promise<void>((done) => server.listen(0, "localhost", done));
});
afterAll(() => void [strict, listing].map((server) => server.close()));

const shown = config.server?.proxy?.["/api"] as ProxyOptions;

test.each([
  ["as it is shown", () => ({ ...shown, target: addressOf(strict) }), 204],
  ["by the shorthand, which the host refuses", () => addressOf(strict), 403],
  ["by the shorthand, to a host that lists the page's name", () => addressOf(listing), 204],
])("a page that Vite serves changes something %s", async (_how, to, status) => {
  const vite = await createServer({
    configFile: false,
    logLevel: "silent",
    appType: "custom",
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, host: "localhost", ws: false, watch: null, proxy: { "/api": to() } },
  });
  try {
    await vite.listen();
    const origin = `http://localhost:${(vite.httpServer!.address() as AddressInfo).port}`;
    expect((await fetch(`${origin}/api/runs`, { method: "POST", headers: { origin } })).status).toBe(status);
  } finally {
    await vite.close();
  }
});
