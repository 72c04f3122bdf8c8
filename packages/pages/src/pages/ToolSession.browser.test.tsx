import "../styles/index.css";
import { createHttpClient } from "@callboard/core";
import type { ToolSessionState } from "@callboard/core/client";
import { ToolProvider } from "@callboard/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { pageRoutes } from "../routes.tsx";
import { LanguageProvider } from "../shell/LanguageProvider.tsx";
import { Shell } from "../shell/Shell.tsx";

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const tool = {
  slug: "vote",
  name: "Vote",
  description: "For tests.",
  category: "test",
  icon: "vote",
  kind: "code",
  origin: "custom",
  permissionPolicy: "auto",
  collaborative: true,
  inputSchema: { type: "object", properties: { place: { type: "string", title: "Place" } }, required: ["place"] },
};
const state: ToolSessionState = {
  session: {
    id: "s1",
    tenant_id: "t1",
    tool_slug: "vote",
    title: "Lunch",
    status: "active",
    entity_ids: [],
    config: {},
    share_token: null,
    created_by: "ada",
    created_at: "2026-01-01T12:00:00.000Z",
    ended_at: null,
  },
  submissions: [
    {
      id: "c1",
      session_id: "s1",
      user_id: "guest:1",
      user_display_name: "Ben",
      input: { place: "Noodles" },
      output: { place: "Noodles" },
      created_at: "2026-01-01T12:01:00.000Z",
    },
  ],
  aggregate: { winner: "Noodles" },
  you: { user_id: "ada", maySubmit: true, mayManage: true },
};

type Answer = (path: string, init: RequestInit | undefined) => Response | undefined;

/** A host with this session; `answer` goes before its own answers. */
async function open(answer: Answer = () => undefined, address = "/tools/vote/session/s1") {
  const asked: [path: string, headers: Headers][] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (given, init) => {
    const request = new Request(given as RequestInfo, init);
    const { pathname } = new URL(request.url);
    asked.push([`${request.method} ${pathname}`, request.headers]);
    const own = answer(`${request.method} ${pathname}`, init);
    if (own) return own;
    if (pathname.endsWith("/events")) {
      // A session in which nothing happens.
      const body = new ReadableStream({
        start: (stream) => request.signal.addEventListener("abort", () => stream.error()),
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    }
    if (pathname.endsWith("/presence")) return Response.json([{ user_id: "guest:1", user_display_name: "Ben" }]);
    if (pathname.endsWith("/links")) return Response.json([]);
    return Response.json(pathname === "/api/tools/vote" ? tool : state);
  });
  const router = createMemoryRouter(pageRoutes({ shell: <Shell /> }), { initialEntries: [address] });
  await render(
    <ToolProvider client={createHttpClient({ baseUrl: "" })}>
      <LanguageProvider>
        <RouterProvider router={router} />
      </LanguageProvider>
    </ToolProvider>,
  );
  return { asked };
}
const refused = (status: number, message: string) =>
  Response.json({ error: { code: "link_ended", message } }, { status });

it("shows the form, who is here, the submissions and the result", async () => {
  await open();
  await expect.element(page.getByRole("heading", { name: "Lunch", level: 1 })).toBeVisible();
  await expect.element(page.getByText("Here now: Ben")).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "Place" })).toBeVisible();
  await expect.element(page.getByText("Winner")).toBeVisible();
});

it("shows all but the form where its tool is gone", async () => {
  await open((path) => (path === "GET /api/tools/vote" ? refused(404, "There is no such tool.") : undefined));
  await expect.element(page.getByText(/so there is no form/)).toBeVisible();
  await expect.element(page.getByText("Winner")).toBeVisible();
  expect(page.getByRole("button", { name: "Submit" }).query()).toBeNull();
});

it("comes by a link with its token and one key, without the rest of the site, and says when it has ended", async () => {
  let isOver = false;
  const { asked } = await open(
    (path) => (isOver && path.includes("tool-sessions") ? refused(401, "This link was withdrawn.") : undefined),
    "/tools/vote/session/s1#link=cbt_abc",
  );
  await expect.element(page.getByRole("heading", { name: "Lunch", level: 1 })).toBeVisible();
  expect(page.getByRole("navigation").query()).toBeNull();
  const own = asked.filter(([path]) => path.includes("/api/"));
  expect(new Set(own.map(([, headers]) => headers.get("authorization")))).toEqual(new Set(["Bearer cbt_abc"]));
  expect(new Set(own.map(([, headers]) => headers.get("x-callboard-guest"))).size).toBe(1);
  isOver = true;
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.element(page.getByRole("alert")).toHaveTextContent("This link was withdrawn.");
});

it("keeps what is typed, and says so, while the host cannot be reached", async () => {
  let isAway = false;
  await open(() => (isAway ? refused(500, "The host is away.") : undefined));
  await userEvent.fill(page.getByRole("textbox", { name: "Place" }), "Pizza");
  isAway = true;
  window.dispatchEvent(new Event("online"));
  await expect.element(page.getByText(/Not connected/)).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "Place" })).toHaveValue("Pizza");
  isAway = false;
  window.dispatchEvent(new Event("online"));
  await expect.element(page.getByText(/Not connected/)).not.toBeInTheDocument();
});

it("leaves the focus where it is while what stands beside it changes", async () => {
  await open();
  await userEvent.click(page.getByRole("button", { name: "Complete" }));
  await expect.element(page.getByRole("button", { name: "Complete" })).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("button", { name: "Keep it open" })).toHaveFocus();
  const before = vi.mocked(fetch).mock.calls.length;
  window.dispatchEvent(new Event("online"));
  await expect.poll(() => vi.mocked(fetch).mock.calls.length).toBeGreaterThan(before);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect.element(page.getByRole("button", { name: "Keep it open" })).toHaveFocus();
});
