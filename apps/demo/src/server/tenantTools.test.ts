import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createToolFinder } from "@callboard/react";
import type { SessionEvent, ToolDetail, ToolListing, ToolSearchResponse } from "@callboard/core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WORKSPACE_COOKIE, WORKSPACES, type Workspace } from "../workspaces.ts";
import { createDemo, type Demo } from "./demo.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const log = vi.spyOn(console, "log").mockImplementation(() => {});
let scratch: string;
let demo: Demo;

interface Completion {
  messages: { role: string; content: unknown }[];
  tools?: { function: { name: string } }[];
}

/** What each tool may be called with, as JSON. */
const samples = new Map<string, string>();
/** The messages whose tool the model was offered. */
const offered = new Set<string>();

/** A model that calls the tool which the person names, and is done once it has an answer. */
const model = createServer(async (request, response) => {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += String(part);
  const { messages, tools = [] } = JSON.parse(text) as Completion;
  const answered = messages.at(-1)!.role === "tool";
  const said = messages.findLast(({ role }) => role === "user")!.content;
  const [message, asked] = /([a-z-]+) in [a-z]+/.exec(JSON.stringify(said))!;
  if (tools.some((tool) => tool.function.name === asked)) offered.add(message);
  const call = { index: 0, id: "call", type: "function", function: { name: asked, arguments: samples.get(asked!)! } };
  const delta = answered ? { content: "Done." } : { tool_calls: [call] };
  const choice = { index: 0, delta, finish_reason: answered ? "stop" : "tool_calls" };
  const chunk = { id: "c", object: "chat.completion.chunk", created: 0, model: "m", choices: [choice] };
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
});

beforeAll(async () => {
  model.listen(0, "127.0.0.1");
  await once(model, "listening");
  vi.stubEnv("OPENAI_BASE_URL", `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`);
  vi.stubEnv("OPENAI_MODEL", "m");
  await mkdir(at("../../.callboard/test/"), { recursive: true });
  scratch = await mkdtemp(at("../../.callboard/test/"));
  demo = await createDemo({ app: at("../.."), dataDir: scratch, pace: 0 });
}, 120_000);
afterAll(async () => {
  await demo?.close();
  await rm(scratch, { recursive: true, force: true });
  model.closeAllConnections();
  model.close();
  vi.unstubAllEnvs();
  log.mockRestore();
});

async function ask(workspace: Workspace, path: string, body?: unknown) {
  const headers = {
    cookie: `theme=dark; ${WORKSPACE_COOKIE}=${workspace}`,
    "content-type": "application/json",
    accept: "application/json",
    prefer: "wait",
  };
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await demo.fetch(new Request(`http://localhost${path}`, { headers, ...init }));
  return { status: response.status, body: (await response.json()) as unknown };
}

const OWN: Readonly<Partial<Record<Workspace, readonly string[]>>> = {
  ims: ["ims-before-after-visualizer", "ims-coverage-estimator", "ims-product-selector", "ims-risk-screener"],
  oci: ["oci-comparison-generator", "oci-order-estimator"],
};
const workspaces = Object.keys(WORKSPACES) as Workspace[];
const owned = workspaces.flatMap((owner) => (OWN[owner] ?? []).map((slug) => [owner, slug] as const));

/** Every way to a tool, each answering whether it leads there. */
const ways: Readonly<Record<string, (workspace: Workspace, slug: string) => Promise<boolean>>> = {
  async library(workspace, slug) {
    return ((await ask(workspace, "/api/tools")).body as ToolListing[]).some((tool) => tool.slug === slug);
  },
  async page(workspace, slug) {
    const headers = { cookie: `${WORKSPACE_COOKIE}=${workspace}` };
    return await demo.hasTool(slug, new Request(`http://localhost/tools/${slug}`, { headers }));
  },
  lookup: async (workspace, slug) => (await ask(workspace, `/api/tools/${slug}`)).status === 200,
  async run(workspace, slug) {
    const { formSpec } = (await ask(ownerOf(slug), `/api/tools/${slug}`)).body as ToolDetail;
    return (await ask(workspace, `/api/tools/${slug}/run`, { input: formSpec!.sample })).status !== 404;
  },
  // The model calls the tool whether or not it was offered.
  async chat(workspace, slug) {
    const { formSpec } = (await ask(ownerOf(slug), `/api/tools/${slug}`)).body as ToolDetail;
    samples.set(slug, JSON.stringify(formSpec!.sample));
    const message = `${slug} in ${workspace}`;
    const { sessionId } = (await ask(workspace, "/api/chat", { message })).body as { sessionId: string };
    const read = async () => (await ask(workspace, `/api/sessions/${sessionId}/events`)).body as SessionEvent[];
    const isOver = ({ type }: SessionEvent) => type === "agent.completed" || type === "tool.needs_approval";
    await expect.poll(async () => (await read()).some(isOver), { timeout: 60_000 }).toBe(true);
    const began = (await read()).some(({ type }) => type === "tool.started" || type === "tool.needs_approval");
    // A model that has many tools finds this one; no call begins for one that only names it.
    const isOffered = offered.has(message) || (await ways["search"]!(workspace, slug));
    expect(began && !isOffered).toBe(false);
    return isOffered;
  },
  async search(workspace, slug) {
    const { body } = await ask(workspace, `/api/chat/tools/search?query=${slug}`);
    return (body as ToolSearchResponse).tools.some(({ tool_id }) => tool_id === slug);
  },
  history: async (workspace, slug) => (await ask(workspace, `/api/tools/${slug}/calls`)).status === 200,
  async finder(workspace, slug) {
    const tools = (await ask(workspace, "/api/tools")).body as ToolListing[];
    return createToolFinder(tools, "en")
      .find(slug.replaceAll("-", " "))
      .some((tool) => tool.slug === slug);
  },
};

const ownerOf = (slug: string) => owned.find(([, own]) => own === slug)![0];

describe.each(Object.keys(ways))("by its %s", (way) => {
  it.each(workspaces)("%s reaches its own tools, and nobody else's", async (workspace) => {
    const reached = await Promise.all(owned.map(async ([, slug]) => [slug, await ways[way]!(workspace, slug)]));
    expect(reached).toEqual(owned.map(([owner, slug]) => [slug, owner === workspace]));
  });
});

it("lists each tenant's tools only there, and every other tool everywhere", async () => {
  const listed = async (workspace: Workspace) =>
    ((await ask(workspace, "/api/tools")).body as ToolListing[]).map(({ slug }) => slug).sort();
  const common = await listed("default");
  for (const workspace of workspaces) {
    expect(await listed(workspace)).toEqual([...common, ...(OWN[workspace] ?? [])].sort());
  }
});

it("tells the products to those alone whose tools use them", async () => {
  const found = async (workspace: Workspace) =>
    ((await ask(workspace, "/api/choices/protoast-product?q=")).body as unknown[]).length;
  expect(await Promise.all(workspaces.map(found))).toEqual([0, 5, 5]);
});
