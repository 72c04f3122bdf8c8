import { randomUUID } from "node:crypto";
import { canUse, createTimeline, type CallView, type Timeline, type ToolContext } from "@callboard/core";
import type { ResolvedTool } from "@callboard/core/catalog";
import type {
  LinkOptions,
  ToolSession,
  ToolSessionLink,
  ToolSessionPerson,
  ToolSessionState,
  ToolSessionSubmission,
} from "@callboard/core/client";
import { createRecent, isFinal } from "@callboard/core/host";
import { HostRefusal, type Actor, type Kernel } from "@callboard/server";
import type { Guests } from "./guests.ts";
import type { SubmittedCall, ToolSessionRows } from "./toolSessionRows.ts";

/** Who asks, and the context in which they see and run tools. */
export interface Asker {
  actor: Actor;
  context: ToolContext;
}

export interface Launch {
  title: string | null;
  entityIds: readonly string[];
  config: Record<string, unknown>;
  share?: LinkOptions;
}

/** How long an answer waits for a submission's output; a slower one comes by the log. */
const WAIT_MS = 3_000;
/** How long somebody counts as there after their page last said so. */
const PRESENT_MS = 40_000;
/** A session's log as far as it was read. */
interface FoldedLog {
  timeline: Timeline;
  /** In the order in which they began. */
  callIds: Set<string>;
  seq: number;
  isRead: Promise<void>;
}

/** How many sessions are kept folded, so that a look at one does not read its whole log anew. */
const MOST_FOLDED = 50;
/** How often a minute the pages of one session together may say who is there. */
const PRESENT_A_MINUTE = 2_000;
const DAY_MS = 24 * 3600_000;

/** Sessions of a tool that people share: launched, submitted to, aggregated and ended. */
export type ToolSessions = ReturnType<typeof createToolSessions>;

export function createToolSessions(kernel: Kernel, rows: ToolSessionRows, guests: Guests) {
  const { store, catalog, calls, limits, sessionAccess } = kernel;
  const folded = createRecent<FoldedLog>(MOST_FOLDED);

  /** What a session's log says, read on from where it was left; who asks at the same time is told in turn. */
  async function logOf(tenantId: string, sessionId: string): Promise<FoldedLog> {
    const log = folded.of(sessionId, () => ({
      timeline: createTimeline(),
      callIds: new Set<string>(),
      seq: 0,
      isRead: Promise.resolve(),
    }));
    const readOn = async () => {
      const events = await store.log(tenantId).read(sessionId, log.seq);
      log.timeline.apply(events);
      for (const event of events) if ("callId" in event) log.callIds.add(event.callId);
      log.seq = events.at(-1)?.seq ?? log.seq;
    };
    log.isRead = log.isRead.then(readOn, readOn);
    await log.isRead;
    return log;
  }

  /** A person of the tenant sees a session where they see its tool; a guest by their link. */
  async function readable(
    { actor, context }: Asker,
    id: string,
  ): Promise<{ session: ToolSession; tool: ResolvedTool | null }> {
    const session = /^[\w-]{1,64}$/.test(id) ? await rows.find(actor.tenantId, id) : undefined;
    const tool = session && ((await catalog.find(session.tool_slug, context)) ?? null);
    const grant = guests.guestOf(actor) && {};
    const isReadable =
      session &&
      (!tool || canUse(tool, context).see || session.created_by === actor.userId) &&
      (await sessionAccess.mayRead({ actor, grant }, { sessionId: id, userId: session.created_by }));
    if (!isReadable) throw new HostRefusal("tool_session_not_found", `There is no session "${id.slice(0, 80)}" here.`);
    return { session, tool: tool ?? null };
  }

  async function managed(asker: Asker, id: string, act: string): Promise<ToolSession> {
    const { session } = await readable(asker, id);
    if (await mayManage(asker.actor, session)) return session;
    throw new HostRefusal("not_yours", `Only whoever launched this session can ${act}.`);
  }

  async function mayManage(actor: Actor, { id, created_by: userId }: ToolSession): Promise<boolean> {
    const grant = guests.guestOf(actor) && {};
    return await sessionAccess.mayManage({ actor, grant }, { sessionId: id, userId });
  }

  async function submittedTo(session: ToolSession): Promise<{ submitted: Submitted[]; open: string[] }> {
    const { tenant_id: tenantId, id } = session;
    // The rows first: whose call the log has later is no news to them.
    const entries = new Map((await rows.submitted(tenantId, id)).map((entry) => [entry.callId, entry]));
    const { callIds, timeline } = await logOf(tenantId, id);
    // In the order of the log, which is one for all hosts; their clocks are not.
    const versions = [...callIds].flatMap((callId) => {
      const entry = entries.get(callId);
      const call = entry && timeline.getNode(callId);
      return entry && call?.kind === "call" ? [{ ...entry, call }] : [];
    });
    return {
      submitted: [...groupBy(versions, ({ userId }) => userId).values()].map((own) => submittedBy(id, own)),
      open: versions.flatMap(({ callId, call }) => (isFinal(call.status) ? [] : [callId])),
    };
  }

  async function aggregateOf(
    tool: ResolvedTool | null,
    submitted: readonly Submitted[],
  ): Promise<Pick<ToolSessionState, "aggregate" | "aggregateError">> {
    if (!tool?.aggregate) return { aggregate: null };
    const completed = submitted.filter(({ call }) => call.status === "completed");
    if (completed.length === 0) return { aggregate: null };
    if (completed.some(({ call }) => call.outputRef !== null)) {
      const aggregateError = "An output is so large that it is kept beside the log, and cannot be aggregated.";
      return { aggregate: null, aggregateError };
    }
    try {
      const aggregate: unknown = await tool.aggregate(completed.map(({ submission }) => submission));
      return { aggregate: aggregate === undefined ? null : (JSON.parse(JSON.stringify(aggregate)) as unknown) };
    } catch (error) {
      kernel.onProblem(`The tool "${tool.slug}" could not aggregate its submissions.`, error);
      return { aggregate: null, aggregateError: error instanceof Error ? error.message : String(error) };
    }
  }

  async function createLink(
    { actor }: Asker,
    session: ToolSession,
    { role, expiresInDays = 7 }: LinkOptions,
  ): Promise<{ link: ToolSessionLink; token: string; shareUrl: string }> {
    const { tenantId, tenantSlug, userId } = actor;
    const expiresAt = Date.now() + expiresInDays * DAY_MS;
    const made = await rows.createLink({
      sessionId: session.id,
      tenantId,
      tenantSlug,
      role,
      expiresAt,
      createdBy: userId,
    });
    // Behind the `#` of an address it is sent to nobody and stands in no log.
    return {
      ...made,
      shareUrl: `/tools/${encodeURIComponent(session.tool_slug)}/session/${session.id}#link=${made.token}`,
    };
  }

  return {
    async launch(asker: Asker, slug: string, { title, entityIds, config, share }: Launch) {
      const { tenantId, userId } = asker.actor;
      const resolved = await catalog.resolve(slug, asker.context);
      if (resolved.refusal) throw new HostRefusal(resolved.refusal.code, resolved.refusal.message);
      const { tool } = resolved;
      if (!tool.collaborative) {
        const message = `The tool "${slug}" is filled in by one person. Only tools with "collaborative: true" have sessions.`;
        throw new HostRefusal("not_collaborative", message);
      }
      const id = randomUUID();
      await store
        .log(tenantId, { creator: { userId } })
        .append(id, [{ type: "message.added", messageId: randomUUID(), role: "user", text: title ?? tool.name }]);
      const session: ToolSession = {
        id,
        tenant_id: tenantId,
        tool_slug: tool.slug,
        title,
        status: "active",
        entity_ids: [...entityIds],
        config,
        share_token: null,
        created_by: userId,
        created_at: new Date().toISOString(),
        ended_at: null,
      };
      await rows.create(session);
      if (!share) return { session };
      const { token, shareUrl } = await createLink(asker, session, share);
      return { session: { ...session, share_token: token }, shareUrl };
    },

    async list({ actor, context }: Asker, slug: string): Promise<ToolSession[]> {
      const tool = await catalog.find(slug, context);
      if (!tool || !canUse(tool, context).see) throw new HostRefusal("not_found", `There is no tool "${slug}" here.`);
      return await rows.list(actor.tenantId, slug, 100);
    },

    async state(asker: Asker, id: string): Promise<ToolSessionState> {
      const { session, tool } = await readable(asker, id);
      const { submitted } = await submittedTo(session);
      const submissions = submitted.map(({ submission }) => submission);
      const guest = guests.guestOf(asker.actor);
      const own = submissions.find(({ user_id }) => user_id === asker.actor.userId);
      return {
        session,
        submissions,
        ...(await aggregateOf(tool, submitted)),
        you: {
          user_id: asker.actor.userId,
          ...(own?.user_display_name !== undefined && { user_display_name: own.user_display_name }),
          maySubmit: session.status === "active" && guest?.link.role !== "watch" && mayRun(tool, asker.context),
          mayManage: await mayManage(asker.actor, session),
        },
      };
    },

    async submit(
      asker: Asker,
      id: string,
      { input, displayName, callId }: { input: unknown; displayName: string | undefined; callId: string },
    ) {
      const { actor, context } = asker;
      const { tenantId, userId } = actor;
      const { session } = await readable(asker, id);
      const before = (await rows.submitted(tenantId, id)).find((call) => call.callId === callId);
      if (before && before.userId !== userId) {
        throw new HostRefusal("call_taken", "Another submission has this callId. Take a new random UUID.");
      }
      const isThere = async () => (await store.sessions.findCall(tenantId, callId, id)) !== undefined;
      let done: Promise<unknown> = Promise.resolve();
      if (!before || !(await isThere())) {
        const submitted = { callId, userId, displayName, createdAt: Date.now() };
        const entry = await rows.submit(tenantId, id, submitted);
        if (entry === "ended") throw sessionEnded((await rows.find(tenantId, id)) ?? session);
        try {
          const begun = await calls.begin({
            tool: session.tool_slug,
            input,
            context: { ...context, tenantId },
            session: { id },
            callId,
          });
          done = begun.done;
        } catch (error) {
          // The same request twice at once: the other one has begun it.
          if (!(await isThere())) {
            if (entry === "entered") await rows.withdraw(tenantId, id, callId);
            throw error;
          }
        }
        // Cancelled between its entry and its call: whoever cancelled has not seen the call.
        const now = await rows.find(tenantId, id);
        if (now?.status === "cancelled") {
          await calls.cancel(tenantId, callId, { reason: "The session was cancelled." });
          throw sessionEnded(now);
        }
      }
      await Promise.race([done.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref())]);
      const { submitted } = await submittedTo(session);
      const { submission } = submitted.find((one) => one.submission.user_id === userId)!;
      const guest = guests.guestOf(actor);
      return { submission, callId, isNew: submission.id === callId, ...(guest && { guest: guest.key }) };
    },

    async update(
      asker: Asker,
      id: string,
      { status, title }: { status: "completed" | "cancelled" | undefined; title: string | null | undefined },
    ): Promise<ToolSession> {
      const { tenantId, userId } = asker.actor;
      const session = await managed(asker, id, status === undefined ? "rename it" : "end it");
      if (title !== undefined) await rows.rename(tenantId, id, title);
      if (status !== undefined) {
        const ended = await rows.end(tenantId, id, status);
        if (!ended) throw sessionEnded(session);
        if (status === "cancelled") {
          const { open } = await submittedTo(session);
          const cause = { by: userId, reason: "The session was cancelled." };
          await Promise.all(open.map((callId) => calls.cancel(tenantId, callId, cause)));
        }
      }
      return (await rows.find(tenantId, id))!;
    },

    async present(asker: Asker, id: string, displayName: string | undefined): Promise<ToolSessionPerson[]> {
      const { actor } = asker;
      await readable(asker, id);
      const wait = limits.take(`presence in ${id}`, PRESENT_A_MINUTE);
      if (wait > 0) {
        const message = `Many pages of this session say at this moment who is there. Try again in ${wait} seconds.`;
        throw new HostRefusal("too_many_requests", message, { retryAfter: wait });
      }
      const person = { user_id: actor.userId, ...(displayName !== undefined && { user_display_name: displayName }) };
      return await rows.present(actor.tenantId, id, person, Date.now() - PRESENT_MS);
    },

    async createLink(asker: Asker, id: string, options: LinkOptions) {
      const session = await managed(asker, id, "share it");
      const { link, shareUrl } = await createLink(asker, session, options);
      return { ...link, shareUrl };
    },
    async links(asker: Asker, id: string): Promise<ToolSessionLink[]> {
      await managed(asker, id, "see its links");
      return await rows.links(asker.actor.tenantId, id);
    },
    async withdrawLink(asker: Asker, id: string, linkId: string): Promise<void> {
      await managed(asker, id, "take a link back");
      if (await rows.withdrawLink(asker.actor.tenantId, id, linkId)) return;
      throw new HostRefusal("session_link_not_found", "This session has no such link, or it has ended already.");
    },
  };
}

const mayRun = (tool: ResolvedTool | null, context: ToolContext): boolean => tool !== null && canUse(tool, context).run;

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, [Item, ...Item[]]> {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** What somebody submitted, and the call that shows it: of all of theirs the last that completed, else the last. */
interface Submitted {
  submission: ToolSessionSubmission;
  call: CallView;
}

type Version = SubmittedCall & { call: CallView };

function submittedBy(sessionId: string, versions: readonly [Version, ...Version[]]): Submitted {
  const [first] = versions;
  const { call, userId, displayName, createdAt } =
    versions.findLast((version) => version.call.status === "completed") ?? versions.at(-1) ?? first;
  const submission: ToolSessionSubmission = {
    // That of the first call stays through all corrections.
    id: first.callId,
    session_id: sessionId,
    user_id: userId,
    ...(displayName !== undefined && { user_display_name: displayName }),
    input: call.input as ToolSessionSubmission["input"],
    output: call.status === "completed" ? ((call.output ?? null) as ToolSessionSubmission["output"]) : null,
    created_at: new Date(createdAt).toISOString(),
  };
  return { submission, call };
}

const sessionEnded = ({ status }: ToolSession): HostRefusal => {
  const how = status === "cancelled" ? "cancelled" : "completed";
  return new HostRefusal("session_ended", `This session was ${how}: it takes no more submissions and changes.`);
};
