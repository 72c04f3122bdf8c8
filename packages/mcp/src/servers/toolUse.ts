import type { Store } from "@callboard/server";

/** How a tool was used. */
export interface ToolUse {
  calls: number;
  errors: number;
  p95: number | null;
  by: { userId: string | null; calls: number }[];
}

/** Over how many days calls are counted. */
export const USE_DAYS = 30;
const MOST_PEOPLE = 5;
const NONE: ToolUse = { calls: 0, errors: 0, p95: null, by: [] };

/** How these tools were used in a tenant, from its log. */
export async function readToolUse(
  { database }: Pick<Store, "database">,
  tenantId: string,
  slugs: readonly string[],
): Promise<(slug: string) => ToolUse> {
  const values = [slugs, Date.now() - USE_DAYS * 24 * 60 * 60 * 1000];
  const counted = "from callboard.calls where tool = any($1::text[]) and requested_at > $2";
  const [sums, people] = await database.asTenant(tenantId, async (tx) => [
    await tx.query<{ tool: string; calls: number; errors: number; p95: number | null }>(
      `select tool, count(*)::int as calls,
         count(*) filter (where status in ('failed', 'interrupted'))::int as errors,
         percentile_cont(0.95) within group (order by duration_ms) filter (where status = 'completed') as p95
       ${counted} group by tool`,
      values,
    ),
    await tx.query<{ tool: string; user_id: string | null; calls: number }>(
      `select tool, user_id, calls from (
         select tool, user_id, count(*)::int as calls,
           row_number() over (partition by tool order by count(*) desc, user_id) as place
         ${counted} group by tool, user_id
       ) as counts where place <= ${MOST_PEOPLE} order by tool, place`,
      values,
    ),
  ]);
  const bySlug = new Map(sums.map(({ tool, ...sum }) => [tool, sum]));
  return (slug) => {
    const sum = bySlug.get(slug);
    if (!sum) return NONE;
    const by = people.filter(({ tool }) => tool === slug).map(({ user_id: userId, calls }) => ({ userId, calls }));
    return { ...sum, by };
  };
}
