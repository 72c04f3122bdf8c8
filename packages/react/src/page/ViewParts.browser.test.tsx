import { createLocalClient, createRegistry, defineTool } from "@callboard/core";
import type { KeptViewSpec } from "@callboard/core/client";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ViewParts } from "./ViewParts.tsx";

const client = () => {
  const registry = createRegistry();
  registry.register(
    defineTool({
      slug: "double",
      name: "Double",
      description: "Doubles a number.",
      category: "everyday",
      icon: "calculator",
      inputSchema: { type: "object", properties: { n: { type: "integer", title: "Number" } }, required: ["n"] },
      outputSchema: { type: "object", properties: { twice: { type: "integer", title: "Twice" } } },
      execute: ({ n }: { n: number }) => ({ twice: n * 2 }),
    }),
  );
  return createLocalClient(registry);
};

const spec: KeptViewSpec = {
  data: { lead: "A lead.", facts: { orders: 412 }, secret: "not drawn" },
  blocks: [
    { type: "text", key: "lead" },
    { type: "summary", key: "facts", label: "Facts" },
    { type: "tool", tool: "double", label: "Try it", defaultValue: { n: 21 } },
    { type: "entities", entityTypeSlug: "customer" },
    { type: "json", key: "facts", label: "Again" },
  ],
};

it("draws what its blocks name in their order, and runs a tool that stands among them", async () => {
  await render(<ViewParts spec={spec} client={client()} renderEntities={(part) => <p>All {part.entityTypeSlug}</p>} />);
  await expect.element(page.getByText("A lead.")).toBeVisible();
  await expect.element(page.getByText("All customer")).toBeVisible();
  await expect.element(page.getByText("not drawn")).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "Try it" })).toBeVisible();
  await page.getByRole("button", { name: /run/i }).click();
  await expect.element(page.getByText("42")).toBeVisible();
  const text = document.body.textContent ?? "";
  expect(["A lead.", "Facts", "Try it", "All customer", "Again"].map((part) => text.indexOf(part))).toEqual(
    ["A lead.", "Facts", "Try it", "All customer", "Again"].map((part) => text.indexOf(part)).toSorted((a, b) => a - b),
  );
});

it("says of a tool that is not there that it is not, and draws the rest", async () => {
  const blocks = [
    { type: "tool" as const, tool: "gone" },
    { type: "text" as const, key: "lead" },
  ];
  await render(<ViewParts spec={{ ...spec, blocks }} client={client()} />);
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(page.getByText("A lead.")).toBeVisible();
});
