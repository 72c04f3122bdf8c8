import "@callboard/react/styles.css";
import "../styles/index.css";
import type { McpKey } from "@callboard/core/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderIssued } from "../testing/fixtures/renderPage.tsx";

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const key: McpKey = {
  id: "k1",
  name: "Ada's laptop",
  userId: "ada",
  tenantId: "t1",
  tenantSlug: "default",
  tools: ["double"],
  hint: "wxyz",
  createdAt: Date.UTC(2026, 0, 1, 12),
  lastUsedAt: null,
};

const open = (answer: (method: string, path: string) => Response | undefined) =>
  renderIssued("/keys", "/api/mcp/keys", [{ slug: "double", name: "Double It" }], answer);

it("makes a key for chosen tools, and shows it once, with what a client's file says", async () => {
  let list: McpKey[] = [];
  const asked = await open((method) => {
    if (method === "GET") return Response.json(list);
    list = [key];
    return Response.json({ ...key, secret: "cbk_secret" }, { status: 201 });
  });
  await expect.element(page.getByText("There are no keys yet")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "New key" }));
  await userEvent.fill(page.getByRole("textbox", { name: /^Name/ }), "Ada's laptop");
  await userEvent.click(page.getByRole("checkbox", { name: "Double It" }));
  await userEvent.click(page.getByRole("button", { name: "Make the key" }));
  await expect.element(page.getByText("cbk_secret", { exact: true })).toBeVisible();
  await expect.element(page.getByText(`"url": "${location.origin}/mcp"`)).toBeVisible();
  expect(asked.find(([method]) => method === "POST")).toEqual([
    "POST",
    "",
    { name: "Ada's laptop", tools: ["double"] },
  ]);
  await userEvent.click(page.getByRole("button", { name: "Done" }));
  await expect.element(page.getByRole("article", { name: "Ada's laptop" })).toBeVisible();
  expect(page.getByText("cbk_secret").query()).toBeNull();
});

it("revokes a key once that is sure", async () => {
  let list = [key];
  const asked = await open((method) => {
    if (method === "GET") return Response.json(list);
    list = [];
    return new Response(null, { status: 204 });
  });
  await userEvent.click(page.getByRole("button", { name: "Revoke", exact: true }));
  expect(asked.filter(([method]) => method === "DELETE")).toEqual([]);
  await userEvent.click(page.getByRole("button", { name: "Revoke this key" }));
  await expect.element(page.getByText("There are no keys yet")).toBeVisible();
  expect(asked.find(([method]) => method === "DELETE")).toEqual(["DELETE", "/k1", undefined]);
});

it("takes no focus that nobody gave it, and keeps that of whoever revokes by keyboard", async () => {
  let list = [key];
  await open((method) => {
    if (method === "GET") return Response.json(list);
    list = [];
    return new Response(null, { status: 204 });
  });
  const begin = page.getByRole("button", { name: "New key" });
  await expect.element(page.getByRole("article")).toBeVisible();
  await expect.element(begin).not.toHaveFocus();
  page.getByRole("button", { name: "Revoke", exact: true }).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
  page.getByRole("button", { name: "Revoke this key" }).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(begin).toHaveFocus();
});

it("says where a host serves no tools to clients", async () => {
  await open(() => Response.json({ error: { code: "route_not_found", message: "Nothing." } }, { status: 404 }));
  await expect.element(page.getByText("This host does not serve its tools over MCP")).toBeVisible();
});
