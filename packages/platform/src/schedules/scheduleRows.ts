import type { Schedule, ScheduleFiring } from "@callboard/core/client";
import { HostRefusal, type Store } from "@callboard/server";
import type { WorkPerson } from "../execution/startWork.ts";

/** A schedule as its row has it, with what its person might do when it was added. */
export interface ScheduleRow extends Omit<Schedule, "userId"> {
  tenantId: string;
  person: WorkPerson;
}

/** Schedules, of which each method but the last two sees those of one tenant. */
export interface ScheduleRows {
  list(tenantId: string): Promise<ScheduleRow[]>;
  /** @throws HostRefusal `too_many_schedules` */
  insert(
    row: Pick<ScheduleRow, "tenantId" | "tool" | "input" | "cron" | "timeZone" | "person" | "nextAt">,
  ): Promise<ScheduleRow>;
  find(tenantId: string, id: string): Promise<ScheduleRow | undefined>;
  setPaused(tenantId: string, id: string, isPaused: boolean, nextAt: number | null): Promise<ScheduleRow | undefined>;
  remove(tenantId: string, id: string): Promise<boolean>;
  /** What is due, of all tenants, and when the next of them will be. */
  due(now: number): Promise<{ rows: ScheduleRow[]; nextAt: number | null }>;
  /** Goes on to its next time, unless another host, or a person, has changed it meanwhile. */
  goOn(row: ScheduleRow, to: Pick<ScheduleRow, "nextAt" | "last" | "missed">): Promise<void>;
}

/** More than anybody reads in a list. */
const MOST_OF_TENANT = 200;
/** So many are begun at once. */
const MOST_DUE = 100;

const COLUMNS = `id, tenant_id as "tenantId", tool, input, cron, time_zone as "timeZone", person,
  created_at as "createdAt", is_paused as "isPaused", next_at as "nextAt", last, missed`;

export function createScheduleRows(database: Store["database"]): ScheduleRows {
  return {
    list: (tenantId) =>
      database.asTenant(tenantId, (tx) =>
        tx.query<ScheduleRow>(
          `select ${COLUMNS} from callboard.schedules where tenant_id = $1::uuid order by created_at desc, id`,
          [tenantId],
        ),
      ),
    insert: ({ tenantId, tool, input, cron, timeZone, person, nextAt }) =>
      database.asTenant(tenantId, async (tx) => {
        const [row] = await tx.query<ScheduleRow>(
          `insert into callboard.schedules (tenant_id, tool, input, cron, time_zone, person, created_at, next_at)
           select $1::uuid, $2::text, $3::text::jsonb, $4::text, $5::text, $6::text::jsonb, $7::bigint, $8::bigint
           where (select count(*) from callboard.schedules where tenant_id = $1::uuid) < ${MOST_OF_TENANT}
           returning ${COLUMNS}`,
          [tenantId, tool, JSON.stringify(input), cron, timeZone, JSON.stringify(person), Date.now(), nextAt],
        );
        if (row) return row;
        const message = `There are ${MOST_OF_TENANT} schedules here already, which is the most. Delete one that is not needed.`;
        throw new HostRefusal("too_many_schedules", message);
      }),
    find: (tenantId, id) =>
      database.asTenant(tenantId, async (tx) => {
        const [row] = await tx.query<ScheduleRow>(
          `select ${COLUMNS} from callboard.schedules where tenant_id = $1::uuid and id = $2::uuid`,
          [tenantId, id],
        );
        return row;
      }),
    setPaused: (tenantId, id, isPaused, nextAt) =>
      database.asTenant(tenantId, async (tx) => {
        const [row] = await tx.query<ScheduleRow>(
          `update callboard.schedules set is_paused = $3, next_at = $4, missed = 0
           where tenant_id = $1::uuid and id = $2::uuid returning ${COLUMNS}`,
          [tenantId, id, isPaused, nextAt],
        );
        return row;
      }),
    remove: (tenantId, id) =>
      database.asTenant(tenantId, async (tx) => {
        const removed = await tx.query(
          "delete from callboard.schedules where tenant_id = $1::uuid and id = $2::uuid returning id",
          [tenantId, id],
        );
        return removed.length > 0;
      }),
    due: (now) =>
      database.asHost(async (tx) => {
        const rows = await tx.query<ScheduleRow>(
          `select ${COLUMNS} from callboard.schedules where next_at <= $1 order by next_at, id limit ${MOST_DUE}`,
          [now],
        );
        const [next] = await tx.query<{ at: number | null }>(
          "select min(next_at) as at from callboard.schedules where next_at > $1",
          [now],
        );
        return { rows, nextAt: rows.length === MOST_DUE ? now : (next?.at ?? null) };
      }),
    async goOn({ id, nextAt: due }, { nextAt, last, missed }) {
      await database.asHost((tx) =>
        tx.query(
          `update callboard.schedules set next_at = $3, last = $4::text::jsonb, missed = $5
           where id = $1::uuid and next_at = $2`,
          [id, due, nextAt, last && JSON.stringify(last satisfies ScheduleFiring), missed],
        ),
      );
    },
  };
}
