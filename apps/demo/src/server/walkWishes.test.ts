import { createRegistry, discover, type ToolListing, type ToolModules } from "@callboard/core";
import { toToolListing } from "@callboard/core/host";
import { createToolFinder } from "@callboard/react";
import { beforeAll, expect, it } from "vitest";
import { noServices } from "../../tools/_shared/captureWith.ts";
import wishes from "./conversations/walkWishes.json" with { type: "json" };
import { withServices } from "./services.ts";
import { platformTools } from "./testing/fixtures/platformTools.ts";

const modules = Object.entries(import.meta.glob<unknown>("../../tools/[!_]*/definition.ts"));
let tools: ToolListing[];
beforeAll(async () => {
  const registry = createRegistry();
  const complete = modules.map(([file, load]) => [file, async () => withServices(await load(), noServices)]);
  await discover(Object.fromEntries(complete) as ToolModules, { registry, log: () => {} });
  for (const tool of await platformTools()) registry.register(tool);
  // The tools of tenants are theirs alone.
  tools = registry
    .all()
    .filter(({ tenantSlugs }) => !tenantSlugs)
    .map((tool) => toToolListing(tool));
});

it("serves what strangers wished for on a walk, and nobody who wishes for something else", () => {
  const { find } = createToolFinder(tools, "en");
  expect(wishes.map(([wish]) => [wish, find(wish!)[0]?.slug ?? null])).toEqual(wishes);
});
