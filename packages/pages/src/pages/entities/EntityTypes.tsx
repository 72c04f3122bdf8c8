import { ToolIcon } from "@callboard/react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useWords } from "../../shell/LanguageProvider.tsx";
import { pageTitle } from "../../shell/siteName.ts";
import { useRead } from "../useRead.ts";
import { entities, EntityFailure } from "./entitiesShared.tsx";

const readTypes = (signal: AbortSignal) => entities.types({ signal });

/** The types of entities that a workspace keeps, with how many there are of each. */
export function EntityTypes(): ReactNode {
  const words = useWords();
  const { value: types, failure, again } = useRead(readTypes);
  return (
    <section className="site-entities" aria-busy={(!types && !failure) || undefined}>
      <title>{pageTitle(words.entities)}</title>
      <header className="site-admin-head">
        <div>
          <h1>{words.entities}</h1>
          <p>{words["entities.lead"]}</p>
        </div>
      </header>
      {failure && <EntityFailure failure={failure} onRetry={again} />}
      {types?.length === 0 && <p className="site-entities-note">{words["entities.noTypes"]}</p>}
      {types && types.length > 0 && (
        <ul className="site-admin-list">
          {types.map(({ slug, icon, pluralName, description, count }) => (
            <li key={slug}>
              <ToolIcon name={icon} size={18} />
              <Link to={`/entities/${slug}`}>
                <bdi>{pluralName}</bdi>
              </Link>
              <span className="site-admin-facts" dir="auto">
                {description}
              </span>
              <span className="site-entities-count">{count}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
