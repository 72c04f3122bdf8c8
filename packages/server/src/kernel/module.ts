import type { ToolContext, ToolFacts } from "@callboard/core";
import type { VisibilityStore } from "@callboard/core/access";
import type { SourcesFor, ToolSource } from "@callboard/core/catalog";
import type { Actor } from "../actor.ts";
import type { AdjustAgent, AgentSource } from "../agents/agentDefinition.ts";
import type { ChoiceFinder, ChoiceSearches } from "../choices/choices.ts";
import type { TurnQueue } from "../calls/turns.ts";
import type { Migration } from "../db/migration.ts";
import type { SessionOfPerson, SessionRole } from "../sessionAccess.ts";
import type { EmbedReach, Grant } from "./grant.ts";
import type { Kernel } from "./kernel.ts";

/**
 * A capability of the host that its kernel does not know: its tables, routes, tools, choices and facts. A module is a
 * record; two hosts of one process open it twice.
 * @example
 * ```ts
 * const greetings: HostModule = {
 *   name: "greetings",
 *   open: () => ({
 *     routes: [{ method: "GET", path: "/api/greetings", authority: "tenant", handle: () => Response.json(["Hello"]) }],
 *   }),
 * };
 * const host = createHost({ registry, modules: [greetings] });
 * ```
 */
export interface HostModule {
  /** Lower-case letters, digits and dashes; its migrations are kept under this name. */
  name: string;
  /** The steps of its own tables, numbered from 1. They run after the kernel's, in the order of the modules. */
  migrations?: readonly Migration[];
  /** The codes of its refusals, each with its HTTP status: what a `HostRefusal` of its routes and tools may say. */
  refusals?: Readonly<Record<string, number>>;
  /** Makes the module's parts over a kernel whose database is up to date. */
  open?(kernel: Kernel): ModuleParts | Promise<ModuleParts>;
}

/** What a module adds to one host. */
export interface ModuleParts {
  /** Routes for those whom a credential names. */
  routes?: readonly ModuleRoute[];
  /** Routes that know by themselves who may ask: a link, a signed address, a page for everybody. */
  openRoutes?: readonly OpenRoute[];
  /**
   * Tools of its own, or the sources that a context has: after the code's, the tenants' and those of earlier modules.
   */
  tools?: ToolSource | SourcesFor;
  /** What tenants have switched and installed, beside what the app says: a switch that is off in one of them is off. */
  visibility?: Pick<VisibilityStore, "switchesOf" | "bundlesOf">;
  /**
   * Agents of its own, whom people may talk to and tools delegate to: after the host's and those of earlier modules.
   */
  agents?: AgentSource;
  /** What tenants say of agents, of whichever source: their instructions and tools, what people have taught them. */
  adjustAgent?: AdjustAgent;
  /** Keeps the limits of tools: their calls wait in it for their turn. Of several modules' the first counts. */
  turns?: TurnQueue;
  /** What people may pick in fields, by kind, or how the kinds of a tenant are found. */
  choices?: ChoiceSearches | ChoiceFinder;
  /** What `available` of tools may ask: read once for each context, for its tenant alone. */
  facts?(context: ToolContext): Promise<ToolFacts>;
  /** Whom a credential of the module's own kind names; undefined where the request shows another, or none. */
  authenticate?(request: Request, route: MatchedRoute | undefined): Promise<Admission | undefined>;
  /**
   * What somebody is to a session besides whose it is, such as one that people share: the strongest of what all modules
   * say counts. Without any, its person owns a session and everybody of the tenant reads it.
   */
  roleIn?(actor: Actor, session: SessionOfPerson): Promise<SessionRole | undefined>;
  /**
   * What a person's credentials of the module's own kind permit them now: a call that waited goes on with no more than
   * its person still may. Asked where the host itself knows who may what, by its tokens.
   */
  permissionsOf?(person: { tenantId: string; userId: string }): Promise<readonly string[]>;
  /** Called when all modules are open, before the host answers. */
  start?(): Promise<void> | void;
  /** Called when the host closes, while its database is still open; modules close in the reverse order. */
  close?(): Promise<void> | void;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Whom a route answers that takes no permission:
 *
 * - `tenant`: everybody of the tenant. What it names in a session, the route shows by `kernel.sessionAccess.mayRead`.
 * - `own`: everybody, about what is their own.
 * - `session`: who may write, answer or manage in the session, by `kernel.sessionAccess`.
 * - `tool`: who may use the tool, by `kernel.catalog`.
 */
export type RouteRule = "tenant" | "own" | "session" | "tool";

/**
 * Whom a route answers: a permission, which the host demands before it asks the route, or a rule, which the route
 * keeps.
 */
export type RouteAuthority =
  { permission: string; authority?: undefined } | { authority: RouteRule; permission?: undefined };

/** A route for those whom a credential names, with the authority that it takes. */
export type ModuleRoute = RouteAddress & RouteAuthority;

/** Where a route is, and what answers there. */
export interface RouteAddress {
  method: Method;
  /**
   * From the host's root, with parameters: `/api/connections/:id`. A path without parameters goes before one with them.
   */
  path: string;
  /** How the token of an embed reaches it; not at all unless given. */
  embed?: EmbedReach;
  handle(request: RouteRequest): Response | Promise<Response>;
}

/** A route that knows by itself who may ask. */
export interface OpenRoute {
  method: Method;
  path: string;
  handle(request: OpenRequest): Response | Promise<Response>;
}

/** A request without a known sender. */
export interface OpenRequest {
  request: Request;
  /** The path's parameters, decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  requestId: string;
}

/** A request of somebody whom a credential names. */
export interface RouteRequest extends OpenRequest {
  actor: Actor;
  /** What the credential permits, where it is narrower than its person. */
  grant: Grant | undefined;
  /** The context in which the actor sees and runs tools: read once a request. */
  context(): Promise<ToolContext>;
}

/** The route that a request asks for, as an embed may reach it. */
export interface MatchedRoute extends EmbedReach {
  /** What the path's first parameter says, decoded. */
  name: string;
}

/** Whom a module's credential names, for one request. */
export interface Admission {
  actor: Actor;
  grant: Grant;
}
