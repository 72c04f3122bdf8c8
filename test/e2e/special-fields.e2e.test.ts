import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContextOptions, Page } from "playwright";
import { afterAll, expect, test } from "vitest";
import { api } from "./api.ts";
import { axeViolations } from "./axe.ts";
import { startHost } from "./host.ts";
import { visitDemo } from "./visitDemo.ts";
import { sideways } from "./watchedTab.ts";

const SECRET = "e2e-secret-4711";
/** One red dot. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A WordPress site, as far as the demo asks it: what came in, by method and path. */
const blog: { line: string; body: Buffer }[] = [];
const site = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  blog.push({ line: `${request.method} ${request.url}`, body: Buffer.concat(parts) });
  response.writeHead(201, { "content-type": "application/json" });
  response.end(JSON.stringify(request.method === "GET" ? [] : { id: blog.length, link: "https://blog.example/?p=9" }));
});
const address = new Promise<string>((resolve) => {
  site.listen(0, "127.0.0.1", () => resolve(`127.0.0.1:${(site.address() as AddressInfo).port}`));
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

const demo = visitDemo(async () => startHost({ env: { CALLBOARD_PUBLISH_TO: await address } }));
const open = async (options?: BrowserContextOptions) => {
  const watched = await demo.open("/tools/content-desk-publish", options);
  await watched.tab.getByRole("combobox", { name: "Destination", exact: true }).waitFor();
  return watched;
};
const dropzone = (tab: Page) => tab.locator(".cb-dropzone");
const drop = async (tab: Page, name: string, type: string, bytes: Buffer) => {
  const data = await tab.evaluateHandle(
    ({ name, type, base64 }) => {
      const transfer = new DataTransfer();
      const raw = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      transfer.items.add(new File([raw], name, { type }));
      return transfer;
    },
    { name, type, base64: bytes.toString("base64") },
  );
  await dropzone(tab).dispatchEvent("drop", { dataTransfer: data });
};
const saveConnection = async (tab: Page, name: string) => {
  await tab.getByRole("combobox", { name: "Destination", exact: true }).click();
  await tab.getByRole("option", { name: "New connection…" }).click();
  const panel = tab.getByRole("group", { name: "New connection" });
  await panel.getByLabel("Name").fill(name);
  await panel.getByLabel("Address").fill(`http://${await address}/`);
  await panel.getByLabel("Secret").fill(SECRET);
  await panel.getByRole("button", { name: "Save connection" }).click();
  await expect.poll(() => tab.getByRole("combobox", { name: "Destination", exact: true }).inputValue()).toBe(name);
};

test("a picture is dropped, people and topics are picked, a connection is saved, and the run is there after a reload", async () => {
  const { tab, complaints, foreign } = await open();
  await saveConnection(tab, "Company blog");
  await tab.getByRole("textbox", { name: /^Title/ }).fill("Summer party");
  await tab.getByRole("textbox", { name: /^Text/ }).fill("It was **warm**.");
  await drop(tab, "party.png", "image/png", PNG);
  await tab.getByRole("button", { name: "Remove party.png" }).waitFor();
  await tab.getByRole("combobox", { name: "Author" }).fill("muller");
  await tab.getByRole("option", { name: /Zoë Müller/ }).click();
  for (const topic of ["Events", "Company"]) {
    await tab.getByRole("combobox", { name: "Topics" }).fill(topic.slice(0, 3));
    // While an earlier search still stands there, Enter chooses nothing.
    await tab.locator(".cb-picker-list:not([data-stale])").getByRole("option", { name: topic }).waitFor();
    await tab.getByRole("combobox", { name: "Topics" }).press("Enter");
    await tab.getByRole("button", { name: `Remove ${topic}` }).waitFor();
  }
  await tab.getByRole("combobox", { name: "Topics" }).press("Escape");
  expect(await axeViolations(tab)).toEqual([]);
  await tab.getByRole("button", { name: "Hand over" }).click();
  await tab
    .getByRole("link", { name: /blog\.example/ })
    .first()
    .waitFor();
  expect(blog.map(({ line }) => line.replace(/.*\/wp\/v2/, ""))).toEqual([
    "/media",
    "/tags?per_page=100&search=events",
    "/tags",
    "/tags?per_page=100&search=company",
    "/tags",
    "/posts",
  ]);
  expect(blog[0]!.body.equals(PNG)).toBe(true);
  expect(JSON.parse(blog.at(-1)!.body.toString())).toMatchObject({
    title: "Summer party",
    content: "<p>It was <strong>warm</strong>.</p>",
    status: "draft",
  });

  const [call] = await api.calls(demo.host, "content-desk-publish");
  const input = call!.input as { cover: string; author: string; topics: string[]; connectionId: string };
  expect([input.author, input.topics]).toEqual(["zoe", ["events", "company"]]);
  expect(input.connectionId).toMatch(/^connection_/);
  expect(input.cover).toMatch(/\/api\/uploads\/upload_[\w-]{32}\/party\.png$/);
  expect(Buffer.from(await (await fetch(input.cover)).arrayBuffer()).equals(PNG)).toBe(true);
  const events = JSON.stringify(await api.events(demo.host, call!.sessionId));
  expect(events).not.toContain(SECRET);
  expect(await tab.content()).not.toContain(SECRET);

  await tab.reload();
  await tab
    .getByRole("link", { name: /blog\.example/ })
    .first()
    .waitFor();
  await tab.getByRole("button", { name: "Use this input" }).click();
  await expect
    .poll(() => tab.getByRole("combobox", { name: "Destination", exact: true }).inputValue())
    .toBe("Company blog");
  await expect.poll(() => tab.getByRole("combobox", { name: "Author" }).inputValue()).toBe("Zoë Müller");
  await tab.getByText("party.png").first().waitFor();
  // Its picture comes from the host again.
  await expect
    .poll(() => tab.locator(".cb-file-preview img").evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(1);
  expect(complaints).toEqual([]);
  expect(foreign).toEqual([]);
  expect(demo.host.output()).not.toContain(SECRET);
});

test("a page that calls itself a picture is refused in words, and an upload without a host can be tried again", async () => {
  const { tab } = await open();
  await drop(tab, "fake.png", "image/png", Buffer.from("<!doctype html><script>alert(1)</script>"));
  await tab
    .getByText(/accepts no files of this type/)
    .first()
    .waitFor();
  await tab.getByRole("button", { name: "Remove fake.png" }).click();
  await tab.context().setOffline(true);
  await drop(tab, "party.png", "image/png", PNG);
  await tab
    .getByText(/You are offline/)
    .first()
    .waitFor();
  await tab.context().setOffline(false);
  await tab.getByRole("button", { name: "Try again to upload party.png" }).click();
  await tab.getByRole("button", { name: "Remove party.png" }).waitFor();
});

test("an upload that takes long says how far it is, and is cancelled in the middle", async () => {
  const { tab } = await open();
  const session = await tab.context().newCDPSession(tab);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 400_000,
  });
  await drop(tab, "large.png", "image/png", Buffer.concat([PNG, Buffer.alloc(3_000_000)]));
  const bar = tab.getByRole("progressbar", { name: "Uploading large.png" });
  await bar.waitFor();
  await expect.poll(async () => Number(await bar.getAttribute("value")), { timeout: 20_000 }).toBeGreaterThan(0);
  await tab.getByRole("button", { name: "Cancel the upload of large.png" }).click();
  await tab.getByText("Cancelled: nothing of it was kept.").waitFor();
});

test("has no sideways scroll at 375 px with all of it open", async () => {
  const { tab } = await open({ viewport: { width: 375, height: 812 } });
  await drop(tab, `${"a-long-name-".repeat(12)}.png`, "image/png", PNG);
  await tab.getByRole("combobox", { name: "Topics" }).click();
  await tab.getByRole("option", { name: "Agents" }).waitFor();
  expect(await sideways(tab)).toEqual([]);
  await tab.getByRole("combobox", { name: "Topics" }).press("Escape");
  await tab.getByRole("combobox", { name: "Destination", exact: true }).click();
  await tab.getByRole("option", { name: "New connection…" }).click();
  expect(await sideways(tab)).toEqual([]);
  expect(await axeViolations(tab)).toEqual([]);
});

test("what is published through the demo's own blog stands on its destination page", async () => {
  const { tab, complaints } = await open();
  await tab.getByRole("combobox", { name: "Destination", exact: true }).click();
  await tab.getByRole("option", { name: /Demo blog/ }).click();
  await tab.getByRole("radio", { name: "Publish" }).check();
  await tab.getByRole("textbox", { name: /^Title/ }).fill("Autumn");
  await tab.getByRole("textbox", { name: /^Text/ }).fill("Leaves **fall**.");
  await tab.getByRole("button", { name: "Hand over" }).click();
  await tab.getByText("Published", { exact: true }).first().waitFor();
  await tab.getByRole("link", { name: /demo's own blog/ }).click();
  await tab.getByRole("heading", { name: "Autumn" }).waitFor();
  await tab.getByText("Leaves fall.").waitFor();
  expect(await axeViolations(tab)).toEqual([]);
  expect(complaints).toEqual([]);
});
