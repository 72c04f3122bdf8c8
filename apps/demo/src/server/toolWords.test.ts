import { createMemoryLog, createRegistry, discover, executeTool, type ToolModules } from "@callboard/core";
import { untranslatedTexts } from "@callboard/core/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { noServices } from "../../tools/_shared/captureWith.ts";
import { withServices } from "./services.ts";

const registry = createRegistry();
beforeAll(async () => {
  const modules = Object.entries(import.meta.glob<unknown>("../../tools/[!_]*/definition.ts"));
  const complete = modules.map(([file, load]) => [file, async () => withServices(await load(), noServices)]);
  await discover(Object.fromEntries(complete) as ToolModules, { registry, log: () => {} });
});

/** Inputs that bring a tool to say each of its templates. */
const inputs: Record<string, object[]> = {
  "corpus-survey": [
    { packages: "zod", maxFiles: 2, pauseMs: 0 },
    { packages: "", maxFiles: 1, pauseMs: 0 },
  ],
  "roi-calculator": [{ initialInvestment: 9, annualBenefit: 8, years: 1, discountRate: 0 }],
  "quick-score": [{ subject: "X", criteria: [{ name: "A", score: 5 }] }],
  "time-savings-calculator": [{ tasks: [{ name: "A", minutesToday: 2, minutesThen: 1, timesPerWeek: 5 }] }],
  "ims-coverage-estimator": [{ product: "protoast-fine", beds: [{ name: "A", shape: "area", area: 2 }] }],
  "process-automation-scoper": [{ process: "X", runsPerMonth: 1, steps: [{ name: "A", minutes: 5 }] }],
};

/** Inputs that a tool fails on, by a template of its own. */
const failing: Record<string, object> = {
  "corpus-survey": { packages: "no such package", pauseMs: 0 },
  "ims-coverage-estimator": { product: "none", beds: [{ name: "A", shape: "area", area: 2 }] },
  "oci-comparison-generator": { product: "none", competitor: "dyed" },
};

async function eventsOf(slug: string) {
  const tool = registry.get(slug)!;
  const log = createMemoryLog();
  const samples = [...(inputs[slug] ?? []), ...(tool.formSpec?.sample ? [tool.formSpec.sample] : [])];
  for (const sample of samples) {
    const context = { userId: null, spaceId: null, requestId: slug, tenantSlug: tool.tenantSlugs?.[0] ?? null };
    const { error } = await executeTool(slug, sample, context, { registry, log, sessionId: slug });
    expect(error).toBeNull();
  }
  return log.read(slug);
}

async function failureOf(slug: string, input: object) {
  const tool = registry.get(slug)!;
  const log = createMemoryLog();
  const context = { userId: null, spaceId: null, requestId: slug, tenantSlug: tool.tenantSlugs?.[0] ?? null };
  expect(await executeTool(slug, input, context, { registry, log, sessionId: slug })).toMatchObject({
    code: "tool_error",
  });
  return log.read(slug);
}

describe.each(["de", "ar"])("in %s", (language) => {
  test("each of the demo's tools has all of its words", () => {
    const tools = registry.all();
    expect(tools.length).toBeGreaterThan(5);
    const missing = tools.map((tool) => [tool.slug, untranslatedTexts(tool, language)]);
    expect(missing).toEqual(tools.map((tool) => [tool.slug, []]));
  });

  test.each(Object.entries(failing))("%s says why it failed", async (slug, input) => {
    expect(untranslatedTexts(registry.get(slug)!, language, await failureOf(slug, input))).toEqual([]);
  });

  test("each says its summaries and its progress", { timeout: 30_000 }, async () => {
    // They need a host, and their own tests look at what they say.
    const needsHost = ["content-desk-publish", "generate-image", "ims-before-after-visualizer"];
    const tools = registry.all().filter(({ slug }) => !needsHost.includes(slug));
    for (const tool of tools) {
      const events = await eventsOf(tool.slug);
      expect(events).not.toEqual([]);
      expect([tool.slug, untranslatedTexts(tool, language, events)]).toEqual([tool.slug, []]);
    }
  });
});
