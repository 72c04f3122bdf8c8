import "../styles/shell.css";
import { ToolLibrary } from "@callboard/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { LanguageProvider } from "./LanguageProvider.tsx";
import { Shell } from "./Shell.tsx";

const root = document.documentElement;

beforeEach(async () => {
  localStorage.setItem("callboard-language", "en");
  // Wide enough for the settings to be in the bar.
  await page.viewport(1440, 800);
});
afterEach(async () => {
  localStorage.clear();
  root.lang = "en";
  root.dir = "ltr";
  await page.viewport(1280, 800);
});

async function open() {
  const router = createMemoryRouter([
    { element: <Shell />, children: [{ path: "/", element: <ToolLibrary tools={[]} /> }] },
  ]);
  await render(
    <LanguageProvider>
      <RouterProvider router={router} />
    </LanguageProvider>,
  );
}

it("changes the kit's words, the demo's own and the document's direction together, and remembers the choice", async () => {
  await open();
  await expect.element(page.getByText("No tools yet")).toBeVisible();
  expect([root.lang.slice(0, 2), root.dir]).toEqual(["en", "ltr"]);

  await userEvent.selectOptions(page.getByLabelText("Language", { exact: true }), "العربية");
  await expect.element(page.getByText("لا أدوات بعد")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "المحادثة" })).toBeVisible();
  expect([root.lang, root.dir, localStorage.getItem("callboard-language")]).toEqual(["ar", "rtl", "ar"]);
  const library = document.querySelector(".cb-library")!;
  expect([library.getAttribute("lang"), getComputedStyle(library).direction]).toEqual(["ar", "rtl"]);

  await userEvent.selectOptions(page.getByLabelText("اللغة", { exact: true }), "Deutsch");
  await expect.element(page.getByText("Noch keine Werkzeuge")).toBeVisible();
  expect([root.lang, root.dir, localStorage.getItem("callboard-language")]).toEqual(["de", "ltr", "de"]);
});

it("opens in the language that was chosen before, and takes over the choice of another tab", async () => {
  localStorage.setItem("callboard-language", "de");
  await open();
  await expect.element(page.getByText("Noch keine Werkzeuge")).toBeVisible();
  localStorage.setItem("callboard-language", "en");
  window.dispatchEvent(new StorageEvent("storage", { key: "callboard-language", newValue: "en" }));
  await expect.element(page.getByText("No tools yet")).toBeVisible();
});

it("keeps language and theme behind a button where the bar has no room, and closes them by Escape", async () => {
  await page.viewport(320, 640);
  localStorage.setItem("callboard-language", "de");
  await open();
  const choice = page.getByLabelText("Sprache", { exact: true });
  await expect.element(page.getByText("Noch keine Werkzeuge")).toBeVisible();
  expect(choice.query()?.checkVisibility() ?? false).toBe(false);
  expect(root.scrollWidth).toBeLessThanOrEqual(320);

  const button = page.getByRole("button", { name: "Sprache und Farben" });
  await userEvent.click(button);
  await expect.element(choice).toBeVisible();
  const { left, right } = document.querySelector(".site-settings-panel")!.getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(320);
  await userEvent.keyboard("{Escape}");
  await expect.element(choice).not.toBeVisible();
  await expect.element(button).toHaveFocus();
});
