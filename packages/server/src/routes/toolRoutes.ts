import { canUse } from "@callboard/core";
import { noTool, type ResolvedTool } from "@callboard/core/catalog";
import { toToolDetail, toToolListing } from "@callboard/core/host";
import { titleOf } from "../agent/beginTurn.ts";
import { isId, storable } from "../db/storable.ts";
import { HttpError, json } from "../http/httpError.ts";
import { wholeNumber } from "../http/queryParameters.ts";
import { readFields } from "../http/readFields.ts";
import { readJson } from "../http/readJson.ts";
import { refusalOfCall, HostRefusal } from "../hostRefusal.ts";
import type { Grant } from "../kernel/grant.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { ModuleRoute, RouteRequest } from "../kernel/module.ts";
import type { BegunCall, Calls } from "../calls/calls.ts";

/** Why a run of an embed was ended. */
const REVOKED = "The publish key or the token that it was started with was revoked.";

/** `/api/tools`: the library, one tool, a run of it, and its run history. */
export function toolRoutes(kernel: Kernel): readonly ModuleRoute[] {
  return [
    {
      method: "GET",
      path: "/api/tools",
      authority: "tool",
      async handle(request) {
        const context = await request.context();
        const tools = await kernel.catalog.toolsFor(context);
        return json(tools.map((tool) => toToolListing(tool, context)));
      },
    },
    {
      method: "GET",
      path: "/api/tools/:slug",
      authority: "tool",
      embed: { names: "tool" },
      async handle(request) {
        const tool = await visibleTool(kernel, request);
        const etag = `"${tool.revision ?? tool.version}"`;
        return json(toToolDetail(tool, await request.context()), 200, { etag });
      },
    },
    {
      method: "POST",
      path: "/api/tools/:slug/run",
      authority: "tool",
      embed: { names: "tool", action: "run" },
      handle: (request) => runTool(kernel, request),
    },
    {
      method: "GET",
      path: "/api/tools/:slug/calls",
      authority: "tool",
      handle: (request) => callsOfTool(kernel, request),
    },
  ];
}

async function runTool(
  { catalog, calls, store, sessionAccess, maxBodyBytes }: Kernel,
  asker: RouteRequest,
): Promise<Response> {
  const { request, params, actor, grant } = asker;
  const { tenantId } = actor;
  // Before the body is read: who may not run the tool learns nothing from what is said about a body.
  const context = await asker.context();
  const resolved = await catalog.resolve(params["slug"] ?? "", context);
  if (resolved.refusal) throw refusalOfCall(resolved.refusal);
  const body = await readJson(request, maxBodyBytes);
  const { input, sessionId, title } = readFields(body, { input: "any", sessionId: "string?", title: "string?" });
  if (sessionId !== undefined) {
    const session = isId(sessionId) ? await store.sessions.find({ tenantId, sessionId }) : undefined;
    // Colleagues may run in each other's sessions.
    if (!session || !(await sessionAccess.mayRead(asker, { sessionId, ...session }))) {
      const message = `There is no session "${sessionId.slice(0, 200)}" here. Leave "sessionId" out to begin a new one.`;
      throw new HostRefusal("session_not_found", message, { path: "/sessionId" });
    }
  }
  const run = await calls.begin({
    tool: resolved.tool,
    input,
    context: { ...context, tenantId },
    session: { id: sessionId, title: title && storable(titleOf(title)) },
  });
  if (grant) endWithGrant(calls, run, { tenantId, grant });
  const ids = { sessionId: run.sessionId, callId: run.callId, runId: run.callId };
  if (!waits(request.headers.get("prefer"))) {
    return json(ids, 202, { location: `/api/sessions/${run.sessionId}/events` });
  }
  return json({ ...(await run.done), ...ids }, 200, { "preference-applied": "wait" });
}

/** A token that only ends by its time lets its runs end by themselves; one that was taken back takes them with it. */
function endWithGrant(calls: Calls, run: BegunCall, { tenantId, grant }: { tenantId: string; grant: Grant }): void {
  const end = () => {
    if (Date.now() < grant.expiresAt) void calls.cancel(tenantId, run.callId, { reason: REVOKED }).catch(() => {});
  };
  const until = grant.until();
  until.addEventListener("abort", end, { once: true });
  void run.done.finally(() => until.removeEventListener("abort", end)).catch(() => {});
}

async function callsOfTool(kernel: Kernel, asker: RouteRequest): Promise<Response> {
  const tool = await visibleTool(kernel, asker);
  const { query, actor } = asker;
  const limit = wholeNumber(query.get("limit"), "limit", { min: 1, max: 200, fallback: 50 });
  const before = query.get("before") ?? undefined;
  const isCall = before === undefined || isId(before);
  const calls = isCall && (await kernel.store.sessions.callsOf(actor.tenantId, tool.slug, { before, limit }));
  if (!calls) {
    const message = `"before" has to be the callId of the last call that you have, and "${before?.slice(0, 80)}" is no call of this tool.`;
    throw new HttpError(400, "invalid_parameter", message, { path: "/before" });
  }
  return json(calls);
}

async function visibleTool(
  { catalog }: Kernel,
  { params, grant, context: contextOf }: RouteRequest,
): Promise<ResolvedTool> {
  const { slug = "" } = params;
  const context = await contextOf();
  // Tools that only the caller's agents run have cards in a chat; the token of an embed brings no agent.
  const asAgent = grant === undefined ? [{ ...context, source: "agent" as const }] : [];
  for (const each of [context, ...asAgent]) {
    const tool = await catalog.find(slug, each);
    if (tool && canUse(tool, each).see) return tool;
  }
  throw new HostRefusal("not_found", noTool(slug));
}

/** RFC 7240: `wait`, alone or with a number of seconds, among other preferences. */
function waits(prefer: string | null): boolean {
  return (prefer ?? "").split(",").some((part) => /^\s*wait\s*(=\s*"?\d+"?\s*)?(;.*)?$/i.test(part));
}
