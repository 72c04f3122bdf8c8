import { createHttpClient } from "@callboard/core";
import type { PagesState } from "@callboard/core/host";
import { ToolProvider } from "@callboard/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { routes } from "../routes.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

const tool = {
  slug: "double",
  name: "Double It",
  description: "Doubles a number.",
  category: "analysis",
  icon: "calculator",
  origin: "custom",
  kind: "code",
  permissionPolicy: "auto",
  inputSchema: { type: "object", properties: { value: { type: "number", title: "Value" } } },
};

const stateWith = (...failures: PagesState["failures"]) =>
  Response.json({ hasModel: false, mayPublish: true, failures } satisfies PagesState);

/** A server with one tool; `state` is what it says of itself. */
async function open(address: string, state: () => Response = () => stateWith()) {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (request) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), location.href);
    if (pathname === "/pages.json") return state();
    if (pathname === "/api/tools") return Response.json([tool]);
    if (pathname === "/api/tools/double") return Response.json(tool);
    if (pathname === "/api/tools/double/calls") return Response.json([]);
    return Response.json({ error: { code: "not_found", message: "There is no such tool." } }, { status: 404 });
  });
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  await render(
    <ToolProvider client={createHttpClient({ baseUrl: "" })}>
      <RouterProvider router={router} />
    </ToolProvider>,
  );
  return router;
}

it("opens with a sentence and the library, and leads to a tool's page", async () => {
  const router = await open("/");
  await expect.element(page.getByText("Each tool below is defined once")).toBeVisible();
  await userEvent.click(page.getByRole("link", { name: /Double It/ }));
  await expect.poll(() => router.state.location.pathname).toBe("/tools/double");
  await expect.element(page.getByRole("heading", { level: 1, name: "Double It" })).toBeVisible();
  await expect.poll(() => document.title).toBe("Double It · Callboard");
});

it("names each folder that was left out, with its error as text", async () => {
  await open("/tools", () =>
    stateWith(
      { file: "tools/a/definition.ts", message: "definition.ts:2:8: Unexpected token" },
      { file: "tools/b/definition.ts", message: "<img src=x onerror=alert(1)>" },
    ),
  );
  await userEvent.click(page.getByText(/^2 tools could not be loaded/));
  await expect.element(page.getByText("tools/a/definition.ts")).toBeVisible();
  await expect.element(page.getByText("definition.ts:2:8: Unexpected token")).toBeVisible();
  await expect.element(page.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
});

it("lists the tools where nobody can say what failed", async () => {
  await open("/tools", () => new Response("{}", { status: 404 }));
  await expect.element(page.getByRole("link", { name: /Double It/ })).toBeVisible();
  expect(page.getByText("could not be loaded").elements()).toEqual([]);
  await expect.poll(() => document.title).toBe("Tools · Callboard");
});

it("says where nothing is, and leads back", async () => {
  const router = await open("/elsewhere");
  await expect.element(page.getByRole("heading", { name: "There is no page here" })).toBeVisible();
  await userEvent.click(page.getByRole("link", { name: "Open the tool library" }));
  await expect.poll(() => router.state.location.pathname).toBe("/tools");
});
