import { page, userEvent } from "vitest/browser";
import { afterEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ChatPage } from "./chatPage.tsx";

afterEach(() => vi.restoreAllMocks());

test("the guide's chat lists chats, and finds tools by its own finder", async () => {
  const tool = (slug: string, name: string, category: string) => ({
    slug,
    name,
    category,
    description: "Resets what is left over.",
    icon: "wrench",
    origin: "custom",
    kind: "code",
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const path = String(input instanceof Request ? input.url : input);
    if (path.endsWith("/api/tools"))
      return Response.json([tool("reset", "Reset View", "everyday"), tool("wipe", "Reset Everything", "admin")]);
    if (path.includes("/api/sessions"))
      return Response.json([{ id: "s", title: "Retries", createdAt: 0, updatedAt: 0, status: "idle" }]);
    return Response.json([]);
  });
  await render(<ChatPage />);
  await expect.element(page.getByRole("button", { name: /^Retries/ })).toBeVisible();
  await userEvent.fill(page.getByRole("textbox", { name: "Message" }), "reset");
  await expect.element(page.getByRole("option", { name: /^Reset View/ })).toBeVisible();
  expect(page.getByRole("option").elements()).toHaveLength(1);
});
