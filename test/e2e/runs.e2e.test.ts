import { describe, expect, test } from "vitest";
import { visitDemo } from "./visitDemo.ts";

const demo = visitDemo();
const { open } = demo;

describe("whoever runs a workspace", () => {
  test("finds a run, runs it again, and comes back to the first from the new one", async () => {
    const response = await fetch(`${demo.host.url}/api/tools/text-statistics/run`, {
      method: "POST",
      headers: { "content-type": "application/json", prefer: "wait" },
      body: JSON.stringify({ input: { text: "One two three." } }),
    });
    const { callId } = (await response.json()) as { callId: string };
    const { tab, complaints } = await open("/admin/runs?status=completed&tool=text-statistics");
    const list = tab.getByRole("list", { name: "Runs" });
    await list.getByRole("link", { name: "Text Statistics" }).click();
    await expect.poll(() => tab.getByText(callId).count()).toBe(1);
    // A reload answers the same page.
    await tab.reload();
    await tab.getByRole("button", { name: "Run again: Text Statistics" }).click();
    await expect.poll(() => tab.getByRole("link", { name: "The run before" }).count()).toBe(1);
    await tab.getByRole("link", { name: "The run before" }).click();
    await expect.poll(() => tab.getByText(callId).count()).toBe(1);
    await tab.goto(`${demo.host.url}/admin/usage`);
    const usage = tab.getByRole("region", { name: "By tool" });
    await expect.poll(() => usage.getByRole("row", { name: /Text Statistics/ }).textContent()).toContain("2");
    expect(complaints).toEqual([]);
  });
});
