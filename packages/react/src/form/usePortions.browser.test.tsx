import type { JsonSchema } from "@callboard/core";
import { expect, it } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import "../styles/index.css";
import { SchemaForm } from "./ToolForm.tsx";

const skips = (selector: string): boolean =>
  getComputedStyle(document.querySelector(selector)!).contentVisibility === "auto";

it.each([
  [256, false],
  [257, true],
])("of %i fields, those off the screen are skipped: %s", async (count, expected) => {
  const properties = Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { type: "string" }]));
  await render(<SchemaForm schema={{ type: "object", properties } as JsonSchema} />);
  expect(skips(".cb-field")).toBe(expected);
});

it("rows off the screen are skipped once they have more controls than a browser asks about, not before", async () => {
  const item = { type: "object", properties: { a: { type: "string" }, b: { type: "number" } } };
  const schema = { type: "object", properties: { rows: { type: "array", items: item } } } as JsonSchema;
  const rows = (count: number) => ({ rows: Array.from({ length: count }, (_, at) => ({ a: "", b: at })) });
  await render(<SchemaForm schema={schema} defaultValue={rows(128)} />);
  expect(skips(".cb-row")).toBe(false);
  await cleanup();
  await render(<SchemaForm schema={schema} defaultValue={rows(500)} />);
  await expect.poll(() => skips(".cb-row")).toBe(true);
});
