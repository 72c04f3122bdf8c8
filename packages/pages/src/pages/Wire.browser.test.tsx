import "@callboard/react/styles.css";
import "../styles/index.css";
import type { McpWire } from "@callboard/core/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPage } from "../testing/fixtures/renderPage.tsx";

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const tool = {
  slug: "greet",
  name: "Greet",
  description: "",
  category: "Own",
  icon: "server",
  inputSchema: { type: "object" },
  source: "own",
};
const wire: McpWire = {
  server: "Own server",
  isOver: true,
  isCut: false,
  messages: [
    {
      way: "out",
      at: 1_000,
      text: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet"}}',
      headers: { "x-key": "•••" },
    },
    { way: "in", at: 1_012, text: '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}' },
  ],
  copies: { command: "curl -sS https://own.example", sdk: "client.callTool()", test: "test()" },
};

function open(answers: (Response | (() => Response))[], of: object = tool) {
  let asked = 0;
  const opened = renderPage("/tools/greet?run=c1", (_request, path) => {
    if (path === "/api/tools/greet") return Response.json(of);
    if (path === "/api/tools/greet/calls") return Response.json([]);
    if (path !== "/api/mcp/calls/c1/wire") return undefined;
    const answer = answers[Math.min(asked++, answers.length - 1)];
    return typeof answer === "function" ? answer() : answer?.clone();
  });
  return { opened, count: () => asked };
}

it("shows each message of the open call, folded, with when it was and what went with it", async () => {
  await open([Response.json(wire)]).opened;
  const region = page.getByRole("region", { name: "On the wire" });
  await expect.element(region.getByText("tools/call", { exact: true })).toBeVisible();
  await expect.element(region.getByText("+12 ms")).toBeVisible();
  await expect.element(region.getByText(/"name": "greet"/)).not.toBeVisible();
  await userEvent.click(region.getByText("tools/call", { exact: true }));
  await expect.element(region.getByText(/"name": "greet"/)).toBeVisible();
  await expect.element(region.getByText("x-key: •••")).toBeVisible();
  await userEvent.click(region.getByText("Copy this call"));
  await expect.element(region.getByText("curl -sS https://own.example")).toBeVisible();
  await expect.element(region.getByText("client.callTool()")).toBeVisible();
});

it("asks on while the call runs, and no more once it is over", async () => {
  const { opened, count } = open([
    Response.json({ ...wire, isOver: false, messages: wire.messages.slice(0, 1) }),
    Response.json(wire),
  ]);
  await opened;
  await expect.element(page.getByText("Received")).toBeVisible();
  const asked = count();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(count()).toBe(asked);
});

it("shows nothing where the host keeps nothing", async () => {
  const gone = () => Response.json({ error: { code: "route_not_found", message: "No." } }, { status: 404 });
  await open([gone]).opened;
  await expect.element(page.getByRole("heading", { name: "Greet" })).toBeVisible();
  expect(page.getByRole("region", { name: "On the wire" }).query()).toBeNull();
});

it("asks nothing of a tool in code", async () => {
  const { source: _source, ...inCode } = tool;
  const { opened, count } = open([Response.json(wire)], inCode);
  await opened;
  await expect.element(page.getByRole("heading", { name: "Greet" })).toBeVisible();
  expect(count()).toBe(0);
});
