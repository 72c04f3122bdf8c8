/**
 * Where it is kept how a reader wants the outputs of each tool. May throw, as storage does: the choice then lasts as
 * long as the output is shown.
 */
export interface ViewChoices {
  /** The choice for a tool, by its slug. */
  get(slug: string): string | undefined;
  set(slug: string, choice: string): void;
}

const keyOf = (slug: string) => `callboard:view:${slug}`;

/** Choices in this browser's own storage, for the pages of this origin. */
export const browserViewChoices: ViewChoices = {
  get: (slug) => localStorage.getItem(keyOf(slug)) ?? undefined,
  set: (slug, choice) => localStorage.setItem(keyOf(slug), choice),
};
