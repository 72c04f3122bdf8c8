import type { ToolContext, ToolDefinition } from "@callboard/core";
import { toRegisteredTool, type ToolSource } from "@callboard/core/catalog";
import type { AgentSource, Kernel } from "@callboard/server";
import { executeSpec, type SpecEngine } from "../execution/executeSpec.ts";
import type { Bundle, BundleParts, ComposedTool } from "./bundle.ts";

/**
 * The tools and agents of bundles, as sources of a host. All of a bundle is hidden where a tenant has not installed it.
 * @throws Error where two bundles have a name, or two tools a slug.
 */
export function openBundles(
  bundles: readonly Bundle[],
  kernel: Kernel,
  engine: SpecEngine,
): { tools: ToolSource; agents: AgentSource } {
  checkOnce(
    "bundles are named",
    bundles.map(({ name }) => name),
  );
  const opened = bundles.map((bundle) => ({ name: bundle.name, parts: bundle.open(kernel) }));
  const registered = (name: string, tools: BundleParts["tasks"]) =>
    tools.map((tool) => toRegisteredTool({ ...("execute" in tool ? tool : composed(engine, tool)), bundle: name }));
  const listed = opened.flatMap(({ name, parts }) => registered(name, parts.tools));
  const all = [...listed, ...opened.flatMap(({ name, parts }) => registered(name, parts.tasks))];
  checkOnce(
    "tools of bundles have the slug",
    all.map(({ slug }) => slug),
  );
  const bySlug = new Map(all.map((tool) => [tool.slug, tool]));
  const agents = new Map(
    opened.flatMap(({ name, parts }) => (parts.agents ?? []).map((agent) => [agent.slug, { bundle: name, agent }])),
  );
  return {
    tools: { name: "bundles", list: () => listed, find: (slug) => bySlug.get(slug) },
    agents: {
      name: "bundles",
      list: () => [],
      find(slug, context) {
        const found = agents.get(slug);
        return found && hasBundle(context, found.bundle) ? found.agent : undefined;
      },
    },
  };
}

const hasBundle = ({ bundles }: ToolContext, name: string): boolean => !!bundles?.includes(name);

function composed(engine: SpecEngine, tool: ComposedTool): ToolDefinition {
  const { slug, name, inputSchema, outputSchema, execution } = tool;
  const owner = { slug, name, inputSchema, outputSchema };
  return {
    ...tool,
    execute: (input, context, callbacks) => executeSpec(engine, execution, owner, input, context, callbacks),
  };
}

function checkOnce(what: string, names: readonly string[]): void {
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new Error(`Two ${what} "${twice}". Give one of them another.`);
}
