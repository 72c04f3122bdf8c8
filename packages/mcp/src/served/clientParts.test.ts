import { defineTool, needInput, type ToolRegistration } from "@callboard/core";
import { createTransport, linkedAskClient } from "@callboard/core/client";
import { DEFAULT_TENANT_ID } from "@callboard/server";
import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { ERAS, startServedHost, type Era, type ServedHost } from "../testing/fixtures/servedClient.ts";

vi.setConfig({ testTimeout: 60_000 });

const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };
const given = z.object({ text: z.string() });
let host: ServedHost;

const sum = {
  category: "text",
  icon: "text",
  inputSchema: z.object({ text: z.string() }),
  outputSchema: z.object({ said: z.string() }),
};
const tools = [
  defineTool({
    ...sum,
    slug: "sum_up",
    name: "Sum up",
    description: "Sums a text up.",
    execute({ text }, { answers }) {
      const answer = answers["summary"];
      if (!answer) return needInput({ key: "summary", message: `Sum up: ${text}`, from: "model", maxTokens: 40 });
      return { said: answer.action === "accept" ? given.parse(answer.content).text : answer.action };
    },
  }),
  defineTool({
    ...sum,
    slug: "sum_up_often",
    name: "Sum up often",
    description: "Sums a text up, by a model alone.",
    clientNeeds: ["model"],
    execute: (_input, { answers }) =>
      answers["summary"] ? { said: "done" } : needInput({ key: "summary", message: "Sum up.", from: "model" }),
  }),
  defineTool({
    ...sum,
    slug: "folders",
    name: "Folders",
    description: "Lists the folders of the client.",
    inputSchema: z.object({}),
    outputSchema: z.object({ said: z.string() }),
    execute: (_input, { answers }) =>
      answers["where"]
        ? { said: JSON.stringify(answers["where"]) }
        : needInput({ key: "where", message: "Where do you work?", from: "roots" }),
  }),
  defineTool({
    ...sum,
    slug: "build",
    name: "Build",
    description: "Builds, and writes what it does.",
    inputSchema: z.object({}),
    outputSchema: z.object({ said: z.string() }),
    execute(_input, _context, { onOutput }) {
      onOutput("looked", "debug");
      onOutput("begun", "log");
      onOutput("slow disk", "warning");
      onOutput("a piece of the output");
      return { said: "built" };
    },
  }),
] as ToolRegistration[];

beforeAll(async () => {
  host = await startServedHost(tools, { actor: { ada }, mcp: { patienceMs: 150 } });
}, 60_000);
afterAll(() => host.close());

const wordsOf = ({ content }: CallToolResult) =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
const withModel = (era: Era, content: object) => {
  const asked = vi.fn(() => ({
    role: "assistant" as const,
    model: "small",
    content: content as { type: "text"; text: string },
  }));
  const client = host.connect("ada", era, { capabilities: { sampling: {} } }, (made: Client) => {
    made.setRequestHandler("sampling/createMessage", asked);
  });
  return { asked, client };
};

describe.each(ERAS)("what a client has beside its person (%s)", (era) => {
  it("its model answers what a tool asks of one", async () => {
    const { asked, client: connecting } = withModel(era, { type: "text", text: "In short." });
    const client = await connecting;
    const result = await client.callTool({ name: "sum_up", arguments: { text: `Long (${era}).` } });
    expect(result.structuredContent).toEqual({ said: "In short." });
    expect(asked).toHaveBeenCalledOnce();
    const [request] = asked.mock.calls[0] as unknown as [{ params: object }];
    expect(request.params).toMatchObject({
      maxTokens: 40,
      messages: [{ role: "user", content: { type: "text", text: `Sum up: Long (${era}).` } }],
    });
    const often = await client.callTool({ name: "sum_up_often", arguments: { text: `Long (${era}).` } });
    expect(often.structuredContent).toEqual({ said: "done" });
    await client.close();
  });

  it("a model that answers without words has declined", async () => {
    const { client: connecting } = withModel(era, { type: "image", data: "AAAA", mimeType: "image/png" });
    const client = await connecting;
    const result = await client.callTool({ name: "sum_up", arguments: { text: `A picture (${era}).` } });
    expect(result.structuredContent).toEqual({ said: "decline" });
    await client.close();
  });

  it("its folders are what it lists, and its person answers where it has none", async () => {
    const listing = await host.connect("ada", era, { capabilities: { roots: {} } }, (made) => {
      made.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///work", name: "Work" }] }));
    });
    const listed = await listing.callTool({ name: "folders", arguments: {} });
    expect(listed.structuredContent).toEqual({
      said: JSON.stringify({ action: "accept", content: { roots: [{ uri: "file:///work", name: "Work" }] } }),
    });
    await listing.close();
    const asked = vi.fn(() => ({ action: "accept" as const, content: { text: "By hand." } }));
    const asking = await host.connect("ada", era, { capabilities: { elicitation: { form: {} } } }, (made) => {
      made.setRequestHandler("elicitation/create", asked);
    });
    const answered = await asking.callTool({ name: "sum_up", arguments: { text: `For Ada (${era}).` } });
    expect(answered.structuredContent).toEqual({ said: "By hand." });
    expect(asked).toHaveBeenCalledOnce();
    await asking.close();
  });

  it("a client that has nothing is given the link, by which a person answers", async () => {
    const client = await host.connect("ada", era);
    const input = { text: `By link (${era}).` };
    const waiting = await client.callTool({ name: "sum_up", arguments: input });
    const [, secret = ""] = /\/ask#(cba_[\w-]+)/.exec(wordsOf(waiting)) ?? [];
    const ask = linkedAskClient(createTransport({ baseUrl: host.serving.url, token: () => secret }));
    expect(await ask.read()).toMatchObject({ kind: "question", message: `Sum up: By link (${era}).` });
    await ask.answer({ action: "accept", content: { text: "A person's." } });
    const result = await client.callTool({ name: "sum_up", arguments: input });
    expect(result.structuredContent).toEqual({ said: "A person's." });
    await client.close();
  });

  it("a tool that needs a model is not begun for a client without one, which is told", async () => {
    const client = await host.connect("ada", era, { capabilities: { elicitation: { form: {} } } });
    const calling = client.callTool({ name: "sum_up_often", arguments: { text: "Nobody." } });
    if (era === "auto") {
      await expect(calling).rejects.toMatchObject({ code: -32021, data: { requiredCapabilities: { sampling: {} } } });
    } else {
      expect(await calling).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining("sampling") as string }],
      });
    }
    const calls = await host.store.sessions.callsOf(DEFAULT_TENANT_ID, "sum_up_often", {
      before: undefined,
      limit: 50,
    });
    expect(calls?.map(({ input }) => input)).not.toContainEqual({ text: "Nobody." });
    await client.close();
  });

  it("hears what a tool writes beside its output, from the level that it asks for", async () => {
    const heard: unknown[] = [];
    const client = await host.connect("ada", era, {}, (made) => {
      made.setNotificationHandler("notifications/message", ({ params: { level, data, logger } }) => {
        heard.push([level, data, logger]);
      });
    });
    const call = (level?: "info") =>
      client.callTool({
        name: "build",
        arguments: {},
        ...(level && { _meta: { "io.modelcontextprotocol/logLevel": level } }),
      });
    if (era === "legacy") await client.setLoggingLevel("info");
    await call("info");
    await vi.waitFor(() =>
      expect(heard).toEqual([
        ["info", "begun", "build"],
        ["warning", "slow disk", "build"],
      ]),
    );
    if (era === "auto") {
      heard.length = 0;
      await call();
      expect(heard).toEqual([]);
    }
    await client.close();
  });
});

it("has nothing to report of all this", () => {
  expect(host.problems).toEqual([]);
});
