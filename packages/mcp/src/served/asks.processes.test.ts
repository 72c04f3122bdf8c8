import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport, linkedAskClient } from "@callboard/core/client";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { servedProcesses, type ServedProcesses } from "../testing/fixtures/servedProcesses.ts";

const KILLS = Number(process.env["CALLBOARD_KILLS"] ?? 2);
/** What takes the same way is tried less often. */
const LINK_KILLS = Math.min(KILLS, 10);

let hosts: ServedProcesses;
let scratch: string;
let environment: { CALLBOARD_DATA: string; EFFECTS: string };
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "callboard-served-"));
  environment = { CALLBOARD_DATA: join(scratch, "data"), EFFECTS: join(scratch, "effects") };
  await writeFile(environment.EFFECTS, "");
  hosts = await servedProcesses();
}, 60_000);
afterAll(async () => {
  await hosts.end();
  await rm(scratch, { recursive: true, force: true });
});

const connect = async (url: string, asks: boolean) => {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      versionNegotiation: { mode: "auto" },
      ...(asks && { capabilities: { elicitation: { form: {} } }, inputRequired: { autoFulfill: false } }),
    },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  return client;
};
const published = async (text: string) =>
  (await readFile(environment.EFFECTS, "utf8")).split("\n").filter((line) => line === text).length;
const yes = { action: "accept", content: { decision: "approve" } } as const;

it(
  "a question outlives a kill of the host: the answer counts, once, however often it is sent",
  { timeout: 120_000 + KILLS * 20_000 },
  async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const text = `question ${kill}`;
      const client = await connect(await hosts.start(environment), true);
      const asked = await client.callTool({ name: "publish", arguments: { text } }, { allowInputRequired: true });
      if (!("inputRequests" in asked) || !asked.inputRequests) throw new Error("It asked nothing.");
      await hosts.kill();
      const again = await connect(await hosts.start(environment), true);
      const inputResponses = Object.fromEntries(Object.keys(asked.inputRequests).map((key) => [key, yes]));
      const params = { name: "publish", arguments: { text }, inputResponses, requestState: asked.requestState };
      const answers = await Promise.all([1, 2].map(() => again.callTool(params, { allowInputRequired: true })));
      for (const answer of answers) expect(answer).toMatchObject({ structuredContent: { published: text } });
      expect(await published(text)).toBe(1);
      await hosts.kill();
    }
  },
);

it(
  "a call outlives a kill of the host while somebody has its link: decided, it runs once, and its client comes to the result",
  { timeout: 120_000 + LINK_KILLS * 20_000 },
  async () => {
    for (let kill = 0; kill < LINK_KILLS; kill++) {
      const params = { name: "publish", arguments: { text: `link ${kill}` } };
      const client = await connect(await hosts.start(environment), false);
      const [part] = (await client.callTool(params)).content;
      const [, secret = ""] = /\/ask#(cba_[\w-]+)/.exec(part?.type === "text" ? part.text : "") ?? [];
      await hosts.kill();
      const url = await hosts.start(environment);
      const ask = linkedAskClient(createTransport({ baseUrl: url, token: () => secret }));
      expect(await ask.read()).toMatchObject({ state: "open" });
      expect(await ask.answer({ decision: "approve" })).toMatchObject({ state: "approved" });
      const again = await connect(url, false);
      expect(await again.callTool(params)).toMatchObject({ structuredContent: { published: `link ${kill}` } });
      expect(await published(`link ${kill}`)).toBe(1);
      await hosts.kill();
    }
  },
);
