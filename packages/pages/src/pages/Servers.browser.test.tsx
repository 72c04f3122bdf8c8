import "@callboard/react/styles.css";
import "../styles/index.css";
import type { McpServerDetail, McpServerListing } from "@callboard/core/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderIssued, renderPage } from "../testing/fixtures/renderPage.tsx";

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const weather: McpServerListing = {
  name: "weather",
  title: "Weather",
  kind: "address",
  place: "https://weather.example/mcp",
  isAdded: true,
  hasSecrets: true,
  isConnected: true,
  connectedAt: Date.UTC(2026, 0, 1, 12),
  nextTryAt: null,
  problem: null,
  maySignIn: false,
  signedIn: null,
  about: { name: "weather-server", version: "1.2.0", revision: "2026-07-28" },
  tools: 2,
  refused: 1,
};
const detail: McpServerDetail = {
  ...weather,
  days: 30,
  hasSession: false,
  toolList: [
    {
      name: "forecast",
      slug: "forecast",
      title: "Forecast",
      description: "",
      isOn: true,
      calls: 12,
      errors: 1,
      p95: 1234,
      by: [{ userId: "ada", calls: 12 }],
    },
    {
      name: "alerts",
      slug: "alerts",
      title: "Alerts",
      description: "",
      isOn: true,
      calls: 0,
      errors: 0,
      p95: null,
      by: [],
    },
  ],
  refusedList: [{ tool: "broken", code: "unusable", said: 'its inputSchema has the type "array"' }],
};
const away: McpServerListing = {
  ...weather,
  name: "gone",
  title: "Gone",
  isAdded: false,
  isConnected: false,
  connectedAt: null,
  nextTryAt: Date.UTC(2026, 0, 1, 12, 0, 7),
  problem: { code: "away", said: "connect ECONNREFUSED" },
  about: null,
};

/** What a server offers beside its tools. */
const nothing = { resources: [], templates: [], prompts: [] };

const open = (address: string, answer: Parameters<typeof renderIssued>[3]) =>
  renderIssued(address, "/api/mcp/servers", [], answer);

it("says of each server how it stands, and why one is away", async () => {
  await open("/servers", () => Response.json([weather, away]));
  const first = page.getByRole("article", { name: "Weather" });
  await expect.element(first.getByText("Connected", { exact: true })).toBeVisible();
  await expect.element(first.getByText("Left out")).toBeVisible();
  const second = page.getByRole("article", { name: "Gone" });
  await expect.element(second.getByText("Not connected")).toBeVisible();
  await expect.element(second.getByText("connect ECONNREFUSED")).not.toBeVisible();
  await userEvent.click(second.getByText("What was met"));
  await expect.element(second.getByText("connect ECONNREFUSED")).toBeVisible();
});

it("adds an address with a header whose value is typed unseen, and says at its field why one is refused", async () => {
  let isRefused = true;
  const asked = await open("/servers", (method) => {
    if (method === "GET") return Response.json([]);
    const error = { code: "invalid_request", message: "localhost leads to a private network.", path: "/url" };
    const answer = isRefused ? Response.json({ error }, { status: 422 }) : Response.json(weather, { status: 201 });
    isRefused = false;
    return answer;
  });
  await expect.element(page.getByText("There are no servers yet")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Add a server" }));
  await userEvent.fill(page.getByRole("textbox", { name: /^Name/ }), "Weather");
  await userEvent.fill(page.getByRole("textbox", { name: /^Address/ }), "https://weather.example/mcp");
  await userEvent.click(page.getByRole("button", { name: /Add/ }).first());
  await userEvent.fill(page.getByRole("textbox", { name: "Name", exact: true }).last(), "x-key");
  const value = page.getByLabelText(/^Value/).first();
  await expect.element(value).toHaveAttribute("type", "password");
  await userEvent.fill(value, "secret");
  await userEvent.click(page.getByRole("button", { name: "Add the server" }));
  await expect.element(page.getByText("localhost leads to a private network.").first()).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Add the server" }));
  await expect.element(page.getByText("Its tools are in the library now.")).toBeVisible();
  expect(asked.findLast(([method]) => method === "POST")).toEqual([
    "POST",
    "",
    { title: "Weather", url: "https://weather.example/mcp", headers: [{ name: "x-key", value: "secret" }] },
  ]);
});

it("shows a server's tools with their use, switches one off and back where the host refuses, and what was left out", async () => {
  let isOn = true;
  let refuses = false;
  const asked = await open("/servers/weather", (method, path) => {
    if (path.endsWith("/offers")) return Response.json(nothing);
    if (method === "GET") {
      return Response.json({
        ...detail,
        toolList: detail.toolList.map((tool, at) => (at === 0 ? { ...tool, isOn } : tool)),
      });
    }
    if (refuses) return Response.json({ error: { code: "not_permitted", message: "You may not." } }, { status: 403 });
    isOn = !isOn;
    return new Response(null, { status: 204 });
  });
  await expect.element(page.getByRole("heading", { name: "Weather", level: 1 })).toBeVisible();
  await expect.element(page.getByText("weather-server 1.2.0")).toBeVisible();
  await expect.element(page.getByText(/^1\.2\ss$/)).toBeVisible();
  await expect.element(page.getByText("ada 12")).toBeVisible();
  await expect.element(page.getByText("Not run")).toBeVisible();
  await expect.element(page.getByText("broken")).toBeVisible();
  await expect.element(page.getByText("Its definition cannot be used.")).toBeVisible();
  const toggle = page.getByRole("switch", { name: /Forecast/ });
  await userEvent.click(toggle);
  await expect.element(toggle).not.toBeChecked();
  expect(asked.find(([method]) => method === "POST")).toEqual([
    "POST",
    "/weather/switches",
    { tool: "forecast", isOn: false },
  ]);
  // What is off has no page.
  await expect.element(page.getByRole("link", { name: "Forecast" })).not.toBeInTheDocument();
  refuses = true;
  await userEvent.click(toggle);
  await expect.element(page.getByRole("alert")).toHaveTextContent("You may not.");
  await expect.element(toggle).not.toBeChecked();
});

it("tests a server again, once however often it is pressed, and removes one that was added once that is sure", async () => {
  let answer: (response: Response) => void = () => {};
  const tested = new Promise<Response>((resolve) => (answer = resolve));
  let isGone = false;
  const asked = await open("/servers/weather", (method, path) => {
    if (path.endsWith("/offers")) return Response.json(nothing);
    if (method === "GET")
      return path === ""
        ? Response.json([])
        : isGone
          ? Response.json({ error: { code: "server_not_found", message: "Gone." } }, { status: 404 })
          : Response.json(detail);
    if (method === "DELETE") {
      isGone = true;
      return new Response(null, { status: 204 });
    }
    return tested;
  });
  const test = page.getByRole("button", { name: "Test again" });
  await userEvent.click(test);
  await userEvent.click(test);
  answer(Response.json(weather));
  await vi.waitFor(() =>
    expect(asked.filter(([method, path]) => method === "GET" && path === "/weather")).toHaveLength(2),
  );
  expect(asked.filter(([method]) => method === "POST")).toEqual([["POST", "/weather/test", undefined]]);
  await userEvent.click(page.getByRole("button", { name: "Remove", exact: true }));
  expect(asked.filter(([method]) => method === "DELETE")).toEqual([]);
  await userEvent.click(page.getByRole("button", { name: "Remove this server" }));
  await expect.element(page.getByText("There are no servers yet")).toBeVisible();
});

it("offers no removal of a server from the host's own settings", async () => {
  await open("/servers/gone", () => Response.json({ ...detail, ...away, toolList: [], refusedList: [] }));
  await expect.element(page.getByRole("button", { name: "Test again" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Remove" })).not.toBeInTheDocument();
});

it.each([
  [404, "route_not_found", "This host has no MCP servers"],
  [403, "not_permitted", "You do not look after servers here"],
])("says at %d %s what that means", async (status, code, title) => {
  await open("/servers", () => Response.json({ error: { code, message: "No." } }, { status }));
  await expect.element(page.getByText(title)).toBeVisible();
});

const asking: McpServerListing = {
  ...away,
  name: "mail",
  title: "Mail",
  isAdded: true,
  maySignIn: true,
  problem: { code: "sign-in", said: "it asks for a sign-in" },
};

it("signs in where a server asks: whose page opens is said before it does", async () => {
  const url = "https://login.example/authorize?state=s";
  const asked = await open("/servers/mail", (method, path) => {
    if (method === "POST" && path === "/mail/sign-in") return Response.json({ url, host: "login.example" });
    return Response.json({ ...detail, ...asking, toolList: [], refusedList: [] });
  });
  await expect.element(page.getByText(/^It asks for a sign-in. Its tools are locked/)).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Sign in", exact: true }));
  const link = page.getByRole("link", { name: "Go on to login.example" });
  await expect.element(link).toHaveAttribute("href", url);
  await expect.element(link).toHaveFocus();
  await expect.element(page.getByText(/then acts there as you/)).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Cancel" }));
  await expect.element(link).not.toBeInTheDocument();
  expect(asked.filter(([method]) => method === "POST")).toHaveLength(1);
});

it("opens nothing that is no page, and says why a sign-in cannot begin", async () => {
  let isBent = true;
  await open("/servers", (method) => {
    if (method === "GET") return Response.json([asking]);
    if (isBent) return Response.json({ url: "javascript:alert(1)", host: "" });
    return Response.json({ error: { code: "sign_in_failed", message: "Nobody registers there." } }, { status: 422 });
  });
  const begin = page.getByRole("button", { name: "Sign in", exact: true });
  await userEvent.click(begin);
  await expect.element(begin).toBeVisible();
  await expect.element(page.getByRole("link", { name: /Go on/ })).not.toBeInTheDocument();
  isBent = false;
  await userEvent.click(begin);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Nobody registers there.");
});

it("one that may not be signed in to here says to give it a header", async () => {
  await open("/servers", () => Response.json([{ ...asking, maySignIn: false }]));
  await expect.element(page.getByText(/Give it a header with a key/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Sign in" })).not.toBeInTheDocument();
});

it("shows who signed in where, and signs out once that is sure", async () => {
  let signedIn: McpServerListing["signedIn"] = { by: "ada", at: Date.UTC(2026, 0, 1), issuer: "login.example" };
  const asked = await open("/servers/weather", (method, path) => {
    if (path.endsWith("/offers")) return Response.json(nothing);
    if (method === "DELETE") signedIn = null;
    return Response.json({ ...detail, maySignIn: true, signedIn });
  });
  await expect.element(page.getByText(/ada at login\.example/)).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Sign out", exact: true }));
  expect(asked.filter(([method]) => method === "DELETE")).toEqual([]);
  await userEvent.click(page.getByRole("button", { name: "Sign out of this server" }));
  await expect.element(page.getByText(/ada at login\.example/)).not.toBeInTheDocument();
  expect(asked.filter(([method]) => method === "DELETE")).toEqual([["DELETE", "/weather/sign-in", undefined]]);
});

it("hands on once what somebody comes back with, and shows the server", async () => {
  const asked: unknown[] = [];
  await renderPage("/sign-in/server?code=c&state=s", async (request, path) => {
    if (path === "/api/mcp/sign-in") {
      asked.push(await request.json());
      return Response.json(weather);
    }
    if (path === "/api/mcp/servers/weather/offers") return Response.json(nothing);
    if (path === "/api/mcp/servers/weather") return Response.json(detail);
    return undefined;
  });
  await expect.element(page.getByRole("heading", { name: "Weather", level: 1 })).toBeVisible();
  expect(asked).toEqual([{ answer: "code=c&state=s" }]);
});

it.each([
  ["sign_in_declined", "The sign-in was declined", /Nothing has changed/],
  ["sign_in_not_found", "The sign-in did not work", /somebody else began it/],
  ["sign_in_failed", "The sign-in did not work", /begin it again/],
  ["not_permitted", "You do not look after servers here", /mcp\.servers\.manage/],
])("says at %s what that means, and leads back to the servers", async (code, title, help) => {
  const message = "No token.";
  await renderPage("/sign-in/server?error=x&state=s", (_request, path) =>
    path === "/api/mcp/sign-in"
      ? Response.json({ error: { code, message } }, { status: code === "not_permitted" ? 403 : 409 })
      : undefined,
  );
  await expect.element(page.getByRole("heading", { name: title })).toBeVisible();
  await expect.element(page.getByText(help)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "MCP servers" })).toHaveAttribute("href", "/servers");
});
