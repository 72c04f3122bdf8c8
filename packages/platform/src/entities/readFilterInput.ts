import type { FilterEntitiesInput } from "@callboard/core/client";
import { HttpError, readFields } from "@callboard/server";
import { isStorable } from "../rows/isStorable.ts";
import { readFilters } from "./contentFilters.ts";

const MOST = 200;
const FURTHEST = 1_000_000;

/**
 * Reads which entities somebody asks for.
 * @throws HostRefusal or HttpError that name the field and the mend.
 */
export function readFilterInput(body: unknown): FilterEntitiesInput {
  const { entityTypeSlug, filters, sortBy, sortOrder, limit, offset } = readFields(body, {
    entityTypeSlug: "string",
    filters: "any?",
    sortBy: "string?",
    sortOrder: "any?",
    limit: "any?",
    offset: "any?",
  });
  if (sortOrder !== undefined && sortOrder !== "asc" && sortOrder !== "desc") {
    throw invalid("/sortOrder", '"sortOrder" is "asc" or "desc".');
  }
  if (sortBy !== undefined && (sortBy === "" || sortBy.length > 200 || !isStorable(sortBy))) {
    throw invalid("/sortBy", '"sortBy" is a field of the content, "title" or "created_at".');
  }
  return {
    entityTypeSlug,
    filters: readFilters(filters ?? []),
    ...(sortBy !== undefined && { sortBy }),
    ...(sortOrder !== undefined && { sortOrder }),
    limit: wholeNumber(limit, "limit", 1, MOST, 50),
    offset: wholeNumber(offset, "offset", 0, FURTHEST, 0),
  };
}

/** A whole number of a JSON body; `fallback` where it gives none. */
function wholeNumber(given: unknown, name: string, min: number, max: number, fallback: number): number {
  if (given === undefined) return fallback;
  if (typeof given === "number" && Number.isInteger(given) && given >= min && given <= max) return given;
  throw invalid(`/${name}`, `"${name}" is a whole number from ${min} to ${max}.`);
}

const invalid = (path: string, message: string): HttpError => new HttpError(400, "invalid_request", message, { path });
