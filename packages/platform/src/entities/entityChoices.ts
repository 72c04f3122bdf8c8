import type { ChoiceFinder } from "@callboard/server";
import type { Entities } from "./entities.ts";

/** Entities for fields that `x-entity-type` marks with the slug of a type: of whoever may read them. */
export function entityChoices(entities: Entities): ChoiceFinder {
  return async (kind, asker) => {
    if (!asker.permissions?.includes("entities.team.read") || !(await entities.hasType(asker, kind))) return undefined;
    return async ({ query, values, limit, context }) => {
      const found = values
        ? (await entities.byIds(context, values)).filter(({ typeSlug }) => typeSlug === kind)
        : (await entities.search(context, { query, typeSlug: kind, limit, offset: 0 })).results;
      return found.map(({ id, title, tags }) => ({
        value: id,
        label: title,
        ...(tags.length > 0 && { description: tags.join(", ") }),
      }));
    };
  };
}
