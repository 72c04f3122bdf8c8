import "@callboard/react/styles.css";
import "../styles/index.css";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPage } from "../testing/fixtures/renderPage.tsx";

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const consulting = {
  bundle: "consulting",
  tools: [{ slug: "memo", name: "Memo" }],
  isInstalled: false,
  isForAll: false,
};

it("installs a bundle by its switch, which goes back where the server refuses", async () => {
  let refuses = false;
  const sent: unknown[] = [];
  await renderPage("/admin/bundles", async (request, path) => {
    if (path === "/api/tools") return Response.json([]);
    if (path === "/api/bundles")
      return Response.json([consulting, { ...consulting, bundle: "shared", isForAll: true }]);
    if (path !== "/api/bundles/consulting") return undefined;
    if (refuses) return Response.json({ error: { code: "not_permitted", message: "Ask somebody." } }, { status: 403 });
    const body = (await request.json()) as { installed: boolean };
    sent.push(body);
    return Response.json({ ...consulting, isInstalled: body.installed });
  });
  const own = page.getByRole("switch", { name: "consulting is installed" });
  await expect.element(own).not.toBeChecked();
  await expect.element(page.getByRole("switch", { name: "shared is installed" })).toBeDisabled();
  await expect.element(page.getByText("Installed for every workspace")).toBeVisible();
  await userEvent.click(own);
  await expect.element(own).toBeChecked();
  expect(sent).toEqual([{ installed: true }]);
  refuses = true;
  await userEvent.click(own);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Ask somebody.");
  await expect.element(own).toBeChecked();
});
