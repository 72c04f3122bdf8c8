import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { arabic } from "../messages/ar.ts";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import * as parts from "./parts.ts";
import { StillOutput } from "./StillOutput.tsx";
import { ToolOutput } from "./ToolOutput.tsx";

afterEach(cleanup);

const rows = Array.from({ length: 40 }, (_, id) => ({ id, name: `Row ${id}`, city: "Rome" }));

// Nothing moves when the rest is fetched.
test.each([
  ["facts", { npv: 1200.5, roi: 1.7 }],
  [
    "lines of facts",
    { owner: "Ada Lovelace of Ockham Park", note: "A line that is longer than a figure", city: "Rome" },
  ],
  ["rows", rows],
  ["a few rows", rows.slice(0, 4)],
  ["a text", "A sentence, and no more than that."],
  ["a list", ["one", "two", "three"]],
  ["a record within a record", { city: "Rome", weather: { low: 3, high: 9 }, days: rows.slice(0, 3), note: "x\ny" }],
  ["records by their names", { rome: { low: 3, high: 9 }, oslo: { low: -3, high: 2 } }],
  ["records within records", { rome: { air: { low: 3, high: 9 }, wind: "NW" }, oslo: { air: { low: 1 }, wind: "W" } }],
  ["a page of hits", { hits: { total: { value: 2, relation: "eq" }, hits: rows.slice(0, 2) }, took: 3 }],
  ["a tree", [1, "two", { three: 3 }, [4, 5], null]],
  ["a list of many numbers within a record", { model: "m", vector: rows.map(({ id }) => id / 7) }],
  ["a lone result", { result: [{ id: 1, name: "a" }] }],
  ["JSON in a text of MCP's", { content: [{ type: "text", text: JSON.stringify({ a: { b: 1 }, c: "x" }) }] }],
  [
    "a structured result",
    { content: [{ type: "text", text: '{"air":{"low":3}}' }], structuredContent: { air: { low: 3 } } },
  ],
])("an output stands there at its size before its parts are fetched: %s", async (_name, output) => {
  await Promise.all(Object.values(parts).map((part) => ("load" in part ? part.load() : part())));
  const still = await render(<StillOutput value={output} />);
  const before = still.container.querySelector(".cb-output")!.getBoundingClientRect().height;
  await cleanup();
  const { container } = await render(<ToolOutput output={output} hasSwitch={false} />);
  await expect.poll(() => container.querySelector(".cb-output > .cb-block")).not.toBeNull();
  const after = container.querySelector(".cb-output")!.getBoundingClientRect().height;
  expect(Math.abs(after - before)).toBeLessThan(4);
});

test("a table of records by their names is headed before its parts are fetched as it is afterwards", async () => {
  const output = { rome: { low: 3, high: 9 }, oslo: { low: -3, high: 2 } };
  const headingsOf = ({ container }: { container: Element }) =>
    [...container.querySelectorAll("th[scope=col]")].map(({ textContent }) => textContent);
  const inArabic = (drawn: ReactNode) => (
    <ToolProvider locale="ar" messages={arabic}>
      {drawn}
    </ToolProvider>
  );
  const headings = ["الاسم", "Low", "High"];
  expect(headingsOf(await render(inArabic(<StillOutput value={output} />)))).toEqual(headings);
  await cleanup();
  const whole = await render(inArabic(<ToolOutput output={output} hasSwitch={false} />));
  await expect.poll(() => whole.container.querySelector(".cb-output > .cb-block [aria-label] table")).not.toBeNull();
  expect(headingsOf(whole)).toEqual(headings);
});
