import { page, userEvent } from "vitest/browser";
import { afterEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { createHttpClient } from "@callboard/core";
import { ToolProvider } from "@callboard/react";
import { ChatPage, OwnFinder } from "./chatPage.tsx";

afterEach(() => vi.restoreAllMocks());

test("the guide's chat lists chats and finds tools, all or those of its own finder", async () => {
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
  const offered = async () => {
    await userEvent.fill(page.getByRole("textbox", { name: "Message" }), "reset");
    await expect.element(page.getByRole("option", { name: /^Reset View/ })).toBeVisible();
    return page.getByRole("option").elements().length;
  };
  const { rerender } = await render(<ChatPage />);
  await expect.element(page.getByRole("button", { name: /^Retries/ })).toBeVisible();
  expect(await offered()).toBe(2);
  await rerender(
    <ToolProvider client={createHttpClient({ baseUrl: "" })}>
      <OwnFinder />
    </ToolProvider>,
  );
  expect(await offered()).toBe(1);
});
