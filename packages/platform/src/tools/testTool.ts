import { randomUUID } from "node:crypto";
import { executeTool, type ToolCallbacks, type ToolContext } from "@callboard/core";
import { createCatalog, type ToolCatalog, type ToolSource } from "@callboard/core/catalog";
import { createAjvValidator } from "@callboard/core/ajv";
import type { ToolTest } from "@callboard/core/client";
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

/** Runs a tool once, for whoever writes it: checked as any run, and logged nowhere. */
export interface ToolTester {
  test(trial: Trial, signal: AbortSignal): Promise<ToolTest>;
}

export function createToolTester(catalog: ToolCatalog, rowTools: Pick<RowTools, "toolOf">): ToolTester {
  return {
    async test({ slug, content, input, context, onOutput }, signal) {
      const draft = content && rowTools.toolOf(slug, content, "draft");
      const source: ToolSource | null = draft && {
        name: ROWS_SOURCE,
        list: () => [draft],
        find: (asked) => (asked === slug ? draft : undefined),
      };
      // A tool that is switched off is tried before it is switched on.
      const { switches } = context;
      const author: ToolContext = {
        ...context,
        requestId: randomUUID(),
        switches: {
          enabled: [...(switches?.enabled ?? []), slug],
          disabled: [...(switches?.disabled ?? [])].filter((each) => each !== slug),
        },
      };
      const { output, error, durationMs } = await executeTool(slug, input, author, {
        catalog: source ? createCatalog([source]) : catalog,
        createValidator: createAjvValidator,
        signal,
        callbacks: onOutput && { onOutput },
      });
      return { output, error, durationMs };
    },
  };
}
