import type { Database } from "@callboard/server";
import type { Reader } from "../corpus/corpus.ts";
import { closestTargets, linksOf, type Link } from "./links.ts";

/** A document of the graph. */
export interface GraphDocument {
  id: string;
  sourceId: string;
  source: string;
  name: string;
  path: string;
}

/** A link between two documents, under the heading where it stands. */
export interface GraphEdge {
  from: GraphDocument;
  to: GraphDocument;
  heading: string;
  words: string;
}

/** The links between a reader's documents. */
export interface DocumentGraph {
  documents(reader: Reader, ids: readonly string[]): Promise<GraphDocument[]>;
  /** The links that stand in documents, and those of other documents that lead to them. */
  edges(reader: Reader, documents: readonly GraphDocument[]): Promise<GraphEdge[]>;
}

const VISIBLE = `join callboard.corpus_sources s on s.tenant_id = p.tenant_id and s.source_id = p.source_id
  and ($1::text is null or s.space_id is null or s.space_id = $1)`;
const DOCUMENT = `p.path_part_id as id, p.source_id as "sourceId", s.name as source, p.name, p.path`;
/** So many passages with links are looked through in documents, and so many for each that may lead to it. */
const MOST_PASSAGES = 300;

interface Passage extends GraphDocument {
  heading: string;
  text: string;
}

export function createDocumentGraph(database: Pick<Database, "asTenant">): DocumentGraph {
  const query = <Row>({ tenantId, spaceId }: Reader, text: string, params: readonly unknown[]) =>
    database.asTenant(tenantId, (tx) => tx.query<Row>(text, [spaceId, ...params]));
  const linked = (where: string) =>
    `select ${DOCUMENT}, h.name as heading, c.text, c.position from callboard.corpus_chunks c
     join callboard.corpus_parts p on p.tenant_id = c.tenant_id and p.path_part_id = c.document_id ${VISIBLE}
     join callboard.corpus_parts h on h.tenant_id = c.tenant_id and h.path_part_id = c.section_id
     where strpos(c.text, '](') > 0 and ${where}`;
  const outward = (reader: Reader, documents: readonly GraphDocument[]) =>
    query<Passage>(
      reader,
      `${linked("c.document_id = any($2::uuid[])")} order by p.path, c.position limit ${MOST_PASSAGES}`,
      [documents.map(({ id }) => id)],
    );
  /** The passages of the sources are gone through once, for however many documents. */
  const inward = (reader: Reader, documents: readonly GraphDocument[]) =>
    query<Passage>(
      reader,
      `with linked as materialized (${linked("p.source_id = any($2::uuid[])")}), ranked as (
         select linked.*, row_number() over (partition by n.at order by linked.path, linked.position) as rank
         from linked join unnest($2::uuid[], $3::text[]) with ordinality as n (source_id, stem, at)
           on n.source_id = linked."sourceId" and strpos(linked.text, n.stem) > 0)
       select id, "sourceId", source, name, path, heading, text from ranked where rank <= ${MOST_PASSAGES}
       order by path, position`,
      [documents.map(({ sourceId }) => sourceId), documents.map(({ name }) => stemOf(name))],
    );

  /** The documents that links lead to, by source and path. */
  async function targets(reader: Reader, links: readonly { from: GraphDocument; link: Link }[]) {
    const paths = [...new Set(links.flatMap(({ from, link }) => closestTargets(from.path, link.address)))];
    if (paths.length === 0) return new Map<string, GraphDocument>();
    const found = await query<GraphDocument>(
      reader,
      `select ${DOCUMENT} from callboard.corpus_parts p ${VISIBLE}
       where p.kind = 'DOCUMENT' and p.source_id = any($2::uuid[]) and p.path = any($3::text[])`,
      [[...new Set(links.map(({ from }) => from.sourceId))], paths],
    );
    return new Map(found.map((document) => [`${document.sourceId} ${document.path}`, document]));
  }

  return {
    documents: (reader, ids) =>
      query<GraphDocument>(
        reader,
        `select ${DOCUMENT} from callboard.corpus_parts p ${VISIBLE}
         where p.kind = 'DOCUMENT' and p.path_part_id = any($2::uuid[])`,
        [ids],
      ),
    async edges(reader, documents) {
      const passages = [...(await outward(reader, documents)), ...(await inward(reader, documents))];
      const seen = new Set<string>();
      const links = passages.flatMap((from) => linksOf(from.text).map((link) => ({ from, link })));
      const known = await targets(reader, links);
      return links.flatMap(({ from: { id, sourceId, source, name, path, heading }, link }) => {
        const from = { id, sourceId, source, name, path };
        const to = closestTargets(from.path, link.address)
          .map((target) => known.get(`${sourceId} ${target}`))
          .find((each) => each !== undefined);
        const isOurs = documents.some((each) => each.id === from.id || each.id === to?.id);
        if (!to || to.id === from.id || !isOurs) return [];
        const key = `${from.id} ${to.id}`;
        if (seen.has(key)) return [];
        seen.add(key);
        return [{ from, to, heading, words: link.words }];
      });
    },
  };
}

/** A name as links say it, with or without its ending. */
const stemOf = (name: string) => name.replace(/\.[^.]+$/, "");
