"use client";
import type { ToolClient, ToolKind, ToolListing, ToolOrigin } from "@callboard/core";
import { translateCategory, translateTool } from "@callboard/core/messages";
import { ChevronDown, Search, TriangleAlert } from "lucide-react";
import { useDeferredValue, useId, useMemo, useState, type MouseEvent, type ReactNode } from "react";
import { toolIntro } from "../card/toolIntro.ts";
import type { PageTranslate } from "../messages/messages.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import {
  countFacet,
  facets,
  filterTools,
  noFilter,
  type Facet,
  type TextMatches,
  type ToolFilter,
} from "./filterTools.ts";
import { LockNote } from "./LockNote.tsx";
import { ToolIcon } from "../view/ToolIcon.tsx";
import { useTextMatches } from "./useTextMatches.ts";
import { useTools } from "./useTools.ts";
import { pageEnglish } from "../messages/pageEnglish.ts";

/** A tool that could not be loaded: its path and the error, as `discover` reports them. */
export interface ToolFailure {
  file: string;
  error: Error | string;
}

export interface ToolLibraryProps {
  /** The tools; read by the client unless given. */
  tools?: readonly ToolListing[];
  /** The provider's unless given. */
  client?: ToolClient;
  /** A tool's address. With it every entry is a link. */
  href?: (tool: ToolListing) => string;
  /** Called on a plain click in place of following the link, for apps with a router. */
  onSelect?: (tool: ToolListing) => void;
  title?: string;
  failures?: readonly ToolFailure[];
}

const noTools: readonly ToolListing[] = [];

/**
 * The library of tools: found as models find them, by words in every language of a tool, and filtered by origin, kind
 * and category.
 * @example
 * ```tsx
 * <ToolLibrary client={client} href={(tool) => `/tools/${tool.slug}`} />
 * ```
 */
export function ToolLibrary(props: ToolLibraryProps): ReactNode {
  const { t, locale, language, client: nearest } = useKit(pageEnglish);
  const { href, onSelect, title = t("library.title"), failures = [] } = props;
  const client = props.client ?? nearest;
  const read = useTools(props.tools ? undefined : client);
  const given = props.tools ?? read.tools;
  const tools = useMemo(() => given?.map((tool) => translateTool(tool, locale)), [given, locale]);
  const [filter, setFilter] = useState<ToolFilter>(noFilter);
  const asked = useDeferredValue(filter);
  const matches = useTextMatches(tools ?? noTools, asked.text);
  const shown = useMemo(
    () => filterTools(tools ?? noTools, asked, { matches, locale }),
    [tools, asked, matches, locale],
  );
  const filtered = filter.text.trim() !== "" || facets.some((facet) => filter[facet] !== "");
  const headingId = useId();

  return (
    <section
      {...language}
      className="callboard cb-library"
      aria-labelledby={headingId}
      aria-busy={(!tools && !read.error) || undefined}
    >
      <div className="cb-library-head">
        <h1 id={headingId}>{title}</h1>
        {tools && tools.length > 0 && (
          <p className="cb-library-count" role="status">
            {shown.length === tools.length
              ? t("library.count", { count: tools.length })
              : t("library.countOf", { shown: shown.length, count: tools.length })}
          </p>
        )}
      </div>
      {!(tools && tools.length === 0) && !(read.error && !tools) && (
        <Filters tools={tools ?? noTools} filter={filter} matches={matches} filtered={filtered} onFilter={setFilter} />
      )}
      {failures.length > 0 && <Failures failures={failures} t={t} />}
      {read.error && tools && (
        <p className="cb-library-stale" role="status">
          {t("library.error.stale")}{" "}
          <button type="button" className="cb-inline-button" onClick={read.retry}>
            {t("library.retry")}
          </button>
        </p>
      )}
      {!tools && read.error ? (
        <div className="cb-library-state" role="alert">
          <p className="cb-library-state-title">{t("library.error")}</p>
          <p>{read.error.status === 0 ? t("library.error.offline") : read.error.message}</p>
          <button type="button" className="cb-button" onClick={read.retry}>
            {t("library.retry")}
          </button>
          {read.error.status === 0 && (
            <details>
              <summary>{t("library.error.detail")}</summary>
              <p className="cb-code">{read.error.message}</p>
            </details>
          )}
        </div>
      ) : !tools ? (
        client?.tools ? (
          <Skeleton t={t} />
        ) : (
          <p className="cb-library-state">{t("library.noClient")}</p>
        )
      ) : tools.length === 0 ? (
        <div className="cb-library-state">
          <p className="cb-library-state-title">{t("library.empty")}</p>
          <p>{t("library.emptyHelp")}</p>
        </div>
      ) : shown.length === 0 ? (
        <div className="cb-library-state">
          <p className="cb-library-state-title">{t("library.noMatch")}</p>
          <p>{t("library.noMatchHelp")}</p>
          <button type="button" className="cb-button" onClick={() => setFilter(noFilter)}>
            {t("library.clear")}
          </button>
        </div>
      ) : (
        groupsOf(shown, matches, t, locale).map(({ name, entries }) => (
          <div key={name} className="cb-library-group">
            <h2 dir="auto">{name}</h2>
            <ul className="cb-library-list">
              {entries.map((tool) => (
                <Entry key={tool.slug} tool={tool} href={href} onSelect={onSelect} />
              ))}
            </ul>
          </div>
        ))
      )}
    </section>
  );
}

/** Groups tools by category, each sorted by name; the results of a text search stay one list, best match first. */
function groupsOf(shown: readonly ToolListing[], matches: TextMatches, t: PageTranslate, locale: string) {
  if (matches) return [{ name: t("library.results"), entries: shown }];
  const groups = new Map<string, ToolListing[]>();
  for (const tool of shown) {
    const group = groups.get(tool.category);
    if (group) group.push(tool);
    else groups.set(tool.category, [tool]);
  }
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return [...groups]
    .sort(([a], [b]) => compare(a, b))
    .map(([category, entries]) => ({ name: categoryName(category, entries, locale), entries }));
}

/** A category as a heading, in its tools' own words for it: `data-analysis` reads "Data analysis". */
function categoryName(category: string, tools: readonly ToolListing[], locale: string): string {
  const translated = tools
    .filter((tool) => tool.category === category)
    .map((tool) => translateCategory(tool, locale))
    .find((name) => name !== category);
  const words = (translated ?? category).replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}

function Filters(props: {
  tools: readonly ToolListing[];
  filter: ToolFilter;
  matches: TextMatches;
  filtered: boolean;
  onFilter: (filter: ToolFilter) => void;
}): ReactNode {
  const { tools, filter, matches, filtered, onFilter } = props;
  const { t, locale } = useKit(pageEnglish);
  const id = useId();
  // A facet that all tools share filters nothing.
  const isChoice = (facet: Facet): boolean =>
    filter[facet] !== "" || new Set(tools.map((tool) => tool[facet])).size > 1;
  const nameOf = (facet: Facet, value: string): string =>
    facet === "origin"
      ? t(`library.origin.${value as ToolOrigin}`)
      : facet === "kind"
        ? t(`library.kind.${value as ToolKind}`)
        : categoryName(value, tools, locale);
  return (
    <div className="cb-library-filters" role="search">
      <div className="cb-library-search">
        <Search size={16} aria-hidden />
        <input
          type="search"
          aria-label={t("library.search")}
          placeholder={t("library.search.hint")}
          value={filter.text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onFilter({ ...filter, text: event.target.value })}
        />
      </div>
      {facets.filter(isChoice).map((facet) => (
        <div key={facet} className="cb-library-facet" data-set={filter[facet] !== "" || undefined}>
          <label htmlFor={`${id}-${facet}`}>{t(`library.filter.${facet}`)}</label>
          <select
            id={`${id}-${facet}`}
            value={filter[facet]}
            onChange={(event) => onFilter({ ...filter, [facet]: event.target.value })}
          >
            <option value="">{t("library.filter.all")}</option>
            {countFacet(tools, filter, facet, { matches, locale }).map(([value, count]) => (
              <option key={value} value={value}>
                {t("library.filter.option", { name: nameOf(facet, value), count })}
              </option>
            ))}
          </select>
          <ChevronDown size={14} aria-hidden />
        </div>
      ))}
      {filtered && (
        <button type="button" className="cb-button" data-variant="quiet" onClick={() => onFilter(noFilter)}>
          {t("library.clear")}
        </button>
      )}
    </div>
  );
}

function Entry({
  tool,
  href,
  onSelect,
}: { tool: ToolListing } & Pick<ToolLibraryProps, "href" | "onSelect">): ReactNode {
  const { locale } = useKit();
  const [intro] = toolIntro(tool, locale);
  const inside = (
    <>
      <ToolIcon name={tool.icon} size={18} />
      <span className="cb-library-words">
        <span className="cb-library-name" dir="auto">
          {tool.name}
        </span>
        <span className="cb-library-description" dir="auto" title={intro}>
          {intro}
        </span>
        <LockNote tool={tool} />
      </span>
    </>
  );
  const onClick = (event: MouseEvent) => {
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!onSelect || !plain || event.defaultPrevented) return;
    event.preventDefault();
    onSelect(tool);
  };
  return (
    <li className="cb-library-item">
      {href ? (
        <a className="cb-library-entry" href={href(tool)} onClick={onClick}>
          {inside}
        </a>
      ) : onSelect ? (
        <button type="button" className="cb-library-entry" onClick={() => onSelect(tool)}>
          {inside}
        </button>
      ) : (
        <div className="cb-library-entry">{inside}</div>
      )}
    </li>
  );
}

function Skeleton({ t }: { t: PageTranslate }): ReactNode {
  return (
    <div className="cb-library-group">
      <p className="cb-visually-hidden" role="status">
        {t("library.loading")}
      </p>
      <span className="cb-bone" data-part="heading" aria-hidden />
      <ul className="cb-library-list" aria-hidden>
        {Array.from({ length: 9 }, (_, index) => (
          <li key={index} className="cb-library-item">
            <div className="cb-library-entry">
              <span className="cb-bone" data-part="icon" />
              <span className="cb-library-words">
                <span className="cb-bone" data-part="name" />
                <span className="cb-bone" data-part="line" />
                <span className="cb-bone" data-part="line" />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Failures({ failures, t }: { failures: readonly ToolFailure[]; t: PageTranslate }): ReactNode {
  return (
    <details className="cb-library-failures">
      <summary>
        <TriangleAlert size={16} aria-hidden />
        {t("library.failures", { count: failures.length })}
      </summary>
      <ul>
        {failures.map(({ file, error }) => (
          <li key={file}>
            <p className="cb-code">{file}</p>
            <p className="cb-code">{typeof error === "string" ? error : error.message}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
