import { Markdown } from "@callboard/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";

interface Crumb {
  id: string;
  name: string;
  kind: string;
}
interface Entry extends Crumb {
  title: string | null;
  characters: number | null;
  children: number | null;
  state: string | null;
}
interface Chunk {
  id: string;
  sectionId: string;
  position: number;
  text: string;
  hasImage: boolean;
}
interface Opened {
  part?: Crumb;
  way?: Crumb[];
  parts?: Entry[];
  total?: number;
  problems?: { id: string; name: string; problem: string }[];
  reading?: { done: number; total: number } | null;
  document?: { title: string; state: string; problem: string | null };
  anchor?: string | null;
  start?: number;
  count?: number;
  chunks?: Chunk[];
  sections?: Crumb[];
}
interface Found {
  results: { path_part_id: string; breadcrumb: string; text: string; words: string[] }[];
  total: number;
}

/** What there is to read: browsed by folders, searched, and opened at a passage that was cited. */
export function Knowledge(): ReactNode {
  const { id } = useParams();
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const words = useWords();
  const query = search.get("q") ?? "";
  const offset = search.get("offset");
  const opened = useJson<Opened>(
    `/api/knowledge${id === undefined ? "" : `/parts/${encodeURIComponent(id)}`}${offset === null ? "" : `?offset=${encodeURIComponent(offset)}`}`,
  );
  const found = useJson<Found>(query === "" ? null : `/api/knowledge/search?q=${encodeURIComponent(query)}`);
  const { value } = opened;
  const name = value?.document?.title ?? value?.part?.name ?? words.knowledge;
  return (
    <section className="site-knowledge" aria-busy={(!value && !opened.failed) || undefined}>
      <title>{pageTitle(id === undefined ? words.knowledge : name)}</title>
      <header>
        <h1>{id === undefined ? words.knowledge : name}</h1>
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            const q = new FormData(event.currentTarget).get("q");
            if (typeof q !== "string") return;
            if (id === undefined) setSearch(q.trim() === "" ? {} : { q });
            else void navigate(`/knowledge?q=${encodeURIComponent(q)}`);
          }}
        >
          <label>
            <span className="site-hidden">{words["knowledge.search"]}</span>
            <input key={query} name="q" type="search" defaultValue={query} placeholder={words["knowledge.search"]} />
          </label>
          <button type="submit" className="site-quiet">
            {words["knowledge.find"]}
          </button>
        </form>
      </header>
      {value?.way && <Way way={value.way} />}
      {(opened.failed || found.failed) && (
        <p role="alert" className="site-message">
          {words["knowledge.failed"]}
        </p>
      )}
      {query !== "" ? <Results found={found.value} query={query} /> : value && <Content opened={value} id={id} />}
    </section>
  );
}

function Way({ way }: { way: readonly Crumb[] }): ReactNode {
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

function Results({ found, query }: { found: Found | undefined; query: string }): ReactNode {
  const words = useWords();
  if (!found) return null;
  if (found.results.length === 0) return <p className="site-message">{words["knowledge.nothing"]}</p>;
  return (
    <ol className="site-knowledge-found" aria-label={query}>
      {found.results.map(({ path_part_id, breadcrumb, text, words: matched }) => (
        <li key={path_part_id}>
          <Link to={`/knowledge/${path_part_id}`} dir="auto">
            {breadcrumb}
          </Link>
          <p dir="auto">
            <Marked text={excerpt(text, matched)} words={matched} />
          </p>
        </li>
      ))}
    </ol>
  );
}

/** The part of a passage around the first word that was found. */
function excerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.min(
    ...words.map((word) => lower.indexOf(word.slice(0, 5))).filter((place) => place >= 0),
    text.length,
  );
  const from = at === text.length ? 0 : Math.max(0, at - 80);
  return `${from > 0 ? "…" : ""}${text.slice(from, from + 280).replace(/\s+/g, " ")}${from + 280 < text.length ? "…" : ""}`;
}

/** A text with the words of a query marked, in the forms that begin as they do. */
function Marked({ text, words }: { text: string; words: readonly string[] }): ReactNode {
  const beginnings = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).filter(Boolean);
  if (beginnings.length === 0) return text;
  const pattern = new RegExp(`(${beginnings.join("|")})`, "giu");
  return text.split(pattern).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part));
}

function Content({ opened, id }: { opened: Opened; id: string | undefined }): ReactNode {
  const words = useWords();
  const { parts, problems = [], reading, document, chunks } = opened;
  if (document && chunks) return <Reader key={`${id} ${opened.start}`} opened={opened} />;
  return (
    <>
      {reading && (
        <p role="status">
          {words["knowledge.reading"].replace("{done}", String(reading.done)).replace("{total}", String(reading.total))}
        </p>
      )}
      {parts?.length === 0 && !reading && (
        <div className="site-message">
          <h2>{words["knowledge.empty"]}</h2>
          <p>{words["knowledge.empty.help"]}</p>
        </div>
      )}
      {parts && parts.length > 0 && (
        <ul className="site-knowledge-list">
          {parts.map((entry) => (
            <li key={entry.id}>
              <Link to={`/knowledge/${entry.id}`} dir="auto">
                {entry.kind === "FOLDER" ? `${entry.name}/` : entry.name}
              </Link>
              <span dir="auto">{entry.state === "failed" ? words["knowledge.unread"] : (entry.title ?? "")}</span>
              <span>{(entry.children ?? entry.characters)?.toLocaleString()}</span>
            </li>
          ))}
        </ul>
      )}
      <Pages shown={parts?.length ?? 0} total={opened.total ?? 0} step={50} />
      {problems.length > 0 && (
        <section aria-labelledby="knowledge-problems">
          <h2 id="knowledge-problems">{words["knowledge.problems"]}</h2>
          <ul className="site-knowledge-found">
            {problems.map((each) => (
              <li key={each.id}>
                <strong dir="auto">{each.name}</strong>
                <p dir="auto">{each.problem}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Reader({ opened }: { opened: Opened }): ReactNode {
  const words = useWords();
  const { document, chunks = [], anchor, sections = [], start = 0, count = 0 } = opened;
  const passage = useRef<HTMLDivElement>(null);
  useEffect(() => passage.current?.scrollIntoView({ block: "start" }), []);
  if (document?.state === "failed") return <p role="alert">{document.problem}</p>;
  return (
    <div className="site-knowledge-reader">
      {sections.length > 1 && (
        <details>
          <summary>{words["knowledge.contents"]}</summary>
          <ul>
            {sections.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/knowledge/${id}`} dir="auto">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
      {document?.problem && <p role="note">{document.problem}</p>}
      <article>
        {chunks.map(({ id, text, hasImage }) => {
          const isAnchor = id === anchor;
          return (
            <div key={id} id={id} ref={isAnchor ? passage : undefined} data-anchor={isAnchor || undefined}>
              {hasImage ? (
                <img src={`/api/knowledge/images/${id}`} alt={/!\[([^\]]*)\]/.exec(text)?.[1] ?? ""} />
              ) : (
                <Markdown text={text} />
              )}
            </div>
          );
        })}
      </article>
      <Pages from={start} shown={chunks.length} total={count} step={30} />
    </div>
  );
}

function Pages({ from, shown, total, step }: { from?: number; shown: number; total: number; step: number }): ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const at = from ?? (Number(search.get("offset")) || 0);
  if (at === 0 && shown >= total) return null;
  return (
    <nav className="site-knowledge-pages" aria-label={words["knowledge.pages"]}>
      {at > 0 && <Link to={`?offset=${Math.max(0, at - step)}`}>{words["knowledge.back"]}</Link>}
      {at + shown < total && <Link to={`?offset=${at + shown}`}>{words["knowledge.on"]}</Link>}
    </nav>
  );
}

/** What an address of the host says; nothing for null. What comes after the address changed is dropped. */
function useJson<Value>(path: string | null): { value: Value | undefined; failed: boolean } {
  const [state, setState] = useState<{ path: string | null; value?: Value; failed: boolean }>({
    path: null,
    failed: false,
  });
  useEffect(() => {
    if (path === null) return;
    let isCurrent = true;
    transport.json(path).then(
      (value) => isCurrent && setState({ path, value: value as Value, failed: false }),
      () => isCurrent && setState({ path, failed: true }),
    );
    return () => void (isCurrent = false);
  }, [path]);
  return state.path === path ? { value: state.value, failed: state.failed } : { value: undefined, failed: false };
}
