import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createLocalClient, createRegistry } from "@callboard/core";
import { Inspector } from "./inspector.tsx";

test("an inspector shows what is found, and counts the tokens of its definition", async () => {
  const registry = createRegistry();
  registry.register({
    slug: "flock",
    name: "Flock",
    description: "Counts sheep.",
    category: "test",
    icon: "scale",
    inputSchema: { type: "object", properties: {} },
    outputSchema: {},
    execute: () => 3,
  });
  await render(<Inspector client={createLocalClient(registry)} count={(text) => text.length} />);
  await userEvent.click(page.getByRole("button", { name: /Flock/ }));
  await expect.element(page.getByText(/^\d+ tokens \(o200k_base\)$/)).toBeVisible();
});
