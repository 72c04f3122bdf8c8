import "../styles/index.css";
import { createHttpClient } from "@callboard/core";
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

const id = (last: number) => `00000000-0000-8000-8000-00000000000${last}`;
const folder = { id: id(1), name: "handbook", kind: "FOLDER" };
const file = { id: id(2), name: "leave.md", kind: "DOCUMENT" };
const chunk = (at: number, text: string) => ({ id: id(at), sectionId: id(9), position: at, text, hasImage: false });

const answers: Record<string, unknown> = {
  "/api/knowledge": {
    parts: [{ ...folder, title: null, characters: null, children: 1, state: null }],
    total: 1,
    problems: [{ id: id(3), name: "handbook/broken.pdf", problem: "It has no text: its pages are pictures." }],
    reading: { done: 3, total: 7 },
  },
  [`/api/knowledge/parts/${id(1)}`]: {
    part: folder,
    way: [folder],
    parts: [{ ...file, title: "Leave", characters: 1200, children: null, state: "whole" }],
    total: 1,
  },
  [`/api/knowledge/parts/${id(5)}`]: {
    part: { id: id(5), name: "#2", kind: "CHUNK" },
    way: [folder, file],
    document: { title: "Leave", state: "whole", problem: null },
    anchor: id(5),
    start: 0,
    count: 2,
    chunks: [chunk(4, "# Leave\n\nBefore."), chunk(5, "Everybody has **30 days**.")],
    sections: [],
  },
  "/api/knowledge/search?q=days": {
    results: [
      { path_part_id: id(5), breadcrumb: "handbook > leave.md", text: "Everybody has 30 days.", words: ["days"] },
    ],
    total: 1,
  },
  "/api/knowledge/search?q=RETENTION_DAYS": {
    results: [
      {
        path_part_id: id(5),
        breadcrumb: "handbook > leave.md",
        text: "Set RETENTION_DAYS (a.b|c) to 30: @ops, #env.",
        words: ["retention_days", "(a.b|c)", "@ops", "#env", "30:"],
      },
    ],
    total: 1,
  },
  "/api/knowledge/search?q=nothing": { results: [], total: 0 },
};

async function open(address: string) {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (given, init) => {
    const { pathname, search } = new URL(new Request(given as RequestInfo, init).url);
    const answer = answers[pathname + search];
    return answer === undefined ? new Response("{}", { status: 404 }) : Response.json(answer);
  });
  const router = createMemoryRouter(pageRoutes({ shell: <Shell /> }), { initialEntries: [address] });
  await render(
    <ToolProvider client={createHttpClient({ baseUrl: "" })}>
      <LanguageProvider>
        <RouterProvider router={router} />
      </LanguageProvider>
    </ToolProvider>,
  );
}

it("browses from the sources down, says how far an ingest is, and what could not be read", async () => {
  await open("/knowledge");
  await expect.element(page.getByRole("status")).toHaveTextContent("Documents are being read: 3 of 7.");
  await expect.element(page.getByText("its pages are pictures")).toBeVisible();
  await userEvent.click(page.getByRole("link", { name: "handbook/", exact: true }));
  await expect.element(page.getByRole("heading", { name: "handbook" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "leave.md" })).toBeVisible();
});

it("searches, marks what was found, and opens the passage", async () => {
  await open("/knowledge");
  await userEvent.fill(page.getByRole("searchbox"), "days");
  await userEvent.click(page.getByRole("button", { name: "Search" }));
  await expect.element(page.getByText("days", { exact: true })).toBeVisible();
  await userEvent.click(page.getByRole("link", { name: "handbook > leave.md" }));
  const passage = page.getByText("30 days");
  await expect.element(passage).toBeVisible();
  // The list of what was found has the same words until the document is here.
  await expect.poll(() => passage.element().closest("[data-anchor]")?.id).toBe(id(5));
  await expect.element(page.getByRole("heading", { name: "Leave", level: 1 }).first()).toBeVisible();
});

it("says that nothing was found, and that a document is gone", async () => {
  await open("/knowledge?q=nothing");
  await expect.element(page.getByText("Nothing was found.")).toBeVisible();
});

it("marks words with signs in them as they are", async () => {
  await open("/knowledge?q=RETENTION_DAYS");
  await expect.element(page.getByText("RETENTION_DAYS", { exact: true })).toBeVisible();
  const marks = [...document.querySelectorAll("mark")].map(({ textContent }) => textContent);
  expect(marks).toEqual(["RETENTION_DAYS", "(a.b|c)", "30:", "@ops", "#env"]);
});

it("says that a search failed", async () => {
  await open("/knowledge?q=broken");
  await expect.element(page.getByRole("alert")).toHaveTextContent("This could not be read.");
});

it("says that a document is gone", async () => {
  await open(`/knowledge/${id(8)}`);
  await expect.element(page.getByRole("alert")).toHaveTextContent("This could not be read.");
});
