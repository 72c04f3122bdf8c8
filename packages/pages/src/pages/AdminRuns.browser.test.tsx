import "@callboard/react/styles.css";
import "../styles/index.css";
import type { Run, RunDetail } from "@callboard/core/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPage } from "../testing/fixtures/renderPage.tsx";

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const at = Date.UTC(2026, 0, 1, 12);
const run = (callId: string, more: Partial<Run> = {}): Run => ({
  callId,
  sessionId: `s-${callId}`,
  tool: "double",
  status: "completed",
  source: "web",
  userId: "ada",
  agentId: null,
  isChat: false,
  retryOf: null,
  summary: null,
  error: null,
  requestedAt: at,
  startedAt: at,
  endedAt: at + 90,
  durationMs: 90,
  ...more,
});
const failed = run("f1", {
  status: "failed",
  userId: "ben",
  error: { code: "tool_failed", message: "The line is dead." },
});

/** Opens a page over a host with these answers by path; answers what was asked of it, with its query. */
async function open(
  address: string,
  answers: Record<string, (query: URLSearchParams, method: string) => Response | Promise<Response>>,
) {
  const asked: string[] = [];
  await renderPage(address, (request, path) => {
    const { searchParams } = new URL(request.url);
    if (path === "/api/tools") return Response.json([{ slug: "double", name: "Double It" }]);
    if (path === "/api/runs/counts" && !answers[path]) return Response.json({ running: 1, waiting: 0, failed: 2 });
    const answer = answers[path];
    if (!answer) return undefined;
    asked.push(`${request.method} ${path}?${searchParams}`);
    return answer(searchParams, request.method);
  });
  return asked;
}

it("lists runs with how they are, and narrows them by state, tool and person, which the address keeps", async () => {
  const asked = await open("/admin/runs", {
    "/api/runs": (query) =>
      Response.json({ runs: query.get("status") === "failed" ? [failed] : [run("a"), failed], next: null }),
  });
  const list = page.getByRole("list", { name: "Runs" });
  await expect
    .element(list.getByRole("listitem").first())
    .toHaveTextContent(/Double It.*Completed.*A person.*ada.*90 ms/);
  await expect.element(page.getByText("The line is dead.")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: /^Failed/ }));
  await expect.element(page.getByRole("button", { name: "Failed 2" })).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => list.getByRole("listitem").elements().length).toBe(1);
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Tool" }), "double");
  await userEvent.fill(page.getByRole("textbox", { name: "Person" }), "ben");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => asked.at(-1)).toBe("GET /api/runs?status=failed&tool=double&user=ben");
});

it("shows older runs once, and says where nothing was found among as many as one page looks at", async () => {
  await open("/admin/runs", {
    "/api/runs": (query) =>
      Response.json(query.get("after") ? { runs: [run("b")], next: null } : { runs: [], next: "mark" }),
  });
  await expect.element(page.getByText(/Nothing found so far/)).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Look further back" }));
  await expect.element(page.getByRole("link", { name: "Double It" })).toBeVisible();
  expect(page.getByRole("button", { name: "Show more" }).query()).toBeNull();
});

it("runs again what has ended, once however often it is pressed, and opens the new run", async () => {
  const again: RunDetail = {
    ...run("n1", { status: "running", endedAt: null, durationMs: null, retryOf: "f1" }),
    input: {},
    retries: [],
  };
  const asked = await open("/admin/runs", {
    "/api/runs": () => Response.json({ runs: [failed], next: null }),
    "/api/runs/f1/retry": () => Response.json({ sessionId: "s-n1", callId: "n1", runId: "n1" }, { status: 202 }),
    "/api/runs/n1": () => Response.json(again),
  });
  const button = page.getByRole("button", { name: "Run again: Double It" });
  await expect.element(button).toBeVisible();
  const element = button.element();
  if (!(element instanceof HTMLElement)) throw new Error("no button");
  element.click();
  element.click();
  await expect.element(page.getByRole("heading", { name: "Double It" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "The run before" })).toHaveAttribute("href", "/admin/runs/-/f1");
  expect(asked.filter((each) => each.includes("/retry"))).toHaveLength(1);
});

it("waits for a host that takes longer than a run is read again after, and keeps the run while it is away", async () => {
  const running = { ...run("n1", { status: "running", endedAt: null, durationMs: null }), input: {}, retries: [] };
  let isAway = false;
  const asked = await open("/admin/runs/s-n1/n1", {
    "/api/runs/n1": async () => {
      if (isAway) return Response.json({ error: { code: "busy", message: "Not now." } }, { status: 503 });
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      isAway = true;
      return Response.json(running);
    },
  });
  const heading = page.getByRole("heading", { name: "Double It" });
  await expect.element(heading, { timeout: 8_000 }).toBeVisible();
  // The first, what is tried again of the second, and the third.
  await expect.poll(() => asked.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(5);
  await expect.element(heading).toBeVisible();
  expect(page.getByText("Not now.").query()).toBeNull();
});

it("says why a run is not stopped, and who may see runs", async () => {
  const refused = (code: string, message: string) =>
    Response.json(
      { error: { code, message, mend: code === "not_permitted" ? "permission" : "fix" } },
      { status: code === "not_permitted" ? 403 : 409 },
    );
  await open("/admin/runs", {
    "/api/runs": () =>
      Response.json({ runs: [run("a", { status: "running", endedAt: null, durationMs: null })], next: null }),
    "/api/calls/a/cancel": () => refused("already_ended", "The call has ended already."),
  });
  await userEvent.click(page.getByRole("button", { name: "Cancel: Double It" }));
  await expect.element(page.getByRole("alert")).toHaveTextContent("The call has ended already.");
});

it("says who may see runs to those who may not", async () => {
  await open("/admin/runs", {
    "/api/runs": () => Response.json({ error: { code: "not_permitted", message: "No." } }, { status: 403 }),
  });
  await expect.element(page.getByRole("alert")).toHaveTextContent("Who may see runs");
});

it("shows what tools and models took, with a dash where no price is known", async () => {
  await open("/admin/usage", {
    "/api/usage": () =>
      Response.json({
        from: 0,
        to: 1,
        tools: [{ tool: "double", calls: 1200, errors: 3, p50: 80, p95: 2_500 }],
        models: [
          {
            model: "gpt-x",
            calls: 4,
            errors: 0,
            p50: 900,
            p95: 1_900,
            inputTokens: 5_000,
            outputTokens: 700,
            cachedInputTokens: 1_000,
            cacheHits: 2,
            spend: 0.0125,
          },
          {
            model: "local",
            calls: 1,
            errors: 0,
            p50: null,
            p95: null,
            inputTokens: 1,
            outputTokens: 1,
            cachedInputTokens: 0,
            cacheHits: 0,
            spend: null,
          },
        ],
        isCut: false,
      }),
  });
  const tools = page.getByRole("region", { name: "By tool" });
  await expect.element(tools.getByRole("row").nth(1)).toHaveTextContent(/Double It.*1,200.*3.*80 ms.*2\.5 sec/);
  const models = page.getByRole("region", { name: "By model" });
  await expect.element(models.getByRole("row").nth(1)).toHaveTextContent(/gpt-x.*5,000.*700.*1,000.*\$0\.0125/);
  await expect.element(models.getByRole("row").nth(2)).toHaveTextContent(/local.*–$/);
});
