import { HttpError } from "./httpError.ts";

/** What a body's field has to be; one with `?` may be left out. */
type FieldKind = "string" | "string?" | "any?";

type FieldsOf<Kinds extends Record<string, FieldKind>> = {
  [Name in keyof Kinds]: Kinds[Name] extends "string"
    ? string
    : Kinds[Name] extends "string?"
      ? string | undefined
      : unknown;
};

/** A body's fields by name; a refusal names the field and the mend. */
export function readFields<const Kinds extends Record<string, FieldKind>>(
  body: unknown,
  kinds: Kinds,
): FieldsOf<Kinds> {
  const names = Object.keys(kinds);
  const invalid = (path: string, message: string) => new HttpError(400, "invalid_request", message, { path });
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw invalid("", `The body has to be an object with ${names.map((name) => `"${name}"`).join(", ")}.`);
  }
  const unknown = Object.keys(body).find((key) => !names.includes(key));
  if (unknown !== undefined) {
    const pointer = unknown.slice(0, 80).replaceAll("~", "~0").replaceAll("/", "~1");
    throw invalid(`/${pointer}`, `There is no field "${unknown.slice(0, 80)}" here. It takes ${names.join(", ")}.`);
  }
  const fields = body as Record<string, unknown>;
  for (const [name, kind] of Object.entries(kinds)) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (kind === "any?" || (value === undefined && kind === "string?")) continue;
    if (typeof value !== "string") {
      const found =
        value === undefined
          ? "missing"
          : value === null
            ? "null"
            : Array.isArray(value)
              ? "an array"
              : `a ${typeof value}`;
      throw invalid(`/${name}`, `"${name}" has to be a string; it is ${found}.`);
    }
  }
  return Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(fields, name) ? fields[name] : undefined]),
  ) as FieldsOf<Kinds>;
}
