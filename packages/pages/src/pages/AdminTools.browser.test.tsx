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

const memo = {
  slug: "memo",
  name: "Memo",
  icon: "wrench",
  category: "writing",
  kind: "tenant_custom",
  origin: "tenant",
  changed: [],
  permissionPolicy: "auto",
  isOn: false,
  revision: "1",
};

it("puts a tool's switch back where the host does not answer, and says why", async () => {
  let isAway = false;
  const away = () => Response.json({ error: { code: "busy", message: "Not now." } }, { status: 503 });
  await renderPage("/admin/tools", (request, path) => {
    if (path === "/api/tools") return Response.json([]);
    if (path === "/api/platform/tools") return isAway ? away() : Response.json([memo]);
    if (path !== "/api/tools/memo") return undefined;
    isAway = true;
    return away();
  });
  const own = page.getByRole("switch", { name: "Memo is on" });
  await expect.element(own).not.toBeChecked();
  await userEvent.click(own);
  await expect.element(page.getByText("Not now.").first(), { timeout: 8_000 }).toBeVisible();
  await expect.element(own).not.toBeChecked();
  // Nor when the list was asked for again, in vain.
  await expect.element(page.getByRole("button", { name: "Try again" }), { timeout: 8_000 }).toBeVisible();
  await expect.element(own).not.toBeChecked();
});
