import { randomUUID } from "node:crypto";
import type { ToolContext } from "@callboard/core";
import { createAjvValidator } from "@callboard/core/ajv";
import { checkInput } from "@callboard/core/host";
import type { Schedule, ScheduleDraft, ScheduleFiring } from "@callboard/core/client";
import { HostRefusal, type Kernel } from "@callboard/server";
import { personOf } from "../execution/startWork.ts";
import { checkCronLine, timeAfter, timesUntil } from "./cronLine.ts";
import { createScheduleRows, type ScheduleRow } from "./scheduleRows.ts";

/** The parts of a kernel that schedules use. */
export type SchedulesKernel = Pick<Kernel, "calls" | "catalog" | "presentContext" | "store" | "onProblem">;

type TenantContext = ToolContext & { tenantId: string };

/** The schedules of a host's tenants, and what runs them. */
export interface Schedules {
  list(tenantId: string): Promise<Schedule[]>;
  /**
   * Adds one that runs as the context's person.
   * @throws HostRefusal where the tool may not be run, or the time is none.
   */
  add(draft: ScheduleDraft, context: TenantContext): Promise<Schedule>;
  /** @throws HostRefusal `schedule_not_found` */
  setPaused(tenantId: string, id: string, isPaused: boolean): Promise<Schedule>;
  /** @throws HostRefusal `schedule_not_found` */
  remove(tenantId: string, id: string): Promise<void>;
  /** Begins what is due, and answers when the next is, in epoch milliseconds. */
  runDue(now?: number): Promise<number | null>;
  /** Runs what is due from now on, until it is closed. */
  start(): void;
  close(): Promise<void>;
}

/** What is later than this is not made up for: a report of the morning is of no use at night. */
const GRACE_MS = 5 * 60_000;
/** How often another host's schedules are looked for, and what could not be begun is tried again. */
const LOOK_MS = 15_000;

export function createSchedules({ calls, catalog, presentContext, store, onProblem }: SchedulesKernel): Schedules {
  const rows = createScheduleRows(store.database);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lookingAt = Infinity;
  let looking: Promise<void> | undefined;
  let isClosed = false;

  /** Begins the call of one time, once over all hosts: its id says which time it is of. */
  async function begin(row: ScheduleRow, at: number): Promise<ScheduleFiring> {
    const { id, tenantId, tool, input, person } = row;
    try {
      const context = await presentContext({ ...person, requestId: randomUUID(), tenantId });
      const { callId, sessionId, done } = await calls.begin({
        tool,
        input,
        context: { ...context, source: "api" },
        by: "schedule",
        callId: `${id}-${at}`,
      });
      // Nobody waits for it here: how it ends is in its log.
      done.catch(() => {});
      return { at, call: { callId, sessionId }, problem: null };
    } catch (error) {
      if (!(error instanceof HostRefusal) || error.code === "log_unavailable") throw error;
      return { at, call: null, problem: error.message };
    }
  }

  async function fire(row: ScheduleRow, now: number): Promise<void> {
    if (row.nextAt === null) return;
    const times = timesUntil(row, row.nextAt, now);
    const last = times.at(-1) ?? row.nextAt;
    const isLate = now - last > GRACE_MS;
    const nextAt = timeAfter(row, now);
    if (isLate) return await rows.goOn(row, { nextAt, last: row.last, missed: row.missed + times.length });
    const firing = await begin(row, last);
    await rows.goOn(row, { nextAt, last: firing, missed: times.length - 1 });
  }

  async function runDue(now = Date.now()): Promise<number | null> {
    const { rows: due, nextAt } = await rows.due(now);
    await Promise.all(
      due.map((row) =>
        fire(row, now).catch((error: unknown) =>
          onProblem(`The schedule ${row.id} could not run; it is tried again.`, error),
        ),
      ),
    );
    return nextAt;
  }

  function lookAt(at: number | null): void {
    if (isClosed) return;
    const now = Date.now();
    const next = Math.min(at ?? Infinity, lookingAt, now + LOOK_MS);
    lookingAt = next;
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        lookingAt = Infinity;
        looking = runDue()
          .catch((error: unknown) => {
            onProblem("What is due could not be looked for; it is tried again.", error);
            return null;
          })
          .then(lookAt);
      },
      Math.max(0, next - now),
    );
    timer.unref();
  }

  const shown = ({ person, tenantId: _tenantId, ...row }: ScheduleRow): Schedule => ({ ...row, userId: person.userId });
  const notFound = (id: string) =>
    new HostRefusal(
      "schedule_not_found",
      `There is no schedule "${id.slice(0, 80)}" here. Another person may have deleted it.`,
    );

  return {
    list: async (tenantId) => (await rows.list(tenantId)).map(shown),
    async add({ tool, input, cron, timeZone = "UTC" }, context) {
      const line = { cron: cron.trim(), timeZone };
      const now = Date.now();
      checkCronLine(line, now);
      const resolved = await catalog.resolve(tool, context);
      if (resolved.refusal) {
        throw new HostRefusal("invalid_schedule", resolved.refusal.message, { path: "/tool" });
      }
      const checked = await checkInput(resolved.tool, input, createAjvValidator);
      if (checked.refusal) {
        const { message, path = "", issues } = checked.refusal;
        const [first] = issues;
        throw new HostRefusal("invalid_schedule", first?.message ?? message, { path: `/input${path}` });
      }
      const { tenantId } = context;
      const person = { ...personOf(context), source: "api" as const };
      const row = await rows.insert({ ...line, tenantId, tool, input, person, nextAt: timeAfter(line, now) });
      lookAt(row.nextAt);
      return shown(row);
    },
    async setPaused(tenantId, id, isPaused) {
      const row = await rows.find(tenantId, id);
      if (!row) throw notFound(id);
      // A second press changes nothing: a time that has come is not passed over.
      if (row.isPaused === isPaused) return shown(row);
      const changed = await rows.setPaused(tenantId, id, isPaused, isPaused ? null : timeAfter(row, Date.now()));
      if (!changed) throw notFound(id);
      lookAt(changed.nextAt);
      return shown(changed);
    },
    async remove(tenantId, id) {
      if (!(await rows.remove(tenantId, id))) throw notFound(id);
    },
    runDue,
    start: () => lookAt(Date.now()),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
