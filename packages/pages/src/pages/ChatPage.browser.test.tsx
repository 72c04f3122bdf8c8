import "../styles/index.css";
import { createHttpClient, type AgentListing } from "@callboard/core";
import { ToolProvider } from "@callboard/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { LanguageProvider } from "../shell/LanguageProvider.tsx";
import { pageRoutes } from "../routes.tsx";
import { Shell } from "../shell/Shell.tsx";

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const listed: AgentListing[] = [
  { slug: "default", name: "Assistant", description: null, isDefault: true },
  { slug: "translator", name: "Translator", description: null, isDefault: false },
];

/** A host whose agents are known once `agents` is answered. */
async function open(agents: Promise<Response>, address = "/chat") {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (given, init) => {
    const { pathname } = new URL(new Request(given as RequestInfo, init).url);
    asked.push(pathname);
    if (pathname === "/api/chat/agents") return agents;
    if (pathname === "/pages.json") return Response.json({ hasModel: true, mayPublish: false, failures: [] });
    if (pathname === "/api/tools" || pathname === "/api/sessions") return Response.json([]);
    return Response.json({ error: { code: "not_found", message: "There is no such thing." } }, { status: 404 });
  });
  const router = createMemoryRouter(pageRoutes({ shell: <Shell /> }), { initialEntries: [address] });
  await render(
    <ToolProvider client={createHttpClient({ baseUrl: "" })}>
      <LanguageProvider>
        <RouterProvider router={router} />
      </LanguageProvider>
    </ToolProvider>,
  );
  return asked;
}
const message = () => page.getByRole("textbox", { name: "Message" });

it.each(["/chat", "/chat/gone"])("draws the chat at %s with its agents, not before they are known", async (address) => {
  let tell = (_answer: Response) => {};
  const asked = await open(new Promise((resolve) => (tell = resolve)), address);
  await expect.element(page.getByRole("complementary", { name: "Chats" })).toBeVisible();
  await vi.waitFor(() => expect(asked).toEqual(expect.arrayContaining(["/api/chat/agents", "/pages.json"])));
  // By then a chat that waits for nothing is drawn.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(message().query()).toBeNull();
  tell(Response.json(listed));
  await expect.element(message()).toBeVisible();
  if (address === "/chat") expect(page.getByRole("combobox", { name: "Who answers" }).query()).not.toBeNull();
});

it("draws the chat where the host does not say who its agents are", async () => {
  await open(Promise.resolve(new Response("{}", { status: 404 })));
  await expect.element(message()).toBeVisible();
  expect(page.getByRole("combobox", { name: "Who answers" }).query()).toBeNull();
});
