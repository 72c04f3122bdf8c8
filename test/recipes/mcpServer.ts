import { executeTool, type Registry, type ToolContext } from "@callboard/core";
import { toMcpTools, toStructuredContent } from "@callboard/core/bridge";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

export function mcpServer(registry: Registry, context: ToolContext) {
  const server = new Server({ name: "tools", version: "1.0.0" }, { capabilities: { tools: {} } });

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toMcpTools(registry.available(context)).tools }));

  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const available = registry.available(context);
    const { slugOf, read } = toMcpTools(available);
    const tool = available.find(({ slug }) => slug === slugOf(params.name));
    const failed = (text: string) => ({ isError: true, content: [{ type: "text" as const, text }] });
    if (!tool) return failed(`There is no tool "${params.name}".`);
    const input = read(params.name, params.arguments ?? {});
    const { output, error } = await executeTool(tool.slug, input, context, { registry });
    if (error !== null) return failed(error);
    const structuredContent = toStructuredContent(tool, output);
    const content = [{ type: "text" as const, text: JSON.stringify(output) }];
    return { content, ...(structuredContent && { structuredContent }) };
  });
  return server;
}
