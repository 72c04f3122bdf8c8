import MiniSearch from "minisearch";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { routes } from "../routes.tsx";

afterEach(() => vi.restoreAllMocks());

const contents = [
  { title: "Start", reference: false, pages: [{ name: "form", title: "A form", description: "the shortest one" }] },
  {
    title: "@callboard/core",
    reference: true,
    pages: [{ name: "reference/core", title: "core", description: "all of it" }],
  },
];

const form = `# A form

It needs no provider, as [core](reference/core.md#createform) says.

## Its errors

<b>bold</b>

## Its drafts

\`\`\`ts
const form = createForm();
\`\`\`
`;

const index = () => {
  const search = new MiniSearch({
    fields: ["heading", "title", "text"],
    storeFields: ["name", "title", "heading", "hash"],
  });
  search.add({
    id: "reference/core#createform",
    name: "reference/core",
    title: "core",
    heading: "createForm",
    hash: "#createform",
    text: "Makes a form.",
  });
  return JSON.stringify(search);
};

/** A server with two pages; `answers` changes what it says. */
async function open(address: string, answers: Record<string, () => Response> = {}) {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (request) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), location.href);
    asked.push(pathname);
    if (answers[pathname]) return answers[pathname]();
    if (pathname === "/docs/contents.json") return Response.json(contents);
    if (pathname === "/docs/search.json") return new Response(index());
    if (pathname === "/docs/form.md") return new Response(form);
    if (pathname === "/docs/reference/core.md")
      return new Response("# core\n\nAll of it.\n\n## createForm\n\nMakes one.");
    return new Response(null, { status: 404 });
  });
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  await render(<RouterProvider router={router} />);
  return { router, asked };
}

it("shows a page beside its contents, and follows its links to headings of other pages", async () => {
  const { router } = await open("/docs/form");
  await expect.element(page.getByRole("heading", { level: 1, name: "A form" })).toBeVisible();
  await expect.poll(() => document.title).toBe("A form · Docs · Callboard");
  const nav = page.getByRole("navigation", { name: "Contents" });
  await expect.element(nav.getByRole("link", { name: "A form" })).toHaveAttribute("aria-current", "page");
  expect(page.getByRole("heading", { name: "Its errors" }).element().id).toBe("its-errors");
  const own = page.getByRole("navigation", { name: "On this page" });
  await expect.element(own.getByRole("link", { name: "Its drafts" })).toHaveAttribute("href", "#its-drafts");
  const article = page.getByRole("article");
  await expect.element(article.getByRole("link", { name: "Its errors" })).toHaveAttribute("href", "#its-errors");
  await expect
    .element(page.getByRole("link", { name: "This page as Markdown" }))
    .toHaveAttribute("href", "/docs/form.md");
  expect(document.querySelector(".hljs-keyword")?.textContent).toBe("const");
  expect(document.querySelector(".demo-article b")).toBeNull();

  await userEvent.click(page.getByRole("article").getByRole("link", { name: "core" }));
  await expect.element(page.getByRole("heading", { level: 1, name: "core" })).toBeVisible();
  await expect
    .poll(() => router.state.location)
    .toMatchObject({ pathname: "/docs/reference/core", hash: "#createform" });
  await expect.element(nav.getByRole("link", { name: "core" })).toBeVisible();
});

it("finds a heading while one types, having read the index only then", async () => {
  const { router, asked } = await open("/docs/form");
  const search = page.getByRole("searchbox", { name: "Search the docs" });
  await expect.element(search).toBeVisible();
  expect(asked).not.toContain("/docs/search.json");
  await userEvent.fill(search, "createF");
  await userEvent.click(page.getByRole("link", { name: "createForm core" }));
  await expect.element(page.getByRole("heading", { level: 1, name: "core" })).toBeVisible();
  await expect.poll(() => router.state.location.hash).toBe("#createform");
  await expect.element(page.getByRole("searchbox")).toHaveValue("");
  await userEvent.fill(page.getByRole("searchbox"), "zzzz");
  await expect.element(page.getByRole("status").filter({ hasText: "Nothing found" })).toBeInTheDocument();
});

it("says that there is no such page", async () => {
  await open("/docs/nothing");
  await expect.element(page.getByRole("heading", { name: "There is no page here" })).toBeVisible();
});

it("tries a page again that could not be loaded", async () => {
  let isDown = true;
  await open("/docs/unread", {
    "/docs/unread.md": () => new Response(isDown ? "" : form, { status: isDown ? 503 : 200 }),
  });
  await expect.element(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
  isDown = false;
  await userEvent.click(page.getByRole("button", { name: "Try again" }));
  await expect.element(page.getByRole("heading", { level: 1, name: "A form" })).toBeVisible();
});
