import { tenantRows, type Migration, type Store } from "@callboard/server";
import type { McpWireMessage } from "@callboard/core/client";
import type { SpokenCall } from "./wire.ts";

/** What was spoken in a call, as it is kept. */
export interface KeptWire {
  callId: string;
  server: string;
  messages: McpWireMessage[];
  isCut: boolean;
}

/** What was spoken with servers, call by call. */
export interface KeptWires {
  /** Puts what was spoken in one more go behind what is kept of the call. */
  keep(spoken: SpokenCall): Promise<void>;
  of(tenantId: string, callId: string): Promise<KeptWire | undefined>;
  /** The last calls of a server, the oldest first. */
  ofServer(tenantId: string, server: string): Promise<KeptWire[]>;
}

export const KEPT_WIRES_MIGRATION: Migration = {
  version: 3,
  name: "what was spoken with servers, call by call",
  sql: `
    create table callboard.mcp_wires (
      tenant_id uuid not null,
      session_id text not null,
      call_id text not null,
      server text not null,
      -- Without secrets: they are masked before anything is written.
      messages jsonb not null,
      is_cut boolean not null,
      at bigint not null,
      primary key (tenant_id, call_id),
      foreign key (session_id, tenant_id) references callboard.sessions (id, tenant_id) on delete cascade
    );
    create index mcp_wires_by_session on callboard.mcp_wires (session_id);
    create index mcp_wires_by_server on callboard.mcp_wires (tenant_id, server, at desc);
    ${tenantRows("mcp_wires", "select, insert, update")}`,
};

const MOST_CALLS = 500;

interface Row {
  call_id: string;
  server: string;
  messages: McpWireMessage[];
  is_cut: boolean;
}
const COLUMNS = "call_id, server, messages, is_cut";
const toWire = ({ call_id: callId, server, messages, is_cut: isCut }: Row): KeptWire => ({
  callId,
  server,
  messages,
  isCut,
});

export function createKeptWires({ database }: Pick<Store, "database">): KeptWires {
  return {
    async keep({ tenantId, sessionId, callId, server, messages, isCut }) {
      await database.asTenant(tenantId, (tx) =>
        tx.query(
          // A session that was deleted meanwhile keeps nothing.
          `insert into callboard.mcp_wires as kept (tenant_id, session_id, call_id, server, messages, is_cut, at)
           select $1::uuid, s.id, $3, $4, $5::jsonb, $6::boolean, $7::bigint from callboard.sessions s where s.id = $2
           on conflict (tenant_id, call_id) do update
             set messages = kept.messages || excluded.messages, is_cut = kept.is_cut or excluded.is_cut`,
          [tenantId, sessionId, callId, server, JSON.stringify(messages), isCut, Date.now()],
        ),
      );
    },
    async of(tenantId, callId) {
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<Row>(`select ${COLUMNS} from callboard.mcp_wires where call_id = $1`, [callId]),
      );
      return row && toWire(row);
    },
    async ofServer(tenantId, server) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<Row>(
          `select ${COLUMNS} from callboard.mcp_wires where server = $1 order by at desc limit ${MOST_CALLS}`,
          [server],
        ),
      );
      return rows.map(toWire).reverse();
    },
  };
}
