import type { OutputRef, ToolClient } from "@callboard/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { ToolProvider, type ToolProviderProps } from "../provider/ToolProvider.tsx";
import { ToolOutput } from "./ToolOutput.tsx";
import { chooseInMenu, openOutputMenu } from "./testing/fixtures/outputMenu.ts";

afterEach(cleanup);

const count = 100_000;
const makers: Record<string, () => string> = {
  rows: () =>
    JSON.stringify(
      Array.from({ length: count }, (_, id) => ({ id, name: `Row ${(id * 7919) % count}`, kind: `k${id % 3}` })),
    ),
  deep: () => `${"[".repeat(count)}${"]".repeat(count)}`,
  text: () => JSON.stringify("All work and no play makes Jack a dull boy.\n".repeat(1_200_000)),
};
const refOf = (blob: Blob): OutputRef => ({
  id: "output_1",
  bytes: blob.size,
  mediaType: "application/json",
  preview: "[1",
});

const show = (client: ToolClient, blob: Blob, props: ToolProviderProps = {}) =>
  render(
    <ToolProvider client={client} {...props}>
      <ToolOutput output={undefined} outputRef={refOf(blob)} />
    </ToolProvider>,
  );
const clientOf = (blob: Blob) => ({ output: vi.fn(async () => null), outputBlob: vi.fn(async () => blob) });
const load = () => page.getByRole("button", { name: /^Fetch all/ });
const nodes = () => document.body.querySelectorAll("*").length;

/**
 * The turns of the page's own thread, of which none may wait long for another: what a worker does is not among them.
 */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
  });
  observer.observe({ type: "longtask" });
  await work();
  observer.disconnect();
  return longest;
}

describe("an output that a worker reads", () => {
  it("has 100,000 rows that are sorted, filtered and scrolled, of which the page holds those in sight", async () => {
    const blob = new Blob([makers["rows"]!(), " ".repeat(2_000_000)]);
    const turn = await longestTurn(async () => {
      const screen = await show(clientOf(blob), blob);
      await load().click();
      await expect.element(page.getByText("100,000 rows")).toBeVisible();
      await expect.element(page.getByRole("cell", { name: "Row 7919" }).first()).toBeVisible();
      expect(nodes()).toBeLessThan(5_000);
      await page.getByRole("button", { name: "Id" }).click();
      await page.getByRole("button", { name: "Id" }).click();
      await expect.element(page.getByRole("cell", { name: "99999" })).toBeVisible();
      await chooseInMenu("Find in rows");
      await userEvent.fill(page.getByRole("searchbox").element(), "row 4242");
      await expect.element(page.getByText("11 of 100,000")).toBeVisible();
      await userEvent.clear(page.getByRole("searchbox").element());
      await expect.element(page.getByRole("table")).toHaveAttribute("aria-rowcount", "100001");
      const scroller = screen.container.querySelector(".cb-table-scroll")!;
      scroller.scrollTo(0, scroller.scrollHeight);
      await expect.element(page.getByRole("cell", { name: "0", exact: true }).first()).toBeVisible();
      expect(nodes()).toBeLessThan(5_000);
    });
    // How fast it is belongs to a bench; sorting all of it in the page would take longer than this.
    expect(turn).toBeLessThan(2_000);
  });

  it("may be 100,000 deep", async () => {
    const blob = new Blob([makers["deep"]!(), " ".repeat(1_000_000)]);
    await show(clientOf(blob), blob);
    await expect.element(page.getByText(/parts of it are cut here/)).toBeVisible();
    await expect.element(page.getByRole("tree")).toBeVisible();
    expect(nodes()).toBeLessThan(2_000);
  });

  it("may be a text of 50 MB, which is saved letter for letter", async () => {
    const blob = new Blob([makers["text"]!()]);
    const saved: Blob[] = [];
    const create = vi.spyOn(URL, "createObjectURL").mockImplementation((one) => (saved.push(one as Blob), "blob:none"));
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    await show(clientOf(blob), blob);
    await load().click();
    await expect.element(page.getByText(/parts of it are cut here/)).toBeVisible();
    expect(nodes()).toBeLessThan(2_000);
    await chooseInMenu("Save all of it");
    expect(saved[0]).toBe(blob);
    create.mockRestore();
    click.mockRestore();
  });

  it("comes back only when somebody asks for it", async () => {
    const blob = new Blob([makers["rows"]!(), " ".repeat(2_000_000)]);
    const client = clientOf(blob);
    await show(client, blob);
    await load().click();
    await expect.element(page.getByText("100,000 rows")).toBeVisible();
    await cleanup();
    await show(client, blob);
    await expect.element(load()).toBeVisible();
    expect(client.outputBlob).toHaveBeenCalledTimes(1);
  });

  it("is read by the page where that may start no worker, and above 20 MB its beginning and a file", async () => {
    const outputWorker = () => {
      throw new Error("Refused by policy");
    };
    const blob = new Blob([makers["rows"]!(), " ".repeat(2_000_000)]);
    const screen = await show(clientOf(blob), blob, { outputWorker });
    await load().click();
    await expect.element(page.getByText("100,000 rows")).toBeVisible();
    await screen.unmount();
    const larger = new Blob([blob, " ".repeat(20_000_000)]);
    await show(clientOf(larger), larger, { outputWorker });
    await load().click();
    await expect.element(page.getByText(/too large for this page to draw \(Refused by policy\)/)).toBeVisible();
    await expect.element(page.getByText('[{"id":0')).toBeVisible();
    await openOutputMenu();
    await expect.element(page.getByRole("menuitem", { name: "Save all of it" })).toBeVisible();
  });

  it("is read by the page where the app asks for no worker", async () => {
    const blob = new Blob([makers["rows"]!(), " ".repeat(2_000_000)]);
    const client = { ...clientOf(blob), output: vi.fn(async () => ({ price: 1234.5 })) };
    await show(client, blob, { outputWorker: null });
    await load().click();
    await expect.element(page.getByText("1,234.5")).toBeVisible();
  });

  it("may be a long text that a wire brought whole", async () => {
    await render(<ToolOutput output={makers["rows"]!()} />);
    await expect.element(page.getByText("100,000 rows")).toBeVisible();
  });

  it("of an embed is saved as what its view names, and says when that fails", async () => {
    const wide = Array.from({ length: 50_001 }, (_, id) => ({
      id,
      a: 1,
      b: 2,
      c: 3,
      d: 4,
      e: 5,
      f: 6,
      g: 7,
      secret: 8,
    }));
    const saved: Promise<string>[] = [];
    const create = vi
      .spyOn(URL, "createObjectURL")
      .mockImplementation((one) => `blob:${saved.push((one as Blob).text())}`);
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const block = { type: "table" as const, label: "Places", config: { columns: ["id"] } };
    const tool = { slug: "shop", viewSpec: { blocks: [block], downloads: true } };
    await render(<ToolOutput mode="embed" tool={tool} output={JSON.stringify(wide)} />);
    await expect.element(page.getByText("50,001 rows")).toBeVisible();
    create.mockImplementationOnce(() => {
      throw new Error("No room");
    });
    await chooseInMenu("Download as CSV");
    await expect.element(page.getByText("The file could not be made: No room")).toBeVisible();
    await chooseInMenu("Download as CSV");
    await vi.waitFor(() => expect(saved).toHaveLength(1));
    await chooseInMenu("Download as JSON");
    await vi.waitFor(() => expect(saved).toHaveLength(2));
    const [csv, json] = await Promise.all(saved);
    expect(csv!.split("\r\n").slice(0, 2)).toEqual(["ID", "0"]);
    expect(JSON.parse(json!).slice(0, 2)).toEqual([{ id: 0 }, { id: 1 }]);
    create.mockRestore();
    click.mockRestore();
  });
});
