import { expect, test } from "vitest";
import { axeViolationsInBoth } from "./axe.ts";
import { visitDemo } from "./visitDemo.ts";
import { sideways } from "./watchedTab.ts";

const demo = visitDemo();

test("the documentation is found from every page, read, searched, and fits a phone", async () => {
  const { tab, complaints, foreign } = await demo.open("/tools");
  await tab.getByRole("link", { name: "Docs" }).click();
  await tab.getByRole("heading", { level: 1, name: "Callboard" }).waitFor();
  await tab.getByRole("searchbox").fill("createTimeline");
  await tab.getByRole("link", { name: "createTimeline core", exact: true }).click();
  await expect.poll(() => tab.url()).toMatch(/\/docs\/reference\/core#createtimeline$/);
  await expect.poll(() => tab.getByRole("heading", { name: "createTimeline", exact: true }).isVisible()).toBe(true);
  // A link to a heading works for whoever opens it first.
  await tab.reload();
  const place = () => tab.evaluate(() => document.getElementById("createtimeline")?.getBoundingClientRect().top);
  await expect.poll(place).toBeLessThan(100);

  await tab.goto(`${demo.host.url}/docs/wires`);
  await tab.getByRole("heading", { level: 1, name: "Wires" }).waitFor();
  expect(await axeViolationsInBoth(tab)).toEqual([]);
  await tab.setViewportSize({ width: 320, height: 700 });
  expect(await sideways(tab)).toEqual([]);
  await tab.getByRole("button", { name: "Contents" }).click();
  await tab.getByRole("link", { name: "All entries" }).click();
  await tab.getByRole("heading", { level: 1, name: "Reference" }).waitFor();
  expect(complaints).toEqual([]);
  expect(foreign).toEqual([]);
});

test("agents read the same pages as Markdown, from llms.txt on", async () => {
  const read = async (path: string) => {
    const response = await fetch(demo.host.url + path);
    return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
  };
  const { text: llms } = await read("/llms.txt");
  expect(llms).toMatch(/^# Callboard\n\n> /);
  const addresses = [...llms.matchAll(/\]\((\/docs\/[^)]+)\)/g)].map(([, address = ""]) => address);
  expect(addresses).toContain("/docs/wires.md");
  for (const address of addresses) {
    const { status, type, text } = await read(address);
    expect([address, status, type]).toEqual([address, 200, "text/markdown; charset=utf-8"]);
    expect(text).toMatch(/^# /);
  }
  expect((await read("/llms-full.txt")).text).toContain("# Wires");
  expect((await read("/docs/nothing.md")).status).toBe(404);
});
