import { randomUUID } from "node:crypto";
import { executeTool, type ToolCallbacks, type ToolContext } from "@callboard/core";
import { createCatalog, type ResolvedTool, type ToolSource } from "@callboard/core/catalog";
import { createAjvValidator } from "@callboard/core/ajv";
import type { ToolTest } from "@callboard/core/client";
import { followLog } from "@callboard/core/host";
import { HostRefusal, type Kernel } from "@callboard/server";
import type { ToolContent } from "../rows/toolRow.ts";
import { ROWS_SOURCE, type RowTools } from "./rowTools.ts";

/** What is tried: a tool of the tenant, or one that is not saved. */
export interface Trial {
  slug: string;
  /** What is not saved; null tries the tool as it is. */
  content: ToolContent | null;
  input: unknown;
  context: ToolContext;
  onOutput?: ToolCallbacks["onOutput"];
}

/**
 * Runs a tool once, for whoever writes it, checked as any run. What calls other tools or agents is a run of the log,
 * since theirs are; anything else is logged nowhere.
 */
export interface ToolTester {
  test(trial: Trial, signal: AbortSignal): Promise<ToolTest>;
}

export function createToolTester(
  { catalog, calls, store }: Pick<Kernel, "catalog" | "calls" | "store">,
  rowTools: Pick<RowTools, "toolOf">,
): ToolTester {
  /** A run in a session of its own; it ends where something waits for a person, whom a test does not have. */
  async function runLogged(
    tool: ResolvedTool,
    input: unknown,
    context: ToolContext,
    signal: AbortSignal,
  ): Promise<ToolTest> {
    const { tenantId } = context;
    if (!tenantId) throw new Error("A tool is tried for a tenant, and this context has none.");
    const begun = Date.now();
    const run = await calls.begin({ tool, input, context: { ...context, tenantId } });
    const cancel = (reason: string) => void calls.cancel(tenantId, run.callId, { reason }).catch(() => {});
    const onAbort = () => cancel("The test was stopped.");
    signal.addEventListener("abort", onAbort, { once: true });
    // Whoever tries it may have gone while it began.
    if (signal.aborted) onAbort();
    let asks = false;
    const ended = new AbortController();
    const watch = async () => {
      for await (const events of followLog(store.log(tenantId), run.sessionId, 0, ended.signal)) {
        asks ||= events.some(({ type }) => type === "tool.needs_approval" || type === "tool.needs_input");
        if (asks) return cancel("The test does not wait for a person.");
      }
    };
    watch().catch(() => {});
    try {
      const { output, error } = await run.done;
      const waited = "A part of it asks a person, for whom a test does not wait. Save the tool, and run it.";
      return { output, error: asks && error !== null ? waited : error, durationMs: Date.now() - begun };
    } finally {
      ended.abort();
      signal.removeEventListener("abort", onAbort);
    }
  }

  return {
    async test({ slug, content, input, context, onOutput }, signal) {
      const draft = content && rowTools.toolOf(slug, content, "draft");
      const source: ToolSource | null = draft && {
        name: ROWS_SOURCE,
        list: () => [draft],
        find: (asked) => (asked === slug ? draft : undefined),
      };
      const tried = source ? createCatalog([source]) : catalog;
      // A draft under the name of a tool in code does not switch that one on for what it calls.
      const saved = await catalog.find(slug, context);
      const isOwn = saved ? saved.source === ROWS_SOURCE : draft !== null;
      const author: ToolContext = { ...context, requestId: randomUUID(), ...(isOwn && switchedOn(slug, context)) };
      const resolved = await tried.resolve(slug, author);
      if (resolved.refusal) return { output: null, error: resolved.refusal.message, durationMs: 0 };
      const found = resolved.tool;
      if (reachesOthers(found.execution)) {
        try {
          return await runLogged(found, input, author, signal);
        } catch (error) {
          if (error instanceof HostRefusal) return { output: null, error: error.message, durationMs: 0 };
          throw error;
        }
      }
      const { output, error, durationMs } = await executeTool(slug, input, author, {
        catalog: tried,
        createValidator: createAjvValidator,
        signal,
        callbacks: onOutput && { onOutput },
      });
      return { output, error, durationMs };
    },
  };
}

/** A tool of the tenant is tried before it is switched on. One in code is not: what it does, it does for real. */
function switchedOn(slug: string, { switches }: ToolContext): Pick<ToolContext, "switches"> {
  const disabled = [...(switches?.disabled ?? [])].filter((each) => each !== slug);
  return { switches: { enabled: [...(switches?.enabled ?? []), slug], disabled } };
}

/** Whether what runs calls other tools or agents. */
function reachesOthers(execution: unknown): boolean {
  const { kind, mode } = (execution ?? {}) as { kind?: unknown; mode?: unknown };
  return kind === "composition" || kind === "task" || (kind === "prompt" && mode !== "direct");
}
