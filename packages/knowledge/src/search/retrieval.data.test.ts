import scifactCorpus from "virtual:shared-data/retrieval/scifact/corpus.jsonl";
import scifactQrels from "virtual:shared-data/retrieval/scifact/qrels.jsonl";
import scifactQueries from "virtual:shared-data/retrieval/scifact/queries.jsonl";
import xquadCorpus from "virtual:shared-data/retrieval/xquad-de/corpus.jsonl";
import xquadQrels from "virtual:shared-data/retrieval/xquad-de/qrels.jsonl";
import xquadQueries from "virtual:shared-data/retrieval/xquad-de/queries.jsonl";
import { describe, expect, test } from "vitest";
import { createTextIndex } from "./textIndex.ts";

interface Text {
  id: string;
  title?: string;
  text: string;
}
interface Judged {
  query: string;
  doc: string;
  relevance: number;
}

const linesOf = <Line>(text: string | null) =>
  (text ?? "").split("\n").flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line) as Line]));
const gain = (relevances: readonly number[]) =>
  relevances.reduce((sum, relevance, rank) => sum + (2 ** relevance - 1) / Math.log2(rank + 2), 0);

/** The mean nDCG@10 over a set's queries. */
function nDcg(corpus: readonly Text[], queries: readonly Text[], judged: readonly Judged[]): number {
  const index = createTextIndex();
  for (const { id, title = "", text } of corpus) {
    const chunk = { id, within: [], headings: "", text };
    index.put({ id, title, language: "", sourceId: "", spaceId: null, within: [], chunks: [chunk] });
  }
  const relevant = new Map<string, Map<string, number>>();
  for (const { query, doc, relevance } of judged)
    relevant.set(query, (relevant.get(query) ?? new Map<string, number>()).set(doc, relevance));
  const scores = queries.flatMap(({ id, text }) => {
    const docs = relevant.get(id);
    if (!docs) return [];
    const { hits } = index.search({ query: text, limit: 10, spaceId: null, within: [], sources: [] });
    const best = [...docs.values()].sort((a, b) => b - a).slice(0, 10);
    return [gain(hits.map((hit) => docs.get(hit.id) ?? 0)) / gain(best)];
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

describe.skipIf(scifactCorpus === null)("nDCG@10 on public sets, needs ../shared/data", () => {
  // The bars are those of BM25 with k1 0.9, b 0.4 and Porter's stems; MiniSearch has 0.6647 and 0.8958, lunr 0.6681 and
  // 0.9229.
  test.each([
    ["scifact", scifactCorpus, scifactQueries, scifactQrels, 0.6767],
    ["xquad-de", xquadCorpus, xquadQueries, xquadQrels, 0.9229],
  ])("%s", { timeout: 120_000 }, (_name, corpus, queries, qrels, bar) => {
    const measured = nDcg(linesOf<Text>(corpus), linesOf<Text>(queries), linesOf<Judged>(qrels));
    expect(measured).toBeGreaterThanOrEqual(bar);
  });
});
