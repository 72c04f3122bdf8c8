import { SearchIcon } from "lucide-react";
import MiniSearch, { type SearchResult } from "minisearch";
import { useEffect, useId, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { useWords } from "../words.ts";
import { addressOf, readSearchIndex } from "./docFiles.ts";
import { indexOptions, searchDocs } from "./searchDocs.ts";

const HITS = 12;

/** A field that looks through all pages. What it finds stands in the place of `children` while there is a query. */
export function Search({ children }: { children: ReactNode }): ReactNode {
  const words = useWords();
  const id = useId();
  const [query, setQuery] = useState("");
  const index = useIndex(query !== "");
  const hits = index && searchDocs(index, query).slice(0, HITS);
  return (
    <>
      <search className="demo-docs-search">
        <label className="site-hidden" htmlFor={id}>
          {words["docs.search"]}
        </label>
        <SearchIcon size={14} aria-hidden />
        <input
          id={id}
          type="search"
          placeholder={words["docs.search"]}
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </search>
      <p className="site-hidden" role="status">
        {hits && (hits.length === 0 ? words["docs.none"] : words["docs.found"].replace("{count}", String(hits.length)))}
      </p>
      {hits ? <Hits hits={hits} /> : children}
    </>
  );
}

function Hits({ hits }: { hits: SearchResult[] }): ReactNode {
  const words = useWords();
  if (hits.length === 0) return <p className="demo-docs-none">{words["docs.none"]}</p>;
  return (
    <ul className="demo-docs-hits" lang="en" dir="ltr">
      {hits.map((hit) => (
        <li key={String(hit.id)}>
          <Link to={addressOf(String(hit["name"])) + String(hit["hash"])}>
            <span>{String(hit["heading"])}</span>
            {hit["hash"] !== "" && <span className="demo-docs-hit-page">{String(hit["title"])}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The index, read once it is wanted; undefined until it is there. */
function useIndex(wanted: boolean): MiniSearch | undefined {
  const [index, setIndex] = useState<MiniSearch>();
  useEffect(() => {
    if (!wanted || index) return;
    readSearchIndex().then(
      (text) => text !== null && setIndex(MiniSearch.loadJSON(text, indexOptions)),
      () => {
        // The contents stay; the next letter asks again.
      },
    );
  }, [wanted, index]);
  return wanted ? index : undefined;
}
