import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_TENANT_ID } from "../events/defaultTenant.ts";
import { createRegistry, type Registry } from "../tool/registry.ts";
import { executeTool } from "../calls/execute.ts";
import { replaceRegistry } from "../tool/defaultRegistry.ts";
import {
  createToolAccess,
  getAvailableToolMeta,
  getDisabledToolSlugs,
  getEnabledSystemToolSlugs,
  provideToolAccess,
} from "./toolAccess.ts";
import { createMemoryVisibility, type VisibilityStore } from "./visibilityStore.ts";
import {
  getTenantIdForTool,
  getToolContextTenantId,
  provideToolContext,
  withToolContext,
  type ToolScope,
} from "../tool/withToolContext.ts";

const ACME = "6f1c2d34-0000-4000-8000-000000000001";
const tool = (slug: string) => ({
  slug,
  name: slug,
  description: "Tries.",
  category: "test",
  icon: "wrench",
  inputSchema: { type: "object" },
  outputSchema: {},
  execute: () => null,
});
const registryWith = (...slugs: string[]): Registry => {
  const registry = createRegistry();
  for (const slug of slugs) registry.register(tool(slug));
  return registry;
};
const caller = (tenantId: string | null = ACME) => ({ userId: "ada", spaceId: null, requestId: "r", tenantId });

test("the lists of switched tools are the tenant's and the default tenant's, and of no other", async () => {
  const registry = registryWith("roi");
  registry.register({ ...tool("image"), origin: "system" });
  registry.register({ ...tool("video"), origin: "system" });
  const store = createMemoryVisibility([
    { tenantId: ACME, slug: "image", enabled: true },
    { tenantId: DEFAULT_TENANT_ID, slug: "video", enabled: true },
    { tenantId: DEFAULT_TENANT_ID, slug: "roi", enabled: true },
    { tenantId: "another", slug: "roi", enabled: false },
  ]);
  const access = createToolAccess({ registry, store });
  expect((await access.getEnabledSystemToolSlugs(caller())).toSorted()).toEqual(["image", "video"]);
  expect(await access.getEnabledSystemToolSlugs(caller(null))).toEqual(["video"]);
  expect(await access.getDisabledToolSlugs(caller())).toEqual([]);
  expect(await access.getDisabledToolSlugs(caller("another"))).toEqual(["roi"]);
  store.setEnabled("another", "roi", null);
  expect(await access.getDisabledToolSlugs(caller("another"))).toEqual([]);
  store.install(ACME, "consulting");
  expect((await access.contextFor(caller())).bundles).toEqual(["consulting"]);
  store.uninstall(ACME, "consulting");
  expect((await access.contextFor(caller())).bundles).toEqual([]);
});

test("a store is asked once a request, and again after it failed", async () => {
  let asked = 0;
  const store: VisibilityStore = {
    switchesOf: () => {
      if (++asked === 2) throw new Error("no connection");
      return [];
    },
    bundlesOf: () => [],
  };
  const access = createToolAccess({ registry: registryWith("roi"), store });
  const request = caller();
  await access.getDisabledToolSlugs(request);
  await access.getAvailableTool("roi", request);
  await access.contextFor(await access.contextFor(request));
  expect(asked).toBe(1);
  const next = caller();
  await expect(access.getAvailableTool("roi", next)).rejects.toThrow("no connection");
  expect(await access.getAvailableTool("roi", next)).toBeDefined();
  expect(asked).toBe(3);
});

test("system tools are registered once, before tools are asked for, and again after they failed", async () => {
  let loads = 0;
  const registry = registryWith("roi");
  const systemTools = async () => {
    if (++loads === 1) throw new Error("no key");
    return [tool("image"), tool("roi")];
  };
  const store = createMemoryVisibility([{ tenantId: DEFAULT_TENANT_ID, slug: "image", enabled: true }]);
  const access = createToolAccess({ registry, store, systemTools });
  await expect(access.getAvailableToolMeta(caller())).rejects.toThrow("no key");
  expect((await access.getAvailableToolMeta(caller())).map(({ slug }) => slug)).toEqual(["roi", "image"]);
  await access.ensureSystemToolsRegistered();
  expect(registry.get("image")?.origin).toBe("system");
  expect(loads).toBe(2);
});

test("a system tool given as a function definition is hidden until it is switched on, too", async () => {
  const definition = { name: "image", description: "Draws.", parameters: { type: "object", properties: {} } };
  const access = createToolAccess({ registry: createRegistry(), systemTools: [{ definition, handler: () => null }] });
  expect(await access.getAvailableTool("image", caller())).toBeUndefined();
});

test("an embed shows its tool where no tenant can be asked for, and what needs a row stays hidden", async () => {
  const registry = registryWith("roi");
  registry.register({ ...tool("image"), origin: "system" });
  registry.register({ ...tool("bundled"), bundle: "consulting" });
  const refuse = () => {
    throw new Error("no cookies outside of a request");
  };
  const access = createToolAccess({ registry, store: { switchesOf: refuse, bundlesOf: refuse } });
  const found = async (slug: string) => (await access.getAvailableTool(slug, { embed: slug }))?.slug;
  expect(await Promise.all(["roi", "image", "bundled"].map(found))).toEqual(["roi", undefined, undefined]);
  const known = { embed: "roi", tenantId: ACME };
  await expect(access.getAvailableTool("roi", known)).rejects.toThrow("no cookies");
  await expect(access.getAvailableTool("roi", {})).rejects.toThrow("no cookies");
});

describe("without a context or a scope", () => {
  const rows = [
    { tenantId: ACME, slug: "roi", enabled: false },
    { tenantId: ACME, slug: "image", enabled: true },
  ];
  let asked: number;
  beforeEach(() => {
    asked = 0;
    const registry = registryWith("roi");
    registry.register({ ...tool("image"), origin: "system", execute: async () => getTenantIdForTool() });
    registry.register({ ...tool("ours"), tenantSlugs: ["acme"] });
    const store = createMemoryVisibility(rows);
    const switchesOf = (ids: readonly string[]) => (asked++, store.switchesOf(ids));
    const restore = replaceRegistry(registry);
    provideToolAccess({ store: { ...store, switchesOf } });
    return () => {
      restore();
      provideToolAccess();
      provideToolContext({ activeTenant: () => null });
    };
  });

  test("the request's tenant is the caller", async () => {
    const shown = async () => (await getAvailableToolMeta()).map(({ slug }) => slug).join(" ");
    expect(await shown()).toBe("roi");
    provideToolContext({ activeTenant: async () => ACME });
    expect(await shown()).toBe("image");
    expect(await getDisabledToolSlugs()).toEqual(["roi"]);
    expect(await executeTool("image", {}, "web")).toMatchObject({ output: ACME });
    expect(await executeTool("roi", {}, "web")).toMatchObject({ code: "not_found" });
    expect(await executeTool("ours", {}, "web")).toMatchObject({ code: "not_found" });
    const request = { tenantId: ACME, tenantSlug: "acme" };
    provideToolContext({ activeTenant: () => request });
    asked = 0;
    expect(await shown()).toBe("image ours");
    expect(await getEnabledSystemToolSlugs()).toEqual(["image"]);
    expect(asked).toBe(1);
    expect(await executeTool("ours", {}, "web")).toMatchObject({ error: null });
  });

  test("a run is refused where the switches cannot be read, and says so", async () => {
    const bundlesOf = () => Promise.reject(new Error("no connection"));
    provideToolAccess({ store: { switchesOf: () => [], bundlesOf } });
    const refused = { output: null, code: "access_unavailable", error: expect.stringContaining("no connection") };
    expect(await executeTool("roi", {}, "api")).toMatchObject(refused);
  });
});

describe("the scope of a function", () => {
  const storage = new AsyncLocalStorage<ToolScope>();
  afterEach(() => provideToolContext({ activeTenant: () => null }));

  test("follows what is awaited, each its own, the inner one first", async () => {
    provideToolContext({ storage });
    const slow = async (tenantId: string) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return [tenantId, getToolContextTenantId(), await getTenantIdForTool()];
    };
    const both = await Promise.all(["a", "b"].map((tenantId) => withToolContext({ tenantId }, () => slow(tenantId))));
    expect(both).toEqual([
      ["a", "a", "a"],
      ["b", "b", "b"],
    ]);
    const inner = () => withToolContext({ tenantId: "b" }, getToolContextTenantId);
    expect(withToolContext({ tenantId: "a" }, inner)).toBe("b");
  });

  test("is the scope of a call inside its handler", async () => {
    provideToolContext({ storage });
    const registry = createRegistry();
    const execute = async () => {
      await Promise.resolve();
      return getTenantIdForTool();
    };
    registry.register({ ...tool("where"), execute });
    expect(await executeTool("where", {}, caller(), { registry })).toMatchObject({ output: ACME });
    const { error } = await executeTool("where", {}, "api", { registry });
    expect(error).toContain("withToolContext");
    const job = () => executeTool("where", {}, "api", { registry });
    expect(await withToolContext({ tenantId: "job" }, job)).toMatchObject({ output: "job" });
  });

  test("is that of the calls of a handler, which are not held to what its agent or its embed may have", async () => {
    provideToolContext({ storage });
    const registry = createRegistry();
    registry.register({ ...tool("inner"), requiredPermission: "read" });
    registry.register({ ...tool("outer"), execute: async () => executeTool("inner", {}, "api", { registry }) });
    const asEmbed = { ...caller(), embed: "outer", agent: { only: ["outer"] } };
    const ran = (permissions: string[]) => executeTool("outer", {}, { ...asEmbed, permissions }, { registry });
    expect(await ran(["read"])).toMatchObject({ output: { error: null } });
    expect(await ran([])).toMatchObject({ output: { code: "not_found" } });
  });

  test("without one the request's tenant is taken", async () => {
    await expect(getTenantIdForTool()).rejects.toThrow("withToolContext");
    provideToolContext({ activeTenant: async () => "of the request" });
    expect(await getTenantIdForTool()).toBe("of the request");
    expect(getToolContextTenantId()).toBeNull();
  });
});
