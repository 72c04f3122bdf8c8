import type { FormSpec } from "./formSpec.ts";

type FindFormSpec = (slug: string) => FormSpec | undefined;

let find: FindFormSpec = () => undefined;

/** How the default registry says, once it is loaded, which specs it has; so that a form needs no registry to ask. */
export function answerFormSpecs(by: FindFormSpec): void {
  find = by;
}

/** The spec that `registerFormSpec` was given for a tool in the default registry. */
export function registeredFormSpec(slug: string): FormSpec | undefined {
  return find(slug);
}
