import { describe, expect, test } from "vitest";
import { createLocalClient } from "./localClient.ts";
import { toolGroups } from "../tool/platformGroups.ts";
import type { ToolGroup } from "../tool/toolGroup.ts";
import { callerIn, reasonsToHide, SLUG, storeOf, toolOf, type Situation } from "../testing/fixtures/hiddenTools.ts";
import { catalogOf } from "../catalog/catalog.ts";
import type { ToolContext } from "../tool/context.ts";
import { replaceRegistry, getAvailableTools } from "../tool/defaultRegistry.ts";
import { executeTool } from "../calls/execute.ts";
import { createRegistry, type Registry } from "../tool/registry.ts";
import type { ToolSearchResponse } from "../search/toolSearch.ts";
import { createSearchTools } from "../bridge/searchTools.ts";
import { createToolAccess, getAvailableTool, getAvailableToolMeta, provideToolAccess } from "../catalog/toolAccess.ts";
import { canUse } from "../tool/visibility.ts";
import { withToolContext } from "../tool/withToolContext.ts";

/** A way to a tool: whether it leads there. */
type Way = (registry: Registry, context: ToolContext, situation: Situation) => boolean | Promise<boolean>;

const client = (registry: Registry, context: ToolContext) => createLocalClient(registry, { context });
/** The two tools by which a model reaches those of a registry. */
const searchOf = (registry: Registry) => {
  const own = createRegistry();
  for (const tool of createSearchTools({ registry })) own.register(tool);
  return own;
};
const worked = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  );

const ways: Record<string, Way> = {
  "canUse, to see": (registry, context) => canUse(registry.get(SLUG)!, context).see,
  "canUse, to run": (registry, context) => canUse(registry.get(SLUG)!, context).run,
  "the registry's list": (registry, context) => registry.available(context).length > 0,
  getAvailableTools: (_registry, context) => getAvailableTools(context).length > 0,
  getAvailableTool: async (_registry, context) => (await getAvailableTool(SLUG, context)) !== undefined,
  "getAvailableTool by the scope": async (_registry, context) =>
    (await withToolContext({ ...context, tenantId: context.tenantId! }, () => ({ found: getAvailableTool(SLUG) }))
      .found) !== undefined,
  getAvailableToolMeta: async (_registry, context) => (await getAvailableToolMeta(context)).length > 0,
  "a resolved call": async (registry, context) => !(await catalogOf(registry).resolve(SLUG, context)).refusal,
  "a catalog's list": async (registry, context) => (await catalogOf(registry).toolsFor(context)).length > 0,
  executeTool: async (registry, context) => (await executeTool(SLUG, {}, context, { registry })).error === null,
  "executeTool in the default registry, for the caller alone": async (_registry, _context, situation) =>
    (await executeTool(SLUG, {}, callerIn(situation))).error === null,
  "executeTool by the scope alone": async (_registry, _context, situation) => {
    const caller = callerIn(situation);
    const { ran } = withToolContext({ ...caller, tenantId: caller.tenantId! }, () => ({
      ran: executeTool(SLUG, {}, "api"),
    }));
    return (await ran).error === null;
  },
  "executeTool by an agent": async (registry, context) =>
    (await executeTool(SLUG, {}, { ...context, source: "agent" }, { registry })).error === null,
  tool_search: async (registry, context) => {
    const { output } = await executeTool("tool_search", { query: "Search" }, context, { registry: searchOf(registry) });
    return (output as ToolSearchResponse).total > 0;
  },
  "tool_search for all": async (registry, context) => {
    const { output } = await executeTool("tool_search", { query: "*" }, context, { registry: searchOf(registry) });
    return (output as ToolSearchResponse).total > 0;
  },
  tool_invoke: async (registry, context) =>
    (await executeTool("tool_invoke", { tool_id: SLUG }, context, { registry: searchOf(registry) })).error === null,
  "a page's search": async (registry, context) =>
    (await client(registry, context).searchTools({ query: "*" })).total > 0,
  "a page's library": async (registry, context) => (await client(registry, context).tools()).length > 0,
  "a page of the tool": (registry, context) => worked(client(registry, context).tool(SLUG)),
  "a page's run": (registry, context) => worked(client(registry, context).run(SLUG, {}, {})),
  "a page's history": (registry, context) => worked(client(registry, context).calls(SLUG)),
};

describe.each(Object.entries(reasonsToHide))("%s", (_name, reason) => {
  const go = async (way: Way, situation: Situation, isHidden: boolean) => {
    const registry = createRegistry();
    registry.register(toolOf(reason, isHidden));
    const restore = replaceRegistry(registry);
    const store = storeOf(situation);
    provideToolAccess({ store });
    try {
      const context = await createToolAccess({ registry, store }).contextFor(callerIn(situation));
      return { reached: await way(registry, context, situation), why: canUse(registry.get(SLUG)!, context).why };
    } finally {
      restore();
      provideToolAccess();
    }
  };

  test.each(Object.entries(ways))("%s", async (_way, way) => {
    const hidden = await go(way, reason.hidden, true);
    expect(hidden.reached).toBe(false);
    expect(hidden.why?.code).toBe(reason.code);
    expect((await go(way, reason.shown, false)).reached).toBe(true);
  });
});

test("what may not be seen does not exist, and what is only not run says why", async () => {
  const registry = createRegistry();
  const reason = "Open a space first.";
  const available = ({ spaceId }: ToolContext) => spaceId !== null || { reason };
  registry.register({ ...toolOf(reasonsToHide["its own word"]!, false), available });
  const person = callerIn({});
  expect(canUse(registry.get(SLUG)!, person)).toEqual({
    see: true,
    run: false,
    why: { code: "not_available", message: reason },
  });
  expect(registry.available(person)).toHaveLength(1);
  expect(await client(registry, person).tools()).toMatchObject([{ slug: SLUG, locked: reason }]);
  expect(await client(registry, person).tool(SLUG)).toMatchObject({ locked: reason });
  const [open] = await client(registry, { ...person, spaceId: "s" }).tools();
  expect(open).not.toHaveProperty("locked");
  expect(await executeTool(SLUG, {}, person, { registry })).toMatchObject({ code: "not_allowed", error: reason });
  await expect(client(registry, person).run(SLUG, {}, {})).rejects.toMatchObject({ status: 403, code: "not_allowed" });
  // An agent sees only what it may run.
  expect(registry.available({ ...person, source: "agent" })).toEqual([]);
  expect((await executeTool(SLUG, {}, { ...person, source: "agent" }, { registry })).code).toBe("not_found");
  expect(canUse(registry.get(SLUG)!, callerIn({ context: { spaceId: "s" } })).run).toBe(true);
});

describe("an embed", () => {
  const stranger: ToolContext = { userId: null, spaceId: null, requestId: "r", embed: SLUG };
  const tool = { ...toolOf(reasonsToHide["its own word"]!, false), available: () => true };
  const off = { enabled: [], disabled: [SLUG] };

  test("shows its one tool, whoever it is restricted to and whatever is switched off, and no other", () => {
    expect(canUse({ ...tool, tenantSlugs: ["acme"] }, { ...stranger, switches: off }).run).toBe(true);
    expect(canUse({ ...tool, slug: "other" }, stranger).why?.code).toBe("not_embedded");
  });

  test("is held to the rest, and to all of it where its tenant is known", () => {
    expect(canUse({ ...tool, requiredPermission: "deploy" }, stranger).why?.code).toBe("not_permitted");
    expect(canUse({ ...tool, origin: "system" }, stranger).why?.code).toBe("not_enabled");
    expect(canUse({ ...tool, bundle: "consulting" }, stranger).why?.code).toBe("not_installed");
    const known = { ...stranger, tenantId: "t", tenantSlug: "globex" };
    expect(canUse(tool, { ...known, switches: off }).why?.code).toBe("switched_off");
    expect(canUse({ ...tool, tenantSlugs: ["acme"] }, known).why?.code).toBe("not_for_tenant");
  });
});

describe("an agent", () => {
  const base = toolOf(reasonsToHide["its own word"]!, false);
  const tool = (slug: string, group?: ToolGroup) => ({
    ...base,
    slug,
    available: () => true,
    ...(group && { group }),
  });
  const registry = createRegistry();
  registry.register(tool("roi"));
  registry.register(tool("webSearch", toolGroups.web));
  registry.register(tool("searchDocuments", toolGroups.document));
  registry.register(tool("manageView", toolGroups.view));
  registry.register(tool("plan", { name: "planning", comesWith: ["web", "projects"] }));
  const seenBy = (agent?: ToolContext["agent"]) =>
    registry
      .available({ ...callerIn({}), source: "agent", ...(agent && { agent }) })
      .map(({ slug }) => slug)
      .join(" ");

  test.each([
    [undefined, "roi webSearch searchDocuments manageView plan"],
    [{}, "roi"],
    [{ toolGroups: ["entity"] }, "roi searchDocuments"],
    [{ toolGroups: ["entity", "web"] }, "roi webSearch searchDocuments plan"],
    [{ toolGroups: ["projects"] }, "roi plan"],
    [{ toolGroups: ["admin"] }, "roi manageView"],
    [{ toolGroups: ["toString"] }, "roi"],
    [{ customTools: ["webSearch"] }, "roi webSearch"],
    [{ only: ["webSearch"] }, "webSearch"],
    [{ only: [], toolGroups: ["web"] }, ""],
  ])("with %j has %s", (agent, slugs) => expect(seenBy(agent)).toBe(slugs));
});
