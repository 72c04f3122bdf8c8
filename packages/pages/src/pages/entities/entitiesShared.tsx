import type { ToolClientError } from "@callboard/core";
import { humanizeFieldName } from "@callboard/core";
import { entitiesClient, type EntityType } from "@callboard/core/client";
import type { ReactNode } from "react";
import { transport } from "../../client.ts";
import { localeOf } from "../../shell/language.ts";
import { useShownLanguage, useWords } from "../../shell/LanguageProvider.tsx";

/** What the pages of entities ask the host. */
export const entities = entitiesClient(transport);

/** Why entities cannot be read, and what to do. */
export function EntityFailure({ failure, onRetry }: { failure: ToolClientError; onRetry(): void }): ReactNode {
  const words = useWords();
  const isRefused = failure.mend === "permission" || failure.mend === "credential";
  // A host without the module has no such address.
  const isMissing = failure.code === "route_not_found";
  return (
    <div className="site-message" role="alert">
      <h2>{words[isMissing ? "entities.missing" : isRefused ? "entities.refused" : "entities.unread"]}</h2>
      <p dir="auto">
        {isMissing ? words["entities.missing.help"] : isRefused ? words["admin.refused.help"] : failure.message}
      </p>
      {!isRefused && !isMissing && (
        <button type="button" className="site-quiet" onClick={onRetry}>
          {words["publishing.retry"]}
        </button>
      )}
    </div>
  );
}

/** The properties of a type's content, in their order. */
export function propertiesOf({ jsonSchema }: EntityType): [field: string, label: string][] {
  return Object.entries(jsonSchema.properties ?? {}).map(([field, schema]) => [
    field,
    (typeof schema === "object" && schema.title) || humanizeFieldName(field),
  ]);
}

/** How the language that is shown writes a plain value; undefined of what has parts. */
export function useValueText(): (value: unknown) => string | undefined {
  const words = useWords();
  const locale = localeOf(useShownLanguage());
  return (value) => {
    if (typeof value === "number") return new Intl.NumberFormat(locale).format(value);
    if (typeof value === "boolean") return words[value ? "entities.yes" : "entities.no"];
    if (typeof value === "string" && value !== "") return value.length > 60 ? `${value.slice(0, 57)}…` : value;
    return undefined;
  };
}
