import { defineTool, type RegisteredTool } from "@callboard/core";
import { createCatalog, toRegisteredTool, type ToolSource } from "@callboard/core/catalog";
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
const poem = toRegisteredTool(
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
const sourceOf = (name: string, tool: RegisteredTool): ToolSource => ({
  name,
  list: () => [tool],
  find: (slug) => (slug === tool.slug ? tool : undefined),
});

it("gives each tenant its own tool, also where the ids of two rows begin alike", async () => {
  const executionSpec = { kind: "prompt", mode: "direct", prompt_template: "Hello" } as const;
  const { source } = toolsOf({ inputSchema: { type: "object" }, executionSpec });
  const found = await Promise.all(tenants.map(async (id) => source.find("poem", contextOf(id))));
  expect(found.map((tool) => tool?.name)).toEqual(tenants.map((id) => `Of ${id}`));
});

it("changes a tool of another source by the slug that it has in the catalog, and no other of its own slug", async () => {
  const { source } = toolsOf({ kind: "system_override", slug: "web__poem" });
  const catalog = createCatalog([sourceOf("code", poem), sourceOf("web", poem), source]);
  const context = contextOf(tenants[0] ?? "");
  const names = async () => (await catalog.allFor(context)).map(({ slug, name }) => [slug, name]);
  expect(await names()).toEqual([
    ["poem", "Poem"],
    ["web__poem", `Of ${context.tenantId}`],
  ]);
});

it("changes a tool in code for each tenant alone, also where the ids of two rows begin alike", async () => {
  const { source } = toolsOf({ kind: "system_override" });
  const changed = [];
  for (const id of tenants) changed.push((await source.override?.(poem, contextOf(id), poem.slug))?.name);
  expect(changed).toEqual(tenants.map((id) => `Of ${id}`));
});
