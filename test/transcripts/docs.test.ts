/** docs/wires.md says what the conformance suite holds each wire to, and shows code that runs. */
import { readFileSync } from "node:fs";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { createTimeline, type Timeline } from "@callboard/core/timeline";
import { at } from "../../scripts/paths.mjs";
import { wires, type WireName } from "./carries.ts";
import { conversation } from "./conversation.ts";
import { expectedTree, treeOf } from "./tree.ts";
import * as uses from "./uses.ts";
import type { Recording } from "./wires/recording.ts";
import { subjects } from "./subjects.ts";
import { lacksList, wiresTable } from "./wiresTable.ts";

const page = readFileSync(at("docs/wires.md"), "utf8");
const source = readFileSync(at("test/transcripts/uses.ts"), "utf8");
const names = Object.keys(wires) as WireName[];
const formatted = (markdown: string) =>
  format(markdown, { parser: "markdown", printWidth: 120, proseWrap: "preserve" });

/** The lines of a region of uses.ts, without their indent. */
const shownUse = (name: WireName) => {
  const region = new RegExp(`// #region ${name}\\n([^]*?) *// #endregion`).exec(source)?.[1] ?? "";
  return region.replace(/^ {2}/gm, "");
};

describe("docs/wires.md", () => {
  test("has the table of what each wire carries", async () => {
    expect(page).toContain(await formatted(wiresTable()));
  });

  test.each(names)("says of %s how it is used, and what it lacks", async (name) => {
    const { title, entry } = wires[name];
    const section = page.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? "";
    expect(section).toContain(`@callboard/core/${entry}`);
    expect(section).toContain(`\`\`\`ts\n${shownUse(name)}\`\`\``);
    expect(section).toContain(await formatted(lacksList(name)));
  });
});

async function* each<Chunk>(chunks: readonly object[]): AsyncGenerator<Chunk> {
  for (const chunk of chunks) yield chunk as Chunk;
}
async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
const connectionOf = (chunks: readonly object[]) => ({
  onMessage: (listener: (message: Record<string, unknown>) => void) =>
    chunks.forEach((chunk) => listener(chunk as Record<string, unknown>)),
});

const used: Record<WireName, (timeline: Timeline, recording: Recording) => Promise<void> | void> = {
  async session(timeline, { raw, chunks }) {
    const stop = new AbortController();
    timeline.subscribe(() => {
      if (timeline.snapshot().lastSeq === chunks.length) stop.abort();
    });
    const open = async () => new Response(raw);
    await uses.session(timeline, "http://host/events", "s1", open, stop.signal);
  },
  aiSdk: (timeline, { raw }) => uses.aiSdk(timeline, bytesOf(raw)),
  agUi: (timeline, { chunks }) =>
    uses.agUi(timeline, {
      subscribe: ({ onEvent }) => chunks.forEach((event) => onEvent({ event: event as never })),
    }),
  openAiResponses: (timeline, { chunks }) => uses.openAiResponses(timeline, each(chunks)),
  openAiChat: (timeline, { chunks }) => uses.openAiChat(timeline, each(chunks)),
  anthropic: (timeline, { chunks }) => uses.anthropic(timeline, each(chunks)),
  claudeAgent: (timeline, { chunks }) => uses.claudeAgent(timeline, each(chunks)),
  langGraph: (timeline, { chunks }) => uses.langGraph(timeline, each(chunks)),
  acp: (timeline, { chunks }) => uses.acp(timeline, connectionOf(chunks)),
  mcp: (timeline, { chunks }) => uses.mcp(timeline, connectionOf(chunks)),
};

test.each(names)("the code that is shown for %s takes the whole conversation in", async (name) => {
  const timeline = createTimeline({ schedule: (run) => run() });
  await used[name](timeline, await subjects[name].record(conversation));
  timeline.end();
  const { lacks } = wires[name];
  expect(treeOf(timeline.snapshot(), lacks)).toEqual(expectedTree(conversation, lacks));
});
