import { randomUUID } from "node:crypto";
import { canUse } from "@callboard/core";
import { Hono } from "hono";
import type { Actor } from "./actor.ts";
import { checkLimits, type HostOptions } from "./hostOptions.ts";
import { HttpError, json } from "./http/httpError.ts";
import { allowedHostsOfEnvironment, strangerCheck } from "./http/strangers.ts";
import { refusalStatuses } from "./http/toHttpError.ts";
import { admit, demand } from "./kernel/admit.ts";
import { answerError } from "./kernel/answerError.ts";
import type { HostEnvironment, Kernel } from "./kernel/kernel.ts";
import type { HostModule, ModuleRoute } from "./kernel/module.ts";
import {
  addRoutes,
  checkAuthority,
  checkRoutes,
  embedRoutesOf,
  methodRefused,
  openRequest,
  refuseOtherMethods,
  routeRequest,
} from "./kernel/routeTable.ts";
import { standardModules } from "./modules/standardModules.ts";
import { apiRoutes } from "./routes/apiRoutes.ts";
import { startKernel, type StartedKernel } from "./startKernel.ts";
import { asHostWork } from "./strayErrors.ts";
import { agUiRoutes } from "./wires/agUi/routes.ts";
import { aiSdkRoutes } from "./wires/aiSdk/routes.ts";

/** A web-standard host: hand it requests. */
export interface Host {
  fetch(request: Request): Promise<Response>;
  /** Resolves when the database is up to date and what a crash left is ended; requests wait for it. */
  ready: Promise<void>;
  /** Whether an actor sees a tool of this slug: for the page of it. */
  hasTool(slug: string, actor: Actor): Promise<boolean>;
  /** Ends running calls with `interrupted`, ends open streams, and resolves when all is written. */
  close(): Promise<void>;
}

/** The kernel's routes: those of a person's client, and a turn as other chats' clients read it. */
export const kernelRoutes = (kernel: Kernel): readonly ModuleRoute[] =>
  [apiRoutes, aiSdkRoutes, agUiRoutes].flatMap((routesOf) => routesOf(kernel));

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
  const modules = [...standardModules(options), ...(options.modules ?? [])];
  const closing = new AbortController();
  const refuse = strangerCheck(options.allowedHosts ?? allowedHostsOfEnvironment());
  let started: StartedKernel | undefined;
  let failure: unknown;

  const app = asHostWork(() => startKernel(options, modules, closing.signal)).then((kernel) => {
    const answering = createApp(options, modules, kernel, refuse);
    started = kernel;
    return answering;
  });
  const ready = app.then(() => undefined);
  ready.catch((error: unknown) => {
    failure = error;
    (options.onProblem ?? console.error)("The host did not start.", error);
  });

  /** For probes, which come by the machine's address. */
  const health = ({ method }: Request): Response => {
    if (!/^(GET|HEAD)$/.test(method)) return methodRefused(method, ["GET"]).toResponse();
    if (failure) return notStarted().toResponse();
    if (closing.signal.aborted) return new HttpError(503, "closing", "The host is closing.").toResponse();
    if (!started) return new HttpError(503, "starting", "The host is starting.").toResponse();
    return json({ status: "ok", database: started.kernel.store.database.kind });
  };

  let closed: Promise<void> | undefined;
  return {
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/healthz") return health(request);
      const stranger = isApi(pathname) ? refuse(request) : undefined;
      if (stranger) return stranger.toResponse();
      const answering = await app.catch(() => undefined);
      if (answering) return await answering.fetch(request);
      return options.fallback && !isApi(pathname) ? options.fallback(request) : notStarted().toResponse();
    },
    ready,
    async hasTool(slug, actor) {
      await ready;
      const { catalog, access } = started!.kernel;
      const context = await access.contextFor({ spaceId: null, ...actor, requestId: randomUUID() });
      const tool = await catalog.find(slug, context);
      return tool !== undefined && canUse(tool, context).see;
    },
    close: () =>
      (closed ??= (async () => {
        await ready.catch(() => undefined);
        closing.abort();
        await started?.close();
      })()),
  };
}

/** The routes of kernel and modules, over what has started. */
function createApp(
  { fallback, onProblem = console.error }: HostOptions,
  modules: readonly HostModule[],
  { kernel, parts }: StartedKernel,
  refuse: (request: Request) => HttpError | undefined,
): Hono<HostEnvironment> {
  const routes = [...parts.flatMap((part) => part.routes ?? []), ...kernelRoutes(kernel)];
  const openRoutes = parts.flatMap((part) => part.openRoutes ?? []);
  checkRoutes([...openRoutes, ...routes]);
  checkAuthority(routes);
  const app = new Hono<HostEnvironment>();
  app.use(async (c, next) => {
    c.set("requestId", randomUUID());
    await next();
  });
  addRoutes(app, openRoutes, async (c, route) => {
    const stranger = refuse(c.req.raw);
    if (stranger) throw stranger;
    return await route.handle(openRequest(c));
  });
  app.use("/api/*", admit(kernel, parts, embedRoutesOf(routes)));
  addRoutes(app, routes, async (c, route) => {
    if (route.permission !== undefined) demand(c.var.actor, route.permission);
    return await route.handle(routeRequest(kernel, c));
  });
  refuseOtherMethods(app);
  app.notFound((c) => {
    if (fallback && !isApi(c.req.path)) return fallback(c.req.raw);
    const message = `There is nothing at ${c.req.method} ${c.req.path.slice(0, 200)}.`;
    return new HttpError(404, "route_not_found", message).toResponse();
  });
  app.onError(answerError(refusalStatuses(modules), onProblem));
  return app;
}

const isApi = (pathname: string): boolean => /^\/api(\/|$)/.test(pathname);

const notStarted = (): HttpError => new HttpError(503, "not_started", "The host did not start; its log says why.");
