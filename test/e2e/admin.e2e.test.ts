import { describe, expect, test } from "vitest";
import { visitDemo } from "./visitDemo.ts";

const demo = visitDemo();
const { open } = demo;

describe("whoever runs a workspace", () => {
  test("switches a system tool on, which people then have, and off again", async () => {
    const { tab, complaints } = await open("/admin/tools?tab=code");
    const own = tab.getByRole("switch", { name: "Generate Image is on" });
    await expect.poll(() => own.isChecked()).toBe(false);
    const status = async () => (await fetch(`${demo.host.url}/api/tools/generate-image`)).status;
    expect(await status()).toBe(404);
    await own.check();
    await expect.poll(status).toBe(200);
    await own.uncheck();
    await expect.poll(status).toBe(404);
    expect(complaints).toEqual([]);
  });

  test("writes a tool that is then in the library, and is asked before what is not saved is left", async () => {
    const { tab, complaints } = await open("/admin/tools/new");
    await tab.getByRole("textbox", { name: "Name" }).fill("Blurb");
    await tab.getByRole("textbox", { name: "When agents use it" }).fill("Writes a blurb.");
    await tab.getByLabel("Category").fill("writing");
    await tab.getByRole("textbox", { name: "Prompt" }).fill("Write a blurb.");
    await tab.getByRole("link", { name: "Tools", exact: true }).click();
    const ask = tab.getByRole("alertdialog", { name: "Leave without saving?" });
    await ask.getByRole("button", { name: "Keep writing" }).click();
    await tab.getByRole("button", { name: "Create tool" }).click();
    await tab.waitForURL("**/admin/tools/blurb/edit");
    await tab.getByRole("link", { name: "Tools", exact: true }).click();
    await expect.poll(() => tab.getByRole("main").getByRole("link", { name: /Blurb/ }).count()).toBe(1);
    const removed = await fetch(`${demo.host.url}/api/tools/blurb`, { method: "DELETE" });
    expect(removed.status).toBe(204);
    expect(complaints).toEqual([]);
  });
});
