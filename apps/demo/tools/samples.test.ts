import { describe, expect, it } from "vitest";
import { captureWith } from "./_shared/captureWith.ts";

const modules = import.meta.glob<unknown>("./[!_]*/definition.ts");
const other = [
  // Each of its inputs has a default: it surveys whatever is installed.
  "./corpus-survey/definition.ts",
  // Their samples leave destination and photo to the person.
  "./content-desk-publish/definition.ts",
  "./ims-before-after-visualizer/definition.ts",
  // It needs a host that draws.
  "./generate-image/definition.ts",
];
const tools = Object.entries(modules).filter(([file]) => !other.includes(file));

describe.each(tools)("%s", (_file, load) => {
  it("runs on its sample, and not on nothing: no caller gets a result of invented figures", async () => {
    const { tool, run } = await captureWith(load);
    expect(tool.formSpec?.sample).toBeDefined();
    expect(await run(tool.formSpec!.sample)).toMatchObject({ error: null });
    expect(await run({})).toMatchObject({ code: "invalid_input" });
  });
});
