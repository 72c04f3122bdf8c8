import { createRegistry, type SessionEvent } from "@callboard/core";
import { untranslatedTexts } from "@callboard/core/testing";
import type { Entity, EntityType } from "@callboard/core/client";
import {
  createHost,
  createScriptedModel,
  createStore,
  type Host,
  type HostModule,
  type HostOptions,
  type Kernel,
  type Store,
} from "@callboard/server";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ask as askHost, type AskOptions } from "../../../../test/setup/ask.ts";
import {
  createPlatform,
  entitiesModule,
  ENTITY_PERMISSIONS,
  executiveSummary,
  inProcessEngine,
  PLATFORM_PERMISSIONS,
  type EntityTypeDefinition,
} from "../index.ts";
import { INVENTED } from "../testing/fixtures/inventedClaims.ts";
import { SUMMARY_TASKS } from "./summaryTasks.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const customer: EntityTypeDefinition = {
  slug: "customer",
  name: "Customer",
  jsonSchema: {
    type: "object",
    properties: { note: { type: "string" }, seats: { type: "integer" }, workspace_id: { type: "string" } },
  },
};

const permissions = [...ENTITY_PERMISSIONS, ...PLATFORM_PERMISSIONS];
// What the default tenant installs is there for all, so it is none of these.
const tenant = { tenantId: randomUUID(), tenantSlug: "acme", permissions };
const actors = {
  ada: { ...tenant, userId: "ada" },
  desk: { ...tenant, userId: "ada", spaceId: "desk" },
  bob: { ...tenant, userId: "bob", permissions: ["entities.team.read", "entity_types.team.read"] },
  eve: { ...tenant, userId: "eve", tenantId: randomUUID(), tenantSlug: "other" },
};

let store: Store;
const hosts: Host[] = [];
const problems: string[] = [];
beforeAll(async () => void (store = await createStore()));
afterAll(async () => {
  for (const host of hosts) await host.close();
  await store.close();
});

type Model = NonNullable<HostOptions["model"]>;
async function hostWith(model?: Model, look?: (kernel: Kernel) => void) {
  const summaries = executiveSummary({
    engagementType: "customer",
    settings: ({ tenantSlug }) =>
      tenantSlug === "acme" ? { disclaimer: "Written by a program.", classification: "Confidential" } : {},
  });
  const looking: HostModule = { name: "look", open: (kernel) => (look?.(kernel), {}) };
  const host = createHost({
    registry: createRegistry(),
    store,
    actor: actors,
    ...(model && { model }),
    modules: [
      createPlatform({ engine: inProcessEngine, bundles: [summaries] }),
      entitiesModule({ types: [customer, ...summaries.entityTypes] }),
      looking,
    ],
    onProblem: (message, error) => void problems.push(`${message} ${String(error ?? "")}`),
  });
  hosts.push(host);
  await host.ready;
  return host;
}

interface Generated {
  entityId: string;
  briefUrl: string;
  sourceEntityCount: number;
  error: { code: string; message: string } | null;
}

/** A host as one of its people asks it. */
function asking(host: Host, token = "ada") {
  const ask = <Body = { error: { code: string } }>(method: string, path: string, options: AskOptions = {}) =>
    askHost<Body>(host, method, path, { token, ...options });
  const create = async (title: string, content: object = {}) =>
    (await ask<Entity>("POST", "/api/entities", { body: { entityTypeSlug: "customer", title, content } })).body;
  const relate = (id: string, entityId: string) =>
    ask("POST", `/api/entities/${id}/relations`, { body: { entityId, kind: "about" } });
  return {
    ask,
    create,
    relate,
    install: (isInstalled: boolean) =>
      ask("PUT", "/api/bundles/executive-summary", { body: { installed: isInstalled } }),
    async engagement(connected: number, content: object = {}, title = "Nordwind") {
      const engagement = await create(title, content);
      const sources = [];
      for (let n = 0; n < connected; n++) {
        const source = await create(`Source ${n}`, { note: `What source ${n} says.`, seats: n + 1 });
        await relate(engagement.id, source.id);
        sources.push(source);
      }
      return { engagement, sources };
    },
    async generate(engagementId: string, more: object = {}) {
      const { body, status } = await ask<{ output: Generated; error: unknown; callId: string; runId: string }>(
        "POST",
        "/api/tools/generateExecutiveSummary/run",
        { body: { input: { engagementId, ...more } }, headers: { prefer: "wait" } },
      );
      if (status === 200) expect(body.error).toBeNull();
      return { ...body, status };
    },
    brief: async (id: string) => (await ask<Entity>("GET", `/api/entities/${id}`)).body,
    events: async (sessionId: string) =>
      (
        await ask<SessionEvent[]>("GET", `/api/sessions/${sessionId}/events`, {
          headers: { accept: "application/json" },
        })
      ).body,
  };
}
type Asking = ReturnType<typeof asking>;

const isEnd = ({ type }: SessionEvent) => /^tool\.(completed|failed|cancelled|interrupted)$/.test(type);

/** Waits for the end of what writes a brief. */
async function written({ brief, events }: Asking, id: string) {
  const runId = String((await brief(id)).content["run_id"]);
  return vi.waitFor(
    async () => {
      const log = await events(runId);
      const end = log.find((event) => isEnd(event) && "callId" in event && event.callId === runId);
      if (!end) throw new Error("It is still being written.");
      return { runId, end, log, brief: await brief(id) };
    },
    { timeout: 90_000, interval: 50 },
  );
}

describe("without a model", () => {
  let host: Host;
  let kernel: Kernel;
  beforeAll(async () => {
    host = await hostWith(undefined, (opened) => void (kernel = opened));
    await asking(host).install(true);
  });

  it("makes a brief and answers at once; seven tasks fill in its fields, and it says that a script wrote them", async () => {
    const ada = asking(host);
    const { engagement, sources } = await ada.engagement(3);
    const { output, error } = await ada.generate(engagement.id);
    expect([error, output.error]).toEqual([null, null]);
    expect(output).toEqual({
      entityId: expect.any(String),
      briefUrl: `/briefs/${output.entityId}`,
      sourceEntityCount: 3,
      error: null,
    });
    const { brief, end, log, runId } = await written(ada, output.entityId);
    expect(end).toMatchObject({ type: "tool.completed", output: { sources: 3 } });
    expect(brief).toMatchObject({
      typeSlug: "executive-summary",
      title: "Executive summary: Nordwind",
      content: {
        status: "complete",
        composed_by: "script",
        language: "en",
        disclaimer: "Written by a program.",
        classification: "Confidential",
        source_entity_ids: sources.map(({ id }) => id),
        citations: { sources: 3 },
      },
    });
    expect(brief.relations.map(({ kind, entity }) => [kind, entity.id])).toEqual([["engagement", engagement.id]]);
    const steps = log.flatMap((event) =>
      event.type === "tool.completed" && event.callId !== runId ? [event.callId.slice(runId.length + 1)] : [],
    );
    expect(steps.toSorted()).toEqual(SUMMARY_TASKS.map(({ slug }) => slug).toSorted());
    // A task's field in the brief is what its call has answered.
    const risks = log.find((event) => event.type === "tool.completed" && event.callId === `${runId}.extract_risks`);
    expect(risks).toMatchObject({ output: { claims: brief.content["risks"] } });
  });

  it("answers within 500 ms", async () => {
    const ada = asking(host);
    const { engagement } = await ada.engagement(3);
    const times: number[] = [];
    for (let n = 0; n < 5; n++) {
      const begun = performance.now();
      const { output } = await ada.generate(engagement.id);
      times.push(performance.now() - begun);
      await written(ada, output.entityId);
    }
    expect(times.toSorted((one, other) => one - other)[2]).toBeLessThan(500);
  });

  it("runs the tasks of a layer at once, and each layer after the one before", async () => {
    const ada = asking(host);
    const { engagement } = await ada.engagement(3);
    const { output } = await ada.generate(engagement.id);
    const { log, runId } = await written(ada, output.entityId);
    const at = (type: string, slug: string) =>
      log.findIndex((event) => event.type === type && "callId" in event && event.callId === `${runId}.${slug}`);
    const last = (slugs: string[], type: string) => Math.max(...slugs.map((slug) => at(type, slug)));
    const first = ["extract_situation", "extract_key_findings", "extract_opportunities", "extract_risks"];
    const second = ["compose_recommendations", "compose_headline"];
    expect(last(first, "tool.requested")).toBeLessThan(Math.min(...first.map((slug) => at("tool.completed", slug))));
    expect(last(first, "tool.completed")).toBeLessThan(Math.min(...second.map((slug) => at("tool.requested", slug))));
    expect(last(second, "tool.completed")).toBeLessThan(at("tool.requested", "validate_citations"));
  });

  it("does not take briefs for sources, nor for what a brief is about", async () => {
    const ada = asking(host);
    const { engagement } = await ada.engagement(3);
    const first = await ada.generate(engagement.id);
    await written(ada, first.output.entityId);
    const second = await ada.generate(engagement.id, { language: "de" });
    expect(second.output.sourceEntityCount).toBe(3);
    expect((await written(ada, second.output.entityId)).brief).toMatchObject({
      title: "Kurzfassung: Nordwind",
      content: { language: "de" },
    });
    expect((await ada.generate(first.output.entityId)).output.error?.code).toBe("engagement_not_found");
  });

  it("refuses an entity that is not there, one of another workspace, and one with too few connections", async () => {
    const ada = asking(host);
    const { engagement: few } = await ada.engagement(2);
    const { engagement: elsewhere } = await ada.engagement(3, { workspace_id: "warehouse" });
    const codeOf = async (id: string, who = ada) => (await who.generate(id)).output.error?.code;
    expect(await codeOf(randomUUID())).toBe("engagement_not_found");
    expect(await codeOf("no id")).toBe("engagement_not_found");
    expect(await codeOf(few.id)).toBe("insufficient_graph");
    expect(await codeOf(elsewhere.id, asking(host, "desk"))).toBe("workspace_violation");
    expect(await codeOf(elsewhere.id)).toBeUndefined();
  });

  it("is not there for a tenant that has not installed it, nor are its type, tasks and composer", async () => {
    const eve = asking(host, "eve");
    await eve.install(false);
    const slugs = async () => (await eve.ask<EntityType[]>("GET", "/api/entity-types")).body.map(({ slug }) => slug);
    const statusOf = async (slug: string) => (await eve.ask("GET", `/api/tools/${slug}`)).status;
    const tools = ["generateExecutiveSummary", "composeExecutiveSummary", ...SUMMARY_TASKS.map(({ slug }) => slug)];
    const eves = () => kernel.access.contextFor({ ...actors.eve, spaceId: null, requestId: "" });
    expect(await slugs()).toEqual(["customer"]);
    expect(await Promise.all(tools.map(statusOf))).toEqual(tools.map(() => 404));
    expect(await kernel.agents.find("executive-summary-composer", await eves())).toBeUndefined();
    expect((await eve.generate(randomUUID())).status).toBe(404);

    await eve.install(true);
    expect(await slugs()).toEqual(["customer", "executive-summary"]);
    expect(await Promise.all(tools.map(statusOf))).toEqual(tools.map(() => 200));
    expect(await kernel.agents.find("executive-summary-composer", await eves())).toBeDefined();
    // What is another tenant's is not found.
    const { engagement } = await asking(host).engagement(3);
    expect((await eve.generate(engagement.id)).output.error?.code).toBe("engagement_not_found");
    const brief = await asking(host).generate(engagement.id);
    const { entityId } = brief.output;
    const foreign = await eve.ask<{ error: string }>("POST", "/api/tools/extract_risks/run", {
      body: { input: { summaryId: entityId } },
      headers: { prefer: "wait" },
    });
    expect(foreign.body.error).toContain("There is no entity");
    await written(asking(host), entityId);

    await eve.install(false);
    expect(await slugs()).toEqual(["customer"]);
    expect(await Promise.all(tools.map(statusOf))).toEqual(tools.map(() => 404));
  });

  it("is for those who may make entities; its tasks are in no list and in no agent's tools", async () => {
    const { engagement } = await asking(host).engagement(3);
    expect((await asking(host, "bob").generate(engagement.id)).status).toBe(404);
    const { body: tools } = await asking(host).ask<{ slug: string }[]>("GET", "/api/tools");
    const own = new Set(["composeExecutiveSummary", ...SUMMARY_TASKS.map(({ slug }) => slug)]);
    expect(tools.map(({ slug }) => slug)).toContain("generateExecutiveSummary");
    expect(tools.filter(({ slug }) => own.has(slug))).toEqual([]);
    const context = await kernel.access.contextFor({ ...actors.ada, spaceId: null, requestId: "", source: "agent" });
    const agents = (await kernel.catalog.toolsFor(context)).map(({ slug }) => slug);
    expect(agents).toContain("generateExecutiveSummary");
    expect(agents.filter((slug) => own.has(slug))).toEqual([]);
  });

  it("has its words in German and Arabic", async () => {
    const context = await kernel.access.contextFor({ ...actors.ada, spaceId: null, requestId: "" });
    for (const slug of [
      "generateExecutiveSummary",
      "composeExecutiveSummary",
      ...SUMMARY_TASKS.map((task) => task.slug),
    ]) {
      const tool = await kernel.catalog.find(slug, context);
      for (const language of ["de", "ar"]) expect(tool && untranslatedTexts(tool, language), slug).toEqual([]);
    }
  });
});

describe("with a model", () => {
  /** What the model answers to the next prompts, each once; good claims where nothing is said. */
  let answers: ((prompt: string) => unknown)[] = [];
  const prompts: string[] = [];
  /** What it goes on to claim, by what a brief is about. */
  const wrong = new Map<string, unknown>();
  const idsIn = (prompt: string) => [...prompt.matchAll(/"id":"([0-9a-f-]{36})"/g)].map(([, id]) => id ?? "");
  const good = (prompt: string) => ({ claims: [{ text: "It is so.", source_entity_ids: idsIn(prompt).slice(0, 1) }] });
  const script = createScriptedModel({ turns: [] });
  const model: Model = {
    ...script,
    doStream: (options: Parameters<typeof script.doStream>[0]) => {
      const prompt = JSON.stringify(options.prompt).replaceAll('\\"', '"').replaceAll('\\"', '"');
      prompts.push(prompt);
      const about = /<about>(.*?)<\/about>/.exec(prompt)?.[1] ?? "";
      const answer = wrong.has(about) ? { claims: wrong.get(about) } : (answers.shift() ?? good)(prompt);
      return createScriptedModel({ turns: [{ steps: [[JSON.stringify(answer)]] }] }).doStream(options);
    },
  };
  let host: Host;
  beforeAll(async () => {
    host = await hostWith(model);
    await asking(host).install(true);
  });

  it("the composer's instructions and the sources are asked, and the brief says that a model wrote it", async () => {
    const ada = asking(host);
    const { engagement } = await ada.engagement(3);
    prompts.length = 0;
    const { output } = await ada.generate(engagement.id, { language: "ar" });
    const { brief, end } = await written(ada, output.entityId);
    expect(end.type).toBe("tool.completed");
    expect(brief.content).toMatchObject({ composed_by: "model", status: "complete", citations: { claims: 6 } });
    expect(prompts).toHaveLength(6);
    expect(prompts.every((prompt) => prompt.includes("A claim for which there is no source is not made."))).toBe(true);
    expect(prompts.every((prompt) => prompt.includes("What source 2 says."))).toBe(true);
    expect(prompts.at(-1)).toMatch(/<written>.*It is so/);
  });

  it("has a field that was written wrongly written again, and no other one", async () => {
    const ada = asking(host);
    const { engagement } = await ada.engagement(3);
    answers = [good, () => ({ claims: [{ text: "Invented.", source_entity_ids: [randomUUID()] }] })];
    const { output } = await ada.generate(engagement.id);
    const { brief, log, end } = await written(ada, output.entityId);
    expect(end.type).toBe("tool.completed");
    expect(JSON.stringify(brief.content)).not.toContain("Invented.");
    const failed = log.filter(({ type }) => type === "tool.failed");
    expect(failed).toMatchObject([{ error: { message: expect.stringContaining("a source that was not given") } }]);
    const callId = failed[0] && "callId" in failed[0] ? failed[0].callId : "";
    const again = log.filter(({ type }) => type === "tool.completed").map((event) => "callId" in event && event.callId);
    expect(again.filter((id) => String(id).endsWith("@2"))).toEqual([`${callId}@2`]);
  });

  it("keeps nothing of briefs whose model goes on to name what it was not given, in ten ways", async () => {
    const ada = asking(host);
    const ten = INVENTED.slice(0, 10);
    for (const [how, claims] of ten) wrong.set(how, claims);
    const kept = await Promise.all(
      ten.map(async ([how]) => {
        const { engagement } = await ada.engagement(3, {}, how);
        const { output } = await ada.generate(engagement.id);
        const { brief, end } = await written(ada, output.entityId);
        const fields = SUMMARY_TASKS.filter(({ field }) => field in brief.content).map(({ field }) => field);
        return { how, end: end.type, status: brief.content["status"], fields };
      }),
    );
    expect(kept).toEqual(ten.map(([how]) => ({ how, end: "tool.failed", status: "composing", fields: [] })));
  });

  it("checks what stands in the brief at the end, whoever wrote it", async () => {
    const ada = asking(host);
    const { engagement } = await ada.engagement(3);
    const { output } = await ada.generate(engagement.id);
    const { brief } = await written(ada, output.entityId);
    const risks = [{ text: "A person's own.", source_entity_ids: [engagement.id] }];
    await ada.ask("PATCH", `/api/entities/${brief.id}`, {
      body: { content: { ...brief.content, risks } },
      headers: { "if-match": "*" },
    });
    const checked = await ada.ask<{ error: string }>("POST", "/api/tools/validate_citations/run", {
      body: { input: { summaryId: brief.id } },
      headers: { prefer: "wait" },
    });
    expect(checked.body.error).toContain("risks: Claim 1 names a source that was not given");
  });
});

it("says nothing of problems inside the host", () => expect(problems).toEqual([]));
