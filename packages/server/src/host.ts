import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import type { Registry, ToolRunAnalytics } from "@callboard/core";
import { createToolAccess, type AgentTools, type VisibilityStore } from "@callboard/core/access";
import type { SessionViewer } from "@callboard/core/share";
import type { EmbedFiles } from "@callboard/core/host";
import type { LanguageModel } from "ai";
import { actorsByToken, actorsOfStore, type Actor, type ResolveActor, type ResolvePermissions } from "./actor.ts";
import { createStore, type Store } from "./store.ts";
import { createBuilds } from "./routes/builds.ts";
import { callRoutes } from "./routes/callRoutes.ts";
import type { HostEnvironment, Services } from "./routes/environment.ts";
import { HttpError, json } from "./http/httpError.ts";
import { allowedHostsOfEnvironment, strangerCheck } from "./http/strangers.ts";
import { toHttpError } from "./http/toHttpError.ts";
import { HostRefusal } from "./hostRefusal.ts";
import type { CallEndListener } from "./log/logWriter.ts";
import { outputRoutes } from "./routes/outputRoutes.ts";
import { previewRoutes, signRoutes } from "./routes/previewRoutes.ts";
import { sessionRoutes } from "./routes/sessionRoutes.ts";
import { sharedRoutes, shareRoutes } from "./routes/shareRoutes.ts";
import { toolRoutes } from "./routes/toolRoutes.ts";
import { createRunner } from "./run/runner.ts";
import { createConversations } from "./agent/conversations.ts";
import { createToolModes, type ToolSearchSettings } from "./agent/toolModes.ts";
import { createAgentLoops } from "./agent/agentLoops.ts";
import { describeModelError } from "./model/describeModelError.ts";
import { modelFromEnvironment } from "./model/modelFromEnvironment.ts";
import { createScriptedModel } from "./model/scriptedModel.ts";
import { agentRoutes } from "./routes/agentRoutes.ts";
import { agUiRoutes } from "./wires/agUi/routes.ts";
import { aiSdkRoutes } from "./wires/aiSdk/routes.ts";
import { chatRoutes } from "./routes/chatRoutes.ts";
import { connectionChoices, type ChoiceSearches } from "./choices/choices.ts";
import { createConnections } from "./connections/connections.ts";
import { choiceRoutes } from "./routes/choiceRoutes.ts";
import { createEmbeds } from "./embed/embeds.ts";
import { createLimits } from "./embed/limits.ts";
import { authorizeEmbed, embedTokenOf, hasSecretInAddress, secretInAddress } from "./routes/embedGuard.ts";
import { embedPages } from "./routes/embedPages.ts";
import { embedRoutes } from "./routes/embedRoutes.ts";
import { connectionRoutes } from "./routes/connectionRoutes.ts";
import { uploadRoutes } from "./routes/uploadRoutes.ts";
import { UPLOAD_LIMITS, type UploadLimits } from "./uploads/uploadLimits.ts";
import { createUploads, STALE_MS, type Uploads } from "./uploads/uploads.ts";
import { keepToolScopes } from "./toolScopes.ts";
import { checkWholeNumbers, LONGEST_TIMER_MS } from "./wholeNumbers.ts";
import { createWorker } from "./worker.ts";

/** What is asked with a credential, by its address. */
export const apiRoutes: readonly (readonly [base: string, routes: () => Hono<HostEnvironment>])[] = [
  ["/api/tools", toolRoutes],
  ["/api/sessions", sessionRoutes],
  ["/api/sessions", shareRoutes],
  ["/api/calls", callRoutes],
  ["/api/outputs", outputRoutes],
  ["/api/chat", chatRoutes],
  ["/api/chat/ai-sdk", aiSdkRoutes],
  ["/api/chat/ag-ui", agUiRoutes],
  ["/api/agents", agentRoutes],
  ["/api/uploads", uploadRoutes],
  ["/api/uploads", signRoutes],
  ["/api/choices", choiceRoutes],
  ["/api/connections", connectionRoutes],
];

export interface HostOptions {
  registry: Registry;
  /**
   * What tenants have switched on, switched off and installed; in memory and empty unless given. A system tool is there for the tenants that
   * have switched it on.
   */
  visibility?: VisibilityStore;
  /** Which tools the agent of a chat has, of those that its person may use; all unless given. */
  agent?: AgentTools;
  /** Where sessions are kept; the host does not close it. Without it a store is made from `CALLBOARD_DATA` or `DATABASE_URL`, and closed with the host. */
  store?: Store | Promise<Store>;
  /** The model that chats are answered by. None: the one of `OPENAI_BASE_URL`, `OPENAI_MODEL` and `OPENAI_API_KEY`; else chats say that none is connected. */
  model?: LanguageModel;
  /** The system prompt of a chat's agent. */
  instructions?: string;
  /** What one turn of a chat may spend, counted over its agent and all sub-agents. */
  budget?: BudgetOptions;
  /** Called once for every run that has ended, whoever began it and whichever way: the `tool_run` analytics event. */
  onToolRun?: (run: HostToolRun) => void;
  /** How long a person has to answer an approval, in milliseconds; a day unless given. */
  approvalTtl?: number;
  /** The longest that a handler may run, in milliseconds, where its tool gives no `timeLimit`; no limit unless given. */
  timeLimit?: number;
  /** Who a request comes from: a function, or actors by Bearer token. The store's tokens unless given. */
  actor?: ResolveActor | Readonly<Record<string, Actor>>;
  /**
   * What a person may do now. An agent works with the rights of the request that began its turn, as far as they are still there: this is
   * asked before each of its steps and calls. Unless given: the store's tokens where they name the actors, else the rights stay.
   */
  permissionsOf?: ResolvePermissions;
  /**
   * The names that requests may be addressed to, beside `localhost`, `127.0.0.1` and `[::1]`: `tools.example.com`, `.example.com` with its
   * subdomains, or with one port alone `tools.example.com:8443`; `true` allows all. Pages of these may ask for changes. Those of
   * `CALLBOARD_ALLOWED_HOSTS` unless given.
   */
  allowedHosts?: readonly string[] | true;
  /** Answers every request that is not for the host: pages and their assets. */
  fallback?: (request: Request) => Response | Promise<Response>;
  /** The largest request body, in bytes; 4 MB unless given. */
  maxBodyBytes?: number;
  /** What may be uploaded: 20 MB a file and 2 GB a tenant unless given. */
  uploads?: Partial<UploadLimits>;
  /** What people may pick in fields that `x-entity-type` marks, by kind; `connection` is there unless given. */
  choices?: ChoiceSearches;
  /** The program of pages that show a session, `viewer` of `@callboard/react/viewer`; without it a session is exported as a log only. */
  viewer?: () => SessionViewer | Promise<SessionViewer>;
  /**
   * Tools in other people's pages. `files` are the scripts and styles of the page in a frame: with them published tools are served at `/embed`.
   * `mayPublish` says who of a tenant's people may publish its tools and see how they are used; without it that takes the host's key.
   */
  embed?: { files?: EmbedFiles | undefined; mayPublish?: (actor: Actor) => boolean | Promise<boolean> };
  /** How often an idle event stream sends a heartbeat; 15 s unless given. */
  heartbeatMs?: number;
  /** How long a silent process counts as living, where several share a PostgreSQL database; 15 s unless given. */
  leaseMs?: number;
  /** Whether a model is given all tools, or finds them by `tool_search`; by itself where there are more than 20 tools and an embedder. */
  toolSearch?: ToolSearchSettings;
  /** Called with what goes wrong inside, and the id that the answer names; `console.error` unless given. */
  onProblem?: (message: string, error?: unknown) => void;
}

/** The limits of a turn. What reaches one is said in the session, and the model is told to answer. */
export interface BudgetOptions {
  /** Tool calls; 20 unless given. */
  calls?: number;
  /** How many calls are left when the model, and the session, are told; 4 unless given. */
  warnAt?: number;
  /** How many sub-agents may stand below each other; 5 unless given. */
  depth?: number;
  /** Milliseconds that a turn may be at work, the time that it waits for people left out; no limit unless given. */
  time?: number;
  /** How often a turn may make the same call with the same arguments; no limit unless given, but the fourth is named as a loop. */
  repeats?: number;
}

/** A run that has ended. */
export interface HostToolRun extends ToolRunAnalytics {
  tenantId: string;
  userId: string | null;
  sessionId: string;
}

/** A web-standard host: hand it requests. */
export interface Host {
  fetch(request: Request): Promise<Response>;
  /** Resolves when the database is up to date and what a crash left is ended; requests wait for it. */
  ready: Promise<void>;
  /** Ends running calls with `interrupted`, ends open streams, and resolves when all is written. */
  close(): Promise<void>;
}

/**
 * Makes the reference host: runs a registry's tools over HTTP and keeps their sessions.
 * @throws Error for a duration or an amount that limits nothing, such as `approvalTtl: NaN`.
 * @example
 * ```ts
 * const host = createHost({ registry, store: await createStore({ dataDir: ".callboard" }) });
 * const response = await host.fetch(new Request("http://localhost/api/tools"));
 * ```
 */
export function createHost(options: HostOptions): Host {
  checkLimits(options);
  const onProblem = options.onProblem ?? ((message, error) => console.error(message, ...(error ? [error] : [])));
  const closing = new AbortController();
  let services: Services | undefined;
  let resolveActor: ResolveActor | undefined;
  let failure: unknown;
  let stopTelling = () => {};
  let stopSweeping = () => {};

  const ready = (async () => {
    const store = await (options.store ?? storeOfEnvironment());
    try {
      const { registry, leaseMs, timeLimit, approvalTtl = 24 * 60 * 60 * 1000 } = options;
      const worker = createWorker({ store, leaseMs, onProblem });
      const { calls = 20, warnAt = 4, depth = 5, time, repeats } = options.budget ?? {};
      const access = createToolAccess({ registry, store: options.visibility });
      keepToolScopes();
      const conversations = createConversations(store);
      const toolModes = createToolModes(registry, options.toolSearch, onProblem);
      const agentLoops = createAgentLoops({
        registry,
        access,
        agent: options.agent,
        store,
        conversations,
        worker,
        model: options.model ?? modelFromEnvironment() ?? createScriptedModel({ turns: [] }),
        instructions: options.instructions ?? INSTRUCTIONS,
        describeError: describeModelError,
        budget: { limit: calls, warnAt, depth, time, repeats },
        toolModes,
        approvalTtl,
        timeLimit,
        permissionsOf:
          options.permissionsOf ??
          (options.actor ? undefined : ({ tenantId, userId }) => store.permissionsOf(tenantId, userId)),
        silenceMs: 5 * 60 * 1000,
        onProblem,
      });
      const runner = createRunner({ store, worker, agentLoops, approvalTtl, timeLimit, onProblem });
      if (options.onToolRun) stopTelling = store.writer.onCallEnd(tellOfRuns(options.onToolRun, onProblem));
      await worker.start();
      await runner.start();
      await agentLoops.start();
      const { actor, viewer } = options;
      resolveActor = !actor ? actorsOfStore(store) : typeof actor === "function" ? actor : actorsByToken(actor);
      const connections = createConnections(store);
      const uploads = createUploads(store.database);
      stopSweeping = await sweepUploads(store, uploads, onProblem);
      services = {
        registry,
        access,
        store,
        worker,
        conversations,
        runner,
        agentLoops,
        toolModes,
        uploads,
        uploadLimits: { ...UPLOAD_LIMITS, ...options.uploads },
        connections,
        embeds: createEmbeds(store, onProblem),
        embedFiles: options.embed?.files,
        operatorOf: async (request) => {
          const mayPublish = options.embed?.mayPublish;
          // A token for one tool in one page names nobody who publishes.
          const actor = mayPublish && !embedTokenOf(request) && (await resolveActor!(request));
          return actor && (await mayPublish(actor)) ? actor : undefined;
        },
        limits: createLimits(),
        builds: createBuilds(),
        choices: { connection: connectionChoices(connections), ...options.choices },
        viewer: viewer && (async () => await viewer()),
        approvalTtl,
        maxBodyBytes: options.maxBodyBytes ?? 4_000_000,
        heartbeatMs: options.heartbeatMs ?? 15_000,
        closing: closing.signal,
        onProblem,
      };
    } catch (error) {
      if (!options.store) await store.close();
      throw error;
    }
  })();
  ready.catch((error: unknown) => {
    failure = error;
    onProblem("The host did not start.", error);
  });

  const app = new Hono<HostEnvironment>();
  const refuse = strangerCheck(options.allowedHosts ?? allowedHostsOfEnvironment());

  // For probes, which come by the machine's address.
  app.get("/healthz", () => {
    if (failure) return notStarted().toResponse();
    if (closing.signal.aborted) return new HttpError(503, "closing", "The host is closing.").toResponse();
    if (!services) return new HttpError(503, "starting", "The host is starting.").toResponse();
    return json({ status: "ok", database: services.store.database.kind });
  });

  /** For what knows by itself who may ask. */
  const servicesFor = async (request: Request): Promise<Services> => {
    const refusal = refuse(request);
    if (refusal) throw refusal;
    try {
      await ready;
    } catch {
      throw notStarted();
    }
    return services!;
  };
  // Pictures and players send no credentials, and whoever was sent a link has none: the addresses are their own.
  app.route("/api/previews", previewRoutes(servicesFor));
  app.route("/api/shared", sharedRoutes(servicesFor));
  app.route("/api/embed", embedRoutes(servicesFor));
  if (options.embed?.files) app.route("/embed", embedPages(servicesFor));

  app.use("/api/*", async (c, next) => {
    c.set("requestId", randomUUID());
    const refusal = refuse(c.req.raw);
    if (refusal) throw refusal;
    try {
      await ready;
    } catch {
      throw notStarted();
    }
    if (closing.signal.aborted) throw new HttpError(503, "closing", "The host is closing. Try again in a moment.");
    if (hasSecretInAddress(c.req.raw)) throw secretInAddress();
    const token = embedTokenOf(c.req.raw);
    const embed = token === undefined ? undefined : await authorizeEmbed(c.req.raw, token, services!);
    if (embed) c.set("grant", embed.grant);
    const actor = embed ? embed.actor : await resolveActor!(c.req.raw);
    if (!actor) {
      throw new HttpError(
        401,
        "unauthorized",
        "This credential is not known here. Send Authorization: Bearer <token>.",
        {
          headers: { "www-authenticate": "Bearer" },
        },
      );
    }
    await services!.store.ensureTenant(actor.tenantId, actor.tenantSlug);
    c.set("actor", actor);
    c.set("services", services!);
    await next();
    c.res.headers.set("x-request-id", c.var.requestId);
  });

  for (const [base, routes] of apiRoutes) app.route(base, routes());
  for (const [path, methods] of methodsByPath(app)) {
    const allow = methods.join(", ");
    app.all(path, (c) => {
      throw new HttpError(405, "method_not_allowed", `${c.req.method} does nothing here. Use ${allow}.`, {
        headers: { allow },
      });
    });
  }

  app.notFound((c) => {
    if (options.fallback && !/^\/api(\/|$)/.test(c.req.path)) return options.fallback(c.req.raw);
    return new HttpError(
      404,
      "route_not_found",
      `There is nothing at ${c.req.method} ${c.req.path.slice(0, 200)}.`,
    ).toResponse();
  });
  app.onError((error, c) => {
    if (error instanceof HttpError) return error.toResponse();
    const requestId = c.get("requestId") ?? randomUUID();
    if (error instanceof HostRefusal) {
      if (error.cause !== undefined)
        onProblem(`Request ${requestId} (${c.req.method} ${c.req.path}): ${error.message}`, error.cause);
      return toHttpError(error).toResponse();
    }
    // Whoever goes away while a body comes in reads no answer, and nothing is wrong here.
    if (c.req.raw.signal.aborted) return new Response(null, { status: 499 });
    onProblem(`Request ${requestId} (${c.req.method} ${c.req.path}) failed.`, error);
    return new HttpError(
      500,
      "internal",
      `Something went wrong inside the host. Try again; if it stays, tell its operator this number: ${requestId}`,
      { headers: { "x-request-id": requestId } },
    ).toResponse();
  });

  let closed: Promise<void> | undefined;
  return {
    fetch: async (request) => await app.fetch(request),
    ready,
    close: () =>
      (closed ??= (async () => {
        await ready.catch(() => undefined);
        closing.abort();
        if (!services) return;
        await services.agentLoops.close();
        await services.runner.close();
        await services.worker.stop();
        stopTelling();
        stopSweeping();
        if (!options.store) await services.store.close();
      })()),
  };
}

/** @throws Error for a duration or an amount that limits nothing. */
function checkLimits({ budget = {}, uploads = {}, ...options }: HostOptions): void {
  const { approvalTtl, timeLimit, heartbeatMs, leaseMs, maxBodyBytes } = options;
  const { maxBytes, maxTenantBytes } = uploads;
  const { calls, warnAt, depth, time, repeats } = budget;
  const check = checkWholeNumbers.bind(undefined, "createHost()");
  check({ approvalTtl, "budget.time": time }, { unit: "milliseconds", least: 1 });
  check({ timeLimit, heartbeatMs, leaseMs }, { unit: "milliseconds", least: 1, most: LONGEST_TIMER_MS });
  check({ maxBodyBytes }, { unit: "bytes", least: 1 });
  check({ "uploads.maxBytes": maxBytes, "uploads.maxTenantBytes": maxTenantBytes }, { unit: "bytes" });
  check({ "budget.calls": calls, "budget.warnAt": warnAt, "budget.repeats": repeats }, { unit: "calls" });
  check({ "budget.depth": depth }, { unit: "sub-agents" });
}

const notStarted = (): HttpError => new HttpError(503, "not_started", "The host did not start; its log says why.");

const INSTRUCTIONS =
  "You help with the tools of this workspace. Use a tool where it answers better than you could; say what you found and " +
  "where, briefly, in Markdown. Where a call is denied or fails, say so and go on without it.";

/**
 * Deletes what a dead process left of files that came in: at once where no other process can be writing one, and else once it is old; and
 * again every hour. Answers how to stop.
 */
async function sweepUploads(
  { database }: Store,
  uploads: Uploads,
  onProblem: NonNullable<HostOptions["onProblem"]>,
): Promise<() => void> {
  const sweep = (age: number) =>
    uploads
      .sweep(Date.now() - age)
      .catch((error: unknown) => onProblem("Files that came in only in part could not be deleted.", error));
  await sweep(database.kind === "pglite" ? 0 : STALE_MS);
  const timer = setInterval(() => void sweep(STALE_MS), STALE_MS);
  timer.unref();
  return () => clearInterval(timer);
}

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

/** The methods of each path that the app answers; middleware is not among them. */
function methodsByPath(app: Hono<HostEnvironment>): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { path, method } of app.routes) {
    if (method !== "ALL") methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  return methods;
}

function storeOfEnvironment(): Promise<Store> {
  const { CALLBOARD_DATA, CALLBOARD_SECRET_KEY, DATABASE_URL } = process.env;
  return createStore({
    dataDir: CALLBOARD_DATA || ".callboard",
    databaseUrl: DATABASE_URL || undefined,
    secretKey: CALLBOARD_SECRET_KEY || undefined,
  });
}
