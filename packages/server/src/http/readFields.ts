import { HttpError } from "./httpError.ts";

/** What a body's field has to be; one with `?` may be left out. */
type FieldKind = "string" | "string?" | "any" | "any?";

type FieldsOf<Kinds extends Record<string, FieldKind>> = {
  [Name in keyof Kinds]: Kinds[Name] extends "string"
    ? string
    : Kinds[Name] extends "string?"
      ? string | undefined
      : unknown;
};

/** A body's fields by name, or those of a part of it at a JSON Pointer; a refusal names the field and the mend. */
export function readFields<const Kinds extends Record<string, FieldKind>>(
  body: unknown,
  kinds: Kinds,
  at = "",
): FieldsOf<Kinds> {
  const names = Object.keys(kinds);
  const invalid = (path: string, message: string) =>
    new HttpError(400, "invalid_request", message, { path: at + path });
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    const quoted = names.map((name) => `"${name}"`).join(", ");
    throw invalid(
      "",
      `${at === "" ? "The body" : `"${at.slice(1)}"`} has to be an object with ${quoted}, not ${kindOf(body)}.`,
    );
  }
  const unknown = Object.keys(body).find((key) => !names.includes(key));
  if (unknown !== undefined) {
    const pointer = unknown.slice(0, 80).replaceAll("~", "~0").replaceAll("/", "~1");
    throw invalid(`/${pointer}`, `There is no field "${unknown.slice(0, 80)}" here. It takes ${names.join(", ")}.`);
  }
  const read = Object.entries(kinds).map(([name, kind]) => {
    const isThere = Object.hasOwn(body, name);
    const value = isThere ? (body as Record<string, unknown>)[name] : undefined;
    if (!isThere && !kind.endsWith("?")) throw invalid(`/${name}`, `The body has no "${name}", and needs it.`);
    if (isThere && kind.startsWith("string") && typeof value !== "string") {
      const orNone = kind.endsWith("?") ? ", or left out" : "";
      throw invalid(`/${name}`, `"${name}" has to be a string, not ${kindOf(value)}${orNone}.`);
    }
    return [name, value];
  });
  return Object.fromEntries(read) as FieldsOf<Kinds>;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
