import type { ToolDetail, ToolSpecs } from "@callboard/core";
import { namesSecret } from "@callboard/core/form";

const known = new WeakMap<object, boolean>();

/** Whether anything that a tool is given is secret: by its schema, or by the field that its form has for it. */
export function asksForSecrets({ inputSchema, formSpec, slug }: ToolDetail, registry: ToolSpecs): boolean {
  return isSecretive(inputSchema) || isSecretive(formSpec ?? registry.formSpec(slug));
}

/** Whether a schema or the spec of a form speaks of a secret. */
export function isSecretive(about: unknown): boolean {
  if (typeof about !== "object" || about === null) return false;
  let is = known.get(about);
  if (is === undefined) known.set(about, (is = namesSecret(about) || JSON.stringify(about).includes('"password"')));
  return is;
}
