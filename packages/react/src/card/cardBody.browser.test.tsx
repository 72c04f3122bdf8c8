import { defineTool, type NewEvent } from "@callboard/core";
import { page, userEvent } from "vitest/browser";
import { describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { z } from "zod";
import { card, type CardBodyProps } from "../provider/card.ts";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { callHistories, surveyTool, timelineOf } from "../testing/fixtures/callEvents.ts";
import { AgentTimeline } from "./AgentTimeline.tsx";
import { ToolCallCard } from "./ToolCallCard.tsx";

const tip = defineTool({
  slug: surveyTool.slug,
  name: "Corpus survey",
  description: "Counts words.",
  category: "analysis",
  icon: "file-text",
  inputSchema: z.object({ word: z.string() }),
  outputSchema: z.object({ found: z.number() }),
  execute: () => ({ found: 3 }),
});

const Found = ({ input, output, Default }: CardBodyProps<{ word: string }, { found: number }>) =>
  output ? (
    <p>
      {input?.word} was found {output.found} times
    </p>
  ) : (
    <Default />
  );

const cards = [card(tip, Found)];

describe("an app's own body of a card", () => {
  test("stands in the kit's frame: below its header, with its padding, hidden while the card is closed", async () => {
    await render(
      <ToolProvider timeline={timelineOf(callHistories.completed)} cards={cards}>
        <ToolCallCard callId="call" tool={surveyTool} />
      </ToolProvider>,
    );
    const own = page.getByText("callboard was found 3 times");
    const header = page.getByRole("button", { name: /Corpus survey.*Done/ });
    await expect.element(header).toHaveAttribute("aria-expanded", "false");
    await expect.element(own).not.toBeInTheDocument();
    await userEvent.click(header);
    await expect.element(own).toBeVisible();
    expect(document.querySelector("[data-args]"), "the standard body is replaced").toBeNull();
    const frame = document.querySelector("[data-card]")!.getBoundingClientRect();
    expect(own.element().getBoundingClientRect().left - frame.left).toBeGreaterThanOrEqual(8);
    await userEvent.click(header);
    await expect.element(own).not.toBeInTheDocument();
  });

  test("gets the standard body as Default, and replaces it in the cards of its tool alone", async () => {
    await render(
      <ToolProvider timeline={timelineOf(callHistories.running)} cards={cards}>
        <ToolCallCard callId="call" tool={surveyTool} defaultOpen />
      </ToolProvider>,
    );
    await expect.element(page.getByRole("progressbar")).toBeVisible();
  });

  test("leaves the approval to the kit, above it", async () => {
    const Body = () => <p>A body of ours</p>;
    await render(
      <ToolProvider timeline={timelineOf(callHistories["awaiting-approval"])} cards={[card(tip, Body)]}>
        <ToolCallCard callId="call" tool={surveyTool} />
      </ToolProvider>,
    );
    const approval = page.getByRole("group", { name: /waits for your approval/ });
    await expect.element(approval).toBeVisible();
    const order = approval.element().compareDocumentPosition(page.getByText("A body of ours").element());
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  test("is drawn in nested cards too", async () => {
    const nested: NewEvent[] = [
      { type: "tool.requested", callId: "outer", tool: "analyze", title: "Analyze" },
      { type: "tool.started", callId: "outer", tool: "analyze", input: {} },
      { type: "agent.started", agentId: "analyst", name: "Analyst", parentCallId: "outer" },
      { type: "tool.requested", callId: "inner", tool: tip.slug, title: tip.name, agentId: "analyst" },
      { type: "tool.input_ready", callId: "inner", input: { word: "hono" } },
      { type: "tool.completed", callId: "inner", output: { found: 7 } },
    ];
    await render(
      <ToolProvider timeline={timelineOf(nested)} cards={cards}>
        <AgentTimeline />
      </ToolProvider>,
    );
    await userEvent.click(page.getByRole("button", { name: /Corpus survey/ }));
    await expect.element(page.getByText("hono was found 7 times")).toBeVisible();
  });

  test("that throws is named, the standard body stands in its place, and the card beside it lives", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const Broken = (): never => {
      throw new Error("No map tiles");
    };
    await render(
      <ToolProvider timeline={timelineOf(callHistories.completed)}>
        <ToolProvider cards={[card(tip, Broken)]}>
          <ToolCallCard callId="call" tool={surveyTool} defaultOpen />
        </ToolProvider>
        <ToolProvider cards={cards}>
          <ToolCallCard callId="call" tool={surveyTool} defaultOpen />
        </ToolProvider>
      </ToolProvider>,
    );
    const note = page.getByRole("note");
    await expect.element(note).toHaveTextContent("The component at card tool:corpus-survey could not draw this.");
    await expect.element(note).toHaveTextContent("No map tiles");
    await expect.element(page.getByText("Found", { exact: true })).toBeVisible();
    await expect.element(page.getByText("callboard was found 3 times")).toBeVisible();
    await expect.element(page.getByRole("button", { name: /Corpus survey.*Done/ }).first()).toBeVisible();
  });

  test("may be written at the place, as children of the part Body", async () => {
    await render(
      <ToolProvider timeline={timelineOf(callHistories.completed)}>
        <ToolCallCard.Root callId="call" tool={surveyTool}>
          <ToolCallCard.Header />
          <ToolCallCard.Body>
            <p>Written at the place</p>
          </ToolCallCard.Body>
        </ToolCallCard.Root>
      </ToolProvider>,
    );
    await expect.element(page.getByText("Written at the place")).not.toBeInTheDocument();
    await userEvent.click(page.getByRole("button", { name: /Corpus survey/ }));
    await expect.element(page.getByText("Written at the place")).toBeVisible();
  });
});

test("a card shows its fallback until its call has appeared", async () => {
  const timeline = timelineOf([]);
  await render(
    <ToolProvider timeline={timeline}>
      <ToolCallCard callId="call" fallback={<p>Not yet</p>} />
    </ToolProvider>,
  );
  await expect.element(page.getByText("Not yet")).toBeVisible();
});
