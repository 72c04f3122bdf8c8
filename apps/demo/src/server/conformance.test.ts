import { createRegistry, discover, type ToolModules } from "@callboard/core";
import { checkToolSchema } from "@callboard/core/bridge";
import { expect, test } from "vitest";
import { noServices } from "../../tools/_shared/captureWith.ts";
import { withServices } from "./services.ts";
import { platformTools } from "./testing/fixtures/platformTools.ts";

const modules = Object.entries(import.meta.glob<unknown>("../../tools/[!_]*/definition.ts"));
const complete = modules.map(([file, load]) => [file, async () => withServices(await load(), noServices)]);

test("models and clients can read every tool of the demo, in strict mode too", async () => {
  const registry = createRegistry();
  const { failed } = await discover(Object.fromEntries(complete) as ToolModules, { registry, log: () => {} });
  expect(failed).toEqual([]);
  for (const tool of await platformTools()) registry.register(tool);
  expect(registry.all().length).toBeGreaterThan(5);
  for (const target of ["openai-strict", "anthropic", "mcp"] as const) {
    const issues = registry
      .all()
      .flatMap((tool) => checkToolSchema(tool, target).map(({ code, message }) => `${tool.slug}: ${code} ${message}`));
    expect(issues).toEqual([]);
  }
});
