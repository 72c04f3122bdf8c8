import { createMemoryLog } from "../timeline/sessionLog.ts";
import type { SessionEvent } from "../timeline/event.ts";
import type { ToolContext } from "./context.ts";
import { replaceRegistry } from "./defaultRegistry.ts";
import { discover } from "./discover.ts";
import { executeTool, type ExecuteResult } from "./execute.ts";
import { createRegistry, type RegisteredTool, type Registry } from "./registry.ts";

/** A fresh registry that `registerTool` writes to until `restore()`: a test's tools never meet another's. */
export interface MockToolRegistry extends Registry {
  restore(): void;
}

/**
 * Gives a test a registry of its own.
 * @example
 * ```ts
 * const registry = mockToolRegistry();
 * afterEach(() => registry.restore());
 * ```
 */
export function mockToolRegistry(): MockToolRegistry {
  const registry = createRegistry();
  return Object.assign(registry, { restore: replaceRegistry(registry) });
}

/** A tool under test: the tool as a registry keeps it, and a run of it with all that it reported. */
export interface CapturedTool {
  tool: RegisteredTool;
  run(
    input: unknown,
    options?: { context?: Partial<ToolContext>; signal?: AbortSignal },
  ): Promise<ExecuteResult & { events: SessionEvent[] }>;
}

/**
 * Loads a tool's module and captures the one tool that it exports or registers.
 * @throws when the module fails, or defines no tool or more than one.
 * @example
 * ```ts
 * const roi = await captureTool(() => import("./definition.ts"));
 * const { output, events } = await roi.run({ investment: 10_000 });
 * ```
 */
export async function captureTool(load: () => Promise<unknown>): Promise<CapturedTool> {
  const registry = createRegistry();
  const { failed } = await discover({ "captured module": load }, { registry, log: () => {} });
  if (failed[0]) throw failed[0].error;
  const tools = registry.all();
  const [tool] = tools;
  if (!tool || tools.length > 1) {
    throw new Error(`captureTool() takes a module with one tool; this one has ${tools.length}.`);
  }
  return {
    tool,
    async run(input, options = {}) {
      const log = createMemoryLog();
      const sessionId = "captured";
      const context: ToolContext = {
        userId: "tester",
        spaceId: null,
        requestId: "captured",
        source: "api",
        permissions: tool.requiredPermission ? [tool.requiredPermission] : [],
        tenantSlug: tool.tenantSlugs?.[0] ?? null,
        switches: { enabled: [tool.slug], disabled: [] },
        ...options.context,
      };
      const result = await executeTool(tool.slug, input, context, { registry, log, sessionId, signal: options.signal });
      return { ...result, events: await log.read(sessionId) };
    },
  };
}
