import { createMemoryLog } from "../events/sessionLog.ts";
import type { SessionEvent } from "../events/event.ts";
import type { ToolContext } from "../tool/context.ts";
import { replaceRegistry } from "../tool/defaultRegistry.ts";
import { discover } from "../tool/discover.ts";
import { executeTool, type ExecuteResult } from "./execute.ts";
import { createRegistry, toToolDetail, type RegisteredTool, type Registry } from "../tool/registry.ts";
import { textsOfTool } from "../tool/toolMessages.ts";

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
        permissions: [tool.requiredPermission, tool.group?.permissions?.[tool.slug]].filter((one) => one !== undefined),
        bundles: tool.bundle === undefined ? [] : [tool.bundle],
        tenantSlug: tool.tenantSlugs?.[0] ?? null,
        switches: { enabled: [tool.slug], disabled: [] },
        ...options.context,
      };
      const { signal } = options;
      const result = await executeTool(tool.slug, input, context, {
        registry,
        log,
        sessionId,
        signal,
        waitForLog: true,
      });
      return { ...result, events: await log.read(sessionId) };
    },
  };
}

/**
 * The texts of a tool that its `messages` do not translate into a language, among those that people read; what only
 * agents read, its `description` beside a `userDescription`, and its examples, which may be in any language, are not
 * among them. With the events of a run, what it said there is among them: each template that its `phrases` do not
 * declare, and each summary, progress or error of its own that is a plain text and no part of the input, whole or cut
 * short by an ellipsis.
 * @example
 * ```ts
 * const { tool, run } = await captureTool(() => import("./definition.ts"));
 * expect(untranslatedTexts(tool, "de", (await run({ bill: 60 })).events)).toEqual([]);
 * ```
 */
export function untranslatedTexts(
  tool: RegisteredTool,
  locale: string,
  events: readonly SessionEvent[] = [],
): string[] {
  const { description, examples: _examples, ...detail } = toToolDetail(tool);
  const phrases = tool.phrases ?? [];
  const words = [
    tool.category,
    ...textsOfTool(tool.userDescription === undefined ? { ...detail, description } : detail),
    ...phrases,
  ];
  const known = tool.messages?.[locale] ?? {};
  const isWorded = (text: string) => /\p{L}{2}/u.test(text.replace(/\{\w+\}/g, ""));
  const missing = words.filter((text) => !Object.hasOwn(known, text));
  const said = saidIn(events).filter((text) => !phrases.includes(text));
  return [...new Set([...missing, ...said])].filter(isWorded);
}

/** What the calls of a log said: templates, and plain texts that are no part of their input. */
function saidIn(events: readonly SessionEvent[]): string[] {
  const inputs = new Map<string, string>();
  return events.flatMap((event) => {
    if (event.type === "tool.failed") {
      const { code, message, wording } = event.error;
      return code !== "tool_error" ? [] : [wording?.template ?? message];
    }
    if (event.type === "tool.started") inputs.set(event.callId, JSON.stringify(textsIn(event.input)));
    else if (event.type !== "tool.progressed") return [];
    const text = event.type === "tool.started" ? event.summary : event.message;
    if (event.wording) return [event.wording.template];
    const isInput = text !== undefined && inputs.get(event.callId)?.includes(jsonOf(text.replace(/…$/, "")));
    return text === undefined || isInput ? [] : [text];
  });
}

/** A text as it stands inside a JSON text. */
const jsonOf = (text: string) => JSON.stringify(text).slice(1, -1);

/** The texts in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
