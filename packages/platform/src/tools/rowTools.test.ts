import { defineTool } from "@callboard/core";
import { toRegisteredTool } from "@callboard/core/catalog";
import { expect, it } from "vitest";
import { NO_CONTENT, type ToolRow } from "../rows/toolRow.ts";
import { createRowTools } from "./rowTools.ts";

const row = (id: string, tenantId: string, name: string, more: Partial<ToolRow>): ToolRow => ({
  ...NO_CONTENT,
  id,
  tenantId,
  name,
  slug: "poem",
  kind: "tenant_custom",
  enabled: null,
  revision: 1,
  updatedAt: 0,
  updatedBy: null,
  ...more,
});
const tenants = ["aaaaaaaa-0000-4000-8000-000000000001", "aaaaaaaa-0000-4000-8000-000000000002"];
const contextOf = (tenantId: string) => ({ tenantId, userId: null, spaceId: null, requestId: "r" });
const toolsOf = (more: Partial<ToolRow>) =>
  createRowTools(
    { list: async (tenantId) => [row(tenantId, tenantId, `Of ${tenantId}`, more)] },
    {} as Parameters<typeof createRowTools>[1],
    (message) => expect.fail(message),
  );

it("gives each tenant its own tool, also where the ids of two rows begin alike", async () => {
  const executionSpec = { kind: "prompt", mode: "direct", prompt_template: "Hello" } as const;
  const { source } = toolsOf({ inputSchema: { type: "object" }, executionSpec });
  const found = await Promise.all(tenants.map(async (id) => source.find("poem", contextOf(id))));
  expect(found.map((tool) => tool?.name)).toEqual(tenants.map((id) => `Of ${id}`));
});

it("changes a tool in code for each tenant alone, also where the ids of two rows begin alike", async () => {
  const tool = toRegisteredTool(
    defineTool({
      slug: "poem",
      name: "Poem",
      description: "Writes a poem.",
      category: "code",
      icon: "wrench",
      inputSchema: { type: "object" },
      outputSchema: { type: "string" },
      execute: () => "",
    }),
  );
  const { source } = toolsOf({ kind: "system_override" });
  const changed = [];
  for (const id of tenants) changed.push((await source.override?.(tool, contextOf(id)))?.name);
  expect(changed).toEqual(tenants.map((id) => `Of ${id}`));
});
