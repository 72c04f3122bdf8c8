import type { ChoiceSearch } from "@callboard/server";
import type { Desk, DocumentRow } from "./desk.ts";

/** The document whose whole path is asked for is among the nearest. */
const NEAREST = 20;

/**
 * A tenant's documents by path, for fields that `x-entity-type: "document"` marks: by a part of the path, or by several
 * words in it.
 */
export function documentChoices(desk: Pick<Desk, "byName">): ChoiceSearch {
  return async ({ query, values, limit, context: { tenantId, spaceId } }) => {
    if (!tenantId) return [];
    const find = async (name: string, most: number): Promise<DocumentRow[]> => {
      // A pattern that is too complex finds nothing here.
      const none = { documents: [] };
      return (await desk.byName({ tenantId, spaceId }, name, { limit: most, offset: 0 }).catch(() => none)).documents;
    };
    const isWanted = ({ path }: DocumentRow, value: string) => path === value || path.endsWith(`/${value}`);
    if (!values) return (await find(query, limit)).map(({ path, title }) => choiceOf(path, title));
    const found = await Promise.all(
      values.map(async (value) => {
        const document = (await find(value, NEAREST)).find((each) => isWanted(each, value));
        return document ? [choiceOf(value, document.title)] : [];
      }),
    );
    return found.flat();
  };
}

const choiceOf = (path: string, title: string) => ({
  value: path,
  label: path,
  ...(title !== path && { description: title }),
});
