import { Hono } from "hono";
import { canUse } from "@callboard/core";
import { noTool, type ResolvedTool } from "@callboard/core/catalog";
import { toToolDetail, toToolListing } from "@callboard/core/host";
import { isOwn } from "../actor.ts";
import { titleOf } from "../agent/beginTurn.ts";
import { isId, storable } from "../db/storable.ts";
import { HttpError, json } from "../http/httpError.ts";
import { wholeNumber } from "../http/queryParameters.ts";
import { readFields } from "../http/readFields.ts";
import { readJson } from "../http/readJson.ts";
import { refusalOfCall } from "../hostRefusal.ts";
import { contextOf, type HostEnvironment } from "../kernel/kernel.ts";
import { HostRefusal } from "../hostRefusal.ts";

/** Why a run of an embed was ended. */
const REVOKED = "The publish key or the token that it was started with was revoked.";

/** `/api/tools`: the library, one tool, a run of it, and its run history. */
export function toolRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.get("/", async (c) => {
    const context = await contextOf(c);
    const tools = await c.var.kernel.catalog.toolsFor(context);
    return json(tools.map((tool) => toToolListing(tool, context)));
  });

  routes.get("/:slug", async (c) => json(toToolDetail(await visibleTool(c), await contextOf(c))));

  routes.post("/:slug/run", async (c) => {
    const { catalog, runner, store, maxBodyBytes } = c.var.kernel;
    const { tenantId } = c.var.actor;
    // Before the body is read: who may not run the tool learns nothing from what is said about a body.
    const context = await contextOf(c);
    const resolved = await catalog.resolve(c.req.param("slug"), context);
    if (resolved.refusal) throw refusalOfCall(resolved.refusal);
    const body = await readJson(c.req.raw, maxBodyBytes);
    const { input, sessionId, title } = readFields(body, { input: "any", sessionId: "string?", title: "string?" });
    const session =
      sessionId !== undefined && isId(sessionId) ? await store.sessions.find({ tenantId, sessionId }) : undefined;
    // An embed writes into sessions of its own alone; colleagues may run in each other's.
    const isForeign = c.var.grant !== undefined && !(session && isOwn(c.var.actor, session));
    if (sessionId !== undefined && (!session || isForeign)) {
      const message = `There is no session "${sessionId.slice(0, 200)}" here. Leave "sessionId" out to begin a new one.`;
      throw new HostRefusal("session_not_found", message, { path: "/sessionId" });
    }
    const run = await runner.run(
      resolved.tool,
      input,
      { ...context, tenantId },
      {
        id: sessionId,
        title: title && storable(titleOf(title)),
      },
    );
    const { grant } = c.var;
    if (grant) {
      // A token that only ends by its time lets its runs end by themselves; one that was taken back takes them with it.
      const end = () => {
        if (Date.now() < grant.expiresAt) void runner.cancel(tenantId, run.callId, { reason: REVOKED }).catch(() => {});
      };
      const until = grant.until();
      until.addEventListener("abort", end, { once: true });
      void run.done.finally(() => until.removeEventListener("abort", end)).catch(() => {});
    }
    const ids = { sessionId: run.sessionId, callId: run.callId, runId: run.callId };
    if (!waits(c.req.header("prefer"))) return json(ids, 202, { location: `/api/sessions/${run.sessionId}/events` });
    return json({ ...(await run.done), ...ids }, 200, { "preference-applied": "wait" });
  });

  routes.get("/:slug/calls", async (c) => {
    const tool = await visibleTool(c);
    const limit = wholeNumber(c.req.query("limit"), "limit", { min: 1, max: 200, fallback: 50 });
    const before = c.req.query("before");
    const page = { before, limit };
    const isCall = before === undefined || isId(before);
    const calls = isCall && (await c.var.kernel.store.sessions.callsOf(c.var.actor.tenantId, tool.slug, page));
    if (!calls) {
      const message = `"before" has to be the callId of the last call that you have, and "${before?.slice(0, 80)}" is no call of this tool.`;
      throw new HttpError(400, "invalid_parameter", message, { path: "/before" });
    }
    return json(calls);
  });

  return routes;
}

type ToolContextOf = Parameters<typeof contextOf>[0];

async function visibleTool(c: ToolContextOf): Promise<ResolvedTool> {
  const slug = c.req.param("slug") ?? "";
  const context = await contextOf(c);
  // Tools that only the caller's agents run have cards in a chat; the token of an embed brings no agent.
  const asAgent = c.var.grant === undefined ? [{ ...context, source: "agent" as const }] : [];
  for (const each of [context, ...asAgent]) {
    const tool = await c.var.kernel.catalog.find(slug, each);
    if (tool && canUse(tool, each).see) return tool;
  }
  throw new HostRefusal("not_found", noTool(slug));
}

/** RFC 7240: `wait`, alone or with a number of seconds, among other preferences. */
function waits(prefer: string | undefined): boolean {
  return (prefer ?? "").split(",").some((part) => /^\s*wait\s*(=\s*"?\d+"?\s*)?(;.*)?$/i.test(part));
}
