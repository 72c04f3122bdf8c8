import type { ToolClientError } from "@callboard/core";
import { knowledgeClient, type KnowledgeCrumb } from "@callboard/core/client";
import { useCallback, type ReactNode } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";
import { KnowledgeFolder } from "./KnowledgeFolder.tsx";
import { KnowledgeReader } from "./KnowledgeReader.tsx";
import { KnowledgeResults } from "./KnowledgeResults.tsx";
import { KnowledgeSources } from "./KnowledgeSources.tsx";
import { useRead } from "./useRead.ts";

const knowledge = knowledgeClient(transport);

/**
 * What there is to read: browsed from the sources down, searched, brought in, and opened at a passage that was cited.
 */
export function Knowledge(): ReactNode {
  const { id } = useParams();
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const words = useWords();
  const query = search.get("q") ?? "";
  const given = Number(search.get("offset"));
  const offset = search.has("offset") && Number.isSafeInteger(given) && given >= 0 ? given : undefined;
  const find = (q: string) => {
    if (id === undefined) setSearch(q.trim() === "" ? {} : { q });
    else void navigate(`/knowledge?q=${encodeURIComponent(q)}`);
  };
  return (
    <section className="site-knowledge">
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          const q = new FormData(event.currentTarget).get("q");
          if (typeof q === "string") find(q);
        }}
      >
        <label>
          <span className="site-hidden">{words["knowledge.search"]}</span>
          <input
            key={query}
            name="q"
            type="search"
            dir="auto"
            defaultValue={query}
            placeholder={words["knowledge.search"]}
          />
        </label>
        <button type="submit" className="site-quiet">
          {words["knowledge.find"]}
        </button>
      </form>
      {query !== "" ? (
        <Found key={query} query={query} />
      ) : id === undefined ? (
        <Overview key={offset} {...(offset !== undefined && { offset })} />
      ) : (
        <Opened key={`${id} ${offset}`} id={id} {...(offset !== undefined && { offset })} />
      )}
    </section>
  );
}

interface Page {
  offset?: number;
}

function Overview(page: Page): ReactNode {
  const words = useWords();
  const { offset } = page;
  const read = useCallback(
    (signal: AbortSignal) => knowledge.overview({ ...(offset !== undefined && { offset }) }, { signal }),
    [offset],
  );
  const { value, failure, again } = useRead(read);
  return (
    <Body title={words.knowledge} failure={failure} onRetry={again}>
      {value && <KnowledgeSources overview={value} offset={offset ?? 0} upload={knowledge.upload} onChange={again} />}
    </Body>
  );
}

function Found({ query }: { query: string }): ReactNode {
  const words = useWords();
  const read = useCallback((signal: AbortSignal) => knowledge.search(query, { signal }), [query]);
  const { value, failure, again } = useRead(read);
  return (
    <Body title={words.knowledge} failure={failure} onRetry={again}>
      {value && <KnowledgeResults found={value} query={query} />}
    </Body>
  );
}

function Opened({ id, offset }: Page & { id: string }): ReactNode {
  const read = useCallback(
    (signal: AbortSignal) => knowledge.open(id, { ...(offset !== undefined && { offset }) }, { signal }),
    [id, offset],
  );
  const { value, failure, again } = useRead(read);
  const title = value && ("document" in value ? value.document.title : value.part.name);
  return (
    <Body title={title} way={value?.way} failure={failure} onRetry={again}>
      {value &&
        ("document" in value ? (
          <KnowledgeReader reading={value} />
        ) : (
          <KnowledgeFolder folder={value} offset={offset ?? 0} remove={knowledge.remove} onChange={again} />
        ))}
    </Body>
  );
}

interface BodyProps {
  /** Undefined until it is read. */
  title: string | undefined;
  way?: readonly KnowledgeCrumb[] | undefined;
  failure: ToolClientError | undefined;
  onRetry(): void;
  children: ReactNode;
}

function Body({ title, way, failure, onRetry, children }: BodyProps): ReactNode {
  const words = useWords();
  const isGone = failure?.code === "not_found";
  return (
    <div aria-busy={(!children && !failure) || undefined}>
      <title>{pageTitle(title ?? words.knowledge)}</title>
      {way && <Way way={way} />}
      {(title !== undefined || failure) && <h1 dir="auto">{title ?? words.knowledge}</h1>}
      {failure && (
        <div role="alert" className="site-message">
          <p>{isGone ? words["knowledge.gone"] : words["knowledge.failed"]}</p>
          {!isGone && (
            <button type="button" className="site-quiet" onClick={onRetry}>
              {words["publishing.retry"]}
            </button>
          )}
        </div>
      )}
      {children}
    </div>
  );
}

function Way({ way }: { way: readonly KnowledgeCrumb[] }): ReactNode {
  const words = useWords();
  return (
    <nav className="site-knowledge-way" aria-label={words["knowledge.place"]}>
      <ol>
        <li>
          <Link to="/knowledge">{words.knowledge}</Link>
        </li>
        {way.map(({ id, name }) => (
          <li key={id}>
            <Link to={`/knowledge/${id}`} dir="auto">
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
