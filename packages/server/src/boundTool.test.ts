import { createRegistry } from "@callboard/core";
import { catalogOf } from "@callboard/core/catalog";
import { expect, it } from "vitest";
import { boundIn, boundTo, definitionHash, isBoundTo } from "./boundTool.ts";

const toolWith = async (more: object) => {
  const registry = createRegistry();
  const base = { name: "Pay", description: "Pays.", category: "test", icon: "coins", outputSchema: {} };
  registry.register({ ...base, slug: "pay", inputSchema: { type: "object" }, execute: () => ({}), ...more });
  return (await catalogOf(registry).find("pay", { userId: null, spaceId: null, requestId: "r" }))!;
};

it("binds an ask to the version of its tool, what it runs among it", async () => {
  const bound = boundIn(boundTo(await toolWith({ execution: { account: "A" } })));
  expect(isBoundTo(bound, await toolWith({ execution: { account: "A" } }))).toBe(true);
  expect(isBoundTo(bound, await toolWith({ execution: { account: "B" } }))).toBe(false);
});

it("keeps an ask of an older host to the definition that it was bound to", async () => {
  const bound = boundIn({ definition: definitionHash(await toolWith({})) });
  expect(isBoundTo(bound, await toolWith({}))).toBe(true);
  expect(isBoundTo(bound, await toolWith({ description: "Pays twice." }))).toBe(false);
});

it("holds nothing that is bound to no tool", async () => {
  const tool = await toolWith({});
  expect(isBoundTo(boundIn(undefined), tool)).toBe(false);
  expect(isBoundTo(boundIn({ definition: undefined }), tool)).toBe(false);
});
