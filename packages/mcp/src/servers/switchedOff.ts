import { storable, type Store } from "@callboard/server";

/** The tools that tenants have switched off, by server and by the server's name for them. */
export interface SwitchedOff {
  of(tenantId: string): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  set(tenantId: string, server: string, tool: string, change: { isOn: boolean; by: string | null }): Promise<void>;
}

export function createSwitchedOff({ database }: Pick<Store, "database">): SwitchedOff {
  return {
    async of(tenantId) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<{ server: string; tool: string }>("select server, tool from callboard.mcp_switched_off"),
      );
      const off = new Map<string, Set<string>>();
      for (const { server, tool } of rows) off.set(server, (off.get(server) ?? new Set()).add(tool));
      return off;
    },
    async set(tenantId, server, tool, { isOn, by }) {
      await database.asTenant(tenantId, (tx) =>
        isOn
          ? tx.query("delete from callboard.mcp_switched_off where server = $1 and tool = $2", [server, tool])
          : tx.query(
              `insert into callboard.mcp_switched_off (tenant_id, server, tool, by_user) values ($1::uuid, $2, $3, $4)
               on conflict do nothing`,
              [tenantId, server, tool, by && storable(by)],
            ),
      );
    },
  };
}
