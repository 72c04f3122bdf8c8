/** Forms that a server drew or whose action is a router's, at work in a browser. */
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render as draw } from "vitest-browser-react";
import Contact, { action } from "./routerRoute.tsx";
import { render } from "./viteServer.tsx";

const fill = async (email: string) => {
  await userEvent.fill(page.getByRole("textbox", { name: "E-mail" }), email);
  await userEvent.fill(page.getByRole("textbox", { name: "Message" }), "Long enough to be sent.");
  await userEvent.click(page.getByRole("button", { name: "Send" }));
};

/** Until then a press of the button is the browser's own. */
const isTakenOver = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps"));

test("what a server drew is taken over without a word, and submits to the action", async () => {
  const complaint = vi.spyOn(console, "error");
  const root = document.body.appendChild(document.createElement("div"));
  root.id = "root";
  onTestFinished(() => root.remove());
  root.innerHTML = await new Response(await render()).text();
  await import("./viteClient.tsx");
  await expect.poll(() => [...root.querySelectorAll("form, input, textarea")].every(isTakenOver)).toBe(true);
  await fill("ada@example.org");
  await expect.element(page.getByText("We cannot write to you there").first()).toBeVisible();
  await fill("ada@example.com");
  await expect.element(page.getByText("Thank you")).toBeVisible();
  expect(complaint.mock.calls.map(String).filter((words) => /hydrat|server/i.test(words))).toEqual([]);
});

test("an action of a router answers a form, and its errors land on the fields", async () => {
  const router = createMemoryRouter([{ path: "/", Component: Contact, action }]);
  await draw(<RouterProvider router={router} />);
  await fill("ada@example.org");
  await expect.element(page.getByRole("textbox", { name: "E-mail" })).toHaveAccessibleDescription(/cannot write/);
  await fill("ada@example.com");
  await expect.element(page.getByText("Thank you")).toBeVisible();
});
