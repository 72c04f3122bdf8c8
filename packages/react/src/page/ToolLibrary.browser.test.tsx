import { ToolClientError, type ToolListing } from "@callboard/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { german } from "../messages/de.ts";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { ToolLibrary } from "./ToolLibrary.tsx";

const tool = (name: string, more: Partial<ToolListing> = {}): ToolListing => ({
  slug: name.toLowerCase().replace(/\W+/g, "-"),
  name,
  category: "analysis",
  icon: "calculator",
  description: `${name} does its work.`,
  origin: "custom",
  kind: "code",
  ...more,
});
const tools = [
  tool("ROI Calculator"),
  tool("Café Menu", { category: "writing", origin: "platform" }),
  tool("Draw", { icon: "nope" }),
];

afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
});

describe("ToolLibrary", () => {
  it("lists tools by category as links, each with its icon", async () => {
    const screen = await render(<ToolLibrary tools={tools} href={({ slug }) => `/tools/${slug}`} />);
    await expect.element(screen.getByRole("heading", { name: "Analysis" })).toBeVisible();
    const link = screen.getByRole("link", { name: /ROI Calculator/ });
    await expect.element(link).toHaveAttribute("href", "/tools/roi-calculator");
    await vi.waitFor(() => expect(link.element().querySelector(".lucide-calculator")).not.toBeNull());
    expect(screen.getByRole("link", { name: /Draw/ }).element().querySelector(".lucide-wrench")).not.toBeNull();
  });

  it("draws a lock on what cannot be run now, and says why in the reader's language", async () => {
    const messages = { de: { "Open a space first.": "Öffnen Sie zuerst einen Raum." } };
    const locked = tool("Locked", { locked: "Open a space first.", messages });
    const screen = await render(
      <ToolProvider locale="de" messages={german}>
        <ToolLibrary tools={[...tools, locked]} href={({ slug }) => `/tools/${slug}`} />
      </ToolProvider>,
    );
    const link = screen.getByRole("link", { name: /Locked/ });
    await expect.element(link).toHaveTextContent("Kann jetzt nicht ausgeführt werden: Öffnen Sie zuerst einen Raum.");
    expect(document.querySelectorAll(".lucide-lock")).toHaveLength(1);
  });

  it("says of what needs a model that it does, and nothing more, in a card", async () => {
    const needing = tool("Analyst", {
      locked: "It needs a model, and none is connected to this host.",
      needs: "model",
    });
    const screen = await render(<ToolLibrary tools={[...tools, needing]} href={({ slug }) => `/tools/${slug}`} />);
    const link = screen.getByRole("link", { name: /Analyst/ });
    await expect.element(link).toHaveTextContent(/Needs a model$/);
    expect(link.element().textContent).not.toContain("OPENAI");
  });

  it("shows each tool in the reader's language, by its sentence for people, and finds it by either", async () => {
    const words = {
      description: "Use this to split a bill. Ask for the tip.",
      userDescription: "Splits a bill.",
      category: "everyday",
      messages: { de: { everyday: "Alltag", "Tip Splitter": "Trinkgeld", "Splits a bill.": "Teilt eine Rechnung." } },
    };
    const screen = await render(
      <ToolProvider locale="de-CH">
        <ToolLibrary tools={[...tools, tool("Tip Splitter", words)]} href={({ slug }) => `/tools/${slug}`} />
      </ToolProvider>,
    );
    await expect
      .element(screen.getByRole("link", { name: "Trinkgeld Teilt eine Rechnung.", exact: true }))
      .toBeVisible();
    await expect.element(screen.getByRole("heading", { name: "Alltag" })).toBeVisible();
    await userEvent.type(screen.getByRole("searchbox"), "rechnung");
    await expect.element(screen.getByRole("link")).toHaveAttribute("href", "/tools/tip-splitter");
  });

  it("filters as one types and chooses, and clears with one action", async () => {
    const screen = await render(<ToolLibrary tools={tools} href={({ slug }) => `/tools/${slug}`} />);
    await userEvent.type(screen.getByRole("searchbox", { name: "Search tools" }), "cafe");
    await expect.element(screen.getByText("1 of 3 tools")).toBeVisible();
    await expect.element(screen.getByRole("link", { name: /Café Menu/ })).toBeVisible();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Category" }), "Writing (1)");
    await userEvent.fill(screen.getByRole("searchbox"), "qwertz");
    await expect.element(screen.getByText("No tool fits")).toBeVisible();
    await screen.getByRole("button", { name: "Clear filters" }).last().click();
    await expect.element(screen.getByText("3 tools")).toBeVisible();
    await expect.element(screen.getByRole("searchbox")).toHaveValue("");
  });

  it("hands a plain click to the app's router and leaves the others to the browser", async () => {
    const onSelect = vi.fn();
    const screen = await render(<ToolLibrary tools={tools} href={({ slug }) => `#${slug}`} onSelect={onSelect} />);
    await screen.getByRole("link", { name: /Draw/ }).click();
    expect(onSelect).toHaveBeenCalledExactlyOnceWith(tools[2]);
    const left = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true });
    // Past the library the click is stopped, as it would open a tab.
    let followed = false;
    const stop = (event: Event) => {
      followed = !event.defaultPrevented;
      event.preventDefault();
    };
    document.addEventListener("click", stop, { once: true });
    screen.getByRole("link", { name: /Draw/ }).element().dispatchEvent(left);
    expect(followed).toBe(true);
    expect(onSelect).toHaveBeenCalledOnce();
  });

  it("reads the provider's client: first a skeleton, then what went wrong, then the tools", async () => {
    let fail: (error: Error) => void = () => {};
    const read = vi
      .fn<() => Promise<ToolListing[]>>()
      .mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)))
      .mockResolvedValue(tools);
    const screen = await render(
      <ToolProvider client={{ tools: read }}>
        <ToolLibrary />
      </ToolProvider>,
    );
    await expect.element(screen.getByText("Loading tools")).toBeInTheDocument();
    fail(new ToolClientError("connect ECONNREFUSED", { code: "unreachable", status: 0 }));
    await expect.element(screen.getByRole("alert")).toHaveTextContent("The host could not be reached");
    await screen.getByRole("button", { name: "Try again" }).click();
    await expect.element(screen.getByText("3 tools")).toBeVisible();
  });

  it("reads again on focus, not more than every ten seconds, and keeps the list where that fails", async () => {
    const read = vi
      .fn<() => Promise<ToolListing[]>>()
      .mockResolvedValueOnce(tools)
      .mockRejectedValue(new Error("gone"));
    const screen = await render(<ToolLibrary client={{ tools: read }} />);
    await expect.element(screen.getByText("3 tools")).toBeVisible();
    window.dispatchEvent(new Event("focus"));
    expect(read).toHaveBeenCalledOnce();
    const later = Date.now() + 11_000;
    vi.spyOn(Date, "now").mockReturnValue(later);
    window.dispatchEvent(new Event("focus"));
    await expect.element(screen.getByText(/may be out of date/)).toBeVisible();
    await expect.element(screen.getByText("ROI Calculator", { exact: true })).toBeVisible();
  });

  it("says what will come where there is nothing yet, and names what did not load", async () => {
    const failures = [{ file: "tools/x/definition.ts", error: new Error("Unexpected token") }];
    const screen = await render(<ToolLibrary tools={[]} failures={failures} />);
    await expect.element(screen.getByText("No tools yet")).toBeVisible();
    await screen.getByText("1 tool could not be loaded").click();
    await expect.element(screen.getByText("Unexpected token")).toBeVisible();
  });

  it("lists a thousand tools and stays within 320 px with long names", async () => {
    const many = Array.from({ length: 1_000 }, (_, i) =>
      tool(`Tool${i}${i === 0 ? "-and-a-name-of-sixty-characters-".repeat(2) : ""}`),
    );
    const screen = await render(
      <div style={{ inlineSize: 320 }}>
        <ToolLibrary tools={many} href={({ slug }) => `#${slug}`} />
      </div>,
    );
    await expect.element(screen.getByText("1,000 tools")).toBeVisible();
    const root = screen.container.querySelector(".cb-library")!;
    expect(root.scrollWidth).toBeLessThanOrEqual(320);
  });
});
