import type { ToolDetail, ToolSpecs } from "@callboard/core";
import { namesSecret } from "@callboard/core/form";
import { isRecord } from "../isRecord.ts";

const known = new WeakMap<object, boolean>();

/** Whether anything that a tool is given is secret: by its schema, or by the field that its form has for it. */
export function asksForSecrets({ inputSchema, formSpec, slug }: ToolDetail, registry: ToolSpecs): boolean {
  return (
    isSecretive(inputSchema) ||
    isSecretive(formSpec ?? registry.formSpec(slug), (spec) => JSON.stringify(spec).includes('"password"'))
  );
}

/** Whether a schema asks for a secret, or what else `says` reads so; each is read once. */
export function isSecretive(about: unknown, says: (about: unknown) => boolean = namesSecret): boolean {
  if (!isRecord(about)) return false;
  if (!known.has(about)) known.set(about, says(about));
  return known.get(about)!;
}
