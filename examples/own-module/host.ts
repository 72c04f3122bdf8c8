import { createRegistry, defineTool } from "@callboard/core";
import { createHost, tenantRows, type Actor, type HostModule, type Store } from "@callboard/server";

/** Counts who has looked: a table, a route for each and a fact that tools may ask. */
const visitsModule: HostModule = {
  name: "visits",
  migrations: [
    {
      version: 1,
      name: "visits",
      sql: `
        create table callboard.visits (tenant_id uuid not null, user_id text not null);
        ${tenantRows("visits", "select, insert")}`,
    },
  ],
  open({ store: { database } }) {
    const count = async (tenantId: string) => {
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<{ count: number }>("select count(*)::int as count from callboard.visits"),
      );
      return row?.count ?? 0;
    };
    return {
      routes: [
        {
          method: "POST",
          path: "/api/visits",
          authority: "tenant",
          async handle({ actor: { tenantId, userId } }) {
            await database.asTenant(tenantId, async (tx) => {
              await tx.query("insert into callboard.visits values ($1::uuid, $2)", [tenantId, userId]);
            });
            return Response.json({ visits: await count(tenantId) });
          },
        },
      ],
      facts: async ({ tenantId }) => ({ visits: tenantId ? await count(tenantId) : 0 }),
    };
  },
};

/** A tool that is there once somebody has looked. */
const thanks = defineTool({
  slug: "thanks",
  name: "Thanks",
  description: "Use this to thank the visitors.",
  category: "example",
  icon: "heart",
  inputSchema: { type: "object" },
  available: ({ facts }) => Number(facts?.["visits"]) > 0,
  outputSchema: { type: "string" },
  execute: () => "Thank you for looking in.",
});

export function createVisitedHost(store: Store, actor: Readonly<Record<string, Actor>>) {
  const registry = createRegistry();
  registry.register(thanks);
  return createHost({ registry, store, actor, modules: [visitsModule] });
}
