import type { Reader } from "../corpus/corpus.ts";
import type { DocumentGraph, GraphDocument, GraphEdge } from "../graph/documentGraph.ts";
import { limitField, objectSchema, tableView } from "../tools/fields.ts";
import type { Library } from "../tools/library.ts";
import { messages } from "../tools/messages.ts";
import { hasKnowledge, readerOf } from "../tools/readerOf.ts";
import type { KnowledgePlugin } from "./plugin.ts";

/** So many documents of a search are begun from, and so many are gone on from at each hop. */
const MOST_SEEDS = 5;
const MOST_A_HOP = 20;

interface Step {
  relation: "found under" | "links to" | "is linked from";
  document: string;
  heading?: string;
  words?: string;
  path_part_id: string;
}

interface Reached {
  document: GraphDocument;
  hops: number;
  steps: Step[];
}

export const graphSearch: KnowledgePlugin<
  { query: string; hops: number; limit: number },
  { library: Pick<Library, "search">; graph: DocumentGraph }
> = {
  definition: {
    slug: "graph_search",
    name: "Graph Search",
    userDescription: "Finds documents by what they say and by what links to them, and shows the way.",
    description:
      "Finds documents over the graph of links and headings: it begins with the passages that the query is about, and follows links from and to their documents, up to two hops. " +
      "Each result says its way, step by step, with the heading under which a link stands. Use it for what is related, depends on or explains something; for passages alone use search_knowledge.",
    category: "knowledge",
    origin: "platform",
    group: { name: "discovery" },
    messages,
    icon: "waypoints",
    inputSchema: objectSchema(
      {
        query: { type: "string", minLength: 1, maxLength: 1000, title: "Question or topic" },
        hops: { type: "integer", minimum: 0, maximum: 2, default: 2, title: "Hops" },
        limit: limitField(50, 10, "Number of results"),
      },
      ["query"],
    ),
    outputSchema: {
      type: "object",
      properties: {
        results: {
          type: "array",
          title: "Documents",
          items: {
            type: "object",
            properties: {
              document: { type: "string", title: "Document" },
              path: { type: "string", title: "Path" },
              hops: { type: "integer", title: "Hops" },
              way: { type: "string", title: "Way" },
              steps: { type: "array", items: { type: "object" }, title: "Steps" },
              cite: { type: "string", title: "Citation" },
              path_part_id: { type: "string", title: "Id" },
            },
            required: ["document", "path", "hops", "way", "steps", "cite", "path_part_id"],
          },
        },
        total: { type: "integer", title: "In all" },
        method: { type: "string", title: "Searched by" },
      },
      required: ["results", "total", "method"],
    },
    viewSpec: tableView("results", "Documents", [
      ["document", "Document", "plain"],
      ["hops", "Hops", "number"],
      ["way", "Way", "plain"],
      ["path", "Path", "plain"],
    ]),
    summary: (input) => (isQuery(input) ? input.query : ""),
  },
  enabled: hasKnowledge,
  async handler({ query, hops = 2, limit = 10 }, context, { library, graph }) {
    const reader = readerOf(context);
    const { results, method } = await library.search(reader, { query, limit: 20 });
    const seeds = new Map<string, (typeof results)[number]>();
    for (const hit of results)
      if (seeds.size < MOST_SEEDS && !seeds.has(hit.document_id)) seeds.set(hit.document_id, hit);
    const known = new Map((await graph.documents(reader, [...seeds.keys()])).map((each) => [each.id, each]));
    const reached = new Map<string, Reached>();
    for (const [id, hit] of seeds) {
      const document = known.get(id);
      const heading = hit.breadcrumb.split(" > ").at(-1) ?? "";
      if (document)
        reached.set(id, { document, hops: 0, steps: [{ relation: "found under", heading, ...named(document) }] });
    }
    let frontier = [...reached.values()];
    for (let hop = 1; hop <= hops && frontier.length > 0; hop++) {
      const next = await stepsFrom(reader, graph, frontier.slice(0, MOST_A_HOP), reached, hop);
      for (const each of next) reached.set(each.document.id, each);
      frontier = next;
    }
    const all = [...reached.values()];
    return {
      results: all.slice(0, limit).map(({ document, hops: far, steps }) => ({
        document: document.name,
        path: `${document.source}/${document.path}`,
        hops: far,
        way: wayOf(steps),
        steps,
        cite: `[${document.name.replace(/[[\]\\]/g, " ")}](/knowledge/${document.id})`,
        path_part_id: document.id,
      })),
      total: all.length,
      method,
    };
  },
};

const isQuery = (input: unknown): input is { query: string } =>
  typeof input === "object" && input !== null && "query" in input && typeof input.query === "string";

const named = ({ id, name }: GraphDocument) => ({ document: name, path_part_id: id });

/** The documents that are one link further, each by the first way that leads there. */
async function stepsFrom(
  reader: Reader,
  graph: DocumentGraph,
  frontier: readonly Reached[],
  reached: ReadonlyMap<string, Reached>,
  hops: number,
): Promise<Reached[]> {
  const edges = await graph.edges(
    reader,
    frontier.map(({ document }) => document),
  );
  const next = new Map<string, Reached>();
  for (const { document, steps } of frontier)
    for (const edge of edges) {
      const found = stepOf(edge, document.id);
      if (!found || reached.has(found.document.id) || next.has(found.document.id)) continue;
      next.set(found.document.id, { document: found.document, hops, steps: [...steps, found.step] });
    }
  return [...next.values()];
}

function stepOf(
  { from, to, heading, words }: GraphEdge,
  id: string,
): { document: GraphDocument; step: Step } | undefined {
  const told = { heading, ...(words !== "" && { words }) };
  if (from.id === id) return { document: to, step: { relation: "links to", ...named(to), ...told } };
  if (to.id === id) return { document: from, step: { relation: "is linked from", ...named(from), ...told } };
  return undefined;
}

/** A way in a line: `heron.md (Nest) → swan.md (“see swans”, under Nest)`; an arrow back is a link that leads here. */
const wayOf = (steps: readonly Step[]) =>
  steps
    .map(({ relation, document, heading, words }) => {
      if (relation === "found under") return `${document} (${heading})`;
      const said = [words && `“${words}”`, heading].filter(Boolean).join(", ");
      return `${relation === "links to" ? "→" : "←"} ${document} (${said})`;
    })
    .join(" ");
