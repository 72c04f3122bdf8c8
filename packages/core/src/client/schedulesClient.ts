import type { RequestOptions, Transport } from "./transport.ts";

/** A tool that runs with one input at the times of a cron line, as the person who added it. Times are epoch ms. */
export interface Schedule {
  id: string;
  tool: string;
  input: unknown;
  /** Minute, hour, day of the month, month and day of the week: `0 7 * * 1-5`. */
  cron: string;
  /** The IANA name of the time zone in which `cron` is read. */
  timeZone: string;
  /** For whom it runs. */
  userId: string | null;
  createdAt: number;
  isPaused: boolean;
  /** When it runs next; null while it is paused, and where there is no such time any more. */
  nextAt: number | null;
  /** What came of the last time it was due; null before the first. */
  last: ScheduleFiring | null;
  /** How many of its times passed since then while no host was there to run it. */
  missed: number;
}

/** A time at which a schedule was due, and the call that it made or why it made none. */
export interface ScheduleFiring {
  at: number;
  call: { callId: string; sessionId: string } | null;
  problem: string | null;
}

export interface ScheduleDraft {
  tool: string;
  input: unknown;
  cron: string;
  /** UTC by default. */
  timeZone?: string;
}

/** The schedules of a tenant, for whoever has the permission `schedules.tenant.…` of each act. */
export interface SchedulesClient {
  list(options?: RequestOptions): Promise<Schedule[]>;
  /** Adds one that runs as whoever asks. */
  add(draft: ScheduleDraft): Promise<Schedule>;
  pause(id: string): Promise<Schedule>;
  /** Lets one go on from now: what was due while it was paused is not made up for. */
  resume(id: string): Promise<Schedule>;
  remove(id: string): Promise<void>;
}

/** The client of a tenant's schedules. */
export function schedulesClient(transport: Transport): SchedulesClient {
  const at = (id: string) => `/api/schedules/${encodeURIComponent(id)}`;
  const set = (id: string, isPaused: boolean): Promise<Schedule> =>
    transport.json(at(id), { method: "PATCH", json: { isPaused } });
  return {
    list: ({ signal } = {}) => transport.json("/api/schedules", { signal }),
    add: (draft) => transport.json("/api/schedules", { method: "POST", json: draft }),
    pause: (id) => set(id, true),
    resume: (id) => set(id, false),
    remove: (id) => transport.json(at(id), { method: "DELETE" }),
  };
}
