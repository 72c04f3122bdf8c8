import type { CreateValidator, ValidationIssue } from "@callboard/core";

let engine: CreateValidator | undefined;
let patternsPending: (() => Promise<void> | undefined) | undefined;
let loading: Promise<void> | undefined;

/**
 * Fetches the validation engine beside the form rather than with it, and what it still needs for a pattern that somebody
 * has met. Nothing to wait for once it is there; where it cannot be fetched, the form goes on without it, for whoever takes the value checks it anyway.
 */
export function loadValidator(): Promise<void> | undefined {
  if (engine) return patternsPending?.();
  loading ??= import("@callboard/core/validator").then(
    (module) => {
      engine = module.createValidator;
      patternsPending = module.patternsPending;
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** The eval-free engine; until it has been fetched, nothing is found wrong. */
export const createLazyValidator: CreateValidator = (schema) => {
  let check: ((value: unknown) => ValidationIssue[]) | undefined;
  return {
    validate(value) {
      if (!engine) return [];
      check ??= engine(schema).validate;
      return check(value);
    },
  };
};
