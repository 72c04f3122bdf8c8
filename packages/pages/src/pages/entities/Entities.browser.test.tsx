import "@callboard/react/styles.css";
import "../../styles/index.css";
import type { Entity, EntityType } from "@callboard/core/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPage } from "../../testing/fixtures/renderPage.tsx";

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const ID = "00000000-0000-4000-8000-000000000001";
const type: EntityType = {
  slug: "customer",
  name: "Customer",
  pluralName: "Customers",
  description: "Whom we sell to.",
  icon: "package",
  jsonSchema: {
    type: "object",
    properties: {
      city: { type: "string", title: "City" },
      stage: { type: "string", enum: ["lead", "won"], title: "Stage" },
      seats: { type: "integer", title: "Seats" },
    },
    required: ["city"],
  },
  origin: "code",
  revision: "abc",
  count: 1,
};
const acme: Entity = {
  id: ID,
  slug: "acme",
  title: "Acme",
  type: "Customer",
  typeSlug: "customer",
  href: `/entities/customer/${ID}`,
  tags: ["key"],
  content: { city: "Bonn", stage: "lead", seats: 1200 },
  revision: "3",
  createdAt: "2026-01-01T10:00:00.000Z",
  createdBy: "ada",
  updatedAt: "2026-01-02T10:00:00.000Z",
  updatedBy: "ben",
  relations: [
    {
      id: "r1",
      kind: "parent",
      direction: "to",
      entity: { id: "x", title: "Holding", typeSlug: "customer", href: "/entities/customer/x" },
    },
  ],
  documents: [],
};

interface Sent {
  method: string;
  path: string;
  body: unknown;
  ifMatch: string | null;
}

/** Opens an address over a host with one customer; `answer` goes before. */
async function open(
  address: string,
  answer: (sent: Sent) => Promise<Response> | Response | undefined = () => undefined,
): Promise<Sent[]> {
  const all: Sent[] = [];
  await renderPage(address, async (request, path) => {
    const text = await request.text();
    const body = text === "" ? undefined : (JSON.parse(text) as unknown);
    const sent = { method: request.method, path, body, ifMatch: request.headers.get("if-match") };
    all.push(sent);
    const own = answer(sent);
    if (own) return own;
    if (path === "/api/entity-types") return Response.json([type]);
    if (path === "/api/entity-types/customer") return Response.json(type);
    if (path === "/api/entities/filter") return Response.json({ results: [acme], total: 1, appliedFilters: 0 });
    if (path === `/api/entities/${ID}/history`)
      return Response.json([
        {
          revision: "3",
          changedAt: acme.updatedAt,
          changedBy: "ben",
          act: "changed",
          changes: [{ path: "/content/city", before: "Köln", now: "Bonn" }],
        },
        { revision: "1", changedAt: acme.createdAt, changedBy: "ada", act: "created", changes: [] },
      ]);
    if (path.startsWith(`/api/entities/${ID}`)) return Response.json(acme);
    if (path === "/api/choices/customer") return Response.json([{ value: "x", label: "Holding" }]);
    return undefined;
  });
  return all;
}

it("leads from the types to their entities, and from there to one", async () => {
  await open("/entities");
  await expect.element(page.getByText("Whom we sell to.")).toBeVisible();
  await userEvent.click(page.getByRole("link", { name: "Customers" }));
  await expect.element(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  await expect.element(page.getByText("1,200")).toBeVisible();
  await userEvent.click(page.getByRole("link", { name: "Acme" }));
  await expect.element(page.getByRole("heading", { level: 1, name: "Acme" })).toBeVisible();
  await expect.element(page.getByText("parent of")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Holding" })).toHaveAttribute("href", "/entities/customer/x");
  const history = page.getByRole("listitem").filter({ hasText: "Köln" }).last();
  await expect.element(history).toHaveTextContent("City: Köln Bonn");
});

it("filters by the fields of the type, and says when nothing fits", async () => {
  const sent = await open("/entities/customer", ({ path, body }) =>
    path === "/api/entities/filter" && (body as { filters: object[] }).filters.length > 0
      ? Response.json({ results: [], total: 0, appliedFilters: 1 })
      : undefined,
  );
  await userEvent.click(page.getByText("Filter", { exact: true }));
  await userEvent.fill(page.getByRole("textbox", { name: /City/ }), "Rom");
  await expect.element(page.getByText("Nothing meets these conditions. Loosen a filter.")).toBeVisible();
  expect(sent.at(-1)?.body).toMatchObject({
    entityTypeSlug: "customer",
    filters: [{ field: "city", operator: "contains", value: "Rom" }],
  });
});

it("asks once for what is typed, and shows what it found until the next is there", async () => {
  let answer = (): void => {};
  const isWaitedFor = new Promise<void>((resolve) => (answer = resolve));
  const sent = await open("/entities/customer", ({ path, body }) => {
    if (path !== "/api/entities/filter") return undefined;
    const { filters, limit } = body as { filters: object[]; limit: number };
    if (filters.length > 0) return Response.json({ results: [], total: 0, appliedFilters: 1 });
    const many = Array.from({ length: limit }, (_, at) => ({ ...acme, id: `c${at}`, title: `Customer ${at}` }));
    const found = () => Response.json({ results: many, total: 90, appliedFilters: 0 });
    return limit > 50 ? isWaitedFor.then(found) : found();
  });
  const more = page.getByRole("button", { name: "Show more" });
  await userEvent.click(more);
  await expect.poll(() => sent.at(-1)?.body).toMatchObject({ limit: 100 });
  await expect.element(page.getByRole("link", { name: "Customer 49" })).toBeInTheDocument();
  await expect.element(more).toHaveFocus();
  answer();
  await expect.element(page.getByRole("link", { name: "Customer 89" })).toBeInTheDocument();
  await userEvent.click(page.getByText("Filter", { exact: true }));
  await userEvent.type(page.getByRole("textbox", { name: /City/ }), "Rotterdam-Zuid");
  await expect.element(page.getByText("Nothing meets these conditions. Loosen a filter.")).toBeVisible();
  const asked = sent.filter(({ body }) => (body as { filters?: object[] } | undefined)?.filters?.length === 1);
  expect(asked.length).toBeLessThan(5);
  expect(asked.at(-1)?.body).toMatchObject({ filters: [{ value: "Rotterdam-Zuid" }] });
});

it("begins English words where an Arabic page's lines begin", async () => {
  localStorage.setItem("callboard-language", "ar");
  await open("/entities/customer");
  for (const words of ["Customers", "Whom we sell to."]) {
    const shown = page.getByText(words, { exact: true }).last();
    await expect.element(shown).toBeVisible();
    const text = document.createRange();
    text.selectNodeContents(shown.element());
    const { right } = shown.element().getBoundingClientRect();
    expect(Math.abs(text.getBoundingClientRect().right - right)).toBeLessThan(2);
  }
});

it("keeps what is shown where an answer comes of the one before", async () => {
  let answer = (_late: Response): void => {};
  const removed = new Promise<Response>((resolve) => (answer = resolve));
  const holding = { ...acme, id: "x", title: "Holding", href: "/entities/customer/x", relations: [] };
  const sent = await open(`/entities/customer/${ID}`, ({ method, path }) => {
    if (method === "DELETE") return removed;
    if (path === "/api/entities/x") return Response.json(holding);
    return path === "/api/entities/x/history" ? Response.json([]) : undefined;
  });
  await userEvent.click(page.getByRole("button", { name: /Holding/ }));
  await expect.poll(() => sent.at(-1)?.method).toBe("DELETE");
  await userEvent.click(page.getByRole("link", { name: "Holding" }));
  await expect.element(page.getByRole("heading", { level: 1, name: "Holding" })).toBeVisible();
  answer(Response.json({ ...acme, relations: [] }));
  await new Promise((rest) => setTimeout(rest, 100));
  await expect.element(page.getByRole("heading", { level: 1, name: "Holding" })).toBeVisible();
});

it("saves what was changed by the revision that was read, and tells where a field is wrong", async () => {
  let isWrong = true;
  const sent = await open(`/entities/customer/${ID}/edit`, ({ method }) => {
    if (method !== "PATCH") return undefined;
    if (!isWrong) return Response.json(acme);
    isWrong = false;
    const error = {
      code: "invalid_entity",
      message: "The entity cannot be saved.",
      path: "/content/city",
      issues: [{ path: "/content/city", code: "pattern", message: "No such city" }],
    };
    return Response.json({ error }, { status: 422 });
  });
  await userEvent.fill(page.getByRole("textbox", { name: "Title" }), "Acme Ltd");
  await userEvent.fill(page.getByRole("textbox", { name: /Tags/ }), "key, north ,");
  await userEvent.click(page.getByRole("button", { name: "Save" }));
  await expect.element(page.getByText("No such city").first()).toBeVisible();
  await userEvent.fill(page.getByRole("textbox", { name: /City/ }), "Rom");
  await userEvent.click(page.getByRole("button", { name: "Save" }));
  await expect.element(page.getByRole("heading", { level: 1, name: "Acme" })).toBeVisible();
  expect(sent.findLast(({ method }) => method === "PATCH")).toMatchObject({
    ifMatch: '"3"',
    body: { title: "Acme Ltd", tags: ["key", "north"], content: { city: "Rom", stage: "lead", seats: 1200 } },
  });
});

it("keeps what was typed where somebody else has saved, and loads theirs when asked", async () => {
  const moved = { error: { code: "precondition_failed", message: "Somebody has changed it." } };
  const sent = await open(`/entities/customer/${ID}/edit`, ({ method }) =>
    method === "PATCH" ? Response.json(moved, { status: 412 }) : undefined,
  );
  await userEvent.fill(page.getByRole("textbox", { name: "Title" }), "Mine");
  await userEvent.click(page.getByRole("button", { name: "Save" }));
  await expect.element(page.getByRole("alert")).toHaveTextContent("Somebody has changed it.");
  await expect.element(page.getByRole("textbox", { name: "Title" })).toHaveValue("Mine");
  const before = sent.length;
  await userEvent.click(page.getByRole("button", { name: "Load what is there now" }));
  await expect.poll(() => sent.length).toBeGreaterThan(before);
});

it("connects two by the picker, once, and deletes when that is sure", async () => {
  const sent = await open(`/entities/customer/${ID}`, ({ method }) =>
    method === "DELETE" ? new Response(null, { status: 204 }) : undefined,
  );
  await userEvent.click(page.getByText("Connect with another"));
  await expect.element(page.getByRole("button", { name: "Connect", exact: true })).toBeDisabled();
  await userEvent.fill(page.getByRole("textbox", { name: "What it is to this one" }), "parent");
  await userEvent.click(page.getByRole("combobox", { name: "Which one" }));
  await userEvent.click(page.getByRole("option", { name: "Holding" }));
  await userEvent.click(page.getByRole("button", { name: "Connect", exact: true }));
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith("/relations"))?.body)
    .toEqual({ entityId: "x", kind: "parent" });
  await userEvent.click(page.getByRole("button", { name: "Delete" }));
  await expect.element(page.getByRole("button", { name: "Keep it" })).toHaveFocus();
  await userEvent.click(page.getByRole("alertdialog").getByRole("button", { name: "Delete" }));
  await expect.element(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  expect(sent.find(({ method }) => method === "DELETE")).toMatchObject({ ifMatch: '"3"' });
});

it("says what to do where the host has no entities, or one may not see them", async () => {
  const refused = (code: string, status: number) => () => Response.json({ error: { code, message: code } }, { status });
  await open("/entities", refused("route_not_found", 404));
  await expect.element(page.getByText("There are no entities on this server")).toBeVisible();
});
