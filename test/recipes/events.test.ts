import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OPTIONAL_FIELDS, REQUIRED_FIELDS } from "../../packages/core/src/events/eventFields.ts";
import { at } from "../../scripts/paths.mjs";
import { withEventTable } from "../../scripts/reference.mjs";

test("docs/events.md has every event with its fields", async () => {
  const page = readFileSync(at("docs/events.md"), "utf8");
  expect(page).toContain("`tool.completed`");
  expect(page).toContain(`${Object.keys(REQUIRED_FIELDS).length} kinds of line`);
  const mend = "docs/events.md is not as the code is: run `npm run api` and commit what it writes.";
  expect(await withEventTable(page, { REQUIRED_FIELDS, OPTIONAL_FIELDS }), mend).toBe(page);
});
