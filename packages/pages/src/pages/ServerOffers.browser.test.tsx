import "@callboard/react/styles.css";
import "../styles/index.css";
import type { McpServerDetail } from "@callboard/core/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderIssued } from "../testing/fixtures/renderPage.tsx";

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const server: McpServerDetail = {
  name: "docs",
  title: "Docs",
  kind: "address",
  place: "https://docs.example/mcp",
  isAdded: false,
  hasSecrets: false,
  isConnected: true,
  connectedAt: 1,
  nextTryAt: null,
  problem: null,
  maySignIn: false,
  signedIn: null,
  about: null,
  tools: 0,
  refused: 0,
  toolList: [],
  refusedList: [],
  days: 30,
  hasSession: false,
};
const offers = {
  resources: [{ uri: "docs://readme", title: "Read me", description: "", mediaType: "text/plain" }],
  templates: [{ template: "docs://page/{id}", title: "A page", description: "", variables: ["id"] }],
  prompts: [
    {
      name: "greet",
      title: "Greet somebody",
      description: "",
      arguments: [{ name: "city", description: "Where they live.", isRequired: true }],
    },
  ],
  completes: true,
};

const open = () =>
  renderIssued("/servers/docs", "/api/mcp/servers/docs", [], (method, path) => {
    if (method === "GET") return Response.json(path === "/offers" ? offers : server);
    if (path === "/resources") {
      return Response.json([{ uri: "docs://readme", mediaType: "text/plain", text: "Hello, reader", isCut: false }]);
    }
    if (path === "/prompts") return Response.json([{ role: "user", text: "Greet me in Oslo" }]);
    return Response.json(["Oslo", "Osaka"]);
  });

it("reads a resource when it is opened, and no sooner", async () => {
  const asked = await open();
  await expect.element(page.getByText("Read me")).toBeVisible();
  expect(asked.filter(([, path]) => path === "/resources")).toEqual([]);
  await userEvent.click(page.getByText("Read me"));
  await expect.element(page.getByText("Hello, reader")).toBeVisible();
  expect(asked.find(([, path]) => path === "/resources")?.[2]).toEqual({ uri: "docs://readme" });
});

it("fills a prompt in by a form whose argument is picked from what the server completes, and shows what came", async () => {
  const asked = await open();
  await userEvent.click(page.getByText("Greet somebody"));
  const city = page.getByRole("combobox", { name: /city/ });
  await userEvent.click(city);
  await userEvent.click(page.getByRole("option", { name: "Oslo" }));
  await userEvent.click(page.getByRole("button", { name: "Send" }));
  await expect.element(page.getByText("Greet me in Oslo")).toBeVisible();
  expect(asked.find(([, path]) => path === "/prompts")?.[2]).toEqual({ prompt: "greet", arguments: { city: "Oslo" } });
});

it("takes what is typed though the server does not know it", async () => {
  const asked = await open();
  await userEvent.click(page.getByText("A page"));
  const id = page.getByRole("combobox", { name: /id/ });
  await userEvent.fill(id, "Bergen");
  await userEvent.click(page.getByRole("option", { name: "Bergen" }));
  await userEvent.click(page.getByRole("button", { name: "Read" }));
  await expect.element(page.getByText("Hello, reader")).toBeVisible();
  expect(asked.find(([, path]) => path === "/resources")?.[2]).toEqual({
    template: "docs://page/{id}",
    variables: { id: "Bergen" },
  });
});
