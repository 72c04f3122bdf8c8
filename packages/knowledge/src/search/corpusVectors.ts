import type { Embedder } from "@callboard/core/search";
import type { Database } from "@callboard/server";
import { nextRevision } from "../corpus/corpusWriter.ts";

const AT_ONCE = 64;
/** So many vectors are read from the tables at once. */
const READ_AT_ONCE = 1_000;
/** Comes before every id of a chunk. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
/** A model reads no more of a chunk. */
const LONGEST = 2_000;

/**
 * Gives chunks of whole documents the vectors that they lack. Resolves with how many it gave. @throws what the embedder
 * throws
 */
export async function embedMissing(
  database: Pick<Database, "asTenant">,
  embedder: Embedder,
  tenantId: string,
  signal: AbortSignal,
): Promise<number> {
  let given = 0;
  let after = FIRST_ID;
  for (;;) {
    signal.throwIfAborted();
    const chunks = await database.asTenant(tenantId, (tx) =>
      tx.query<{ id: string; text: string }>(
        `select c.path_part_id as id, d.title || E'\n' || left(c.text, $2::int) as text from callboard.corpus_chunks c
         join callboard.corpus_documents d on d.tenant_id = c.tenant_id and d.path_part_id = c.document_id and d.state = 'whole'
         where c.path_part_id > $4::uuid and not exists (select from callboard.corpus_vectors v
           where v.tenant_id = c.tenant_id and v.chunk_id = c.path_part_id and v.model = $1)
         order by c.path_part_id limit $3::int`,
        [embedder.name, LONGEST, Math.min(AT_ONCE, embedder.batchSize ?? AT_ONCE), after],
      ),
    );
    const last = chunks.at(-1);
    if (!last) return given;
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
    // What has vectors is not looked through again; what comes in behind has a later revision.
    after = last.id;
  }
}

/** The tenants that there are. */
export async function tenantsToEmbed(database: Pick<Database, "asHost">): Promise<string[]> {
  const rows = await database.asHost((tx) => tx.query<{ id: string }>("select id from callboard.tenants"));
  return rows.map(({ id }) => id);
}

/** The vectors of a model that came after a revision, up to another, some at a time. */
export async function* vectorsAfter(
  database: Pick<Database, "asTenant">,
  tenantId: string,
  model: string,
  from: number,
  to: number,
): AsyncGenerator<{ id: string; vector: Float32Array }[]> {
  let after = { revision: from + 1, id: FIRST_ID };
  for (;;) {
    const { revision, id: last } = after;
    const rows = await database.asTenant(tenantId, (tx) =>
      tx.query<{ id: string; vector: string; revision: number }>(
        `select chunk_id as id, vector, revision from callboard.corpus_vectors
         where model = $1 and (revision, chunk_id) > ($2::bigint, $3::uuid) and revision <= $4::bigint
         order by revision, chunk_id limit $5::int`,
        [model, revision, last, to, READ_AT_ONCE],
      ),
    );
    const end = rows.at(-1);
    if (!end) return;
    yield rows.map(({ id, vector }) => ({ id, vector: fromText(vector) }));
    if (rows.length < READ_AT_ONCE) return;
    after = end;
  }
}

function toText(vector: ArrayLike<number>): string {
  const exact = Float32Array.from(vector);
  return Buffer.from(exact.buffer).toString("base64");
}

function fromText(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
