import type { JsonSchema } from "@callboard/core";
import { expect, it } from "vitest";
import { render } from "vitest-browser-react";
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
