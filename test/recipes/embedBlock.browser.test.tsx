import { createLocalClient, createRegistry } from "@callboard/core";
import { page, userEvent } from "vitest/browser";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import tipSplitter from "./definition.ts";
import { Pricing } from "./embedBlock.tsx";

test("the guide's block runs, and tells its result", async () => {
  const save = vi.fn();
  const registry = createRegistry();
  registry.register(tipSplitter);
  await render(<Pricing client={createLocalClient(registry)} save={save} />);
  await userEvent.fill(page.getByRole("spinbutton", { name: "Bill" }), "60");
  await userEvent.click(page.getByRole("button", { name: "Run", exact: true }));
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1), { timeout: 10_000 });
  await expect.element(page.getByRole("region", { name: "Result" })).toHaveTextContent("33");
});
