import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { ToolProvider, type OnSurfaceAction, type OnSurfaceCall } from "../../provider/ToolProvider.tsx";
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

  describe("with parts of an agent's own", () => {
    const surfaceWith = (components: object[], version = "v1.0") => [
      { version, createSurface: { surfaceId: "own", catalogId: "shop", components } },
    ];
    const iconOf = (name: unknown) => surfaceWith([{ id: "root", component: "Icon", name }]);

    it("draws the lines of an icon, and nothing that is more than lines", async () => {
      const screen = await render(<ToolOutput output={iconOf({ svgPath: "M4 4 L20 20 a3,3 0 1 0 -6.5e0 .5Z" })} />);
      await vi.waitFor(() => expect(document.querySelector(".cb-surface-icon path")).not.toBeNull());
      expect(document.querySelector(".cb-surface-icon path")!.getAttribute("d")).toBe(
        "M4 4 L20 20 a3,3 0 1 0 -6.5e0 .5Z",
      );
      for (const svgPath of ['M0 0" onload="x', "M0 0 url(#a)", "L0 0", `M${"0 ".repeat(6_000)}`]) {
        await screen.rerender(<ToolOutput output={iconOf({ svgPath })} />);
        await vi.waitFor(() => expect(document.querySelector(".cb-surface-icon")).toBeNull());
      }
      // As the drafts of 0.9 wrote it.
      await screen.rerender(<ToolOutput output={iconOf({ path: "M4 4L20 20" })} />);
      await vi.waitFor(() => expect(document.querySelector(".cb-surface-icon path")).not.toBeNull());
    });

    const stock = surfaceWith([
      { id: "root", component: "Column", children: ["b", "icon"] },
      { id: "words", component: "Text", text: "Is it there?" },
      {
        id: "b",
        component: "Button",
        child: "words",
        action: {
          functionCall: { call: "check_stock", args: { sku: { call: "formatString", args: { value: "A-${n}" } } } },
        },
      },
      { id: "heart", component: "Icon", name: "favorite" },
      { id: "icon", component: "Button", child: "heart", action: { event: { name: "like" } } },
    ]);

    it("has the agent run a function of its own when a person asks for it, and not before", async () => {
      const call = vi.fn<OnSurfaceCall>(async () => {});
      await render(
        <ToolProvider onSurfaceCall={call}>
          <ToolOutput
            output={[...stock, { version: "v1.0", updateDataModel: { surfaceId: "own", path: "/n", value: 7 } }]}
          />
        </ToolProvider>,
      );
      const button = page.getByRole("button", { name: "Is it there?" });
      await expect.element(button).toBeVisible();
      expect(call).not.toHaveBeenCalled();
      await button.click();
      await expect.element(page.getByText("Sent")).toBeVisible();
      expect(call.mock.calls[0]![0]).toEqual({
        version: "v1.0",
        callAgentFunction: {
          surfaceId: "own",
          functionCallId: expect.stringMatching(/./),
          callFunction: { call: "check_stock", catalogId: "shop", args: { sku: "A-7" } },
        },
      });
    });

    it("names a button of an icon alone", async () => {
      await render(<ToolOutput output={stock} />);
      await expect.element(page.getByRole("button", { name: "favorite" })).toBeVisible();
    });

    it("runs nothing that an agent asks this page to run, and says what that was", async () => {
      const asked = {
        functionCallId: "1",
        callFunction: { call: "openUrl", catalogId: "c", args: { url: "https://x.example" } },
      };
      await render(<ToolOutput output={[...stock, { version: "v1.0", callRendererFunction: asked }]} />);
      await expect.element(page.getByText(/asked this page to run: openUrl/)).toBeVisible();
    });
  });
});
