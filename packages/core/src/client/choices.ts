/** Something that may be picked: the id that is stored, and what people call it. */
export interface Choice {
  value: string;
  label: string;
  description?: string;
}

/** What to look for: words as somebody types them, or the names of what is stored already. */
export type ChoiceQuery = string | { values: readonly string[] };

/** So many choices a search gives at most; as many as that mean that there may be more. */
export const choicesAtOnce = 20;

/** A host's path of one query. */
export function choicesPath(kind: string, query: ChoiceQuery): string {
  const parameters =
    typeof query === "string"
      ? new URLSearchParams({ q: query, limit: String(choicesAtOnce) })
      : new URLSearchParams(query.values.map((value) => ["value", value]));
  return `/api/choices/${encodeURIComponent(kind)}?${parameters.toString()}`;
}
