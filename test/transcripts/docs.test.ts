/** docs/wires.md says what the conformance suite holds each wire to, and shows code that runs. */
import { readFileSync } from "node:fs";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { createTimeline } from "@callboard/core/timeline";
import { at } from "../../scripts/paths.mjs";
import { conversation } from "./conversation.ts";
import { expectedTree, treeOf } from "./tree.ts";
import { wireNames as names, wires, type WireName } from "./wires.ts";
import { lacksList, wiresTable } from "./wiresTable.ts";

const page = readFileSync(at("docs/wires.md"), "utf8");
const source = readFileSync(at("test/transcripts/uses.ts"), "utf8");
const formatted = (markdown: string) =>
  format(markdown, { parser: "markdown", printWidth: 120, proseWrap: "preserve" });

/** The lines of a region of uses.ts, without their indent. */
const shownUse = (name: WireName) => {
  const region = new RegExp(`// #region ${name}\\n([^]*?) *// #endregion`).exec(source)?.[1] ?? "";
  return region.replace(/^ {2}/gm, "");
};

describe("docs/wires.md", () => {
  test("has the table of what each wire carries", async () => {
    expect(page).toContain(await formatted(wiresTable()));
  });

  test.each(names)("says of %s how it is used, and what it lacks", async (name) => {
    const { title, entry } = wires[name];
    const section = page.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? "";
    expect(section).toContain(`@callboard/core/${entry}`);
    expect(section).toContain(`\`\`\`ts\n${shownUse(name)}\`\`\``);
    expect(section).toContain(await formatted(lacksList(name)));
  });
});

test.each(names)("the code that is shown for %s takes the whole conversation in", async (name) => {
  const timeline = createTimeline({ schedule: (run) => run() });
  await wires[name].use(timeline, await wires[name].record(conversation));
  timeline.end();
  const { lacks } = wires[name];
  expect(treeOf(timeline.snapshot(), lacks)).toEqual(expectedTree(conversation, lacks));
});
