import { createHash, randomUUID } from "node:crypto";
import type { AgentNote } from "@callboard/core/client";
import { canonicalJson } from "@callboard/core/host";
import type { Store } from "@callboard/server";
import { keepVersion } from "../rows/schemaVersions.ts";

/** What a tenant says of an agent; what is left out is as the agent's definition has it. */
export interface AgentConfig {
  instructions?: string;
  toolGroups?: string[];
  customTools?: string[];
}

/** A tenant's config of an agent; one that nobody has written has revision 0. */
export interface ConfigRow {
  config: AgentConfig;
  revision: number;
}

interface NoteRow extends Omit<AgentNote, "createdAt"> {
  createdAt: number;
}

/** What the database holds of tenants' agents: each method sees and changes what is its tenant's. */
export type AgentRows = ReturnType<typeof createAgentRows>;

const NOTE = `id::text, agent, kind, wrong, said, session_id as "sessionId", created_at as "createdAt",
  created_by as "createdBy"`;

export function createAgentRows({ database }: Pick<Store, "database">) {
  const asTenant = database.asTenant.bind(database);
  return {
    /** The newest first. */
    notes: (tenantId: string, agent: string, limit: number) =>
      asTenant(tenantId, (tx) =>
        tx.query<NoteRow>(
          `select ${NOTE} from callboard.agent_notes where tenant_id = $1::uuid and agent = $2
           order by created_at desc, id limit $3::integer`,
          [tenantId, agent, limit],
        ),
      ),

    /** Undefined where the agent has so many already. */
    addNote: (
      tenantId: string,
      note: Omit<AgentNote, "id" | "createdAt">,
      most: number,
    ): Promise<NoteRow | undefined> =>
      asTenant(tenantId, async (tx) => {
        const [row] = await tx.query<NoteRow>(
          `insert into callboard.agent_notes
             (tenant_id, id, agent, kind, wrong, said, session_id, created_at, created_by)
           select $1::uuid, $2::uuid, $3::text, $4::text, $5::text, $6::text, $7::text, $8::bigint, $9::text
           where (select count(*) from callboard.agent_notes where tenant_id = $1::uuid and agent = $3::text) < $10::integer
           returning ${NOTE}`,
          [
            tenantId,
            randomUUID(),
            note.agent,
            note.kind,
            note.wrong,
            note.said,
            note.sessionId,
            Date.now(),
            note.createdBy,
            most,
          ],
        );
        return row;
      }),

    removeNote: (tenantId: string, id: string) =>
      asTenant(tenantId, async (tx) => {
        const removed = await tx.query(
          "delete from callboard.agent_notes where tenant_id = $1::uuid and id = $2::uuid returning id",
          [tenantId, id],
        );
        return removed.length > 0;
      }),

    async config(tenantId: string, agent: string): Promise<ConfigRow> {
      const [row] = await asTenant(tenantId, (tx) =>
        tx.query<ConfigRow>(
          "select config, revision from callboard.agent_configs where tenant_id = $1::uuid and agent = $2",
          [tenantId, agent],
        ),
      );
      return row ?? { config: {}, revision: 0 };
    },

    /** Undefined where it is not as `revision` says any more. */
    setConfig: (tenantId: string, agent: string, { config, revision }: ConfigRow, by: string | null) =>
      asTenant(tenantId, async (tx) => {
        const values = [tenantId, agent, JSON.stringify(config), Date.now(), by];
        const [row] =
          revision === 0
            ? await tx.query<ConfigRow>(
                `insert into callboard.agent_configs (tenant_id, agent, config, updated_at, updated_by)
                 values ($1::uuid, $2, $3::text::jsonb, $4::bigint, $5) on conflict do nothing returning config, revision`,
                values,
              )
            : await tx.query<ConfigRow>(
                `update callboard.agent_configs
                 set config = $3::text::jsonb, updated_at = $4::bigint, updated_by = $5, revision = revision + 1
                 where tenant_id = $1::uuid and agent = $2 and revision = $6::integer returning config, revision`,
                [...values, revision],
              );
        if (!row) return undefined;
        const version = createHash("sha256").update(canonicalJson(config)).digest("hex");
        const kept = { version, content: config, createdAt: Date.now(), createdBy: by };
        await keepVersion(tx, { tenantId, kind: "agent", slug: agent }, kept);
        return row;
      }),
  };
}
