import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { ToolProvider, type OnSurfaceAction } from "../../provider/ToolProvider.tsx";
import { orderSurface } from "../../testing/fixtures/surfaces.ts";
import { ToolOutput } from "../ToolOutput.tsx";

afterEach(cleanup);

const show = (onSurfaceAction?: OnSurfaceAction) =>
  render(
    <ToolProvider {...(onSurfaceAction ? { onSurfaceAction } : {})}>
      <ToolOutput output={orderSurface} />
    </ToolProvider>,
  );

describe("an interface that an output describes", () => {
  it("is filled in, checked, and told to its agent as one action", async () => {
    const act = vi.fn<OnSurfaceAction>(async () => {});
    await show(act);
    await expect.element(page.getByRole("heading", { name: "Order for 2 people" })).toBeVisible();
    await expect.element(page.getByText("Soup")).toBeVisible();
    const order = page.getByRole("button", { name: "Order" });
    // What is at rest can still be pressed.
    (order.element() as HTMLElement).click();
    expect(act).not.toHaveBeenCalled();
    await expect.element(order).toHaveAttribute("aria-disabled", "true");
    await userEvent.fill(page.getByLabelText("Name"), "Ada");
    await userEvent.click(page.getByLabelText("Evening"));
    await order.click();
    await expect.element(page.getByText("Sent")).toBeVisible();
    expect(act).toHaveBeenCalledTimes(1);
    expect(act.mock.calls[0]![0]).toEqual({
      version: "v1.0",
      action: {
        name: "order",
        userMessage: "Order for Ada",
        surfaceId: "order",
        sourceComponentId: "send",
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        context: { name: "Ada", time: ["evening"], table: 7 },
      },
    });
  });

  it("says why an action could not be passed on, and lets it be tried again", async () => {
    let fails = true;
    await show(async () => {
      if (fails) throw new Error("No line.");
    });
    await userEvent.fill(page.getByLabelText("Name"), "Ada");
    const order = page.getByRole("button", { name: "Order" });
    await order.click();
    await expect.element(page.getByText("It could not be sent: No line. Try again.")).toBeVisible();
    fails = false;
    await order.click();
    await expect.element(page.getByText("Sent")).toBeVisible();
  });

  it("has its buttons at rest, and says so, where the page passes nothing on", async () => {
    await show();
    await expect.element(page.getByText("This page passes nothing on, so this cannot be used here.")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Order" })).toHaveAttribute("aria-disabled", "true");
  });

  it("turns its tabs by keyboard", async () => {
    await show();
    await page.getByRole("tab", { name: "Menu" }).click();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(page.getByRole("tab", { name: "About" })).toHaveAttribute("aria-selected", "true");
    await expect.element(page.getByRole("tabpanel")).toHaveTextContent("Since 1903");
  });
});
