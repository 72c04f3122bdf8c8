import "@callboard/react/styles.css";
import "../../styles/index.css";
import type { SessionEvent } from "@callboard/core";
import type { Entity } from "@callboard/core/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPage } from "../../testing/fixtures/renderPage.tsx";

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const ID = "00000000-0000-4000-8000-000000000001";
const ENGAGEMENT = "00000000-0000-4000-8000-000000000002";
const SOURCES = ["a", "b", "c"];
const entity = (id: string, typeSlug: string, title: string, more: Partial<Entity> = {}): Entity => ({
  id,
  slug: id,
  title,
  type: typeSlug,
  typeSlug,
  href: `/entities/${typeSlug}/${id}`,
  tags: [],
  content: {},
  revision: "1",
  createdAt: "2026-01-01T10:00:00.000Z",
  createdBy: "ada",
  updatedAt: "2026-01-02T10:00:00.000Z",
  updatedBy: "ada",
  relations: [],
  documents: [],
  ...more,
});
const begun = {
  engagement_id: ENGAGEMENT,
  source_entity_ids: SOURCES,
  language: "en",
  composed_by: "script",
  status: "composing",
  run_id: "run",
  disclaimer: "Check it first.",
  classification: "Internal",
};
const said = (text: string, ...ids: string[]) => [{ text, source_entity_ids: ids }];
const whole = {
  ...begun,
  status: "complete",
  headline: said("All is well.", "a"),
  situation: said("It stands still.", "a", "b"),
  key_findings: said("Two desks do the same.", "b"),
  opportunities: said("Seven hours a week.", "c"),
  risks: said("Nobody knows the maker.", "c"),
  recommendations: said("Go through the pilot.", "b"),
  citations: { claims: 6, sources: 3 },
};
const engagement = entity(ENGAGEMENT, "customer", "Nordwind", {
  relations: [
    ["a", "Workshop"],
    ["b", "Pilot"],
  ].map(([id = "", title = ""]) => ({
    id: `r-${id}`,
    kind: "customer",
    direction: "to",
    entity: { id, title, typeSlug: "note", href: `/entities/note/${id}` },
  })),
});

/** Opens a brief, whose content is asked for at each read. */
async function open(contentOf: () => object, { address = `/briefs/${ID}`, events = [] as SessionEvent[] } = {}) {
  await renderPage(address, (_request, path) => {
    if (path === `/api/entities/${ID}`)
      return Response.json(
        entity(ID, "executive-summary", "Executive summary: Nordwind", { content: { ...contentOf() } }),
      );
    if (path === `/api/entities/${ENGAGEMENT}`) return Response.json(engagement);
    if (path === "/api/sessions/run/events") {
      const lines = events.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`).join("");
      return new Response(lines, { headers: { "content-type": "text/event-stream" } });
    }
    return undefined;
  });
}

it("shows each statement with its sources by number, and what the tenant says of it", async () => {
  await open(() => whole);
  await expect.element(page.getByRole("heading", { level: 1, name: "Executive summary: Nordwind" })).toBeVisible();
  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent("Complete: the sources of each statement were checked");
  await expect.element(page.getByText("Internal", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Check it first.")).toBeVisible();
  await expect.element(page.getByText(/A script wrote this/)).toBeVisible();
  const situation = page.getByRole("region", { name: "Situation" });
  await expect.element(situation.getByRole("link", { name: "Source 2" })).toHaveAttribute("href", "#source-2");
  const sources = page.getByRole("region", { name: "Sources" });
  await expect.element(sources.getByRole("link", { name: "Pilot" })).toHaveAttribute("href", "/entities/note/b");
  await expect.element(sources.getByText("Is not connected any more")).toBeVisible();
  await expect.element(sources.getByRole("link", { name: "Nordwind" })).toBeVisible();
});

it("fills up while it is written, without being reloaded", async () => {
  let content: object = { ...begun, situation: whole.situation };
  await open(() => content);
  await expect.element(page.getByRole("status")).toHaveTextContent("1 of 7 parts are written");
  await expect.element(page.getByRole("region", { name: "Risks" })).toHaveTextContent("Being written …");
  content = whole;
  await expect.element(page.getByText("Nobody knows the maker.")).toBeVisible();
  await expect.element(page.getByRole("status")).toHaveTextContent("Complete");
});

it("says that no more will come where its run has failed", async () => {
  const at = { v: 1 as const, sessionId: "run", at: 1 };
  await open(() => ({ ...begun, situation: whole.situation }), {
    events: [
      { ...at, seq: 1, type: "tool.requested", callId: "run", tool: "composeExecutiveSummary" },
      { ...at, seq: 2, type: "tool.failed", callId: "run", error: { code: "step_failed", message: "Risks failed." } },
    ],
  });
  const alert = page.getByRole("alert").filter({ hasText: "This brief was not finished" });
  await expect
    .element(alert.getByRole("link", { name: "Have a new one written" }))
    .toHaveAttribute("href", "/tools/generateExecutiveSummary");
  await expect.element(page.getByText("It stands still.")).toBeVisible();
});

it("has a sheet to print, which stands alone on paper", async () => {
  const print = vi.spyOn(window, "print").mockImplementation(() => {});
  await open(() => whole);
  await userEvent.click(page.getByRole("link", { name: "Print, or save as PDF" }));
  await userEvent.click(page.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
  await expect.element(page.getByText("How it is written")).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "Back to the brief" })).toHaveAttribute("href", `/briefs/${ID}`);
});

it("is no page of another entity", async () => {
  await renderPage(`/briefs/${ID}`, (_request, path) =>
    path === `/api/entities/${ID}` ? Response.json(entity(ID, "note", "A note")) : undefined,
  );
  await expect.element(page.getByRole("heading", { level: 1 })).not.toHaveTextContent("A note");
});

it("draws what somebody has made of its fields", async () => {
  await open(() => ({
    ...whole,
    risks: "none",
    situation: [null, { text: 5 }, { text: "Kept." }],
    source_entity_ids: 7,
  }));
  await expect.element(page.getByText("Kept.")).toBeVisible();
});

it("is led to from its entity", async () => {
  await open(() => whole, { address: `/entities/executive-summary/${ID}` });
  await userEvent.click(page.getByRole("link", { name: "Read the brief" }));
  await expect.element(page.getByText("Two desks do the same.")).toBeVisible();
});
