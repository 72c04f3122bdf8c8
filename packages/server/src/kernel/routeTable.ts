import type { ToolContext } from "@callboard/core";
import type { Context, Hono } from "hono";
import { HttpError } from "../http/httpError.ts";
import type { HostEnvironment, Kernel } from "./kernel.ts";
import type { MatchedRoute, ModuleRoute, OpenRequest, OpenRoute, RouteRequest, RouteRule } from "./module.ts";

type HostContext = Context<HostEnvironment>;

/** Adds routes to the app: those without parameters first, so that no parameter takes their names. */
export function addRoutes<Route extends ModuleRoute | OpenRoute>(
  app: Hono<HostEnvironment>,
  routes: readonly Route[],
  handle: (c: HostContext, route: Route) => Promise<Response>,
): void {
  const byLength = routes.toSorted((one, other) => parametersOf(one.path) - parametersOf(other.path));
  for (const route of byLength) app.on(route.method, route.path, (c) => handle(c, route));
}

const parametersOf = (path: string): number => path.split("/:").length - 1;

/** A request as a module's open route is given it. */
export function openRequest(c: HostContext): OpenRequest {
  const { requestId } = c.var;
  return { request: c.req.raw, params: c.req.param(), query: new URL(c.req.url).searchParams, requestId };
}

/** A request as a route is given it: with whom its credential names. */
export function routeRequest({ access }: Kernel, c: HostContext): RouteRequest {
  const { actor, grant } = c.var;
  let context: Promise<ToolContext> | undefined;
  return { ...openRequest(c), actor, grant, context: () => (context ??= access.contextFor(callerOf(c))) };
}

function callerOf(c: HostContext): ToolContext {
  const { actor, requestId } = c.var;
  // A browser names the site of a request; a program with a token does not.
  const fromProgram = c.req.header("authorization") !== undefined && c.req.header("sec-fetch-site") === undefined;
  return {
    userId: actor.userId,
    spaceId: actor.spaceId ?? null,
    requestId,
    tenantId: actor.tenantId,
    tenantSlug: actor.tenantSlug,
    permissions: actor.permissions,
    source: fromProgram ? "api" : "web",
  };
}

/** @throws Error where two routes have one method and path: the second would never be asked. */
export function checkRoutes(routes: readonly Pick<ModuleRoute, "method" | "path">[]): void {
  const seen = new Set<string>();
  for (const { method, path } of routes) {
    const address = `${method} ${path.replace(/:\w+/g, ":")}`;
    if (seen.has(address)) throw new Error(`Two routes of this host answer ${method} ${path}. Rename one of them.`);
    seen.add(address);
  }
}

const RULES: Readonly<Record<RouteRule, true>> = { tenant: true, own: true, session: true, tool: true };

/** @throws Error where a route does not say whom it answers, which the types of a module in JavaScript do not find. */
export function checkAuthority(routes: readonly ModuleRoute[]): void {
  for (const { method, path, permission, authority } of routes) {
    if (typeof permission === "string" || (authority !== undefined && Object.hasOwn(RULES, authority))) continue;
    const rules = Object.keys(RULES).map((rule) => `"${rule}"`);
    throw new Error(
      `${method} ${path} does not say whom it answers. Give the route a permission, or an authority: ${rules.join(", ")}.`,
    );
  }
}

/** Finds the route that a request asks for, among those that an embed may reach. */
export function embedRoutesOf(routes: readonly ModuleRoute[]): (request: Request) => MatchedRoute | undefined {
  const reachable = routes.flatMap(({ method, path, embed }) =>
    embed ? [{ method, embed, pattern: new RegExp(`^${path.replace(/:\w+/g, "([^/]+)")}$`) }] : [],
  );
  return (request) => {
    const { pathname } = new URL(request.url);
    const asked = request.method === "HEAD" ? "GET" : request.method;
    const route = reachable.find(({ method, pattern }) => method === asked && pattern.test(pathname));
    return route && { ...route.embed, name: decoded(route.pattern.exec(pathname)![1] ?? "") };
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** Answers every other method at the paths that the app has, with those that it takes. */
export function refuseOtherMethods(app: Hono<HostEnvironment>): void {
  const methods = new Map<string, string[]>();
  for (const { path, method } of app.routes) {
    if (method !== "ALL") methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  for (const [path, taken] of methods) {
    app.all(path, (c) => {
      throw methodRefused(c.req.method, taken);
    });
  }
}

/** The refusal of a method that an address does not take. */
export function methodRefused(method: string, taken: readonly string[]): HttpError {
  const allow = taken.join(", ");
  const headers = { allow };
  return new HttpError(405, "method_not_allowed", `${method} does nothing here. Use ${allow}.`, { headers });
}
