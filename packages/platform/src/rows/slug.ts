/** Whether a text can name a row in addresses. */
export const isSlug = (value: unknown): value is string =>
  typeof value === "string" && /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/.test(value);

/** What a slug is, for whoever wrote another. */
export const SLUG_RULE = "It is 1 to 64 small letters, digits, - and _, and begins and ends with a letter or a digit.";

/** A slug from a title: its Latin letters and digits; empty where it has none. */
export function slugOfTitle(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 50)
    .replace(/^-|-$/g, "");
}
