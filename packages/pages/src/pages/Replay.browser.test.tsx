import { createHttpClient } from "@callboard/core";
import { ToolProvider } from "@callboard/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { LanguageProvider } from "../shell/LanguageProvider.tsx";
import { Replay } from "./Replay.tsx";

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const event = {
  v: 1,
  seq: 1,
  sessionId: "s1",
  at: 0,
  type: "message.added",
  messageId: "m1",
  role: "user",
  text: "Hi",
};

it.each([
  ["a person in a session of theirs", "own", true],
  ["a colleague in another's", "colleague", false],
  ["whoever reads from a host that says nothing", undefined, true],
])("offers links of a session to %s: %s, %s", async (_, whose, isOffered) => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(`id: 1\ndata: ${JSON.stringify(event)}\n\n`)),
    });
    return new Response(stream, { headers: whose === undefined ? {} : { "callboard-session": whose } });
  });
  const router = createMemoryRouter([{ path: "/chat/:id/replay", element: <Replay /> }], {
    initialEntries: ["/chat/s1/replay"],
  });
  await render(
    <LanguageProvider>
      <ToolProvider client={createHttpClient({ baseUrl: "" })}>
        <RouterProvider router={router} />
      </ToolProvider>
    </LanguageProvider>,
  );
  await expect.element(page.getByRole("button", { name: "Save" })).toBeVisible();
  expect(page.getByRole("button", { name: "Share" }).elements()).toHaveLength(isOffered ? 1 : 0);
});
