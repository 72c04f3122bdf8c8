import { expect, test } from "vitest";
import type { ToolContext } from "./context.ts";
import { needsModel } from "./needsModel.ts";
import { createRegistry, toToolListing } from "./registry.ts";
import { canUse } from "./visibility.ts";

const tool = createRegistry().register({
  slug: "review",
  name: "Review",
  description: "Has an agent review a text.",
  category: "test",
  icon: "pen",
  inputSchema: { type: "object" },
  outputSchema: {},
  available: needsModel(({ tenantId }) => !!tenantId),
  execute: () => null,
});
const context = (more: Partial<ToolContext>): ToolContext => ({
  userId: "ada",
  spaceId: null,
  requestId: "r",
  tenantId: "t",
  source: "web",
  ...more,
});

test("a tool that needs a model is seen without one, cannot be run, and says what it needs", () => {
  const without = context({ facts: { model: false } });
  expect(canUse(tool, without)).toMatchObject({ see: true, run: false, why: { needs: "model" } });
  expect(toToolListing(tool, without)).toMatchObject({ needs: "model", locked: expect.stringContaining("model") });
});

test.each<[string, Partial<ToolContext>]>([
  ["a host with a model", { facts: { model: true } }],
  ["no host that says it", {}],
  ["an agent, who has one itself", { facts: { model: false }, source: "agent" }],
])("it runs for %s", (_who, more) => {
  expect(canUse(tool, context(more))).toEqual({ see: true, run: true, why: null });
  expect(toToolListing(tool, context(more))).not.toHaveProperty("needs");
});

test("its own rule comes first", () => {
  expect(canUse(tool, context({ facts: { model: true }, tenantId: null })).see).toBe(false);
});
