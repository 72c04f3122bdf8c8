import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createNodeListener } from "./nodeListener.ts";

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function readAll(incoming: IncomingMessage): Promise<void> {
  for await (const chunk of incoming) void chunk;
}

const echo = {
  fetch: async (request: Request) => new Response(`${new URL(request.url).pathname} ${await request.text()}`),
};

test("answers beside routes of the app's own", async () => {
  const host = createNodeListener(echo);
  const url = await listen((incoming, outgoing) => {
    if (incoming.url === "/own") outgoing.end("own");
    else host(incoming, outgoing);
  });
  expect(await (await fetch(`${url}/own`)).text()).toBe("own");
  expect(await (await fetch(`${url}/api/x`, { method: "POST", body: "given" })).text()).toBe("/api/x given");
});

test("says what to do where a body parser was before it", async () => {
  const onProblem = vi.fn();
  const host = createNodeListener(echo, { onProblem });
  const url = await listen((incoming, outgoing) => void readAll(incoming).then(() => host(incoming, outgoing)));
  const answer = await fetch(url, { method: "POST", body: "{}" });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ error: { code: "body_already_read" } });
  expect(onProblem).toHaveBeenCalledOnce();
});
