import { createMemoryVisibility, createToolAccess } from "@callboard/core/access";
import { allInCode, type SourcesFor, type ToolSource } from "@callboard/core/catalog";
import type { ToolContext, ToolFacts } from "@callboard/core";
import { actorsByToken, actorsOfStore } from "./actor.ts";
import { createAgentCatalog } from "./agents/agentCatalog.ts";
import type { AdjustAgent, AgentSource } from "./agents/agentDefinition.ts";
import { createAgentLoops } from "./agent/agentLoops.ts";
import { createCallDriver } from "./calls/callDriver.ts";
import type { ChoiceFinder, ChoiceSearches } from "./choices/choices.ts";
import { createConversations } from "./conversation/conversations.ts";
import { createToolModes } from "./agent/toolModes.ts";
import { createStore } from "./createStore.ts";
import type { HostOptions, HostToolRun } from "./hostOptions.ts";
import { anonymousOfEnvironment, refuseAnonymous } from "./http/anonymous.ts";
import { createLimits } from "./http/limits.ts";
import { allowedHostsOfEnvironment } from "./http/strangers.ts";
import type { Kernel } from "./kernel/kernel.ts";
import type { HostModule, ModuleParts } from "./kernel/module.ts";
import type { CallEndListener } from "./log/logWriter.ts";
import { describeModelError } from "./model/describeModelError.ts";
import { modelFromEnvironment } from "./model/modelFromEnvironment.ts";
import { createScriptedModel } from "./model/scriptedModel.ts";
import { withPresentRights, type PresentRights } from "./presentRights.ts";
import type { Store } from "./store.ts";
import { createSessionAccess, type RoleIn } from "./sessionAccess.ts";
import { keepToolScopes } from "./toolScopes.ts";
import { createTurns, type TurnQueue } from "./calls/turns.ts";
import { createWorker } from "./worker.ts";

/** The kernel at work, with the parts of its modules. */
export interface StartedKernel {
  kernel: Kernel;
  parts: readonly ModuleParts[];
  close(): Promise<void>;
}

/** Beyond it a single output holds everybody up for seconds while it is copied, checked and written. */
const MOST_OUTPUT = 50_000_000;

/** Opens the store and the modules, takes up what a crash left, and starts to work. */
export async function startKernel(
  options: HostOptions,
  modules: readonly HostModule[],
  closing: AbortSignal,
): Promise<StartedKernel> {
  const store = await (options.store ?? storeOfEnvironment());
  try {
    await store.migrate(modules);
    return await startOver(store, options, modules, closing);
  } catch (error) {
    if (!options.store) await store.close();
    throw error;
  }
}

async function startOver(
  store: Store,
  options: HostOptions,
  modules: readonly HostModule[],
  closing: AbortSignal,
): Promise<StartedKernel> {
  const {
    registry,
    leaseMs,
    timeLimit,
    maxOutput: mostOutput = MOST_OUTPUT,
    approvalTtl = 24 * 60 * 60 * 1000,
    actor,
    viewer,
  } = options;
  const onProblem = options.onProblem ?? ((message, error) => console.error(message, ...(error ? [error] : [])));
  const parts: ModuleParts[] = [];
  const model = options.model ?? modelFromEnvironment();
  const worker = createWorker({ store, leaseMs, onProblem });
  const { calls = 20, warnAt = 4, depth = 5, time, repeats } = options.budget ?? {};
  const visibility = options.visibility ?? createMemoryVisibility();
  const visibilities: NonNullable<ModuleParts["visibility"]>[] = [visibility];
  const sources: (ToolSource | SourcesFor)[] = [];
  const access = createToolAccess({
    registry,
    sources,
    store: {
      toolsOf: async (id) => (await visibility.toolsOf?.(id)) ?? [],
      switchesOf: async (ids) => (await Promise.all(visibilities.map((each) => each.switchesOf(ids)))).flat(),
      bundlesOf: async (ids) => (await Promise.all(visibilities.map((each) => each.bundlesOf(ids)))).flat(),
    },
    facts: async (context) => ({ model: model !== undefined, ...(await factsOf(parts, context)) }),
  });
  const catalog = access.catalogOf();
  keepToolScopes();
  const conversations = createConversations(store);
  const toolModes = createToolModes(catalog, allInCode(registry), options.toolSearch, onProblem);
  const agentSources: AgentSource[] = [];
  const adjustments: AdjustAgent[] = [];
  const agents = createAgentCatalog(
    {
      defaultAgent: {
        ...options.agent,
        model: model ?? createScriptedModel({ turns: [] }),
        hasOwnModel: false,
        instructions: options.instructions ?? INSTRUCTIONS,
      },
      sources: agentSources,
      adjustments,
    },
    onProblem,
  );
  const roles: RoleIn[] = [];
  const sessionAccess = createSessionAccess(roles);
  const rights: PresentRights = {
    access,
    permissionsOf:
      options.permissionsOf ?? (options.actor ? undefined : (person) => permissionsHeld(store, parts, person)),
  };
  const turnQueues: TurnQueue[] = [];
  const turns = createTurns(turnQueues, onProblem);
  const callHost = { catalog, agents, approvalTtl, timeLimit, mostOutput, onProblem, turns };
  const agentLoops = createAgentLoops({
    ...callHost,
    ...rights,
    store,
    conversations,
    worker,
    describeError: describeModelError,
    budget: { limit: calls, warnAt, depth, time, repeats },
    toolModes,
    silenceMs: 5 * 60 * 1000,
  });
  const driver = createCallDriver({
    ...callHost,
    access,
    sessionAccess,
    store,
    conversations,
    worker,
    wake: agentLoops.wake,
  });
  const choices: ChoiceSearches[] = [{ ...options.choices }];
  const finders: ChoiceFinder[] = [];
  const kernel: Kernel = {
    catalog,
    access,
    presentContext: (context) => withPresentRights(rights, context),
    sessionAccess,
    store,
    worker,
    conversations,
    agents,
    calls: driver,
    agentLoops,
    toolModes,
    // What the app gives for a kind goes before a module's, and a kind of the code before one of a tenant.
    async choices(kind, context) {
      const given = choices.find((searches) => Object.hasOwn(searches, kind))?.[kind];
      if (given) return given;
      for (const find of finders) {
        const found = await find(kind, context);
        if (found) return found;
      }
      return undefined;
    },
    limits: createLimits(),
    actorOf: refuseAnonymous(
      !actor ? actorsOfStore(store) : typeof actor === "function" ? actor : actorsByToken(actor),
      options.anonymous ?? anonymousOfEnvironment(),
      options.allowedHosts ?? allowedHostsOfEnvironment(),
    ),
    viewer: viewer && (async () => await viewer()),
    approvalTtl,
    maxBodyBytes: options.maxBodyBytes ?? 4_000_000,
    heartbeatMs: options.heartbeatMs ?? 15_000,
    closing,
    onProblem,
  };
  for (const module of modules) {
    const opened = (await module.open?.(kernel)) ?? {};
    parts.push(opened);
    if (opened.tools) sources.push(opened.tools);
    if (opened.visibility) visibilities.push(opened.visibility);
    if (opened.roleIn) roles.push(opened.roleIn);
    if (opened.turns) turnQueues.push(opened.turns);
    if (opened.agents) agentSources.push(opened.agents);
    if (opened.adjustAgent) adjustments.push(opened.adjustAgent);
    if (typeof opened.choices === "function") finders.push(opened.choices);
    else if (opened.choices) choices.push(opened.choices);
  }
  // Last, so that a tool of a model's own search never takes a name from another.
  sources.push(toolModes.source);
  const stopTelling = options.onToolRun && store.writer.onCallEnd(tellOfRuns(options.onToolRun, onProblem));
  await worker.start();
  await driver.start();
  for (const part of parts) await part.start?.();
  // Last, for what it takes up needs the tools that modules bring.
  await agentLoops.start();
  return {
    kernel,
    parts,
    async close() {
      for (const part of parts.toReversed()) await part.close?.();
      await agentLoops.close();
      await driver.close();
      await worker.stop();
      stopTelling?.();
      if (!options.store) await store.close();
    },
  };
}

/** What a person's tokens and the credentials of modules permit them together. */
async function permissionsHeld(
  store: Store,
  parts: readonly ModuleParts[],
  person: { tenantId: string; userId: string },
): Promise<readonly string[]> {
  const byModules = await Promise.all(parts.map((part) => part.permissionsOf?.(person) ?? []));
  return [...(await store.permissionsOf(person.tenantId, person.userId)), ...byModules.flat()];
}

/** What the modules know of a tenant now; a name that two of them give is the later one's. */
async function factsOf(parts: readonly ModuleParts[], context: ToolContext): Promise<ToolFacts> {
  const facts = await Promise.all(parts.map((part) => part.facts?.(context)));
  return Object.assign({}, ...facts) as ToolFacts;
}

const INSTRUCTIONS =
  "You help with the tools of this workspace. Use a tool where it answers better than you could; say what you found and " +
  "where, briefly, in Markdown. Where a call is denied or fails, say so and go on without it.";

/** Tells an app of a run that ended; an error of its listener is a problem of its own. */
function tellOfRuns(
  onToolRun: (run: HostToolRun) => void,
  onProblem: NonNullable<HostOptions["onProblem"]>,
): CallEndListener {
  return ({ tool: slug, callId: runId, source, status, durationMs, userId, sessionId }, tenantId) => {
    try {
      const success = status === "completed";
      onToolRun({
        event: "tool_run",
        slug,
        runId,
        source,
        success,
        durationMs: durationMs ?? 0,
        tenantId,
        userId,
        sessionId,
      });
    } catch (error) {
      onProblem("onToolRun failed.", error);
    }
  };
}

function storeOfEnvironment(): Promise<Store> {
  const { CALLBOARD_DATA, CALLBOARD_SECRET_KEY, DATABASE_URL } = process.env;
  return createStore({
    dataDir: CALLBOARD_DATA || ".callboard",
    databaseUrl: DATABASE_URL || undefined,
    secretKey: CALLBOARD_SECRET_KEY || undefined,
  });
}
