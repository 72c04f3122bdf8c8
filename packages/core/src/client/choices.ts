/** An option of a picker: the stored id and its label. */
export interface Choice {
  value: string;
  label: string;
  description?: string;
}

/** A search by typed text, or a lookup of stored ids. */
export type ChoiceQuery = string | { values: readonly string[] };

/** So many choices a search gives at most; as many as that mean that there may be more. */
export const choicesAtOnce = 20;
