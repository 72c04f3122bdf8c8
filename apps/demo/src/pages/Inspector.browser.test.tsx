import { createHttpClient } from "@callboard/core";
import type { OfferedDefinitions } from "@callboard/core/client";
import { ToolProvider } from "@callboard/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { ChatState } from "../examples.ts";
import { routes } from "../routes.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

/** A server that reads documents, whose tools are there once `isRead`. */
async function open(isRead: () => boolean) {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (request) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), location.href);
    asked.push(pathname);
    if (pathname === "/api/demo/chat") {
      const reading = { done: 2, total: 9 };
      const waiting: ChatState["waiting"] = ["search"];
      return Response.json({ hasModel: true, ...(isRead() ? { reading: null, waiting: [] } : { reading, waiting }) });
    }
    if (pathname === "/api/chat/tools") {
      const tools = isRead() ? 20 : 17;
      const offered: OfferedDefinitions = { mode: "direct", embedder: null, tools, given: tools, tokens: null };
      return Response.json(offered);
    }
    if (pathname === "/api/tools") return Response.json([]);
    return Response.json({ error: { code: "not_found", message: "There is no such thing." } }, { status: 404 });
  });
  const router = createMemoryRouter(routes, { initialEntries: ["/inspector"] });
  await render(
    <ToolProvider client={createHttpClient({ baseUrl: "" })}>
      <RouterProvider router={router} />
    </ToolProvider>,
  );
  return asked;
}

it("counts the tools again once the documents that bring some are read, and shows the old count until then", async () => {
  let isRead = false;
  await open(() => isRead);
  const count = page.getByText(/^Definitions a turn:/);
  await expect.element(count).toHaveTextContent("Definitions a turn: 17");
  const shown = count.element().parentElement;
  isRead = true;
  await expect.element(count).toHaveTextContent("Definitions a turn: 20");
  expect(count.element().parentElement).toBe(shown);
});

it("counts them once where nothing is read", async () => {
  const asked = await open(() => true);
  await expect.element(page.getByText("Definitions a turn: 20")).toBeVisible();
  await vi.waitFor(() => expect(asked).toContain("/api/demo/chat"));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked.filter((path) => path === "/api/chat/tools")).toHaveLength(1);
});
