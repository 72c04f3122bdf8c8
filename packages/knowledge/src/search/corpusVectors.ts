import type { Embedder } from "@callboard/core/search";
import type { Database, Transaction } from "@callboard/server";
import { nextRevision } from "../corpus/corpusWriter.ts";

const AT_ONCE = 64;
/** A model reads no more of a chunk. */
const LONGEST = 2_000;

/** Gives chunks of whole documents the vectors that they lack. Resolves with how many it gave. @throws what the embedder throws */
export async function embedMissing(
  database: Pick<Database, "asTenant">,
  embedder: Embedder,
  tenantId: string,
  signal: AbortSignal,
): Promise<number> {
  let given = 0;
  for (;;) {
    signal.throwIfAborted();
    const chunks = await database.asTenant(tenantId, (tx) =>
      tx.query<{ id: string; text: string }>(
        `select c.path_part_id as id, d.title || E'\n' || left(c.text, $2::int) as text from callboard.corpus_chunks c
         join callboard.corpus_documents d on d.tenant_id = c.tenant_id and d.path_part_id = c.document_id and d.state = 'whole'
         where not exists (select from callboard.corpus_vectors v
           where v.tenant_id = c.tenant_id and v.chunk_id = c.path_part_id and v.model = $1)
         limit $3::int`,
        [embedder.name, LONGEST, Math.min(AT_ONCE, embedder.batchSize ?? AT_ONCE)],
      ),
    );
    if (chunks.length === 0) return given;
    const vectors = await embedder.embed(chunks.map(({ text }) => text));
    await database.asTenant(tenantId, async (tx) => {
      const revision = await nextRevision(tx, tenantId);
      // A chunk may have gone meanwhile.
      await tx.query(
        `insert into callboard.corpus_vectors (tenant_id, chunk_id, model, vector, revision)
         select $1::uuid, n.id, $2, n.vector, $3::bigint from unnest($4::uuid[], $5::text[]) as n (id, vector)
         join callboard.corpus_chunks c on c.path_part_id = n.id on conflict do nothing`,
        [tenantId, embedder.name, revision, chunks.map(({ id }) => id), vectors.map(toText)],
      );
    });
    given += chunks.length;
  }
}

/** The tenants that there are. */
export async function tenantsToEmbed(database: Pick<Database, "asHost">): Promise<string[]> {
  const rows = await database.asHost((tx) => tx.query<{ id: string }>("select id from callboard.tenants"));
  return rows.map(({ id }) => id);
}

/** The vectors of a model that came after a revision, up to another. */
export async function vectorsAfter(
  tx: Transaction,
  model: string,
  from: number,
  to: number,
): Promise<{ id: string; vector: Float32Array }[]> {
  const rows = await tx.query<{ id: string; vector: string }>(
    `select chunk_id as id, vector from callboard.corpus_vectors where model = $1 and revision > $2 and revision <= $3`,
    [model, from, to],
  );
  return rows.map(({ id, vector }) => ({ id, vector: fromText(vector) }));
}

function toText(vector: ArrayLike<number>): string {
  const exact = Float32Array.from(vector);
  return Buffer.from(exact.buffer).toString("base64");
}

function fromText(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
