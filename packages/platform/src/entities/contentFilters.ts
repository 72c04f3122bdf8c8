import type { FilterCondition } from "@callboard/core/fields";
import { operators } from "@callboard/core/form";
import { HostRefusal } from "@callboard/server";
import { isStorable, isStorableJson } from "../rows/isStorable.ts";

/** Where a statement's conditions and parameters are gathered. */
export interface Conditions {
  /** Conditions in SQL, which all have to hold. */
  where: string[];
  params: unknown[];
}

/** The most conditions of one request, and the most values of one `in`. */
const MOST_FILTERS = 50;
const MOST_VALUES = 500;
const LONGEST_FIELD = 200;
const LONGEST_VALUE = 10_000;

/**
 * Adds filters to a statement over `callboard.entities`. Field names and values are parameters of it, never its text:
 *
 * - `eq`, `neq`: the value as text (`->>`); an absent field is as null, so `neq` is true of it.
 * - `gt`, `lt`, `gte`, `lte`: a number with numbers as JSON (`->`), a text with texts by their characters.
 * - `in`: one of the values, as text; of a list, one of its elements.
 * - `contains`: what a list or an object holds as JSON (`@>`), or a part of a text in whatever case (`ILIKE`).
 * @throws HostRefusal `invalid_filter` for a condition that can mean nothing: which one, and how to mend it.
 */
export function applyContentFilters(conditions: Conditions, filters: readonly FilterCondition[]): void {
  const { where, params } = conditions;
  const place = (value: unknown): string => `$${params.push(value)}`;
  for (const { field, operator, value } of filters) {
    const name = `${place(field)}::text`;
    const json = `(content -> ${name})`;
    const text = `(content ->> ${name})`;
    switch (operator) {
      case "eq":
      case "neq":
        where.push(`${text} is ${operator === "eq" ? "not " : ""}distinct from (${placeJson(value)} #>> '{}')`);
        break;
      case "gt":
      case "gte":
      case "lt":
      case "lte":
        where.push(
          typeof value === "number"
            ? `(jsonb_typeof(${json}) = 'number' and ${json} ${SIGNS[operator]} ${placeJson(value)})`
            : `(jsonb_typeof(${json}) = 'string' and ${text} collate "C" ${SIGNS[operator]} ${place(value)}::text)`,
        );
        break;
      case "in": {
        const values = `array(select jsonb_array_elements_text(${placeJson(value)}))`;
        const elements = `jsonb_array_elements_text(case jsonb_typeof(${json}) when 'array' then ${json} else '[]' end)`;
        where.push(
          `(${text} = any(${values}) or exists (select from ${elements} as e (one) where e.one = any(${values})))`,
        );
        break;
      }
      case "contains":
        where.push(
          typeof value === "string"
            ? `case jsonb_typeof(${json}) when 'string' then ${text} ilike ${place(likePattern(value))}::text
                 else coalesce(${json} @> ${placeJson(value)}, false) end`
            : `coalesce(${json} @> ${placeJson(value)}, false)`,
        );
        break;
    }
  }

  function placeJson(value: unknown): string {
    return `${place(JSON.stringify(value))}::text::jsonb`;
  }
}

const SIGNS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** A part of a text as ILIKE finds it; its own signs are escaped. */
export const likePattern = (part: string): string => `%${part.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * Reads conditions as somebody sent them.
 * @throws HostRefusal `invalid_filter` with the place of the first that is none.
 */
export function readFilters(given: unknown, at = "/filters"): FilterCondition[] {
  if (!Array.isArray(given)) throw invalidFilter(at, '"filters" is a list of { field, operator, value }.');
  if (given.length > MOST_FILTERS) throw invalidFilter(at, `There are at most ${MOST_FILTERS} filters at once.`);
  return given.map((each: unknown, index) => readFilter(each, `${at}/${index}`));
}

function readFilter(given: unknown, at: string): FilterCondition {
  if (typeof given !== "object" || given === null) throw invalidFilter(at, "A filter is { field, operator, value }.");
  const { field, operator, value = null } = given as Partial<Record<keyof FilterCondition, unknown>>;
  if (typeof field !== "string" || field === "" || field.length > LONGEST_FIELD || !isStorable(field)) {
    throw invalidFilter(
      `${at}/field`,
      `"field" is the name of a field of the content, up to ${LONGEST_FIELD} characters.`,
    );
  }
  const known = operators.find((one) => one === operator);
  if (!known) throw invalidFilter(`${at}/operator`, `"operator" is one of ${operators.join(", ")}.`);
  const written = JSON.stringify(value);
  if (written.length > LONGEST_VALUE || !isStorableJson(written)) {
    throw invalidFilter(`${at}/value`, `"value" is JSON of at most ${LONGEST_VALUE} characters, without NUL.`);
  }
  if (known in SIGNS && typeof value !== "number" && typeof value !== "string") {
    throw invalidFilter(`${at}/value`, `"${known}" compares with a number or a text, such as a date. Give one.`);
  }
  if (known === "in" && (!Array.isArray(value) || value.length > MOST_VALUES)) {
    throw invalidFilter(`${at}/value`, `"in" takes a list of at most ${MOST_VALUES} values.`);
  }
  return { field, operator: known, value };
}

const invalidFilter = (path: string, message: string): HostRefusal =>
  new HostRefusal("invalid_filter", message, { path });
