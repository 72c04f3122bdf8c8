import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { readView, SalesPage } from "./viewParts.tsx";

test("the guide's page reads a view and draws it", async () => {
  const view = {
    slug: "sales",
    title: "Sales",
    spec: { data: { lead: "The best month." }, blocks: [{ type: "text", key: "lead" }] },
  };
  const asked = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(view));
  await render(<SalesPage view={await readView("sales")} />);
  expect(asked.mock.calls[0]?.[0]).toBe("/api/views/sales");
  await expect.element(page.getByRole("heading", { name: "Sales" })).toBeVisible();
  await expect.element(page.getByText("The best month.")).toBeVisible();
  vi.restoreAllMocks();
});
