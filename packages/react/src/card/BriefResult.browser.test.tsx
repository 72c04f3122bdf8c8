import type { NewEvent, ToolDetail } from "@callboard/core";
import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { surveyTool, timelineOf } from "../testing/fixtures/callEvents.ts";
import { finish } from "../testing/fixtures/chatEvents.ts";
import { BriefResultsContext } from "./cardContext.ts";
import { ToolCallCard } from "./ToolCallCard.tsx";

afterEach(cleanup);

const years = Array.from({ length: 40 }, (_, year) => ({ year, cumulative: year * 1_000 - 8_000 }));
const output = { npv: 39_781.3, payback: 2.67, gain: 70_000, years };
const tool: ToolDetail = {
  ...surveyTool,
  viewSpec: {
    inChat: "open",
    blocks: [
      { type: "summary", label: "Summary", items: [{ key: "npv" }, { key: "payback" }, { key: "gain" }] },
      { type: "chart", key: "years", label: "When it pays back", x: "year", y: ["cumulative"] },
      { type: "table", key: "years", label: "Year by year" },
    ],
  } as NonNullable<ToolDetail["viewSpec"]>,
};
const called = (result: unknown): NewEvent[] => [
  { type: "tool.requested", callId: "call", tool: tool.slug },
  { type: "tool.input_ready", callId: "call", input: { word: "x" } },
  { type: "tool.started", callId: "call", tool: tool.slug, input: { word: "x" } },
  ...finish("call", result),
];

const show = (result: unknown, { isWhole = false, of = tool } = {}) =>
  render(
    <ToolProvider timeline={timelineOf(called(result))}>
      <BriefResultsContext.Provider value={!isWhole}>
        <div style={{ inlineSize: 720 }}>
          <ToolCallCard callId="call" tool={of} />
        </div>
      </BriefResultsContext.Provider>
    </ToolProvider>,
  );

const row = () => page.getByRole("button", { name: /Corpus survey/ });
const headings = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLElement>("h3")]
    .filter((one) => one.offsetHeight > 0)
    .map((one) => one.textContent);

describe("the result of a call in a chat", () => {
  test("is its summary and one picture within 360 pixels, in a card that says it is open", async () => {
    const { container } = await show(output);
    await expect.element(page.getByText("39,781.3")).toBeVisible();
    await expect.poll(() => headings(container)).toEqual(["Result", "When it pays back"]);
    expect(container.querySelector<HTMLElement>("[data-out]")!.offsetHeight).toBeLessThanOrEqual(360);
    await expect.element(row()).toHaveAttribute("aria-expanded", "true");
    await row().click();
    await expect.element(row()).toHaveAttribute("aria-expanded", "false");
    expect(page.getByText("39,781.3").query()).toBeNull();
  });

  test("is whole a click away, and brief again, at a button that stays under the pointer", async () => {
    const { container } = await show(output);
    const button = () => container.querySelector<HTMLElement>(".cb-result-head button")!;
    await expect.element(page.getByRole("button", { name: "Show table" })).toBeVisible();
    const { top, left } = button().getBoundingClientRect();
    await page.getByRole("button", { name: "Show table" }).click();
    await expect.poll(() => headings(container)).toEqual(["Result", "Summary", "When it pays back", "Year by year"]);
    expect(button().getBoundingClientRect().top).toBe(top);
    await page.getByRole("button", { name: "Show less" }).click();
    await expect.poll(() => headings(container)).toEqual(["Result", "When it pays back"]);
    const back = button().getBoundingClientRect();
    expect([back.top, back.left]).toEqual([top, left]);
  });

  test("is cut where it is tall, and opens for who reaches into it by keyboard", async () => {
    const { container } = await show(
      Array.from({ length: 60 }, (_, at) => `https://example.org/${at}`),
      {
        of: surveyTool,
      },
    );
    await userEvent.click(row());
    await expect.element(page.getByRole("button", { name: "Show all", exact: true })).toBeVisible();
    expect(container.querySelector<HTMLElement>("[data-out]")!.offsetHeight).toBeLessThanOrEqual(360);
    const within = [...container.querySelectorAll<HTMLElement>(".cb-result-brief :is(a, button)")].at(-1)!;
    within.focus();
    await expect.element(page.getByRole("button", { name: "Show less" })).toBeVisible();
  });

  test.each([42, "Sent.", { payback: 2.67 }])("is one line where it is %j", async (result) => {
    const { container } = await show(result, { of: surveyTool });
    await userEvent.click(row());
    await expect.element(page.getByRole("heading", { name: "Result" })).toBeVisible();
    await expect.poll(() => container.querySelector<HTMLElement>("[data-out]")!.offsetHeight).toBeLessThan(40);
    expect(page.getByRole("button", { name: /^Show/ }).query()).toBeNull();
  });

  test("is whole on the page of its tool", async () => {
    const { container } = await show(output, { isWhole: true });
    await expect.poll(() => headings(container)).toEqual(["Result", "Summary", "When it pays back", "Year by year"]);
    expect(page.getByRole("button", { name: "Show table" }).query()).toBeNull();
  });
});
