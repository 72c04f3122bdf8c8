import type { SessionEvent } from "@callboard/core";
import type { Entity } from "@callboard/core/client";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { isGapFree, openIn } from "../../packages/server/src/testing/fixtures/chatClient.ts";
import type { ChildHost } from "../../packages/server/src/testing/fixtures/childHost.ts";
import { makeDataFolder } from "../../packages/server/src/testing/fixtures/dataFolder.ts";
import { TEST_ENGINES } from "../../packages/server/src/testing/fixtures/engines.ts";
import { scratchHosts } from "../../packages/server/src/testing/fixtures/scratchHosts.ts";
import type { TestDatabase } from "../setup/testDatabase.ts";

const WAIT = { timeout: 90_000, interval: 50 };
const hosts = scratchHosts(new URL("./briefProcess.ts", import.meta.url));

const TASKS = [
  "extract_situation",
  "extract_key_findings",
  "extract_opportunities",
  "extract_risks",
  "compose_recommendations",
  "compose_headline",
  "validate_citations",
];
const FIELDS = ["situation", "key_findings", "opportunities", "risks", "recommendations", "headline", "citations"];

describe.each(TEST_ENGINES.map((engine) => [engine.name, engine] as const))("%s", (name, engine) => {
  const databases: TestDatabase[] = [];
  afterAll(async () => {
    for (const database of databases) await database.end();
  });

  async function world(): Promise<Record<string, string>> {
    const own = await mkdtemp(join(hosts.scratch, "try-"));
    const database = engine.openBare ? await engine.openBare() : undefined;
    if (database) databases.push(database);
    return {
      LEASE_MS: "1500",
      ...(database
        ? { DATABASE_URL: database.databaseUrl }
        : { CALLBOARD_DATA: await makeDataFolder(join(own, "data")) }),
    };
  }

  /** Has a brief of three notes begun, whatever becomes of the host then; answers with the call that writes it. */
  async function begin(host: ChildHost): Promise<string> {
    const make = async (title: string) => {
      const body = { entityTypeSlug: "note", title, content: { text: `What ${title} says.`, hours: 3 } };
      return ((await host.post("/api/entities", body)).body as Entity).id;
    };
    const engagement = await make("Nordwind");
    for (const title of ["Workshop", "Pilot", "Assessment"])
      await host.post(`/api/entities/${engagement}/relations`, { entityId: await make(title), kind: "note" });
    const { status, body } = await host.post("/api/tools/generateExecutiveSummary/run", {
      input: { engagementId: engagement },
    });
    expect(status).toBe(202);
    return `${(body as { callId: string }).callId}.task`;
  }

  const ended = (host: ChildHost, runId: string) =>
    vi.waitFor(async () => {
      const events = await host.events(runId);
      const end = events.find(
        (event) => "callId" in event && event.callId === runId && /completed|failed/.test(event.type),
      );
      if (!end) throw new Error("It is still being written.");
      return { events, end };
    }, WAIT);
  const completed = (events: readonly SessionEvent[]) =>
    events.flatMap((event) => (event.type === "tool.completed" ? [event.callId.replace(/@\d+$/, "")] : []));

  describe.skipIf(name !== "PGlite" && !engine.openBare)("a brief whose host dies", () => {
    // After each task, and where one has begun and answered nothing.
    it.each([
      ...TASKS.map((_task, index) => [`after task ${index + 1}`, { DIE_AFTER: String(index + 1) }] as const),
      ["while the first task runs", { DIE_IN: "1" }] as const,
      ["while the fifth task runs", { DIE_IN: "5" }] as const,
      ["while the sources are checked", { DIE_IN: "7" }] as const,
    ])(
      "%s is written to its end by the next, and no finished task is done again",
      { timeout: 240_000 },
      async (_when, death) => {
        const environment = await world();
        const first = await hosts.start({ ...environment, ...death });
        const runId = await begin(first);
        await first.exited;

        const next = await hosts.start(environment);
        const { events, end } = await ended(next, runId);
        expect(end).toMatchObject({ type: "tool.completed", output: { sources: 3 } });
        const done = completed(events).filter((callId) => callId !== runId);
        expect(done.toSorted()).toEqual(TASKS.map((task) => `${runId}.${task}`).toSorted());
        expect(isGapFree(events)).toBe(true);
        expect(openIn(events)).toEqual([]);
        const given = events.find((event) => event.type === "tool.input_ready" && event.callId === runId);
        const { summaryId } = (given?.type === "tool.input_ready" ? given.input : {}) as { summaryId: string };
        const brief = (await (await fetch(`${next.url}/api/entities/${summaryId}`)).json()) as Entity;
        expect(brief.content["status"]).toBe("complete");
        expect(FIELDS.filter((field) => !(field in brief.content))).toEqual([]);
      },
    );
  });
});
