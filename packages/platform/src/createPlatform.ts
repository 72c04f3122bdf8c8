import type { EventError, ToolContext } from "@callboard/core";
import { toRegisteredTool } from "@callboard/core/catalog";
import type { AuthoredTool, Schedule, ScheduleDraft } from "@callboard/core/client";
import { DEFAULT_TENANT_SLUG, DEFAULT_TENANT_ID, type HostModule, type Kernel } from "@callboard/server";
import type { Bundle } from "./bundles/bundle.ts";
import { openBundles } from "./bundles/openBundles.ts";
import type { OpenEngine } from "./engine/engine.ts";
import { createLazyEngine, durableEngine } from "./engine/lazyEngine.ts";
import { createWork, WORK_CODE } from "./execution/doWork.ts";
import type { Skill } from "./execution/executeSpec.ts";
import { manageTools } from "./manage/manageTools.ts";
import { taskTools } from "./manage/taskTools.ts";
import { platformRoutes } from "./routes.ts";
import { PLATFORM_MIGRATIONS } from "./rows/migrations.ts";
import { createToolRows } from "./rows/toolRows.ts";
import { runRoutes } from "./runs/runRoutes.ts";
import { scheduleRoutes } from "./schedules/scheduleRoutes.ts";
import { createSchedules, type Schedules } from "./schedules/schedules.ts";
import { usageStatsTool } from "./runs/usageStatsTool.ts";
import type { ModelPrices } from "./runs/usageStats.ts";
import { createAuthoring, type Authoring } from "./tools/authoring.ts";
import { createRowTools } from "./tools/rowTools.ts";
import { createToolTester } from "./tools/testTool.ts";
import { adjustAgent } from "./teaching/adjustAgent.ts";
import { createAgentRows } from "./teaching/agentRows.ts";
import { teachingRoutes } from "./teaching/routes.ts";
import { teachingTools } from "./teaching/teachingTools.ts";
import { generateView } from "./views/generateView.ts";
import { viewRoutes } from "./views/routes.ts";
import { createViewRows } from "./views/viewRows.ts";
import { createViews } from "./views/views.ts";
import { viewTools } from "./views/viewTools.ts";

/** Tools that tenants write and switch, as a module of a host. */
export interface Platform extends HostModule {
  /**
   * Every tool that a tenant could have, of code, of its own and of other modules, with what it has changed and
   * switched.
   * @throws Error before its host is ready.
   */
  resolveAllToolsForTenant(tenantId: string, tenantSlug?: string): Promise<AuthoredTool[]>;
  /** One of them; undefined where there is none. */
  resolveToolForTenant(slug: string, tenantId: string, tenantSlug?: string): Promise<AuthoredTool | undefined>;
  /**
   * Lets a tool run at times, as a person of a tenant, such as a module's own work.
   * @throws HostRefusal where that person may not run it, or the time is none.
   */
  schedule(draft: ScheduleDraft, person: SchedulePerson): Promise<Schedule>;
}

/** For whom a schedule of code runs. */
export interface SchedulePerson {
  tenantId: string;
  userId: string | null;
  tenantSlug?: string;
  permissions?: readonly string[];
}

export interface PlatformOptions {
  /** What agents may be told to follow, by the names that tools give. */
  skills?: Readonly<Record<string, Skill>>;
  /** What models cost, by which usage is counted in money; a model without a price is counted in tokens alone. */
  prices?: ModelPrices;
  /**
   * What compositions and tasks go on by: DBOS Transact in the host's database unless given, opened when there is
   * something for it to do. `inProcessEngine` keeps nothing beside the log.
   */
  engine?: OpenEngine;
  /** What tenants may install: tools, tasks and agents that come together in code. */
  bundles?: readonly Bundle[];
}

/** What takes which permission: to give to roles, and to the operator of a host for one. */
export const PLATFORM_PERMISSIONS = [
  "tools.tenant.read",
  "tools.tenant.create",
  "tools.tenant.update",
  "tools.tenant.delete",
  "tools.tenant.test",
  "runs.tenant.read",
  "runs.tenant.retry",
  "views.team.read",
  "views.team.create",
  "views.team.update",
  "views.team.delete",
  "schedules.tenant.read",
  "schedules.tenant.update",
  "agents.tenant.teach",
  "agents.tenant.update",
] as const;

/**
 * The platform: tools that a tenant writes in a page, kept in the host's database, versioned, tested, switched, and run
 * like those of the code. Give it to one host.
 * @example
 * ```ts
 * const host = createHost({ registry, store, modules: [createPlatform()] });
 * ```
 */
export function createPlatform({
  skills = {},
  prices = {},
  engine: open = durableEngine,
  bundles = [],
}: PlatformOptions = {}): Platform {
  let opened: { authoring: Authoring; kernel: Kernel; schedules: Schedules } | undefined;
  const atWork = () => {
    if (opened) return opened;
    throw new Error("The platform belongs to a host that is not ready yet: await host.ready first.");
  };
  const contextOf = async (tenantId: string, tenantSlug: string): Promise<ToolContext> =>
    atWork().kernel.access.contextFor({ userId: null, spaceId: null, requestId: "", tenantId, tenantSlug });
  const slugOf = (tenantId: string) => (tenantId === DEFAULT_TENANT_ID ? DEFAULT_TENANT_SLUG : "");
  return {
    name: "platform",
    migrations: PLATFORM_MIGRATIONS,
    refusals: {
      bundle_not_found: 404,
      invalid_tool: 422,
      invalid_test: 400,
      invalid_view: 422,
      not_streamable: 400,
      note_not_found: 404,
      precondition_failed: 412,
      precondition_required: 428,
      slug_taken: 409,
      invalid_schedule: 422,
      schedule_not_found: 404,
      too_many_schedules: 409,
      still_running: 409,
      tool_in_code: 409,
      version_not_found: 404,
      view_kept: 409,
      view_not_found: 404,
      view_transient: 409,
    },
    open(kernel) {
      const { catalog, agents, calls, presentContext, store, onProblem } = kernel;
      const rows = createToolRows(store.database);
      const engine = createLazyEngine({
        ...kernel,
        open,
        work: createWork(kernel),
        turn: calls.holdTurn,
        code: WORK_CODE,
        fail: async (of, error) => void (await calls.finish(of, { error: noEngine(error) })),
      });
      const specEngine = { agents, calls, presentContext, engine, skills };
      const ofBundles = openBundles(bundles, kernel, specEngine);
      const rowTools = createRowTools(rows, specEngine, onProblem);
      const authoring = createAuthoring({ catalog, agents, rows, rowTools, skills });
      const schedules = createSchedules(kernel);
      opened = { authoring, kernel, schedules };
      const views = createViews(createViewRows(store));
      const agentRows = createAgentRows(store);
      const definitions = [
        ...taskTools(kernel),
        ...viewTools(views),
        generateView(views, kernel),
        ...teachingTools(agentRows, kernel),
      ];
      const own = [
        manageTools(authoring),
        usageStatsTool(store, prices),
        ...definitions.map((tool) => toRegisteredTool(tool)),
      ];
      return {
        // A tenant changes what comes before its own.
        tools: () => [
          ofBundles.tools,
          rowTools.source,
          { name: "manage", list: () => own, find: (slug) => own.find((each) => each.slug === slug) },
        ],
        turns: engine,
        agents: ofBundles.agents,
        adjustAgent: adjustAgent(agentRows),
        visibility: rows,
        routes: [
          ...platformRoutes({ kernel, authoring, tester: createToolTester(kernel, rowTools) }),
          ...runRoutes(kernel, prices),
          ...viewRoutes(kernel, views),
          ...scheduleRoutes(kernel, schedules),
          ...teachingRoutes(agentRows),
        ],
        async start() {
          await engine.start();
          schedules.start();
        },
        async close() {
          await schedules.close();
          await engine.close();
        },
      };
    },
    resolveAllToolsForTenant: async (tenantId, tenantSlug = slugOf(tenantId)) =>
      atWork().authoring.resolveAll(await contextOf(tenantId, tenantSlug)),
    async schedule(draft, { tenantId, userId, tenantSlug = slugOf(tenantId), permissions = [] }) {
      const { kernel, schedules } = atWork();
      const person = { userId, spaceId: null, requestId: "", tenantId, tenantSlug, permissions: [...permissions] };
      return schedules.add(draft, { ...(await kernel.access.contextFor(person)), tenantId });
    },
    async resolveToolForTenant(slug, tenantId, tenantSlug = slugOf(tenantId)) {
      const all = await atWork().authoring.resolveAll(await contextOf(tenantId, tenantSlug));
      return all.find((tool) => tool.slug === slug);
    },
  };
}

function noEngine(error: unknown): EventError {
  const why = error instanceof Error ? error.message : String(error);
  const message = `What goes on with this call did not start: ${why} Whoever runs the host can mend it; then run it again.`;
  return { code: "no_engine", message };
}
