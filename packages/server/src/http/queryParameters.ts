import { HttpError } from "./httpError.ts";

/** A whole number from the query, within its bounds. */
export function wholeNumber(
  value: string | undefined | null,
  name: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number {
  if (value === undefined || value === null || value === "") return fallback;
  const number = /^\d{1,16}$/.test(value) ? Number(value) : NaN;
  if (!(number >= min && number <= max)) {
    const bounds = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
    throw new HttpError(
      400,
      "invalid_parameter",
      `"${name}" has to be a whole number ${bounds}, not "${value.slice(0, 80)}".`,
      {
        path: `/${name}`,
      },
    );
  }
  return number;
}
