import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, describe, expect, test, vi } from "vitest";
import { DEFAULT_TENANT_ID } from "../events/defaultTenant.ts";
import { createRegistry, type Registry } from "./registry.ts";
import { executeTool } from "./execute.ts";
import { createToolAccess } from "./toolAccess.ts";
import { createMemoryVisibility, type VisibilityStore } from "./visibilityStore.ts";
import {
  getTenantIdForTool,
  getToolContextTenantId,
  provideToolContext,
  withToolContext,
  type ToolScope,
} from "./withToolContext.ts";

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

describe("the scope of a function", () => {
  const storage = new AsyncLocalStorage<ToolScope>();
  afterEach(() => provideToolContext({ activeTenant: () => null }));

  test("holds until it returns where nothing can follow it, and refuses what is not over then", async () => {
    // Another file of this process may have provided a storage.
    vi.resetModules();
    const { getToolContextTenantId, withToolContext } = await import("./withToolContext.ts");
    expect(getToolContextTenantId()).toBeNull();
    expect(withToolContext({ tenantId: "a" }, getToolContextTenantId)).toBe("a");
    expect(() => withToolContext({ tenantId: "a" }, async () => "late")).toThrow("@callboard/server");
    expect(() =>
      withToolContext({ tenantId: "a" }, () => {
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(getToolContextTenantId()).toBeNull();
  });

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

  test("without one the request's tenant is taken", async () => {
    await expect(getTenantIdForTool()).rejects.toThrow("withToolContext");
    provideToolContext({ activeTenant: async () => "of the request" });
    expect(await getTenantIdForTool()).toBe("of the request");
    expect(getToolContextTenantId()).toBeNull();
  });
});
