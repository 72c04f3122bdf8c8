import type { CallContext, RegisteredTool, ToolContext } from "@callboard/core";
import type { ToolSource } from "@callboard/core/catalog";
import { isHandedOver, isInputNeeded, sameJson } from "@callboard/core/host";
import { definitionChanges, saidChanges } from "./definitionChanges.ts";
import type { Definition, KnownDefinitions } from "./knownDefinitions.ts";
import { WORDS } from "./serverWords.ts";

/** A tool of a server, with what the server said of it. */
export interface ServerTool {
  /** As the server calls it. */
  name: string;
  definition: Definition;
  tool: RegisteredTool;
}

/**
 * The tools of a server as a tenant has them: one whose definition is not what the tenant knows asks a person before an
 * agent runs it, and shows what has changed, until it has run by a yes.
 */
export function createKnownTools(
  server: string,
  listed: () => readonly ServerTool[],
  known: KnownDefinitions,
  /** The tools of it that a context's tenant has switched off, by the server's names. */
  offOf: (context: ToolContext) => Promise<ReadonlySet<string>>,
): Pick<ToolSource, "list" | "find"> & { listAgain(): void } {
  /** By tenant: what it knows of the list as it is. */
  let read = new Map<string, Promise<ReadonlyMap<string, Definition>>>();
  const changed = new WeakMap<RegisteredTool, { known: Definition; tool: RegisteredTool }>();

  const knownTo = (tenantId: string) => {
    const now = read;
    const asked =
      now.get(tenantId) ??
      known.of(tenantId, server, new Map(listed().map(({ name, definition }) => [name, definition])));
    now.set(tenantId, asked);
    asked.catch(() => now.delete(tenantId));
    return asked;
  };
  const asKnown = ({ name, definition, tool }: ServerTool, before: Definition | undefined): RegisteredTool => {
    if (before === undefined || sameJson(before, definition)) return tool;
    const made = changed.get(tool);
    if (made && made.known === before) return made.tool;
    const asking = askingTool({ name, definition, tool }, before);
    changed.set(tool, { known: before, tool: asking });
    return asking;
  };
  const askingTool = ({ name, definition, tool }: ServerTool, before: Definition): RegisteredTool =>
    Object.freeze<RegisteredTool>({
      ...tool,
      permissionPolicy: "always_ask",
      approvalReason: {
        template: WORDS.changed,
        values: { changes: saidChanges(definitionChanges(before, definition)) },
      },
      async execute(input: unknown, context: CallContext, callbacks) {
        const output = await tool.execute(input, context, callbacks);
        // An agent's call has run by a person's yes. While it asks or goes on elsewhere, it is still the tool that was
        // allowed.
        const { source, tenantId, userId } = context;
        if (source === "agent" && tenantId && !isInputNeeded(output) && !isHandedOver(output)) {
          await known.allow(tenantId, server, name, { definition, by: userId });
          read.delete(tenantId);
        }
        return output;
      },
    });

  const list = async (context: ToolContext): Promise<readonly RegisteredTool[]> => {
    const { tenantId } = context;
    if (!tenantId) return listed().map(({ tool }) => tool);
    const [before, off] = await Promise.all([knownTo(tenantId), offOf(context)]);
    return listed()
      .filter(({ name }) => !off.has(name))
      .map((one) => asKnown(one, before.get(one.name)));
  };
  return {
    list,
    async find(slug, context) {
      const { tenantId } = context;
      const found = listed().find(({ tool }) => tool.slug === slug);
      if (!found || !tenantId) return found?.tool;
      if ((await offOf(context)).has(found.name)) return undefined;
      return asKnown(found, (await knownTo(tenantId)).get(found.name));
    },
    listAgain() {
      read = new Map();
    },
  };
}
