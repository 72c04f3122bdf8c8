import type { Registry, ToolRunAnalytics } from "@callboard/core";
import type { AgentTools, VisibilityStore } from "@callboard/core/access";
import type { SessionViewer } from "@callboard/core/share";
import type { LanguageModel } from "ai";
import type { Actor, ResolveActor, ResolvePermissions } from "./actor.ts";
import { checkBudget, type BudgetOptions } from "./agents/agentDefinition.ts";
import type { ToolSearchSettings } from "./agent/toolModes.ts";
import type { ChoiceSearches } from "./choices/choices.ts";
import type { HostModule } from "./kernel/module.ts";
import type { EmbedsOptions } from "./modules/embeds/module.ts";
import type { UploadLimits } from "./modules/uploads/uploadLimits.ts";
import type { Store } from "./store.ts";
import { checkWholeNumbers, LONGEST_TIMER_MS } from "./wholeNumbers.ts";

export interface HostOptions {
  registry: Registry;
  /**
   * Capabilities beside the standard ones (uploads, connections, shares, embeds): their tables, routes, choices and
   * facts.
   */
  modules?: readonly HostModule[];
  /**
   * What tenants have switched on, switched off and installed; in memory and empty unless given. A system tool is there
   * for the tenants that have switched it on.
   */
  visibility?: VisibilityStore;
  /**
   * Which tools the default agent has, of those that its person may use; all unless given. With `instructions`, `model`
   * and `budget` it is who answers where a request names no agent; modules bring others (`ModuleParts.agents`).
   */
  agent?: AgentTools;
  /**
   * Where sessions are kept; the host does not close it. Without it a store is made from `CALLBOARD_DATA` or
   * `DATABASE_URL`, and closed with the host.
   */
  store?: Store | Promise<Store>;
  /**
   * The model that chats are answered by. None: the one of `OPENAI_BASE_URL`, `OPENAI_MODEL` and `OPENAI_API_KEY`; else
   * chats say that none is connected.
   */
  model?: LanguageModel;
  /** The system prompt of the default agent. */
  instructions?: string;
  /**
   * What one turn of a chat may spend, counted over its agent and all sub-agents; of other agents, what they do not
   * say.
   */
  budget?: BudgetOptions;
  /** Called once for every run that has ended, whoever began it and whichever way: the `tool_run` analytics event. */
  onToolRun?: (run: HostToolRun) => void;
  /** How long a person has to answer an approval, in milliseconds; a day unless given. */
  approvalTtl?: number;
  /**
   * The longest that a handler may run, in milliseconds, where its tool gives no `timeLimit`; no limit unless given.
   */
  timeLimit?: number;
  /**
   * The largest output of one call, in characters of its JSON, and as large its pieces together; 50 million unless
   * given.
   */
  maxOutput?: number;
  /** Who a request comes from: a function, or actors by Bearer token. The store's tokens unless given. */
  actor?: ResolveActor | Readonly<Record<string, Actor>>;
  /**
   * Whether requests without a credential are let in, as `DEMO_ACTOR`: one person with every tool. Unless given,
   * `CALLBOARD_ANONYMOUS` decides; else they are let in where nobody but this machine reaches the host, and get 401
   * where `allowedHosts` names a host of a network, or a request comes from another address or over a proxy. An `actor`
   * function that returns an actor of its own decides by itself.
   */
  anonymous?: boolean;
  /**
   * What a person may do now. An agent works with the rights of the request that began its turn, as far as they are
   * still there: this is asked before each of its steps and calls. Unless given: the store's tokens where they name the
   * actors, else the rights stay.
   */
  permissionsOf?: ResolvePermissions;
  /**
   * The names that requests may be addressed to, beside `localhost`, `127.0.0.1` and `[::1]`: `tools.example.com`,
   * `.example.com` with its subdomains, or with one port alone `tools.example.com:8443`; `true` allows all. Pages of
   * these may ask for changes. Those of
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
  /**
   * The program of pages that show a session, `viewer` of `@callboard/react/viewer`; without it a session is exported
   * as a log only.
   */
  viewer?: () => SessionViewer | Promise<SessionViewer>;
  /**
   * Tools in other people's pages. `files` are the scripts and styles of the page in a frame: with them published tools
   * are served at `/embed`.
   * `mayPublish` says who of a tenant's people may publish its tools and see how they are used; without it that takes
   * the host's key.
   */
  embed?: EmbedsOptions;
  /** How often an idle event stream sends a heartbeat; 15 s unless given. */
  heartbeatMs?: number;
  /** How long a silent process counts as living, where several share a PostgreSQL database; 15 s unless given. */
  leaseMs?: number;
  /**
   * Whether a model is given all tools, or finds them by `tool_search`; by itself where there are more than 20 tools
   * and an embedder.
   */
  toolSearch?: ToolSearchSettings;
  /** Called with what goes wrong inside, and the id that the answer names; `console.error` unless given. */
  onProblem?: (message: string, error?: unknown) => void;
}

/** A run that has ended. */
export interface HostToolRun extends ToolRunAnalytics {
  tenantId: string;
  userId: string | null;
  sessionId: string;
}

/** @throws Error for a duration or an amount that limits nothing. */
export function checkLimits({ budget = {}, uploads = {}, ...options }: HostOptions): void {
  const { approvalTtl, timeLimit, heartbeatMs, leaseMs, maxBodyBytes, maxOutput } = options;
  const { maxBytes, maxTenantBytes } = uploads;
  const check = checkWholeNumbers.bind(undefined, "createHost()");
  check({ approvalTtl }, { unit: "milliseconds", least: 1 });
  check({ timeLimit, heartbeatMs, leaseMs }, { unit: "milliseconds", least: 1, most: LONGEST_TIMER_MS });
  check({ maxBodyBytes }, { unit: "bytes", least: 1 });
  check({ maxOutput }, { unit: "characters", least: 1 });
  check({ "uploads.maxBytes": maxBytes, "uploads.maxTenantBytes": maxTenantBytes }, { unit: "bytes" });
  checkBudget("createHost()", budget);
}
