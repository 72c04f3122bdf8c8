import { randomBytes } from "node:crypto";
import type { Connection, ConnectionDraft, ConnectionKind } from "@callboard/core";
import type { Database } from "../db/database.ts";
import { storable } from "../log/callProjection.ts";

/** A connection as tools on the host use it. The secret is for the request they make, and for nothing that is kept or shown. */
export interface OpenedConnection extends Connection {
  secret: string | null;
}

/** Tenants' saved destinations. Secrets go in here, and come out only to tools that run on the host. */
export interface Connections {
  /** By name. */
  list(tenantId: string): Promise<Connection[]>;
  /** Undefined where the tenant has one of this name already. */
  create(tenantId: string, userId: string | null, draft: ConnectionDraft): Promise<Connection | undefined>;
  remove(tenantId: string, id: string): Promise<boolean>;
  /** By id, or by name whatever its case; undefined where this tenant has none. */
  open(tenantId: string, key: { id: string } | { name: string }): Promise<OpenedConnection | undefined>;
}

interface Row {
  id: string;
  name: string;
  kind: ConnectionKind;
  address: string;
  has_secret: boolean;
  created_at: number;
}

const columns = "id, name, kind, address, secret is not null as has_secret, created_at";

export function createConnections(database: Database): Connections {
  return {
    async list(tenantId) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<Row>(`select ${columns} from callboard.connections order by lower(name), id`),
      );
      return rows.map(toConnection);
    },
    async create(tenantId, userId, { name, kind, address, secret }) {
      const id = `connection_${randomBytes(12).toString("base64url")}`;
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<Row>(
          `insert into callboard.connections (id, tenant_id, user_id, name, kind, address, secret, created_at)
           values ($1, $2::uuid, $3, $4, $5, $6, $7, $8::bigint) on conflict do nothing returning ${columns}`,
          [
            id,
            tenantId,
            userId && storable(userId),
            storable(name),
            kind,
            storable(address),
            secret ? storable(secret) : null,
            Date.now(),
          ],
        ),
      );
      return rows[0] && toConnection(rows[0]);
    },
    async remove(tenantId, id) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query("delete from callboard.connections where id = $1 returning id", [id]),
      );
      return rows.length > 0;
    },
    async open(tenantId, key) {
      const [where, value] = "id" in key ? ["id = $1", key.id] : ["lower(name) = lower($1)", key.name];
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<Row & { secret: string | null }>(
          `select ${columns}, secret from callboard.connections where ${where}`,
          [storable(value)],
        ),
      );
      return row && { ...toConnection(row), secret: row.secret };
    },
  };
}

function toConnection({ id, name, kind, address, has_secret, created_at }: Row): Connection {
  return { id, name, kind, address, hasSecret: has_secret, createdAt: created_at };
}
