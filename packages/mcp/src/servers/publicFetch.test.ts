import { createServer } from "node:http";
import { once } from "node:events";
import { isPublicAddress } from "@callboard/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveTools, text, report, type ServedTools } from "../testing/fixtures/serveTools.ts";
import { openClient } from "./openClient.ts";
import { createPublicFetch } from "./publicFetch.ts";

let served: ServedTools;
beforeAll(async () => {
  served = await serveTools({
    tide: {
      async run(_input, context) {
        await report(context, 1, 2, "Half");
        return text("High");
      },
    },
  });
});
afterAll(() => served.stop());

/** A name of the outside that leads to this machine, which stands for the internet; any other leads inside. */
const fetch = createPublicFetch({
  resolve: async (hostname) => [{ address: hostname === "outside.test" ? "127.0.0.1" : "10.0.0.1", family: 4 }],
  isAllowed: (address) => address === "127.0.0.1" || isPublicAddress(address),
});
const listeners = {
  onTools: () => {},
  onElicit: async () => ({ action: "cancel" as const }),
};
const connect = (url: string) =>
  openClient({ name: "a", transport: { url } }, listeners, new AbortController().signal, { fetch });

it("carries a whole connection, with what comes in parts", async () => {
  const { client } = await connect(served.url.replace("127.0.0.1", "outside.test"));
  const steps: unknown[] = [];
  const result = await client.callTool(
    { name: "tide", arguments: {} },
    { onprogress: (step) => void steps.push(step) },
  );
  expect(result.content).toMatchObject([{ text: "High" }]);
  expect(steps).toMatchObject([{ progress: 1, total: 2, message: "Half" }]);
  await client.close();
});

it("asks no address inside, also where a redirect leads there", async () => {
  await expect(connect("http://inside.test/mcp")).rejects.toThrow("inside.test leads to a private network");
  for (const location of ["http://inside.test/mcp", "http://169.254.169.254/mcp"]) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(307, { location }).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    await expect(connect(`http://outside.test:${port}/mcp`)).rejects.toThrow(/redirect|private/i);
    expect(asked.length).toBeGreaterThan(0);
    server.close();
  }
});

it("answers with a redirect and does not follow it", async () => {
  const hops: string[] = [];
  const server = createServer((request, response) => {
    hops.push(request.url ?? "");
    response.writeHead(307, { location: "/elsewhere" }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const response = await fetch(`http://outside.test:${port}/mcp`);
  expect([response.status, response.headers.get("location")]).toEqual([307, "/elsewhere"]);
  expect(hops).toEqual(["/mcp"]);
  server.close();
});
