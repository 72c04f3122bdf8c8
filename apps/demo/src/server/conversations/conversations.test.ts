import type { SessionEvent, ToolListing } from "@callboard/core";
import { createToolFinder } from "@callboard/react";
import { readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { examples } from "../../examples.ts";
import { createDemo, type Demo } from "../demo.ts";

vi.setConfig({ testTimeout: 120_000 });

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * What people write in a chat without a model, and the tool that is to be offered first; null where none fits, and all
 * that can be said is that no model is connected.
 */
const wishes = JSON.parse(readFileSync(at("wishes.json"), "utf8")) as readonly (readonly [string, string | null])[];
/** Sentences on which nothing of the finder was chosen. */
const unseen = JSON.parse(readFileSync(at("../../../../../bench/search/unseenSentences.json"), "utf8")) as {
  onTopic: [text: string, tool: string][];
  offTopic: string[];
};

/** The packages whose documents the conversations are about: reading all that are installed takes long. */
const PACKAGES = ["ai", "hono", "vite", "zod"];

let scratch: string;
let demo: Demo;
const log = vi.spyOn(console, "log").mockImplementation(() => {});

beforeAll(async () => {
  for (const name of ["OPENAI_BASE_URL", "OPENAI_MODEL"]) vi.stubEnv(name, "");
  await mkdir(at("../../../.callboard/test/"), { recursive: true });
  scratch = await mkdtemp(at("../../../.callboard/test/"));
  const packages = join(scratch, "packages");
  for (const name of PACKAGES) {
    await cp(at(`../../../../../node_modules/${name}/README.md`), join(packages, name, "README.md"));
  }
  const docs = "ai/docs/09-troubleshooting";
  await cp(at(`../../../../../node_modules/${docs}`), join(packages, docs), { recursive: true });
  demo = await createDemo({
    app: at("../../.."),
    dataDir: join(scratch, "data"),
    packages,
    openData: at("../../../corpus/open-data"),
    pace: 0,
  });
  await vi.waitFor(() => expect(log.mock.calls.flat()).toContainEqual(expect.stringMatching(/^packages is read/)), {
    timeout: 90_000,
    interval: 100,
  });
  // A system tool is there once somebody has switched it on.
  const found = await demo.fetch(new Request("http://localhost/api/platform/tools/generate-image"));
  const switched = await demo.fetch(
    new Request("http://localhost/api/tools/generate-image", {
      method: "PATCH",
      headers: { "content-type": "application/json", "if-match": found.headers.get("etag") ?? "" },
      body: JSON.stringify({ enabled: true }),
    }),
  );
  expect(switched.status).toBe(200);
}, 120_000);

afterAll(async () => {
  await demo?.close();
  await rm(scratch, { recursive: true, force: true });
  vi.unstubAllEnvs();
  log.mockRestore();
});

async function ask(path: string, body?: unknown): Promise<unknown> {
  const headers = { "content-type": "application/json", accept: "application/json" };
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  return (await demo.fetch(new Request(`http://localhost${path}`, { headers, ...init }))).json();
}

/** A message and all that follows from it, with each approval answered the same. */
async function converse(message: string, decision: "approve" | "deny" = "approve"): Promise<SessionEvent[]> {
  const { sessionId, agentId } = (await ask("/api/chat", { message })) as { sessionId: string; agentId: string };
  const answered = new Set<string>();
  for (;;) {
    const events = (await ask(`/api/sessions/${sessionId}/events`)) as SessionEvent[];
    const isOver = (event: SessionEvent) =>
      /^agent\.(completed|failed|cancelled|interrupted)$/.test(event.type) &&
      "agentId" in event &&
      event.agentId === agentId;
    if (events.some(isOver)) return events;
    for (const event of events) {
      if (event.type === "tool.needs_input" && !answered.has(event.askId)) {
        answered.add(event.askId);
        const content = { answer: "Operators" };
        await ask(`/api/calls/${event.callId}/answer`, { askId: event.askId, action: "accept", content });
      }
      if (event.type !== "tool.needs_approval" || answered.has(event.approvalId)) continue;
      answered.add(event.approvalId);
      await ask(`/api/calls/${event.callId}/${decision}`, {
        approvalId: event.approvalId,
        reason: "Not before Monday",
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const textsIn = (value: unknown): string[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)];
const flat = (text: string) => text.replaceAll(/\s+/g, " ");
const numbersIn = (text: string) =>
  (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((each) => String(Number(each.replaceAll(",", ""))));

/** All that the agents say, and what they publish. */
function saidIn(events: readonly SessionEvent[]): string {
  const said = new Map<string, string>();
  for (const event of events) {
    if (event.type === "agent.text_appended") {
      const id = event.itemId ?? event.agentId;
      said.set(id, (said.get(id) ?? "") + event.delta);
    }
    if (event.type === "tool.input_ready") said.set(event.callId, textsIn(event.input).join("\n"));
  }
  return [...said.values()].join("\n");
}

/** What the agents have been told: messages, inputs with their defaults, and outputs. */
const givenIn = (events: readonly SessionEvent[]): string[] =>
  events.flatMap((event) => {
    if (event.type === "message.added") return [event.text];
    if (event.type === "tool.started") return textsIn(event.input);
    return event.type === "tool.completed" ? textsIn(event.output) : [];
  });

const typesOf = (events: readonly SessionEvent[], pattern: RegExp) =>
  events.flatMap(({ type }) => (pattern.test(type) ? [type as string] : []));

describe("an example conversation", () => {
  it("runs through with the demo's own tools, and says nothing that they did not give", async () => {
    const names = Object.keys(examples) as (keyof typeof examples)[];
    const logs = await Promise.all(names.map((name) => converse(examples[name])));
    for (const [index, name] of names.entries()) {
      const events = logs[index]!;
      expect(events.at(-1)!.type, name).toBe("agent.completed");
      const failures = events.flatMap((event) => (event.type === "tool.failed" ? [event.error.message] : []));
      const intended = name === "mend" ? [expect.stringContaining("Did you mean")] : [];
      expect(failures, name).toEqual(intended);
      expect(typesOf(events, /^(?:tool|agent)\.(?:cancelled|interrupted|denied|failed)$/), name).toHaveLength(
        intended.length,
      );
      expect(typesOf(events, /^tool\.completed$/).length, name).toBeGreaterThan(0);
      expect(typesOf(events, /^tool\.needs_approval$/), name).toHaveLength(/publish/i.test(name) ? 1 : 0);

      const given = givenIn(events);
      const numbers = new Set(given.flatMap(numbersIn));
      expect(
        numbersIn(saidIn(events)).filter((number) => !numbers.has(number)),
        name,
      ).toEqual([]);
      const passages = saidIn(events).match(/(?<=^> ).+$/gm) ?? [];
      const source = flat(given.join("\n"));
      expect(
        passages.filter((passage) => !source.includes(flat(passage).trim())),
        name,
      ).toEqual([]);
    }
    const subAgents = (name: keyof typeof examples) =>
      logs[names.indexOf(name)]!.filter((event) => event.type === "agent.started" && event.parentCallId).length;
    expect([subAgents("compare"), subAgents("publish"), subAgents("analystPublishes")]).toEqual([2, 1, 1]);
  });

  it.each(["publish", "analystPublishes"] as const)("ends otherwise where its note is denied: %s", async (name) => {
    const events = await converse(examples[name], "deny");
    expect(typesOf(events, /^tool\.(?:denied|failed)$/)).toEqual(["tool.denied"]);
    // What the model is told of it is not the person's to read.
    expect(events.at(-1)).toMatchObject({ type: "agent.completed", result: expect.stringMatching(/denied/) });
    expect(events.at(-1)).not.toMatchObject({ result: expect.stringMatching(/Do not try/) });
  });
});

describe("a free wish", () => {
  it("is answered by nobody, and no tool is called for it", async () => {
    const nobody = ["message.added", "agent.started", "agent.failed"];
    for (let at = 0; at < wishes.length; at += 10) {
      const tenOfThem = wishes.slice(at, at + 10).map(async ([wish]) => {
        const events = await converse(wish);
        expect([wish, events.map(({ type }) => type)]).toEqual([wish, nobody]);
        expect(events.at(-1)).toMatchObject({ type: "agent.failed", error: { code: "no_model" } });
      });
      await Promise.all(tenOfThem);
    }
  });

  it("is mostly served as well where nobody thought of it before", async () => {
    const finder = createToolFinder((await ask("/api/tools")) as ToolListing[], "en");
    const served = unseen.onTopic.filter(([text, tool]) => finder.find(text).some(({ slug }) => slug === tool));
    const bothered = unseen.offTopic.filter((text) => finder.find(text).length > 0);
    expect(served.length / unseen.onTopic.length).toBeGreaterThan(0.85);
    expect(bothered.length / unseen.offTopic.length).toBeLessThan(0.15);
  });

  it("is offered the tool that fits, and none where none does", async () => {
    const finder = createToolFinder((await ask("/api/tools")) as ToolListing[], "en");
    expect(wishes.map(([wish]) => [wish, finder.find(wish)[0]?.slug ?? null])).toEqual(wishes);
  });
});
