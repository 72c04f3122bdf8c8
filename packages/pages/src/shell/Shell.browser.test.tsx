import "../styles/shell.css";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Shell } from "./Shell.tsx";

beforeEach(async () => {
  localStorage.clear();
  // Wide enough for the settings to be in the bar.
  await page.viewport(1440, 800);
});
afterEach(async () => {
  await page.viewport(1280, 800);
  localStorage.clear();
  delete document.documentElement.dataset.callboardTheme;
});

async function open() {
  const router = createMemoryRouter([
    {
      element: <Shell />,
      children: [
        {
          path: "/",
          element: (
            <>
              <a href="/tools?q=a#top">inside</a>
              <a href="https://elsewhere.example/">outside</a>
              <a href="/api/tools">data</a>
              <button type="button">button</button>
            </>
          ),
        },
        { path: "*", element: <p>another page</p> },
      ],
    },
  ]);
  await render(<RouterProvider router={router} />);
  return router;
}

it("switches the theme, remembers it, and goes back to the system's", async () => {
  await open();
  const root = document.documentElement;
  await expect.element(page.getByRole("radio", { name: "System theme" })).toBeChecked();

  await userEvent.click(page.getByTitle("Dark theme"));
  expect([root.dataset.callboardTheme, localStorage.getItem("callboard-theme")]).toEqual(["dark", "dark"]);
  expect(getComputedStyle(root).colorScheme).toBe("dark");
  await expect.element(page.getByRole("radio", { name: "Dark theme" })).toBeChecked();

  await userEvent.click(page.getByTitle("System theme"));
  expect([root.dataset.callboardTheme, localStorage.getItem("callboard-theme")]).toEqual([undefined, null]);
});

it("takes over the choice of another tab", async () => {
  await open();
  window.dispatchEvent(new StorageEvent("storage", { key: "callboard-theme", newValue: "light" }));
  await expect.element(page.getByRole("radio", { name: "Light theme" })).toBeChecked();
});

it("follows links within the app, and leaves every other click to the browser", async () => {
  const router = await open();
  const left = vi.fn((event: Event) => {
    const taken = event.defaultPrevented;
    event.preventDefault();
    return taken;
  });
  window.addEventListener("click", left);
  try {
    await userEvent.click(page.getByText("outside"));
    await userEvent.click(page.getByText("data"));
    await userEvent.click(page.getByText("inside"), { modifiers: ["Control"] });
    expect(left.mock.results.map(({ value }) => value)).toEqual([false, false, false]);
    expect(router.state.location.pathname).toBe("/");

    await userEvent.click(page.getByText("inside"));
    expect(left.mock.results.at(-1)!.value).toBe(true);
    const address = ({ pathname, search, hash } = router.state.location) => pathname + search + hash;
    await expect.poll(() => address()).toBe("/tools?q=a#top");
    await expect.element(page.getByText("another page")).toBeVisible();
  } finally {
    window.removeEventListener("click", left);
  }
});

it("lets the keyboard skip the bar", async () => {
  await open();
  await userEvent.tab();
  await expect.element(page.getByText("Skip to content")).toHaveFocus();
});

it("keeps the links that a narrow bar has no room for behind its button", async () => {
  await page.viewport(375, 700);
  const links = [{ to: "/publish", label: "Publish", isWide: true }];
  const router = createMemoryRouter([
    { element: <Shell links={links} />, children: [{ path: "*", element: <p>a page</p> }] },
  ]);
  await render(<RouterProvider router={router} />);
  const link = page.getByRole("link", { name: "Publish" });
  expect(link.elements()).toEqual([]);
  const button = page.getByRole("button", { name: "Language and theme" });
  await userEvent.click(button);
  await userEvent.click(link);
  expect(router.state.location.pathname).toBe("/publish");
  await expect.element(button).toHaveAttribute("aria-expanded", "false");
  await page.viewport(1280, 800);
  await expect.element(link).toBeVisible();
  expect(link.elements()).toHaveLength(1);
});

it("is called what the server wrote into the document", async () => {
  const meta = Object.assign(document.createElement("meta"), { name: "application-name", content: "Ada’s tools" });
  document.head.append(meta);
  await open();
  await expect.element(page.getByRole("link", { name: "Ada’s tools" })).toBeVisible();
  meta.remove();
});
