import { createLocalClient, createRegistry } from "@callboard/core";
import { page, userEvent } from "vitest/browser";
import { afterEach, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import tipSplitter from "./definition.ts";
import { ToolAt } from "./pageAddress.tsx";

const before = location.href;
afterEach(() => history.replaceState(null, "", before));

test("the run that is shown stands in the address, which brings it back", async () => {
  const registry = createRegistry();
  registry.register(tipSplitter);
  const client = createLocalClient(registry);
  const first = await render(<ToolAt client={client} slug="tip-splitter" />);
  await userEvent.fill(page.getByRole("spinbutton", { name: "Bill" }), "60");
  await userEvent.click(page.getByRole("button", { name: "Run", exact: true }));
  await expect.poll(() => new URLSearchParams(location.search).get("run")).toBeTruthy();
  const run = page.getByRole("group", { name: "Tip Splitter" });
  await expect.element(run).toHaveTextContent("33");
  await first.unmount();
  await render(<ToolAt client={client} slug="tip-splitter" />);
  await expect.element(run).toHaveTextContent("33");
});
