import "../styles/index.css";
import type { KnowledgeOverview } from "@callboard/core/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPage, type Answer } from "../testing/fixtures/renderPage.tsx";

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  await page.viewport(1280, 800);
});

const id = (last: number) => `00000000-0000-8000-8000-00000000000${last}`;
const folder = { id: id(1), name: "handbook", kind: "FOLDER" };
const file = { id: id(2), name: "leave.md", kind: "DOCUMENT" };
const chunk = (at: number, text: string) => ({ id: id(at), sectionId: id(9), position: at, text, hasImage: false });
const overview: KnowledgeOverview = {
  sources: [{ id: id(1), name: "handbook", documents: 1_204, failed: 1, unfinished: 2, characters: 9_000 }],
  total: 1,
  problems: [{ id: id(3), name: "handbook/broken.pdf", problem: "It has no text: its pages are pictures." }],
  reading: { done: 3, total: 7 },
  uploads: null,
};
const entry = { ...file, title: "Leave", characters: 1_200, children: null, state: "whole" };
const uploads = { endings: [".md", ".pdf"], maxBytes: 50_000_000, maxDocuments: 1_000 };

const answers: Record<string, unknown> = {
  "/api/knowledge": overview,
  [`/api/knowledge/parts/${id(1)}`]: { part: folder, way: [folder], parts: [entry], total: 1, mayDelete: false },
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
      {
        path_part_id: id(5),
        breadcrumb: "handbook > الإجازات > leave.md",
        excerpt: ["Everybody has 30 ", "days", "."],
      },
    ],
    total: 1,
  },
  "/api/knowledge/search?q=nothing": { results: [], total: 0 },
};

const answer: Answer = ({ url }) => {
  const { pathname, search } = new URL(url);
  const found = answers[pathname + search];
  return found === undefined
    ? Response.json({ error: { code: "not_found", message: "There is none." } }, { status: 404 })
    : Response.json(found);
};
const open = (address: string, first: Answer = () => undefined) =>
  renderPage(address, async (request, path) => (await first(request, path)) ?? (await answer(request, path)));

it("says what was brought in, how far an ingest is, and what could not be read and why", async () => {
  await open("/knowledge");
  await expect.element(page.getByRole("status")).toHaveTextContent("Documents are being read: 3 of 7.");
  await expect
    .element(page.getByRole("row", { name: /^handbook/ }))
    .toHaveTextContent(/handbook.*cut off: 2.*1,204.*1.*9,000/);
  await expect.element(page.getByText("its pages are pictures")).toBeVisible();
  expect(page.getByRole("heading", { name: "Upload documents" }).query()).toBeNull();
});

it("says in the reader's language why a document was not read, and what a library said as it is", async () => {
  localStorage.setItem("callboard-language", "de");
  const problems = [
    {
      id: id(3),
      name: "a.csv",
      problem: "Row 1042 has a quote.",
      reason: { code: "open_quote", values: { row: 1_042 } },
    },
    { id: id(4), name: "b.pdf", problem: "Invalid PDF structure." },
    { id: id(6), name: "c.xyz", problem: "It is new.", reason: { code: "not_known_here", values: {} } },
  ];
  await open("/knowledge", (_request, path) =>
    path === "/api/knowledge" ? Response.json({ ...overview, problems }) : undefined,
  );
  await expect
    .element(page.getByText("Zeile 1.042 hat ein Anführungszeichen, das nicht geschlossen wird."))
    .toBeVisible();
  await expect.element(page.getByText("Invalid PDF structure.")).toBeVisible();
  await expect.element(page.getByText("It is new.")).toBeVisible();
});

it("browses from the sources down", async () => {
  await open("/knowledge");
  await userEvent.click(page.getByRole("link", { name: "handbook", exact: true }));
  await expect.element(page.getByRole("heading", { name: "handbook" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "leave.md" })).toBeVisible();
  await expect.element(page.getByText("Characters: 1,200")).toBeVisible();
  expect(page.getByRole("button", { name: /^Delete/ }).query()).toBeNull();
});

it("follows an ingest to its end", async () => {
  let asked = 0;
  await open("/knowledge", (_request, path) =>
    path === "/api/knowledge"
      ? Response.json({ ...overview, reading: ++asked > 1 ? null : overview.reading })
      : undefined,
  );
  await expect.element(page.getByRole("status")).toHaveTextContent("3 of 7");
  await expect.poll(() => page.getByText(/being read:/).query(), { timeout: 6_000 }).toBeNull();
});

it("searches, marks what was found, and opens the passage", async () => {
  await open("/knowledge");
  await userEvent.fill(page.getByRole("searchbox"), "days");
  await userEvent.click(page.getByRole("button", { name: "Search" }));
  const result = page.getByRole("link", { name: "handbook › الإجازات › leave.md" });
  await expect.element(result).toBeVisible();
  expect([...document.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(["days"]);
  expect(result.element().querySelectorAll("bdi")).toHaveLength(3);
  await userEvent.click(result);
  const passage = page.getByText("30 days");
  await expect.element(passage).toBeVisible();
  // The list of what was found has the same words until the document is here.
  await expect.poll(() => passage.element().closest("[data-anchor]")?.id).toBe(id(5));
  await expect.element(page.getByRole("heading", { name: "Leave", level: 1 }).first()).toHaveAttribute("dir", "auto");
});

it("says that nothing was found", async () => {
  await open("/knowledge?q=nothing");
  await expect.element(page.getByText("Nothing was found.")).toBeVisible();
});

it("says that a search failed, and tries again", async () => {
  let isBroken = true;
  await open("/knowledge?q=days", (_request, path) =>
    path === "/api/knowledge/search" && isBroken ? Response.json({}, { status: 500 }) : undefined,
  );
  await expect.element(page.getByRole("alert")).toHaveTextContent("This could not be read.");
  isBroken = false;
  await userEvent.click(page.getByRole("button", { name: "Try again" }));
  await expect.element(page.getByRole("link", { name: /leave\.md/ })).toBeVisible();
});

it("says that a document is gone", async () => {
  await open(`/knowledge/${id(8)}`);
  await expect.element(page.getByRole("alert")).toHaveTextContent("There is no such document here.");
});

describe("for whoever may write", () => {
  const files = () => [
    new File(["# A"], "a.md", { type: "text/markdown" }),
    new File(["%PDF"], "b.pdf", { type: "application/pdf" }),
    new File(["x"], "c.exe"),
  ];
  /** Progress is read of XMLHttpRequest, which no answer of a test reaches. */
  const openToWrite = (stored: Answer) => {
    vi.stubGlobal("XMLHttpRequest", undefined);
    return open("/knowledge", (request, path) =>
      path === "/api/knowledge" ? Response.json({ ...overview, reading: null, uploads }) : stored(request, path),
    );
  };

  it.each(["en", "de", "ar"])("bounds are said before, in %s", async (language) => {
    localStorage.setItem("callboard-language", language);
    await page.viewport(375, 700);
    await openToWrite(() => undefined);
    const limits = { en: "MD or PDF, at most 50 MB", de: "MD oder PDF, höchstens 50 MB", ar: /٥٠|50/ };
    await expect.element(page.getByText(limits[language as keyof typeof limits])).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(375);
  });

  it("several files are uploaded, and each that is refused says why", async () => {
    const sent: string[] = [];
    let reads = 0;
    await openToWrite(async (request, path) => {
      if (path !== "/api/knowledge/documents") return undefined;
      const name = new URL(request.url).searchParams.get("name") ?? "";
      sent.push(`${name}: ${await request.text()}`);
      if (name !== "a.md") {
        const message = "It could not be read, and nothing of it was kept. Its pages are pictures.";
        return Response.json({ error: { code: "document_unreadable", message } }, { status: 422 });
      }
      reads++;
      return Response.json(
        { id: id(6), url: `/knowledge/${id(6)}`, name, mediaType: "text/markdown", bytes: 3 },
        { status: 201 },
      );
    });
    await userEvent.upload(page.getByLabelText(/^Upload documents Drop files here/), files());
    await expect.element(page.getByText(/^It could not be read, and nothing of it was kept\. Its pages/)).toBeVisible();
    await expect.element(page.getByText("This type is not taken here. Choose MD or PDF.")).toBeVisible();
    await expect.poll(() => reads).toBe(1);
    expect(sent.sort()).toEqual(["a.md: # A", "b.pdf: %PDF"]);
    expect(page.getByText("a.md", { exact: true }).query()).toBeNull();
  });

  it("a document is deleted once that is sure, by the keyboard alone", async () => {
    let isThere = true;
    const deleted: string[] = [];
    await open(`/knowledge/${id(1)}`, (request, path) => {
      if (request.method === "DELETE") {
        deleted.push(path);
        isThere = false;
        return new Response(null, { status: 204 });
      }
      return path === `/api/knowledge/parts/${id(1)}`
        ? Response.json({ part: folder, way: [folder], parts: isThere ? [entry] : [], total: 1, mayDelete: true })
        : undefined;
    });
    const begin = page.getByRole("button", { name: "Delete leave.md" });
    await expect.element(begin).toBeVisible();
    begin.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("button", { name: "Delete leave.md" })).toHaveFocus();
    expect(deleted).toEqual([]);
    await userEvent.keyboard("{Enter}");
    await userEvent.click(page.getByRole("button", { name: "Delete document" }));
    await expect.element(page.getByRole("status")).toHaveTextContent("leave.md is deleted.");
    await expect.element(page.getByText("This folder is empty.")).toBeVisible();
    expect(deleted).toEqual([`/api/knowledge/parts/${id(2)}`]);
  });

  it("a deletion that is refused says why", async () => {
    await open(`/knowledge/${id(1)}`, (request, path) => {
      if (request.method === "DELETE")
        return Response.json({ error: { code: "not_uploaded", message: "It comes from a source." } }, { status: 409 });
      return path === `/api/knowledge/parts/${id(1)}`
        ? Response.json({ part: folder, way: [folder], parts: [entry], total: 1, mayDelete: true })
        : undefined;
    });
    await userEvent.click(page.getByRole("button", { name: "Delete leave.md" }));
    await userEvent.click(page.getByRole("button", { name: "Delete document" }));
    await expect.element(page.getByRole("alert")).toHaveTextContent("It comes from a source.");
    await expect.element(page.getByRole("link", { name: "leave.md" })).toBeVisible();
  });
});
