import { createRegistry, discover, type ToolModules } from "@callboard/core";
import { checkToolSchema } from "@callboard/core/bridge";
import { createAgentTools, createDocumentTools } from "@callboard/server";
import { expect, test } from "vitest";
import { noServices } from "../../tools/_shared/captureWith.ts";
import { withServices } from "./services.ts";

const modules = Object.entries(import.meta.glob<unknown>("../../tools/[!_]*/definition.ts"));
const complete = modules.map(([file, load]) => [file, async () => withServices(await load(), noServices)]);

test("models and clients can read every tool of the demo, in strict mode too", async () => {
  const registry = createRegistry();
  const { failed } = await discover(Object.fromEntries(complete) as ToolModules, { registry, log: () => {} });
  expect(failed).toEqual([]);
  // Their definitions are looked at, and they are not run.
  const none = {} as never;
  const platform = [...createAgentTools({ store: none, knowledge: none }), ...createDocumentTools(none)];
  for (const tool of platform) registry.register(tool);
  expect(registry.all().length).toBeGreaterThan(5);
  for (const target of ["openai-strict", "anthropic", "mcp"] as const) {
    const issues = registry
      .all()
      .flatMap((tool) => checkToolSchema(tool, target).map(({ code, message }) => `${tool.slug}: ${code} ${message}`));
    expect(issues).toEqual([]);
  }
});
