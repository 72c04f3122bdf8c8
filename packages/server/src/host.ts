import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import type { Registry } from "@callboard/core";
import type { LanguageModel } from "ai";
import { actorsByToken, actorsOfStore, type Actor, type ResolveActor } from "./actor.ts";
import { createStore, type Store } from "./db/store.ts";
import { callRoutes } from "./routes/callRoutes.ts";
import type { HostEnvironment, Services } from "./routes/environment.ts";
import { HttpError, json } from "./routes/httpError.ts";
import { sessionRoutes } from "./routes/sessionRoutes.ts";
import { toolRoutes } from "./routes/toolRoutes.ts";
import { createRunner, type Runner } from "./run/runner.ts";
import { createDriver } from "./agent/driver.ts";
import { describeModelError, modelFromEnvironment } from "./agent/model/modelFromEnvironment.ts";
import { agentRoutes } from "./routes/agentRoutes.ts";
import { agUiRoutes } from "./routes/agUiRoutes.ts";
import { aiSdkRoutes } from "./routes/aiSdkRoutes.ts";
import { chatRoutes } from "./routes/chatRoutes.ts";
import { connectionChoices, type ChoiceSearches } from "./choices/choices.ts";
import { createConnections } from "./connections/connections.ts";
import { choiceRoutes } from "./routes/choiceRoutes.ts";
import { connectionRoutes } from "./routes/connectionRoutes.ts";
import { uploadRoutes } from "./routes/uploadRoutes.ts";
import { UPLOAD_LIMITS, type UploadLimits } from "./uploads/uploadLimits.ts";
import { createUploads } from "./uploads/uploads.ts";

export interface HostOptions {
  registry: Registry;
  /** Where sessions are kept; the host does not close it. None: made from `CALLBOARD_DATA` or `DATABASE_URL`, and closed with the host. */
  store?: Store | Promise<Store>;
  /** The model that chats are answered by; by `OPENAI_BASE_URL`, `OPENAI_API_KEY` and `OPENAI_MODEL`, else the scripted one. */
  model?: LanguageModel;
  /** What a chat's agent is told that it is. */
  instructions?: string;
  /** How long a person has to answer an approval, in milliseconds; a day unless given. */
  approvalTtl?: number;
  /** Who a request comes from: a function, or actors by Bearer token. None: the store's tokens. */
  actor?: ResolveActor | Readonly<Record<string, Actor>>;
  /** Answers what is not the host's own: pages and their assets. */
  fallback?: (request: Request) => Response | Promise<Response>;
  /** The largest request body, in bytes; 4 MB unless given. */
  maxBodyBytes?: number;
  /** What may be uploaded: 20 MB a file and 2 GB a tenant unless given. */
  uploads?: Partial<UploadLimits>;
  /** What people may pick in fields that `x-entity-type` marks, by kind; `connection` is there unless given. */
  choices?: ChoiceSearches;
  /** How often an idle event stream says that it is still there; 15 s unless given. */
  heartbeatMs?: number;
  /** How long a silent process counts as living, where several share a PostgreSQL database; 15 s unless given. */
  leaseMs?: number;
  /** Told of what goes wrong inside, with the id that the answer names; `console.error` unless given. */
  onProblem?: (message: string, error?: unknown) => void;
}

/** A web-standard host: hand it requests. */
export interface Host {
  fetch(request: Request): Promise<Response>;
  /** Resolves when the database is up to date and what a crash left is put right; requests wait for it. */
  ready: Promise<void>;
  /** Ends running calls with `interrupted`, ends open streams, and resolves when all is written. */
  close(): Promise<void>;
}

/**
 * Makes the reference host: runs a registry's tools over HTTP and keeps their sessions.
 * @example
 * ```ts
 * const host = createHost({ registry, store: await createStore({ dataDir: ".callboard" }) });
 * const response = await host.fetch(new Request("http://localhost/api/tools"));
 * ```
 */
export function createHost(options: HostOptions): Host {
  const onProblem = options.onProblem ?? ((message, error) => console.error(message, ...(error ? [error] : [])));
  const closing = new AbortController();
  let services: Services | undefined;
  let resolveActor: ResolveActor | undefined;
  let failure: unknown;

  const ready = (async () => {
    const store = await (options.store ?? storeOfEnvironment());
    try {
      const { registry, leaseMs, approvalTtl = 24 * 60 * 60 * 1000 } = options;
      const runner: Runner = createRunner({
        registry,
        store,
        leaseMs,
        onProblem,
        onDelegated: (session) => driver.wake(session),
        onLost: (workerId) => driver.lose(workerId),
        onSweep: () => driver.sweep(),
      });
      const driver = createDriver({
        registry,
        store,
        model: options.model ?? modelFromEnvironment(),
        instructions: options.instructions ?? INSTRUCTIONS,
        describeError: describeModelError,
        worker: runner.worker,
        approvalTtl,
        onProblem,
      });
      await runner.start();
      await driver.start();
      const { actor } = options;
      resolveActor = !actor ? actorsOfStore(store) : typeof actor === "function" ? actor : actorsByToken(actor);
      const connections = createConnections(store);
      services = {
        registry: options.registry,
        store,
        runner,
        driver,
        uploads: createUploads(store.database),
        uploadLimits: { ...UPLOAD_LIMITS, ...options.uploads },
        connections,
        choices: { connection: connectionChoices(connections), ...options.choices },
        approvalTtl,
        maxBodyBytes: options.maxBodyBytes ?? 4_000_000,
        heartbeatMs: options.heartbeatMs ?? 15_000,
        closing: closing.signal,
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

  app.get("/healthz", () => {
    if (failure) return new HttpError(503, "not_started", "The host did not start; its log says why.").toResponse();
    if (closing.signal.aborted) return new HttpError(503, "closing", "The host is closing.").toResponse();
    if (!services) return new HttpError(503, "starting", "The host is starting.").toResponse();
    return json({ status: "ok", database: services.store.database.kind });
  });

  app.use("/api/*", async (c, next) => {
    c.set("requestId", randomUUID());
    try {
      await ready;
    } catch {
      throw new HttpError(503, "not_started", "The host did not start; its log says why.");
    }
    if (closing.signal.aborted) throw new HttpError(503, "closing", "The host is closing. Try again in a moment.");
    const actor = await resolveActor!(c.req.raw);
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

  app.route("/api/tools", toolRoutes());
  app.route("/api/sessions", sessionRoutes());
  app.route("/api/calls", callRoutes());
  app.route("/api/chat", chatRoutes());
  app.route("/api/chat/ai-sdk", aiSdkRoutes());
  app.route("/api/chat/ag-ui", agUiRoutes());
  app.route("/api/agents", agentRoutes());
  app.route("/api/uploads", uploadRoutes());
  app.route("/api/choices", choiceRoutes());
  app.route("/api/connections", connectionRoutes());
  for (const [path, methods] of Object.entries(ALLOWED)) {
    app.all(path, (c) => {
      throw new HttpError(405, "method_not_allowed", `${c.req.method} does nothing here. Use ${methods}.`, {
        headers: { allow: methods },
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
        await services.driver.close();
        await services.runner.close();
        if (!options.store) await services.store.close();
      })()),
  };
}

const INSTRUCTIONS =
  "You help with the tools of this workspace. Use a tool where it answers better than you could; say what you found and " +
  "where, briefly, in Markdown. Where a call is denied or fails, say so and go on without it.";

/** What each path takes, said to whoever comes with another method. */
const ALLOWED: Readonly<Record<string, string>> = {
  "/healthz": "GET",
  "/api/tools": "GET",
  "/api/tools/:slug": "GET",
  "/api/tools/:slug/run": "POST",
  "/api/tools/:slug/calls": "GET",
  "/api/sessions/:id/events": "GET",
  "/api/sessions": "GET",
  "/api/sessions/:id": "PATCH",
  "/api/calls/:callId/cancel": "POST",
  "/api/calls/:callId/approve": "POST",
  "/api/calls/:callId/deny": "POST",
  "/api/chat": "POST",
  "/api/chat/ag-ui": "POST",
  "/api/chat/ai-sdk": "POST",
  "/api/chat/ai-sdk/:id/stream": "GET, DELETE",
  "/api/agents/:agentId/cancel": "POST",
  "/api/agents/:agentId/resume": "POST",
  "/api/uploads": "POST",
  "/api/uploads/:id": "GET",
  "/api/uploads/:id/:name": "GET",
  "/api/choices/:kind": "GET",
  "/api/connections": "GET, POST",
  "/api/connections/:id": "DELETE",
};

function storeOfEnvironment(): Promise<Store> {
  const { CALLBOARD_DATA, CALLBOARD_SECRET_KEY, DATABASE_URL } = process.env;
  return createStore({
    dataDir: CALLBOARD_DATA || ".callboard",
    databaseUrl: DATABASE_URL || undefined,
    secretKey: CALLBOARD_SECRET_KEY || undefined,
  });
}
