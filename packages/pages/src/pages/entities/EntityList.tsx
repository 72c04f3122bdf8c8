import type { EntitySummary, EntityType } from "@callboard/core/client";
import { schemaToFilterFields, type FilterCondition } from "@callboard/core/fields";
import { FilterForm } from "@callboard/react";
import { ArrowLeft, Plus } from "lucide-react";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { Link, useParams } from "react-router";
import { useWords } from "../../shell/LanguageProvider.tsx";
import { pageTitle } from "../../shell/siteName.ts";
import { useRead } from "../useRead.ts";
import { entities, EntityFailure, propertiesOf, useValueText } from "./entitiesShared.tsx";

/** Entities of one type: filtered by their fields, sorted, each with a way to its page. */
export function EntityList(): ReactNode {
  const { type: slug = "" } = useParams();
  const readType = useCallback((signal: AbortSignal) => entities.type(slug, { signal }), [slug]);
  const { value: type, failure, again } = useRead(readType);
  const words = useWords();
  return (
    <section className="site-entities" aria-busy={(!type && !failure) || undefined}>
      <title>{pageTitle(type?.pluralName ?? words.entities)}</title>
      <nav className="site-admin-back" aria-label={words["entities.way"]}>
        <Link to="/entities">
          <ArrowLeft size={16} aria-hidden />
          {words.entities}
        </Link>
      </nav>
      {failure && <EntityFailure failure={failure} onRetry={again} />}
      {type && <Filtered key={type.slug} type={type} />}
    </section>
  );
}

const PAGE = 50;
/** How long a filter rests before it is asked for, so that not every letter is. */
const TYPED_MS = 250;

function Filtered({ type }: { type: EntityType }): ReactNode {
  const words = useWords();
  const [filters, setFilters] = useState<readonly FilterCondition[]>([]);
  const [sortBy, setSortBy] = useState("created_at");
  const [limit, setLimit] = useState(PAGE);
  const [asked, setAsked] = useState(filters);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(filters), TYPED_MS);
    return () => clearTimeout(timer);
  }, [filters]);
  const read = useCallback(
    (signal: AbortSignal) => entities.filter({ entityTypeSlug: type.slug, filters: asked, sortBy, limit }, { signal }),
    [type.slug, asked, sortBy, limit],
  );
  const { value, before, failure, again } = useRead(read);
  // What was found stays until the next is there: nobody loses their place.
  const found = value ?? before;
  const fields = schemaToFilterFields(type.jsonSchema.properties ?? {});
  return (
    <>
      <header className="site-admin-head">
        <div>
          <h1 dir="auto">{type.pluralName}</h1>
          <p dir="auto">{type.description}</p>
        </div>
        <Link className="site-action" to={`/entities/${type.slug}/new`}>
          <Plus size={16} aria-hidden />
          {words["entities.new"]}
        </Link>
      </header>
      {fields.length > 0 && (
        <details className="site-entities-filter">
          <summary>
            {words["entities.filter"]}
            {filters.length > 0 && <span className="site-entities-count">{filters.length}</span>}
          </summary>
          <FilterForm
            fields={fields}
            value={filters}
            onChange={(next) => {
              setFilters(next);
              setLimit(PAGE);
            }}
          />
        </details>
      )}
      <div className="site-entities-bar">
        <p role="status">{found && words["entities.found"].replace("{count}", String(found.total))}</p>
        <label>
          {words["entities.sort"]}
          <select className="cb-input" value={sortBy} onChange={({ target }) => setSortBy(target.value)}>
            <option value="created_at">{words["entities.sort.created"]}</option>
            <option value="title">{words["entities.title"]}</option>
            {fields.map(({ field, label }) => (
              <option key={field} value={field}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {failure && <EntityFailure failure={failure} onRetry={again} />}
      {found?.total === 0 && (
        <p className="site-entities-note">{words[asked.length > 0 ? "entities.noneFits" : "entities.none"]}</p>
      )}
      {found && found.total > 0 && (
        <ul className="site-admin-list site-entities-list" aria-busy={!value || undefined}>
          {found.results.map((entity) => (
            <Entry key={entity.id} entity={entity} type={type} />
          ))}
        </ul>
      )}
      {found && found.total > found.results.length && limit < 200 && (
        <button type="button" className="site-quiet" onClick={() => setLimit(limit + PAGE)}>
          {words["entities.more"]}
        </button>
      )}
    </>
  );
}

/** So many fields of a content are shown beside a title. */
const MOST_FACTS = 4;

interface EntryProps {
  entity: EntitySummary;
  type: EntityType;
  /** The fields that are shown, each with its label; default: the type's first ones. */
  fields?: readonly (readonly [field: string, label: string])[];
}

/** One entity of a list: the way to its page, some of its fields, its tags. */
export function Entry({ entity, type, fields = propertiesOf(type) }: EntryProps): ReactNode {
  const textOf = useValueText();
  const facts = fields
    .flatMap(([field, label]) => {
      const text = textOf(entity.content[field]);
      return text === undefined ? [] : [{ field, label, text }];
    })
    .slice(0, MOST_FACTS);
  return (
    <li>
      <Link to={entity.href}>
        <bdi>{entity.title}</bdi>
      </Link>
      <dl className="site-entities-facts">
        {facts.map(({ field, label, text }) => (
          <div key={field}>
            <dt dir="auto">{label}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
      <Tags tags={entity.tags} />
    </li>
  );
}

export function Tags({ tags }: { tags: readonly string[] }): ReactNode {
  const words = useWords();
  if (tags.length === 0) return null;
  return (
    <ul className="site-entities-tags" aria-label={words["entities.tags"]}>
      {tags.map((tag) => (
        <li key={tag} dir="auto">
          {tag}
        </li>
      ))}
    </ul>
  );
}
