import { nearest } from "../../json/nearest.ts";

/** The name that was probably meant, as a question; empty where none is near. */
export const hint = (given: string, names: readonly string[]): string => meant(nearest(given, names));
export const meant = (name: string | undefined): string => (name === undefined ? "" : ` Did you mean "${name}"?`);
