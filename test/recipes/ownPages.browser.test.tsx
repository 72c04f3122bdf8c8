import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { start } from "./ownPages.tsx";

afterEach(() => vi.restoreAllMocks());

it("draws the standard pages with one of its own beside them", async () => {
  localStorage.setItem("callboard-language", "en");
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json([]));
  const before = location.href;
  history.replaceState(null, "", "/tools");
  const element = document.body.appendChild(document.createElement("div"));
  start(element);
  await expect.element(page.getByText("No tools yet")).toBeVisible();
  await userEvent.click(page.getByRole("link", { name: "About" }));
  await expect.element(page.getByText("Tools of the finance team.")).toBeVisible();
  expect(location.pathname).toBe("/about");
  history.replaceState(null, "", before);
  localStorage.clear();
});
