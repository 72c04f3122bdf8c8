import { createTimeline, type CallStatus } from "@callboard/core";
import { page, userEvent } from "vitest/browser";
import { describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { callMessages } from "../messages/call.ts";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { asLog, callHistories, surveyTool, timelineOf } from "../testing/fixtures/callEvents.ts";
import { ToolCallCard } from "./ToolCallCard.tsx";

const show = (status: CallStatus, open = true) =>
  render(
    <ToolProvider timeline={timelineOf(callHistories[status])}>
      <ToolCallCard callId="call" tool={surveyTool} defaultOpen={open} />
    </ToolProvider>,
  );

describe("ToolCallCard", () => {
  test.each(Object.keys(callHistories) as CallStatus[])(
    "says that a call is %s by its own icon and word",
    async (status) => {
      const { container } = await show(status, false);
      await expect
        .element(page.getByRole("button", { name: new RegExp(callMessages[`call.status.${status}`]) }))
        .toBeVisible();
      const icon = container.querySelector(".cb-call-icon svg")!.innerHTML;
      for (const other of Object.keys(callHistories) as CallStatus[]) {
        if (other === status) continue;
        const { container: beside } = await show(other, false);
        expect(beside.querySelector(".cb-call-icon svg")!.innerHTML, `${status} looks like ${other}`).not.toBe(icon);
      }
    },
  );

  test("a collapsed call is one row of 32 to 36 px that says its name, its words, its state and its time", async () => {
    const { container } = await show("completed", false);
    const row = page.getByRole("button", { expanded: false });
    await expect.element(row).toHaveTextContent("Corpus survey“callboard” in 20 packagesDone2.1 sec");
    const height = container.querySelector(".cb-call-header")!.getBoundingClientRect().height;
    expect(height).toBeGreaterThanOrEqual(32);
    expect(height).toBeLessThanOrEqual(36);
    await userEvent.click(row);
    await expect.element(page.getByRole("button", { expanded: true })).toBeVisible();
  });

  test("follows a call from request to result without a jump of its row", async () => {
    const timeline = createTimeline({ schedule: queueMicrotask });
    const events = asLog(callHistories.completed);
    timeline.apply(events.slice(0, 1));
    const { container } = await render(
      <ToolProvider timeline={timeline}>
        <ToolCallCard callId="call" tool={surveyTool} />
      </ToolProvider>,
    );
    const tops = new Set<number>();
    const heights = new Set<number>();
    for (const event of events.slice(1)) {
      timeline.apply(event);
      await vi.waitFor(() => {
        const call = timeline.getNode("call") as { status: CallStatus };
        expect(container.querySelector("[data-card]")!.getAttribute("data-status")).toBe(call.status);
      });
      const box = container.querySelector("[data-card]")!.getBoundingClientRect();
      tops.add(box.top);
      heights.add(box.height);
    }
    expect([tops.size, heights.size]).toEqual([1, 1]);
  });

  test("shows progress, and streamed output in a region of its own", async () => {
    await show("running");
    await expect
      .element(page.getByRole("progressbar", { name: "Progress of Corpus survey" }))
      .toHaveAttribute("value", "12");
    await expect.element(page.getByText("12 of 20")).toBeVisible();
    await expect.element(page.getByRole("region", { name: "Output so far" })).toHaveTextContent("react/README.md");
  });

  test("a failure says what happened, aloud", async () => {
    await show("failed");
    await expect.element(page.getByRole("alert")).toHaveTextContent("The folder of packages cannot be read.");
  });

  test("renders again for its own call only", async () => {
    const timeline = createTimeline({ schedule: queueMicrotask });
    const sibling = callHistories.completed.map((body) => ("callId" in body ? { ...body, callId: "sibling" } : body));
    const events = asLog([...callHistories.running, ...sibling]);
    timeline.apply(events.slice(0, callHistories.running.length));
    const renders = vi.fn();
    const Probe = () => {
      renders();
      return null;
    };
    await render(
      <ToolProvider timeline={timeline}>
        <ToolCallCard.Root callId="call" tool={surveyTool}>
          <Probe />
        </ToolCallCard.Root>
      </ToolProvider>,
    );
    const before = renders.mock.calls.length;
    const told = new Promise<void>((resolve) => timeline.subscribe(resolve));
    timeline.apply(events.slice(callHistories.running.length));
    await told;
    expect(renders.mock.calls.length).toBe(before);
  });

  test("a part that throws is contained in its card", async () => {
    const complaint = vi.spyOn(console, "error").mockImplementation(() => {});
    const Broken = () => {
      throw new Error("broken on purpose");
    };
    await render(
      <ToolProvider timeline={timelineOf(callHistories.completed)}>
        <ToolCallCard callId="call">
          <Broken />
        </ToolCallCard>
        <p>A neighbour</p>
      </ToolProvider>,
    );
    await expect.element(page.getByText(callMessages["call.broken"])).toBeVisible();
    await expect.element(page.getByText("A neighbour")).toBeVisible();
    complaint.mockRestore();
  });
});
