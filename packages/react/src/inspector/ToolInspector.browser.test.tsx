import { createLocalClient, createRegistry, ToolClientError } from "@callboard/core";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { countWords, inspectedClient, inspectedTools } from "../testing/fixtures/inspectedTools.ts";
import { ToolInspector } from "./ToolInspector.tsx";

const box = () => page.getByRole("searchbox", { name: "What a model looks for" });
const rows = () => [...document.querySelectorAll(".cb-inspector-row code")].map(({ textContent }) => textContent);

it("ranks what a model would find, and says what each score is made of", async () => {
  await render(<ToolInspector client={inspectedClient()} />);
  await expect.poll(rows).toEqual(["route-planner", "run-anything", "unit-converter"]);
  await expect.element(page.getByText("All tools, by their slugs")).toBeVisible();
  await userEvent.fill(box(), "how many kilometres are 26.2 miles");
  await expect.poll(() => rows()[0]).toBe("unit-converter");
  await expect.element(page.getByText("Ranked by words (BM25F)")).toBeVisible();
  const best = page.getByRole("button", { name: /Unit Converter/ });
  await expect.element(best).toHaveTextContent(/Score: 1\.00Fits: 100%Exact name \d+%Full text \d+%/);
  await userEvent.click(page.getByRole("button", { name: /Unit Converter/ }));
  await expect.element(page.getByRole("row", { name: /^Full text 1 [\d.]+ \d+%$/ })).toBeVisible();
});

it("shows the definition as each provider gets it, its tokens, and what the check says", async () => {
  await render(<ToolInspector client={inspectedClient()} countTokens={countWords} tokenizer="words" />);
  await userEvent.click(page.getByRole("button", { name: /run-anything/ }));
  const panel = page.getByRole("tabpanel");
  await expect.element(panel).toHaveTextContent(/\d+ tokens \(words\)/);
  await expect.element(panel).toHaveTextContent("Its input is a union at the top");
  const sent = new Set<string>();
  for (const [name, key] of [
    ["AI SDK", '"inputSchema"'],
    ["OpenAI Chat", '"function": {'],
    ["OpenAI Responses", '"strict"'],
    ["Anthropic", '"input_schema"'],
    ["MCP", '"annotations"'],
  ] as const) {
    await userEvent.click(page.getByRole("tab", { name, exact: true }));
    await expect.element(panel).toHaveTextContent(key);
    sent.add(panel.element().querySelector("pre")!.textContent!);
  }
  expect(sent.size).toBe(5);
  await userEvent.keyboard("{Home}");
  await expect.element(page.getByRole("tab", { name: "AI SDK" })).toHaveFocus();
});

it("names a tool that people are not offered by the words of its slug", async () => {
  const client = inspectedClient();
  const tools = async () => (await client.tools!()).filter(({ slug }) => slug !== "run-anything");
  await render(<ToolInspector client={{ ...client, tools }} />);
  await expect
    .poll(() => page.getByRole("button", { name: /^Run anything/ }).element().textContent)
    .toBe("Run anythingrun-anything");
});

it("runs the tool in its place", async () => {
  await render(<ToolInspector client={inspectedClient()} defaultQuery="unit-converter" />);
  await userEvent.click(page.getByRole("button", { name: /Unit Converter/ }));
  await userEvent.click(page.getByRole("button", { name: "Run it" }));
  await userEvent.fill(page.getByLabelText("Amount"), "1000");
  await userEvent.click(page.getByRole("radio", { name: "mile" }));
  await userEvent.click(page.getByRole("button", { name: "Run", exact: true }));
  await expect.element(page.getByText(/^1,?609\.344$/)).toBeVisible();
});

it("says what is wrong, and asks again", async () => {
  const searchTools = vi
    .fn(inspectedClient().searchTools!)
    .mockRejectedValueOnce(new ToolClientError("The host cannot be reached.", { code: "unreachable", status: 0 }));
  await render(<ToolInspector client={{ ...inspectedClient(), searchTools }} />);
  await expect.element(page.getByRole("alert")).toHaveTextContent("The host cannot be reached.");
  await userEvent.click(page.getByRole("button", { name: "Try again" }));
  await expect.poll(rows).toHaveLength(3);
});

it("says the name of a tool once where it is its slug", async () => {
  const registry = createRegistry();
  registry.register({ ...inspectedTools[0]!, slug: "read_output", name: "read_output" });
  await render(<ToolInspector client={createLocalClient(registry)} />);
  const row = page.getByRole("button", { name: /read_output/ });
  await expect.element(row).toBeVisible();
  expect(row.element().textContent.match(/read_output/g)).toHaveLength(1);
});

it("shows more, and keeps the one that is open", async () => {
  const registry = createRegistry();
  for (let index = 0; index < 45; index++) registry.register({ ...inspectedTools[0]!, slug: `t${index + 10}` });
  await render(<ToolInspector client={createLocalClient(registry)} />);
  await userEvent.click(page.getByRole("button", { name: /t10/ }));
  await userEvent.click(page.getByRole("button", { name: "Show more" }));
  await expect.poll(rows).toHaveLength(40);
  await userEvent.click(page.getByRole("button", { name: "Show more" }));
  await expect.poll(rows).toHaveLength(45);
  expect(page.getByRole("button", { name: "Show more" }).elements()).toHaveLength(0);
  await expect.element(page.getByRole("button", { name: /t10/ })).toHaveAttribute("aria-expanded", "true");
});

it("tells what a model is told where nothing is found, and leads back to all", async () => {
  await render(<ToolInspector client={inspectedClient()} defaultQuery="zzzzzz" />);
  await expect.element(page.getByText(/No tool has any of these words/)).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "List all tools" }));
  await expect.poll(rows).toHaveLength(3);
});
