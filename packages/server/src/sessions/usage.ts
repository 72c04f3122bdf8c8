import type { ModelUse, ToolUse, UsageStats, Use } from "@callboard/core/client";
import type { Database } from "../db/database.ts";

/** How one model was used, without what that cost. */
export type CountedModelUse = Omit<ModelUse, "spend">;

/** What a tenant used in a time, as the log and its tables say. */
export interface CountedUsage extends Omit<UsageStats, "models"> {
  models: readonly CountedModelUse[];
}

export interface Usage {
  /** What was used from `from` on and before `to`, in epoch milliseconds. */
  read(tenantId: string, time: { from: number; to: number }): Promise<CountedUsage>;
}

/** So many calls, and so many answers of models, are counted at most; the newest of the time. */
const MOST_COUNTED = 50_000;
const MOST_LISTED = 200;

const PERCENTILES = (milliseconds: string) =>
  [50, 95].map((p) => `percentile_cont(${p / 100}) within group (order by ${milliseconds}) as p${p}`).join(", ");

export function createUsage(database: Database): Usage {
  return {
    read: (tenantId, { from, to }) =>
      database.asTenant(tenantId, async (tx) => {
        const asked = [tenantId, from, to];
        const tools = await tx.query<Counted<ToolUse>>(
          `with recent as (
             select tool, status, duration_ms from callboard.calls
             where tenant_id = $1::uuid and requested_at >= $2::bigint and requested_at < $3::bigint
             order by requested_at desc limit ${MOST_COUNTED})
           select tool, count(*) as calls, count(*) filter (where status in ('failed', 'interrupted')) as errors,
             ${PERCENTILES("duration_ms")}, (select count(*) from recent) as counted
           from recent group by tool order by calls desc, tool limit ${MOST_LISTED}`,
          asked,
        );
        const models = await tx.query<Counted<CountedModelUse>>(
          `with recent as (
             -- A body that holds what JSON may and PostgreSQL's texts may not is counted, and not read.
             select type, case when body !~* '\\\\u(0000|d[89a-f])' then body::json end as body
             from callboard.session_events
             where tenant_id = $1::uuid and at >= $2::bigint and at < $3::bigint
               and type in ('agent.step_completed', 'agent.failed')
             order by at desc limit ${MOST_COUNTED}),
           answers as (
             select body ->> 'model' as model, type = 'agent.failed' as failed, (body ->> 'durationMs')::float8 as ms,
               (body -> 'usage' ->> 'inputTokens')::float8 as input_tokens,
               (body -> 'usage' ->> 'outputTokens')::float8 as output_tokens,
               (body -> 'usage' ->> 'cachedInputTokens')::float8 as cached
             from recent where type <> 'agent.failed' or body ->> 'model' is not null)
           select model, count(*) as calls, count(*) filter (where failed) as errors, ${PERCENTILES("ms")},
             coalesce(sum(input_tokens), 0) as "inputTokens", coalesce(sum(output_tokens), 0) as "outputTokens",
             coalesce(sum(cached), 0) as "cachedInputTokens", count(*) filter (where cached > 0) as "cacheHits",
             (select count(*) from recent) as counted
           from answers group by model order by calls desc, model limit ${MOST_LISTED}`,
          asked,
        );
        const isCut = [tools, models].some(([first]) => (first?.counted ?? 0) >= MOST_COUNTED);
        return {
          from,
          to,
          tools: tools.map(({ tool, ...use }) => ({ tool, ...useOf(use) })),
          models: models.map(({ model, inputTokens, outputTokens, cachedInputTokens, cacheHits, ...use }) => ({
            model,
            ...useOf(use),
            inputTokens,
            outputTokens,
            cachedInputTokens,
            cacheHits,
          })),
          isCut,
        };
      }),
  };
}

type Counted<Row> = Row & { counted: number };

const useOf = ({ calls, errors, p50, p95 }: Use): Use => ({ calls, errors, p50, p95 });
