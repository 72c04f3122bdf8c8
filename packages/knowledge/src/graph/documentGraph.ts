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
/** So many passages with links are looked through for each document, and so many that may lead to it. */
const MOST_PASSAGES = 300;

interface Passage extends GraphDocument {
  heading: string;
  text: string;
}

export function createDocumentGraph(database: Pick<Database, "asTenant">): DocumentGraph {
  const query = <Row>({ tenantId, spaceId }: Reader, text: string, params: readonly unknown[]) =>
    database.asTenant(tenantId, (tx) => tx.query<Row>(text, [spaceId, ...params]));
  const passages = (reader: Reader, where: string, params: readonly unknown[]) =>
    query<Passage>(
      reader,
      `select ${DOCUMENT}, h.name as heading, c.text from callboard.corpus_chunks c
       join callboard.corpus_parts p on p.tenant_id = c.tenant_id and p.path_part_id = c.document_id ${VISIBLE}
       join callboard.corpus_parts h on h.tenant_id = c.tenant_id and h.path_part_id = c.section_id
       where strpos(c.text, '](') > 0 and ${where} order by p.path, c.position limit ${MOST_PASSAGES}`,
      params,
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
      const out = await passages(reader, "c.document_id = any($2::uuid[])", [documents.map(({ id }) => id)]);
      const inward: Passage[] = [];
      for (const { sourceId, name } of documents)
        inward.push(
          ...(await passages(reader, "p.source_id = $2::uuid and strpos(c.text, $3) > 0", [sourceId, stemOf(name)])),
        );
      const seen = new Set<string>();
      const links = [...out, ...inward].flatMap((from) => linksOf(from.text).map((link) => ({ from, link })));
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
