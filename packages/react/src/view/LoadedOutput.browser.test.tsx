import { ToolClientError, type OutputRef, type ToolClient } from "@callboard/core";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { ToolCallCard } from "../card/ToolCallCard.tsx";
import { callHistories, surveyTool, timelineOf } from "../testing/fixtures/callEvents.ts";
import { ToolOutput } from "./ToolOutput.tsx";

const ref = (bytes: number): OutputRef => ({
  id: "output_1",
  bytes,
  mediaType: "application/json",
  preview: '{"price":1234,"rows":[',
});
const show = (client: ToolClient, bytes = 300_000) =>
  render(
    <ToolProvider client={client}>
      <ToolOutput output={undefined} outputRef={ref(bytes)} />
    </ToolProvider>,
  );

describe("a large output", () => {
  it("is fetched when it is drawn, and shown like any other", async () => {
    const output = vi.fn(async () => ({ price: 1234.5 }));
    const { container } = await show({ output });
    await expect.element(page.getByText("1,234.5")).toBeVisible();
    expect(output.mock.calls).toEqual([["output_1", { signal: expect.any(AbortSignal) }]]);
    expect(container.querySelector("pre")).toBeNull();
  });

  it("shows how it begins while it comes, says what went wrong, and is fetched again", async () => {
    let answer: { fail: (error: Error) => void; give: (value: unknown) => void };
    const output = () =>
      new Promise<unknown>((resolve, reject) => {
        answer = { fail: reject, give: resolve };
      });
    await show({ output });
    await expect.element(page.getByText("This output is 300 kB large. Fetching it…")).toBeVisible();
    await expect.element(page.getByText('{"price":1234')).toBeVisible();
    answer!.fail(new ToolClientError("The host cannot be reached.", { code: "unreachable", status: 0 }));
    await expect.element(page.getByRole("alert")).toHaveTextContent("The host cannot be reached.");
    await page.getByRole("button", { name: "Try again" }).click();
    await vi.waitFor(() => expect(page.getByRole("alert").query()).toBeNull());
    answer!.give({ price: 7 });
    await expect.element(page.getByText("7", { exact: true })).toBeVisible();
  });

  it("waits for the reader where it is very large", async () => {
    const output = vi.fn(async () => ({ price: 9 }));
    await show({ output }, 80_000_000);
    await expect.element(page.getByText("This is the beginning of an output of 80 MB.")).toBeVisible();
    expect(output).not.toHaveBeenCalled();
    await page.getByRole("button", { name: "Fetch all 80 MB" }).click();
    await expect.element(page.getByText("9", { exact: true })).toBeVisible();
  });

  it("is its beginning where the page has no way to the whole", async () => {
    await show({});
    await expect.element(page.getByText("This is the beginning of an output of 300 kB.")).toBeVisible();
    expect(page.getByRole("button").query()).toBeNull();
  });

  it("is fetched by a card once it is opened", async () => {
    const output = vi.fn(async () => ({ price: 4321 }));
    const history = callHistories.completed.map((event) =>
      event.type === "tool.completed" ? { ...event, output: undefined, outputRef: ref(300_000) } : event,
    );
    await render(
      <ToolProvider client={{ output }} timeline={timelineOf(history)}>
        <ToolCallCard callId="call" tool={{ ...surveyTool, outputSections: [], viewSpec: undefined }} />
      </ToolProvider>,
    );
    expect(output).not.toHaveBeenCalled();
    await page.getByRole("button", { expanded: false }).click();
    await expect.element(page.getByText("4,321")).toBeVisible();
  });
});
