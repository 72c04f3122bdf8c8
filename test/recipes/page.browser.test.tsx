import { page, userEvent } from "vitest/browser";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { App } from "./page.tsx";

test("the README's page runs a tool in the page itself, and keeps the run", async () => {
  await render(<App />);
  await userEvent.fill(page.getByRole("spinbutton", { name: "Bill" }), "60");
  await userEvent.click(page.getByRole("button", { name: "Run", exact: true }));
  const run = page.getByRole("group", { name: "Tip Splitter" });
  await expect.element(run).toHaveTextContent("33");
  const history = page.getByRole("region", { name: "Run history" });
  await expect.element(history.getByRole("listitem")).toHaveTextContent("Done");
});
