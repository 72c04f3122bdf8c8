import { afterEach, expect, test } from "vitest";
import { cleanup, render } from "vitest-browser-react";
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
