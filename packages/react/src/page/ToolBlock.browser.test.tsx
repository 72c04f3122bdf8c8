import {
  createLocalClient,
  createRegistry,
  defineTool,
  ToolClientError,
  ToolError,
  type ToolClient,
} from "@callboard/core";
import { page, userEvent } from "vitest/browser";
import { describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { z } from "zod";
import { rootOf } from "../rootOf.ts";
import { textsOf } from "../testing/fixtures/contrast.ts";
import { ToolBlock } from "./ToolBlock.tsx";
import { ToolPage } from "./ToolPage.tsx";

const half = defineTool({
  slug: "half",
  name: "Half",
  description: "Halves a number. Use it for one number.",
  category: "test",
  icon: "calculator",
  inputSchema: z.object({
    value: z.number().meta({ title: "Value" }),
    precision: z.number().default(2).meta({ title: "Precision" }),
  }),
  outputSchema: z.object({ result: z.number().meta({ title: "Half of it" }) }),
  formSpec: {
    sections: [
      { fields: [{ key: "value", type: "number", label: "Value" }] },
      { audience: "internal", fields: [{ key: "precision", type: "number", label: "Precision" }] },
    ],
  },
  execute: ({ value }) => {
    if (value < 0) throw new ToolError("Only positive numbers.", { path: "/value" });
    return { result: value / 2 };
  },
});

const clientOf = (tool = half) => {
  const registry = createRegistry();
  registry.register(tool);
  return createLocalClient(registry);
};

const value = (within: { getByRole: typeof page.getByRole } = page) =>
  within.getByRole("spinbutton", { name: "Value" });
const runButton = (within: { getByRole: typeof page.getByRole } = page) =>
  within.getByRole("button", { name: "Run", exact: true });

describe("ToolBlock", () => {
  test("shows of a result what the view of its tool names, and no tools for the rest", async () => {
    const sums = defineTool({
      slug: "half",
      name: "Sums",
      description: "Halves a number, with its workings. Use it for one number.",
      category: "test",
      icon: "calculator",
      inputSchema: z.object({ value: z.number().meta({ title: "Value" }) }),
      outputSchema: z.looseObject({}),
      viewSpec: {
        blocks: [
          { type: "summary", key: "facts", config: { fields: ["result"] } },
          { type: "table", key: "steps", config: { columns: ["step"] } },
        ],
      },
      execute: ({ value }) => ({
        facts: { result: value / 2, cost: "internal-1" },
        steps: [{ step: "Halve it", by: "internal-2" }],
        trace: "internal-3",
      }),
    });
    const registry = createRegistry();
    registry.register(sums);
    const { container } = await render(<ToolBlock client={createLocalClient(registry)} slug="half" />);
    await value().fill("8");
    await runButton().click();
    await expect.element(page.getByRole("cell", { name: "Halve it" })).toBeVisible();
    await expect.poll(() => container.querySelector(".cb-table-grip")).not.toBeNull();
    expect(container.textContent).not.toMatch(/internal-\d|hidden|Also in/);
    expect(page.getByRole("button", { name: "Output menu" }).query()).toBeNull();
  });

  test("is headed by its tool's name where asked, and offers a link of a result where its client makes one", async () => {
    const links: string[] = [];
    const made = {
      id: "l1",
      url: "https://host.example/api/shared/t",
      expiresAt: Date.UTC(2030, 0, 1),
      redacted: true,
    };
    const client: ToolClient = {
      ...clientOf(),
      shares: async () => [],
      async share(sessionId) {
        links.push(sessionId);
        return { ...made, createdAt: 0 };
      },
      unshare: async () => void links.pop(),
    };
    const onSubmitted = vi.fn();
    await render(<ToolBlock client={client} slug="half" heading sharing onSubmitted={onSubmitted} />);
    await expect.element(page.getByRole("heading", { name: "Half" })).toBeVisible();
    await value().fill("8");
    await runButton().click();
    await page.getByRole("button", { name: "Share this result" }).click();
    const link = page.getByRole("textbox", { name: "Read-only link" });
    await expect.element(link).toHaveValue(made.url);
    await expect.element(link).toHaveFocus();
    expect(links).toEqual([onSubmitted.mock.calls[0]![0].sessionId]);
    // What makes the link keeps its place, and makes no second one; what withdraws it stands in no other's reach.
    const share = page.getByRole("button", { name: "Share this result" });
    await share.click();
    await expect.element(link).toHaveFocus();
    expect(links).toHaveLength(1);
    const placeOf = (name: string) => page.getByRole("button", { name }).element().getBoundingClientRect();
    const [copy, withdraw] = [placeOf("Copy link"), placeOf("Withdraw")];
    expect(withdraw.top - copy.bottom).toBeGreaterThan(24);
    expect(withdraw.left).toBeGreaterThan(copy.right);
    const place = placeOf("Share this result").y;
    await page.getByRole("button", { name: "Withdraw" }).click();
    await expect.element(link).not.toBeInTheDocument();
    expect(placeOf("Share this result").y).toBe(place);
    await expect.element(share).toHaveFocus();
    expect(links).toEqual([]);
  });

  test("offers no link where whoever runs it may not make one", async () => {
    const shares = vi.fn().mockRejectedValue(new ToolClientError("No.", { code: "forbidden", status: 403 }));
    const client: ToolClient = { ...clientOf(), shares, share: vi.fn(), unshare: vi.fn() };
    await render(<ToolBlock client={client} slug="half" sharing />);
    await value().fill("8");
    await runButton().click();
    await vi.waitFor(() => expect(shares).toHaveBeenCalled());
    await expect.element(page.getByText("4", { exact: true })).toBeVisible();
    expect(page.getByRole("button", { name: "Share this result" }).elements()).toEqual([]);
  });

  test("draws what is for customers alone, which the page draws with the options of operators", async () => {
    const shown = await render(<ToolBlock client={clientOf()} slug="half" />);
    await expect.element(value()).toBeVisible();
    expect(document.body.textContent).not.toMatch(/Additional options|Precision/);
    expect(document.querySelector("details")).toBeNull();
    const [block, form] = [".cb-tool-block", "form"].map((name) => shown.container.querySelector(name)!.clientWidth);
    expect(form).toBe(block);
    await shown.unmount();
    await render(<ToolPage client={clientOf()} slug="half" />);
    await expect.element(page.getByText("Additional options")).toBeVisible();
  });

  test("runs, shows the result below, and tells it", async () => {
    const onReady = vi.fn();
    const onSubmitted = vi.fn();
    const onCompleted = vi.fn();
    await render(
      <ToolBlock
        client={clientOf()}
        slug="half"
        onReady={onReady}
        onSubmitted={onSubmitted}
        onCompleted={onCompleted}
        defaultValue={{ value: 9 }}
      />,
    );
    await userEvent.click(runButton());
    await expect.element(page.getByRole("region", { name: "Result" })).toHaveTextContent("Half of it4.5");
    await vi.waitFor(() => expect(onCompleted).toHaveBeenCalledTimes(1));
    const run = onSubmitted.mock.calls[0]![0] as unknown;
    expect(onCompleted).toHaveBeenCalledWith({ result: 4.5 }, run);
    expect(onReady).toHaveBeenCalledTimes(1);
  });

  test("marks a result that is for an earlier input, until the form holds that input again or runs", async () => {
    await render(<ToolBlock client={clientOf()} slug="half" />);
    await value().fill("8");
    await runButton().click();
    const result = page.getByRole("region", { name: "Result" });
    const note = result.getByRole("status").first();
    await expect.element(result.getByText("4", { exact: true })).toBeVisible();
    await expect.element(note).toHaveTextContent(/^$/);
    const inColour = getComputedStyle(result.getByText("4", { exact: true }).element()).color;
    const top = result.getByText("4", { exact: true }).element().getBoundingClientRect().top;

    await value().fill("10");
    await expect.element(note).toHaveTextContent("Result for an earlier input");
    await expect.element(result).toHaveAccessibleDescription("Result for an earlier input");
    const figure = result.getByText("4", { exact: true }).element();
    await expect.poll(() => getComputedStyle(figure).color).not.toBe(inColour);
    expect(figure.getBoundingClientRect().top).toBe(top);
    for (const { text, ratio } of textsOf(result.element())) expect(ratio, text).toBeGreaterThanOrEqual(4.5);

    await value().fill("8");
    await expect.element(note).toHaveTextContent(/^$/);
    await expect.poll(() => getComputedStyle(figure).color).toBe(inColour);

    // A submit that the form refuses leaves the former result, which is not for what the form holds.
    await value().fill("");
    await runButton().click();
    await expect.element(value()).toBeInvalid();
    await expect.element(note).toHaveTextContent("Result for an earlier input");

    await value().fill("12");
    await runButton().click();
    await expect.element(result.getByText("6", { exact: true })).toBeVisible();
    await expect.element(note).toHaveTextContent(/^$/);
  });

  test("does not call what still runs earlier, but its end", async () => {
    let finish = () => {};
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const slow: typeof half = {
      ...half,
      async execute({ value }) {
        await gate;
        return { result: value / 2 };
      },
    };
    await render(<ToolBlock client={clientOf(slow)} slug="half" />);
    await value().fill("8");
    await runButton().click();
    await expect.element(page.getByRole("button", { name: "Cancel" })).toBeVisible();
    await value().fill("10");
    const result = page.getByRole("region", { name: "Result" });
    expect(result.element().textContent).not.toContain("earlier");
    finish();
    await expect.element(result).toHaveTextContent(/Result for an earlier input.*4/);
  });

  test("leaves the result to its page", async () => {
    const onCompleted = vi.fn();
    await render(
      <ToolBlock client={clientOf()} slug="half" result="none" defaultValue={{ value: 8 }} onCompleted={onCompleted} />,
    );
    await userEvent.click(runButton());
    await vi.waitFor(() => expect(onCompleted).toHaveBeenCalledWith({ result: 4 }, expect.anything()));
    expect(page.getByRole("region", { name: "Result" }).query()).toBeNull();
    await expect.element(runButton()).toBeEnabled();
  });

  test("says why a run failed, and can be run again", async () => {
    const onFailed = vi.fn();
    await render(<ToolBlock client={clientOf()} slug="half" defaultValue={{ value: -1 }} onFailed={onFailed} />);
    await userEvent.click(runButton());
    await expect.element(page.getByRole("alert")).toHaveTextContent("Only positive numbers.");
    await vi.waitFor(() =>
      expect(onFailed).toHaveBeenCalledWith(
        { code: "tool_error", message: "Only positive numbers." },
        expect.anything(),
      ),
    );
    await userEvent.fill(value(), "2");
    await userEvent.click(runButton());
    await expect.element(page.getByRole("region", { name: "Result" })).toHaveTextContent("1");
  });

  test("says that the tool cannot be read, and tries again", async () => {
    const client = clientOf();
    let isAway = true;
    const away: ToolClient = {
      ...client,
      tool: (slug) =>
        isAway
          ? Promise.reject(new ToolClientError("The host cannot be reached.", { code: "unreachable", status: 0 }))
          : client.tool(slug),
    };
    const onFailed = vi.fn();
    await render(<ToolBlock client={away} slug="half" onFailed={onFailed} />);
    await expect.element(page.getByRole("alert")).toHaveTextContent("The host cannot be reached.");
    expect(onFailed).toHaveBeenCalledWith({ code: "unreachable", message: "The host cannot be reached." });
    isAway = false;
    await userEvent.click(page.getByRole("button", { name: "Try again" }));
    await expect.element(value()).toBeVisible();
  });

  test("asks the page before it runs", async () => {
    const client = clientOf();
    const run = vi.spyOn(client, "run");
    let refusal: string | undefined = "Not while it is covered.";
    await render(<ToolBlock client={client} slug="half" defaultValue={{ value: 2 }} mayRun={() => refusal} />);
    await userEvent.click(runButton());
    await expect.element(page.getByRole("alert")).toHaveTextContent("Not while it is covered.");
    expect(run).not.toHaveBeenCalled();
    refusal = undefined;
    await userEvent.click(runButton());
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  });

  test("stands twice on a page, in a shadow root each, without crossing", async () => {
    const client = clientOf();
    const hosts = ["One", "Two"].map((label) => {
      const host = document.body.appendChild(document.createElement("div"));
      host.setAttribute("aria-label", label);
      host.role = "group";
      const container = host.attachShadow({ mode: "open" }).appendChild(document.createElement("div"));
      return { host, container, group: page.getByRole("group", { name: label }) };
    });
    for (const [index, { container }] of hosts.entries()) {
      await render(<ToolBlock client={client} slug="half" defaultValue={{ value: index + 1 }} />, { container });
    }
    const [one, two] = [hosts[0]!, hosts[1]!];
    await userEvent.fill(value(one.group), "");
    await userEvent.click(runButton(one.group));
    // What is wrong is said, and focused, in its own root.
    await vi.waitFor(() => expect(one.host.shadowRoot!.activeElement).toBe(value(one.group).element()));
    expect(rootOf(value(one.group).element())).toBe(one.host.shadowRoot);
    await userEvent.click(runButton(two.group));
    await expect.element(two.group.getByRole("region", { name: "Result" })).toHaveTextContent("1");
    expect(one.group.getByRole("region", { name: "Result" }).query()).toBeNull();
    for (const { host } of hosts) host.remove();
  });
});
