import "@callboard/react/styles.css";
import "../styles/index.css";
import type { JsonSchema } from "@callboard/core";
import type { LinkedAsk } from "@callboard/core/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPage } from "../testing/fixtures/renderPage.tsx";

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  history.replaceState(null, "", location.pathname + location.search);
  await page.viewport(1280, 800);
});

const ask: LinkedAsk = {
  kind: "approval",
  state: "open",
  client: "Ada's desk",
  userId: "ada",
  toolName: "Delete an order",
  tool: {
    slug: "delete_order",
    name: "Delete an order",
    description: "Deletes an order for good.",
    category: "orders",
    icon: "trash",
    origin: "custom",
    kind: "code",
    permissionPolicy: "always_ask",
    inputSchema: {
      type: "object",
      properties: { number: { type: "string", title: "Order number" } },
      required: ["number"],
    },
  },
  input: { number: "A-1" },
  expiresAt: Date.UTC(2030, 0, 1),
  outcome: null,
};

/** The page of a link to this ask; answers what it sends. */
async function open(first: LinkedAsk | Response, then: Partial<LinkedAsk> = {}, refusal?: Response) {
  history.replaceState(null, "", "#cba_secret");
  const sent: unknown[] = [];
  let now = first;
  await renderPage("/ask", async (request, pathname) => {
    if (pathname !== "/api/mcp/ask") return undefined;
    expect(request.headers.get("authorization")).toBe("Bearer cba_secret");
    if (request.method === "POST") {
      sent.push(JSON.parse(await request.text()));
      if (refusal) return refusal.clone();
      if (!(now instanceof Response)) now = { ...now, ...then };
    }
    return now instanceof Response ? now.clone() : Response.json(now);
  });
  return sent;
}

/** The page of a link to a host that is away until what this answers is called. */
async function openAway() {
  let isAway = true;
  const away = { error: { code: "closing", message: "The host is closing." } };
  await renderPage("/ask", (_request, pathname) => {
    if (pathname !== "/api/mcp/ask") return undefined;
    return isAway ? Response.json(away, { status: 503 }) : Response.json(ask);
  });
  return () => void (isAway = false);
}

it("says who asks for what, on a phone too, and allows it as it stands", async () => {
  await page.viewport(390, 800);
  const sent = await open(ask, { state: "approved", outcome: { status: "completed" } });
  await expect.element(page.getByRole("heading", { name: "Ada's desk asks to run “Delete an order”" })).toBeVisible();
  await expect.element(page.getByText(/no more than ada may do/)).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "Order number" })).toHaveValue("A-1");
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(page.getByRole("link").elements()).toEqual([]);
  await userEvent.click(page.getByRole("button", { name: "Allow", exact: true }));
  await expect.element(page.getByText("The tool has run.")).toBeVisible();
  expect(sent).toEqual([{ decision: "approve" }]);
});

it("sends what was changed, and says at the field what does not fit", async () => {
  const refusal = Response.json(
    { error: { code: "invalid_input", message: "There is no such order.", path: "/number" } },
    { status: 422 },
  );
  const sent = await open(ask, {}, refusal);
  await userEvent.fill(page.getByRole("textbox", { name: "Order number" }), "A-2");
  await userEvent.click(page.getByRole("button", { name: "Allow", exact: true }));
  await expect.element(page.getByText("There is no such order.").first()).toBeVisible();
  expect(sent).toEqual([{ decision: "approve", input: { number: "A-2" } }]);
});

it("keeps what is typed while it looks whether the call goes on", async () => {
  await open(ask);
  const number = page.getByRole("textbox", { name: "Order number" });
  await userEvent.fill(number, "A-2");
  const looks = () => vi.mocked(fetch).mock.calls.filter(([given]) => String(given).endsWith("/api/mcp/ask")).length;
  const before = looks();
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(before + 1), { timeout: 5_000 });
  await expect.element(number).toHaveValue("A-2");
});

it("refuses with a reason", async () => {
  const sent = await open(ask, { state: "denied", outcome: { status: "failed" } });
  await userEvent.fill(page.getByRole("textbox", { name: /^Why not/ }), "Not that one.");
  await userEvent.click(page.getByRole("button", { name: "Do not allow" }));
  await expect.element(page.getByText("Not allowed: the tool did not run")).toBeVisible();
  expect(sent).toEqual([{ decision: "deny", reason: "Not that one." }]);
});

it("asks a tool's question in its form", async () => {
  const schema: JsonSchema = {
    type: "object",
    properties: { city: { type: "string", title: "City" } },
    required: ["city"],
  };
  const question = { ...ask, kind: "question", message: "Where do you live?", schema, url: null } as const;
  const sent = await open(question, { state: "answered", outcome: null });
  await expect.element(page.getByText("Where do you live?")).toBeVisible();
  await userEvent.fill(page.getByRole("textbox", { name: "City" }), "Oslo");
  await userEvent.click(page.getByRole("button", { name: "Send the answer" }));
  await expect.element(page.getByText("The tool is at work.")).toBeVisible();
  expect(sent).toEqual([{ action: "accept", content: { city: "Oslo" } }]);
});

it("says of a link that leads nowhere what to do", async () => {
  await open(Response.json({ error: { code: "link_not_found", message: "No." } }, { status: 404 }));
  await expect.element(page.getByRole("heading", { name: "This link leads nowhere" })).toBeVisible();
});

it("offers another try where the host does not answer", async () => {
  const then = await openAway();
  await expect.element(page.getByText("The host is closing.")).toBeVisible();
  then();
  await userEvent.click(page.getByRole("button", { name: "Try again" }));
  await expect.element(page.getByRole("button", { name: "Allow", exact: true })).toBeVisible();
});

it("asks nothing again that was decided", async () => {
  await open({ ...ask, state: "expired", outcome: { status: "failed" } });
  await expect.element(page.getByText("Too late: the time to decide is over")).toBeVisible();
  expect(page.getByRole("button", { name: "Allow", exact: true }).elements()).toEqual([]);
});
