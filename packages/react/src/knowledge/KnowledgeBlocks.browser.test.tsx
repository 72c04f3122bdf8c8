import "../styles/index.css";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { arabic } from "../messages/ar.ts";
import { ToolProvider, type ToolProviderProps } from "../provider/ToolProvider.tsx";
import { createUiRegistry } from "../provider/uiRegistry.ts";
import { ToolOutput } from "../view/ToolOutput.tsx";
import { around, contents, entries, found, reading, toolOf, tree } from "./testing/fixtures/knowledgeOutputs.ts";
import { registerKnowledgeBlocks, type KnowledgeBlocksOptions } from "./registerKnowledgeBlocks.tsx";

interface Options extends KnowledgeBlocksOptions, Pick<ToolProviderProps, "locale" | "messages"> {
  key?: string;
}

async function show(slug: string, output: unknown, { key, hrefOf, ...language }: Options = {}) {
  const components = createUiRegistry();
  const end = registerKnowledgeBlocks(components, hrefOf ? { hrefOf } : {});
  await render(
    <ToolProvider components={components} {...language}>
      <ToolOutput tool={toolOf(slug, key)} output={output} />
    </ToolProvider>,
  );
  return { components, end };
}
const marked = () => [...document.querySelectorAll("mark")].map(({ textContent }) => textContent);

it.each(["search_knowledge", "search_keyword", "search_documents"])(
  "%s shows passages by their place, with what was found marked",
  async (slug) => {
    await show(slug, found, { key: "results" });
    const link = page.getByRole("link", { name: "handbook › الإجازات › leave.md › Parental leave" });
    await expect.element(link).toHaveAttribute("href", "/knowledge/p0");
    await expect.element(page.getByText("Everybody has 14 weeks of leave, paid in full.")).toBeVisible();
    await expect.element(page.getByText("With a picture")).toBeVisible();
    expect(marked()).toHaveLength(5);
    await userEvent.click(page.getByRole("button", { name: "Show all 7 passages" }));
    expect(marked()).toHaveLength(7);
  },
);

it("says that nothing was found", async () => {
  await show("search_knowledge", { results: [], total: 0 }, { key: "results" });
  await expect.element(page.getByText(/Nothing was found/)).toBeVisible();
});

it("shows the beginning of a passage without an excerpt, and what is no list as nothing", async () => {
  const [first] = found.results;
  await show("search_knowledge", { results: [{ ...first, excerpt: undefined }, 7, null] }, { key: "results" });
  await expect.element(page.getByText("Everybody has **14 weeks** of leave, paid in full.")).toBeVisible();
  expect(page.getByRole("listitem").all()).toHaveLength(1);
});

it("lists folders and documents with their sizes, in Arabic too", async () => {
  await show("list_contents", entries, { key: "items", locale: "ar", messages: arabic });
  await expect.element(page.getByRole("img", { name: "مجلد" })).toBeVisible();
  await expect.element(page.getByText("عنصر واحد")).toBeVisible();
  await expect.element(page.getByText("لم يُقرأ")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "leave.md" })).toHaveAttribute("href", "/knowledge/d");
});

it("is as wide as its card, and none of its words is broken letter by letter", async () => {
  await page.viewport(360, 800);
  await show("list_contents", entries, { key: "items" });
  const link = page.getByRole("link", { name: "leave.md" });
  await expect.element(link).toBeVisible();
  expect(link.element().getBoundingClientRect().height).toBeLessThan(30);
  expect(link.element().closest("ul")?.getBoundingClientRect().width).toBeGreaterThan(250);
  await page.viewport(1280, 800);
});

it("nests the folders of a tree", async () => {
  await show("folder_tree", tree);
  const policies = page.getByRole("link", { name: "policies" });
  await expect.element(policies).toBeVisible();
  const item = policies.element().closest("li");
  expect(item?.querySelector("ul")?.textContent).toBe("202612 documents");
  expect(item?.parentElement?.parentElement?.tagName).toBe("LI");
});

it("reads a document as Markdown, and says what part of it this is", async () => {
  await show("read", { ...reading, total: 40, next_offset: 3 });
  await expect.element(page.getByRole("region", { name: "Text of the document" })).toBeVisible();
  await expect.element(page.getByText("30 days")).toBeVisible();
  await expect.poll(() => document.querySelector("strong")?.textContent).toBe("30 days");
  await expect.element(page.getByText("1 to 2 of 40: the rest is read when it is asked for.")).toBeVisible();
});

it("shows a long document as its contents", async () => {
  await show("read", contents);
  await expect.element(page.getByRole("list", { name: "Contents" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Parental leave" })).toHaveAttribute("href", "/knowledge/s1");
  await expect.element(page.getByText("7,500 characters")).toBeVisible();
});

it("is open at the passage, and leaves the page where it is", async () => {
  await show("read_around", around);
  const text = page.getByRole("region", { name: "Text of the document" });
  await expect.element(text).toBeVisible();
  const box = text.element();
  await expect.poll(() => box.scrollTop).toBeGreaterThan(0);
  const passage = box.querySelector("[data-anchor]");
  expect(passage?.textContent).toContain("Paragraph 11 ");
  const offset = (passage?.getBoundingClientRect().top ?? 0) - box.getBoundingClientRect().top;
  expect(Math.abs(offset)).toBeLessThan(30);
  expect(window.scrollY).toBe(0);
});

it("leads where its host says, or nowhere, and is gone once it is ended", async () => {
  const { components, end } = await show("list_contents", entries, {
    key: "items",
    hrefOf: (id) => (id === "d" ? `/docs/${id}` : undefined),
  });
  await expect.element(page.getByRole("link", { name: "leave.md" })).toHaveAttribute("href", "/docs/d");
  expect(page.getByRole("link", { name: "policies" }).query()).toBeNull();
  end();
  expect(components.get("block", "tool-output-list_contents")).toBeUndefined();
});
