import type { FormSpec } from "../form/model/formSpec.ts";
import type { ViewSpec } from "../view/viewSpec.ts";

/** How tools are asked for and shown, by slug: the part of a registry that forms and outputs read. */
export interface ToolSpecs {
  formSpec(slug: string): FormSpec | undefined;
  viewSpec(slug: string): ViewSpec | undefined;
}

/**
 * Specs that are registered beside the tools; `key` is `tool:<slug>`. A registry's methods throw where the key or the
 * spec is not what it has to be, and say what it has to be.
 */
export interface SpecTable extends ToolSpecs {
  registerFormSpec(key: string, spec: FormSpec): void;
  registerViewSpec(key: string, spec: ViewSpec): void;
}

/**
 * An empty table. It takes what it is given: a registry over it checks, so that a page which only reads specs does not
 * load the checks.
 */
export function createSpecs(): SpecTable {
  const formSpecs = new Map<string, FormSpec>();
  const viewSpecs = new Map<string, ViewSpec>();
  return {
    registerFormSpec: (key, spec) => void formSpecs.set(key, spec),
    registerViewSpec: (key, spec) => void viewSpecs.set(key, spec),
    formSpec: (slug) => formSpecs.get(`tool:${slug}`),
    viewSpec: (slug) => viewSpecs.get(`tool:${slug}`),
  };
}

/** The specs of the default registry, in a module of their own: a form reads them without loading the registry. */
export const defaultSpecs: SpecTable = createSpecs();
