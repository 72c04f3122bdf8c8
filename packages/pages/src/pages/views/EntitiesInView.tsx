import { humanizeFieldName } from "@callboard/core";
import type { EntitiesPart, EntityType } from "@callboard/core/client";
import { useCallback, type ReactNode } from "react";
import { Link } from "react-router";
import { useWords } from "../../shell/LanguageProvider.tsx";
import { entities, EntityFailure, propertiesOf } from "../entities/entitiesShared.tsx";
import { Entry } from "../entities/EntityList.tsx";
import { useRead } from "../useRead.ts";

/** Entities in a view, as they are now: what whoever looks may see of them. */
export function EntitiesInView({ part }: { part: EntitiesPart }): ReactNode {
  const words = useWords();
  const { entityTypeSlug, label, filters = [], sortBy, sortOrder, limit = 20, columns } = part;
  // The part is data of the view that was read, and stays the same as long as that does.
  const read = useCallback(
    async (signal: AbortSignal) => {
      const asked = { entityTypeSlug, filters, limit, ...(sortBy && { sortBy }), ...(sortOrder && { sortOrder }) };
      const [type, found] = await Promise.all([
        entities.type(entityTypeSlug, { signal }),
        entities.filter(asked, { signal }),
      ]);
      return { type, found };
    },
    // oxlint-disable-next-line react/exhaustive-deps -- its fields change with it alone
    [part],
  );
  const { value, failure, again } = useRead(read);
  return (
    <section className="site-view-entities" aria-busy={(!value && !failure) || undefined}>
      <h2 dir="auto">{label ?? value?.type.pluralName ?? words.entities}</h2>
      {failure && <EntityFailure failure={failure} onRetry={again} />}
      {value?.found.total === 0 && <p className="site-entities-note">{words["views.noEntities"]}</p>}
      {value && value.found.total > 0 && (
        <ul className="site-admin-list site-entities-list">
          {value.found.results.map((entity) => (
            <Entry
              key={entity.id}
              entity={entity}
              type={value.type}
              {...(columns && { fields: fieldsOf(columns, value.type) })}
            />
          ))}
        </ul>
      )}
      {value && value.found.total > value.found.results.length && (
        <Link className="site-quiet" to={`/entities/${entityTypeSlug}`}>
          {words["views.allOf"].replace("{count}", String(value.found.total))}
        </Link>
      )}
    </section>
  );
}

/** The fields that a part asks for, by the labels that it or the type gives them. */
function fieldsOf(columns: NonNullable<EntitiesPart["columns"]>, type: EntityType): [field: string, label: string][] {
  const labels = new Map(propertiesOf(type));
  return columns.map((column) => {
    const { key, label } = typeof column === "string" ? { key: column } : column;
    return [key, label ?? labels.get(key) ?? humanizeFieldName(key)];
  });
}
