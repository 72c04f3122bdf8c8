import { describe, expect, test } from "vitest";
import { visitDemo } from "./visitDemo.ts";

const demo = visitDemo();
const { open } = demo;

describe("a session that people share", () => {
  test("is launched from its tool, filled in by its launcher and a guest, and read by a third", async () => {
    const { tab: ada, complaints } = await open("/tools/complexity-estimator");
    await ada.getByRole("textbox", { name: "What it is about" }).fill("Portal");
    await ada.getByRole("button", { name: "Start a session" }).click();
    await ada.waitForURL("**/session/*");
    await ada.getByText("Invite people").click();
    const made = ada.locator(".site-copy code");
    await ada.getByRole("button", { name: "Link to fill in" }).click();
    const fillIn = new URL((await made.textContent())!);
    await ada.getByRole("button", { name: "Link to watch" }).click();
    await expect.poll(() => made.textContent()).not.toBe(fillIn.href);
    const watch = new URL((await made.textContent())!);

    const submit = async (tab: typeof ada, name: string, screens: string) => {
      await tab.getByRole("textbox", { name: "Your name" }).fill(name);
      await tab.getByRole("textbox", { name: "Project" }).fill("Portal");
      await tab.getByRole("spinbutton", { name: "Screens" }).fill(screens);
      await tab.getByRole("button", { name: /Submit|Save the correction/ }).click();
      await tab.getByText(/^(?:Submitted|Corrected)\.$/).waitFor();
    };
    await submit(ada, "Ada", "10");
    const { tab: ben } = await open(fillIn.pathname + fillIn.hash);
    expect(await ben.getByRole("navigation").count()).toBe(0);
    await submit(ben, "Ben", "20");
    const { tab: third } = await open(watch.pathname + watch.hash);
    const rows = (tab: typeof ada) => tab.getByRole("row").filter({ hasText: /Ada|Ben/ });
    for (const tab of [ada, ben, third]) await expect.poll(() => rows(tab).count()).toBe(2);
    expect(await third.getByRole("button", { name: "Submit" }).count()).toBe(0);
    await submit(ben, "Ben", "40");
    for (const tab of [ada, third]) await expect.poll(() => rows(tab).last().textContent()).toContain("91");

    await ada.getByRole("button", { name: "Complete" }).click();
    await ada.getByRole("button", { name: "Complete" }).click();
    await ada.getByText("Completed", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });
});
