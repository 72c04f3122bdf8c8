import type { NewEvent } from "@callboard/core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { cdp, page } from "vitest/browser";
import { AgentTimeline } from "../card/AgentTimeline.tsx";
import { AskDock } from "../card/AskDock.tsx";
import { ToolCallCard } from "../card/ToolCallCard.tsx";
import { ToolForm } from "../form/ToolForm.tsx";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { callHistories, surveyTool, timelineOf } from "../testing/fixtures/callEvents.ts";
import { ask, begin, createFakeChat, finish, turn } from "../testing/fixtures/chatEvents.ts";

const setTouch = (enabled: boolean) =>
  cdp().send("Emulation.setTouchEmulationEnabled", { enabled, maxTouchPoints: enabled ? 5 : 1 });

beforeEach(() => setTouch(true));
afterEach(async () => {
  await cleanup();
  await setTouch(false);
});

/** What a finger may aim at: a checkbox by the label around it, a link of a text by no more than its line. */
const targetsIn = (container: Element) =>
  [...container.querySelectorAll<HTMLElement>("button, a, summary, select, textarea, input, [role='tab']")]
    .map((element) => element.closest("label") ?? element)
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => element.closest(".cb-md, .cb-text, .cb-visually-hidden") === null);

const tooSmall = (container: Element) =>
  targetsIn(container)
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
    .map(
      ({ element, box }) =>
        `${element.getAttribute("aria-label") ?? element.textContent}: ${box.width} × ${box.height}`,
    );

const { client } = createFakeChat();

test("on touch, all that cards, asks and their dock offer is 44 px high and wide, three agents deep in 320 px", async () => {
  expect(matchMedia("(pointer: coarse)").matches).toBe(true);
  const nested = [1, 2, 3].flatMap((depth): NewEvent[] => [
    ...begin(depth === 1 ? "a1" : `s${depth - 1}`, `d${depth}`, "analyze_document", { path: "guide.md" }, "guide.md"),
    { type: "agent.started", agentId: `s${depth}`, parentCallId: `d${depth}`, name: `Agent of depth ${depth}` },
    ...begin(`s${depth}`, `f${depth}`, "search_documents", { query: "retry" }, "“retry”"),
    ...finish(`f${depth}`, [{ document: "guide.md", score: 0.9 }]),
  ]);
  const { container } = await render(
    <ToolProvider
      timeline={timelineOf([...turn(1, "Go"), ...nested, ...ask("s3", "p", { title: "Retries", pinned: true })])}
      client={client}
      hrefOf={(id) => `#${id}`}
    >
      <div style={{ width: 320 }}>
        <AgentTimeline />
        <AskDock />
      </div>
    </ToolProvider>,
  );
  await expect.element(page.getByRole("button", { name: "Publish note" }).first()).toBeVisible();
  await expect.poll(() => container.querySelectorAll(".cb-call-stop").length).toBeGreaterThan(3);
  await expect.poll(() => container.querySelectorAll(".cb-call-tools").length).toBeGreaterThan(3);
  expect(targetsIn(container).length).toBeGreaterThan(20);
  expect(tooSmall(container)).toEqual([]);
  // Words end where what stops their row begins.
  const stop = container.querySelector(".cb-call-stop")!;
  const words = stop.parentElement!.querySelector(".cb-call-summary")!;
  expect(words.getBoundingClientRect().right).toBeLessThanOrEqual(stop.getBoundingClientRect().left);
});

test.each(["running", "completed", "failed", "awaiting-approval", "awaiting-input"] as const)(
  "on touch, all of an open card that is %s is 44 px high and wide",
  async (status) => {
    const { container } = await render(
      <ToolProvider timeline={timelineOf(callHistories[status])} client={client} hrefOf={(id) => `#${id}`}>
        <div style={{ width: 320 }}>
          <ToolCallCard callId="call" tool={surveyTool} defaultOpen />
        </div>
      </ToolProvider>,
    );
    await expect.poll(() => container.querySelector(".cb-call-tools")).not.toBeNull();
    await expect.poll(() => container.querySelector(".cb-output-pending, [aria-busy]:not(.cb-stream)")).toBeNull();
    expect(tooSmall(container)).toEqual([]);
  },
);

test("on touch, a list's rows are dragged and removed by what is 44 px high and wide, and begin where they did", async () => {
  const inputSchema = {
    type: "object",
    properties: { steps: { type: "array", title: "Steps", items: { type: "string" } } },
  };
  const { container } = await render(
    <div style={{ width: 320 }}>
      <ToolForm
        tool={{ ...surveyTool, inputSchema }}
        defaultValue={{ steps: ["One", "Two"] }}
        onSubmit={() => {}}
        submitLabel="Go"
      />
    </div>,
  );
  await expect.poll(() => container.querySelectorAll(".cb-row-handle").length).toBe(2);
  expect(tooSmall(container)).toEqual([]);
  const handle = container.querySelector(".cb-row-handle")!;
  expect(handle.querySelector("svg")!.getBoundingClientRect().right).toBeLessThanOrEqual(
    container.querySelector(".cb-row input")!.getBoundingClientRect().left,
  );
});
