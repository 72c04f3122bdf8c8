import { afterEach, expect, test, vi } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { userEvent } from "vitest/browser";
import { rootOf } from "./rootOf.ts";
import sheetText from "./styles/index.css?inline";
import { KitSample } from "./testing/fixtures/kitSample.tsx";

afterEach(async () => {
  await cleanup();
  for (const host of document.querySelectorAll("[data-shadow]")) host.remove();
});

/** The kit in a shadow root, dressed by a sheet that only this root has adopted. */
async function mountInShadow() {
  const host = document.createElement("div");
  host.dataset["shadow"] = "";
  host.style.colorScheme = "normal";
  document.body.append(host);
  const shadow = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(sheetText);
  shadow.adoptedStyleSheets = [sheet];
  const container = document.createElement("div");
  shadow.append(container);
  const screen = await render(<KitSample />, { container, baseElement: container });
  const focused = () => shadow.activeElement;
  return { shadow, screen, focused };
}

test("a shadow root dresses the kit by its own sheet, in the colours of its host", async () => {
  const { shadow, screen } = await mountInShadow();
  const submit = screen.getByRole("button", { name: "Book" });
  await expect.element(submit).toBeVisible();
  const { minBlockSize, colorScheme, color } = getComputedStyle(submit.element());
  expect([minBlockSize, colorScheme, color]).toEqual(["36px", "normal", "lch(100 0 0)"]);
  shadow.host.className = "dark";
  await vi.waitFor(() => expect(getComputedStyle(submit.element()).color).toBe("lch(0 0 0)"));
});

test("in a shadow root a refused submit moves the focus to the first wrong field, and its links to the others", async () => {
  const { screen, focused } = await mountInShadow();
  await userEvent.fill(screen.getByRole("spinbutton", { name: "Nights" }), "0");
  await userEvent.click(screen.getByRole("button", { name: "Book" }));
  await vi.waitFor(() => expect(focused()).toBe(screen.getByRole("textbox", { name: "Name" }).element()));
  await userEvent.click(screen.getByRole("link", { name: "Notes" }));
  expect(focused()).toBe(screen.getByRole("textbox", { name: "Notes" }).element());
});

test("in a shadow root a picker searches, is steered by keys and keeps the focus", async () => {
  const { screen, focused } = await mountInShadow();
  const box = screen.getByRole("combobox", { name: "Guide" });
  await userEvent.click(box);
  await userEvent.keyboard("grace");
  await expect.element(screen.getByRole("option", { name: /Grace Hopper/ })).toBeVisible();
  await expect.element(screen.getByRole("option", { name: /Ada/ })).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await expect.element(box).toHaveValue("Grace Hopper");
  expect(focused()).toBe(box.element());
  await userEvent.click(box);
  await expect.element(screen.getByRole("option", { name: /Ada/ })).toBeVisible();
  await userEvent.click(screen.getByRole("option", { name: /Ada/ }));
  await expect.element(box).toHaveValue("Ada Lovelace");
});

test("in a shadow root a menu closes by a press beside it, and not by one on it", async () => {
  const { screen, focused } = await mountInShadow();
  await userEvent.click(screen.getByRole("toolbar").getByRole("button", { name: "Copy input" }));
  const menu = screen.getByRole("menu");
  await expect.element(menu).toBeVisible();
  menu.element().dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, composed: true }));
  await expect.element(menu).toBeVisible();
  await userEvent.keyboard("{ArrowDown}");
  expect(focused()).toBe(screen.getByRole("menuitem").nth(1).element());
  await userEvent.click(screen.getByRole("textbox", { name: "Name" }));
  await expect.element(menu).not.toBeInTheDocument();
});

test("in a shadow root an added entry gets the focus", async () => {
  const { screen, focused } = await mountInShadow();
  await userEvent.click(screen.getByRole("button", { name: "Add entry to Extras" }));
  await vi.waitFor(() =>
    expect(focused()).toBe(screen.getByRole("group", { name: "Extras" }).getByRole("textbox").first().element()),
  );
});

test("an element outside of every tree asks the document", () => {
  expect(rootOf(document.createElement("p"))).toBe(document);
  expect(rootOf(document.body)).toBe(document);
});
