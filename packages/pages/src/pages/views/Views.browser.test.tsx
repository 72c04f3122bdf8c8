import "@callboard/react/styles.css";
import "../../styles/index.css";
import type { KeptView, ViewVersion } from "@callboard/core/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { renderPage } from "../../testing/fixtures/renderPage.tsx";

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const view: KeptView = {
  slug: "spring",
  title: "Spring",
  description: "How the spring went.",
  href: "/views/spring",
  isPublished: false,
  expiresAt: null,
  revision: "3",
  createdAt: "2026-01-01T10:00:00.000Z",
  createdBy: "ada",
  updatedAt: "2026-01-02T10:00:00.000Z",
  updatedBy: "ben",
  may: ["update", "delete"],
  spec: {
    data: { lead: "It went well." },
    blocks: [
      { type: "text", key: "lead" },
      { type: "tool", tool: "double", label: "Try it" },
      { type: "entities", entityTypeSlug: "customer", columns: ["city", { key: "seats", label: "Places" }] },
    ],
  },
};
const versions: ViewVersion[] = [
  { version: "b", createdAt: Date.parse("2026-01-02T10:00:00.000Z"), createdBy: "ben", changes: [] },
  { version: "a", createdAt: Date.parse("2026-01-01T10:00:00.000Z"), createdBy: "ada", changes: [] },
];
const tool = {
  slug: "double",
  name: "Double",
  description: "Doubles.",
  category: "test",
  icon: "calculator",
  kind: "code",
  origin: "custom",
  permissionPolicy: "auto",
  inputSchema: { type: "object", properties: { n: { type: "integer", title: "Number" } } },
};
const type = {
  slug: "customer",
  name: "Customer",
  pluralName: "Customers",
  description: "x",
  icon: "package",
  jsonSchema: { type: "object", properties: { city: { type: "string", title: "City" }, seats: { type: "integer" } } },
  origin: "code",
  revision: "1",
  count: 2,
};
const acme = {
  id: "1",
  slug: "acme",
  title: "Acme",
  type: "Customer",
  typeSlug: "customer",
  href: "/entities/customer/1",
};
const found = { results: [{ ...acme, tags: [], content: { city: "Bonn", seats: 1200 } }], total: 2, appliedFilters: 0 };

interface Sent {
  method: string;
  path: string;
  body: unknown;
  ifMatch: string | null;
}

/** Opens an address over a host with one view; `answer` goes before. */
async function open(
  address: string,
  answer: (sent: Sent) => Response | Promise<Response> | undefined = () => undefined,
) {
  const all: Sent[] = [];
  await renderPage(address, async (request, path) => {
    const text = await request.text();
    const body = text === "" ? undefined : (JSON.parse(text) as unknown);
    const sent = { method: request.method, path, body, ifMatch: request.headers.get("if-match") };
    all.push(sent);
    const own = answer(sent);
    if (own) return own;
    if (path === "/api/views") return Response.json({ views: [view], total: 1 });
    if (path === "/api/views/spring") return Response.json(view);
    if (path === "/api/views/spring/versions") return Response.json(versions);
    if (path === "/api/tools/double") return Response.json(tool);
    if (path === "/api/entity-types/customer") return Response.json(type);
    if (path === "/api/entities/filter") return Response.json(found);
    return undefined;
  });
  return all;
}
const refusal = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message } }, { status });

it("lists views, each with who sees it, and says what to do where there are none", async () => {
  await open("/views");
  await expect.element(page.getByRole("link", { name: "Spring" })).toHaveAttribute("href", "/views/spring");
  await expect.element(page.getByText("Draft")).toBeVisible();
  await expect.element(page.getByText("How the spring went.")).toBeVisible();
});

it("offers the chat where there are no views", async () => {
  await open("/views", ({ path }) => (path === "/api/views" ? Response.json({ views: [], total: 0 }) : undefined));
  await expect.element(page.getByRole("heading", { name: "There are no views yet" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Open the chat" })).toHaveAttribute("href", "/chat");
});

it("draws a view: its data, a tool to fill in, and entities as they are now", async () => {
  const sent = await open("/views/spring");
  await expect.element(page.getByRole("heading", { name: "Spring" })).toBeVisible();
  await expect.element(page.getByText("It went well.")).toBeVisible();
  await expect.element(page.getByLabelText("Number")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Acme" })).toHaveAttribute("href", "/entities/customer/1");
  await expect.element(page.getByText("Places")).toBeVisible();
  await expect.element(page.getByText("1,200")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "All 2" })).toHaveAttribute("href", "/entities/customer");
  expect(sent.find(({ path }) => path === "/api/entities/filter")?.body).toEqual({
    entityTypeSlug: "customer",
    filters: [],
    limit: 20,
  });
});

it("says that a view is not there, and leads to those that are", async () => {
  await open("/views/none", () => refusal(404, "view_not_found", "No."));
  await expect.element(page.getByRole("heading", { name: "There is no such view" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "All views" })).toHaveAttribute("href", "/views");
});

it("publishes once, however often that is pressed, and shows what is then", async () => {
  let answer: (response: Response) => void = () => {};
  const later = new Promise<Response>((resolve) => (answer = resolve));
  const sent = await open("/views/spring", ({ method }) => (method === "PATCH" ? later : undefined));
  const publish = page.getByRole("button", { name: "Publish" });
  await publish.click();
  await publish.click();
  answer(Response.json({ ...view, isPublished: true, revision: "4" }));
  await expect.element(page.getByRole("button", { name: "Unpublish" })).toBeVisible();
  expect(sent.filter(({ method }) => method === "PATCH")).toMatchObject([
    { path: "/api/views/spring", body: { isPublished: true }, ifMatch: '"3"' },
  ]);
});

it("loads what is there now where somebody else was faster", async () => {
  let isMoved = false;
  await open("/views/spring", ({ method, path }) => {
    if (method === "PATCH") return ((isMoved = true), refusal(412, "precondition_failed", "Somebody has changed it."));
    return isMoved && path === "/api/views/spring"
      ? Response.json({ ...view, title: "Theirs", revision: "4" })
      : undefined;
  });
  await page.getByRole("button", { name: "Publish" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Somebody has changed it.");
  await page.getByRole("button", { name: "Load what is there now" }).click();
  await expect.element(page.getByRole("heading", { name: "Theirs" })).toBeVisible();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

it("keeps a transient view under its own address", async () => {
  const kept = { ...view, slug: "spring-kept", href: "/views/spring-kept", title: "Kept" };
  const sent = await open("/views/spring", ({ method, path }) => {
    if (path === "/api/views/spring/keep") return Response.json(kept);
    if (path === "/api/views/spring-kept") return Response.json(kept);
    if (method === "GET" && path === "/api/views/spring")
      return Response.json({ ...view, expiresAt: "2026-01-03T10:00:00.000Z", may: ["update", "delete", "keep"] });
    return undefined;
  });
  await expect.element(page.getByText(/You alone see it, until/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Publish" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Save it" }).click();
  await expect.element(page.getByRole("heading", { name: "Kept" })).toBeVisible();
  expect(sent.filter(({ method }) => method === "POST").map(({ path }) => path)).toContain("/api/views/spring/keep");
});

it("deletes once that is sure, and puts back an earlier version", async () => {
  const sent = await open("/views/spring", ({ method }) => {
    if (method === "DELETE") return new Response(null, { status: 204 });
    return undefined;
  });
  await page.getByText("Earlier versions").click();
  await expect.element(page.getByText("As it is now")).toBeVisible();
  const back = page.getByRole("button", { name: /Put back the version of/ });
  await expect.element(back).toBeVisible();
  await back.click();
  await expect
    .poll(() => sent.at(-1))
    .toMatchObject({ method: "POST", path: "/api/views/spring/versions/a/restore", ifMatch: '"3"' });
  await page.getByRole("button", { name: "Delete" }).click();
  await expect.element(page.getByRole("button", { name: "Keep it" })).toHaveFocus();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => sent.filter(({ method }) => method === "DELETE")).toMatchObject([{ ifMatch: '"3"' }]);
  await expect.element(page.getByRole("heading", { name: "Views" })).toBeVisible();
});

it("shows whoever only reads nothing to change", async () => {
  await open("/views/spring", ({ path }) =>
    path === "/api/views/spring" ? Response.json({ ...view, isPublished: true, may: [] }) : undefined,
  );
  await expect.element(page.getByText("It went well.")).toBeVisible();
  for (const name of ["Publish", "Unpublish", "Delete", "Save it"]) {
    await expect.element(page.getByRole("button", { name })).not.toBeInTheDocument();
  }
  await expect.element(page.getByText("Earlier versions")).not.toBeInTheDocument();
});
