import type { ChoiceSearch } from "../../choices/choices.ts";
import type { Knowledge } from "./knowledge.ts";

/**
 * A tenant's documents by path, for fields that `x-entity-type: "document"` marks: by a part of the path, or by several
 * words in it.
 */
export function documentChoices(knowledge: Knowledge): ChoiceSearch {
  return async ({ query, values, limit, context: { tenantId } }) => {
    if (!tenantId) return [];
    const find = async (name: string, most: number) =>
      // A pattern that is too complex finds nothing here.
      (await knowledge.find(tenantId, name, { limit: most, offset: 0 }).catch(() => ({ documents: [] }))).documents;
    const found = values
      ? (await Promise.all(values.map((path) => find(path, NEAREST))))
          .flat()
          .filter(({ path }) => values.includes(path))
      : await find(query, limit);
    return found.map(({ path, title }) => ({
      value: path,
      label: path,
      ...(title !== path && { description: title }),
    }));
  };
}

/** The document whose whole path is asked for is among the nearest. */
const NEAREST = 20;
