import { randomBytes } from "node:crypto";
import type { Connection, ConnectionDraft, ConnectionKind } from "@callboard/core";
import type { Store } from "../../store.ts";
import { storable } from "../../db/storable.ts";
import { HostRefusal } from "../../hostRefusal.ts";

/**
 * A connection as tools on the host use it. The secret is for the request they make, and for nothing that is kept or
 * shown.
 */
export interface OpenedConnection extends Connection {
  secret: string | null;
}

/**
 * Tenants' saved destinations. Secrets go in here, are kept encrypted, and come out only to tools that run on the host.
 */
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

const columns = "id, name, kind, address, sealed_secret is not null as has_secret, created_at";

const NO_KEY =
  "This host has no key to keep secrets with. Its operator has to set one (CALLBOARD_SECRET_KEY); until then leave the secret out.";

export function createConnections({ database, secrets }: Pick<Store, "database" | "secrets">): Connections {
  const box = () => {
    if (!secrets) throw new HostRefusal("no_secret_key", NO_KEY, { path: "/secret" });
    return secrets;
  };
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
          `insert into callboard.connections (id, tenant_id, user_id, name, kind, address, sealed_secret, created_at)
           values ($1, $2::uuid, $3, $4, $5, $6, $7, $8::bigint) on conflict do nothing returning ${columns}`,
          [
            id,
            tenantId,
            userId && storable(userId),
            storable(name),
            kind,
            storable(address),
            secret ? box().seal(secret, placeOf(tenantId, id)) : null,
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
        tx.query<Row & { sealed_secret: string | null }>(
          `select ${columns}, sealed_secret from callboard.connections where ${where}`,
          [storable(value)],
        ),
      );
      if (!row) return undefined;
      const { id, name, sealed_secret: sealed } = row;
      try {
        return { ...toConnection(row), secret: sealed === null ? null : box().open(sealed, placeOf(tenantId, id)) };
      } catch (cause) {
        throw new Error(
          `The secret of the connection "${name}" cannot be read with this host's key. Remove the connection and save it anew, or start the host with the key that it was saved with (CALLBOARD_SECRET_KEY).`,
          { cause },
        );
      }
    },
  };
}

/** A sealed secret is worth nothing in another tenant's row, or in another row of its own tenant. */
const placeOf = (tenantId: string, id: string): string => `${tenantId}/${id}`;

function toConnection({ id, name, kind, address, has_secret, created_at }: Row): Connection {
  return { id, name, kind, address, hasSecret: has_secret, createdAt: created_at };
}
