import "@callboard/react/styles.css";
import "../styles/index.css";
import { createHttpClient } from "@callboard/core";
import type { McpKey } from "@callboard/core/client";
import { ToolProvider } from "@callboard/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { LanguageProvider } from "../shell/LanguageProvider.tsx";
import { pageRoutes } from "../routes.tsx";
import { Shell } from "../shell/Shell.tsx";

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

async function open(answer: (method: string, path: string) => Response | undefined) {
  const asked: [method: string, path: string, body: unknown][] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (given, init) => {
    const request = new Request(given as RequestInfo, init);
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/api/mcp/keys")) {
      const text = await request.text();
      const path = pathname.slice("/api/mcp/keys".length);
      asked.push([request.method, path, text === "" ? undefined : (JSON.parse(text) as unknown)]);
      return answer(request.method, path) ?? Response.json([]);
    }
    if (pathname === "/api/tools") return Response.json([{ slug: "double", name: "Double It", category: "maths" }]);
    return new Response("{}", { status: 404 });
  });
  const router = createMemoryRouter(pageRoutes({ shell: <Shell /> }), { initialEntries: ["/keys"] });
  await render(
    <ToolProvider client={createHttpClient({ baseUrl: "" })}>
      <LanguageProvider>
        <RouterProvider router={router} />
      </LanguageProvider>
    </ToolProvider>,
  );
  return asked;
}

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

it("says where a host serves no tools to clients", async () => {
  await open(() => Response.json({ error: { code: "route_not_found", message: "Nothing." } }, { status: 404 }));
  await expect.element(page.getByText("This host does not serve its tools over MCP")).toBeVisible();
});
