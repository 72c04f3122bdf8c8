import { createHost, type HostModule, type HostOptions } from "@callboard/server";
import { oncePerContext, toRegisteredTool, type ToolSource } from "@callboard/core/catalog";
import { ToolError, type JsonSchema } from "@callboard/core";

/** A hook of a team, as its own service lists it. */
interface Hook {
  id: string;
  title: string;
  purpose: string;
  url: string;
  fields: Record<string, JsonSchema>;
}

const toTool = (hook: Hook) =>
  toRegisteredTool({
    slug: hook.id,
    name: hook.title,
    description: hook.purpose,
    category: "hooks",
    icon: "webhook",
    permissionPolicy: "always_ask",
    inputSchema: { type: "object", properties: hook.fields },
    outputSchema: {},
    // What runs is data, so it is part of the tool's version: another address asks for another approval.
    execution: { url: hook.url },
    execute: async (input, { signal }) => {
      const response = await fetch(hook.url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(input),
        signal,
      });
      if (!response.ok) throw new ToolError(`The hook answered ${response.status}.`);
      return await response.json();
    },
  });

/** The hooks of whichever tenant asks, read once a request. */
function createHookSource(hooksOf: (tenantId: string) => Promise<readonly Hook[]>): ToolSource {
  const list = oncePerContext(async ({ tenantId }) => (tenantId ? (await hooksOf(tenantId)).map(toTool) : []));
  return {
    name: "hooks",
    list,
    find: async (slug, context) => (await list(context)).find((tool) => tool.slug === slug),
  };
}

const hooksModule = (hooksOf: (tenantId: string) => Promise<readonly Hook[]>): HostModule => ({
  name: "hooks",
  open: () => ({ tools: createHookSource(hooksOf) }),
});

export const hostWithHooks = (options: HostOptions, hooksOf: (tenantId: string) => Promise<readonly Hook[]>) =>
  createHost({ ...options, modules: [hooksModule(hooksOf)] });
