import type { Validator } from "@callboard/core";
import type { CreateValidator } from "@callboard/core/validator";
import { formEnglish } from "../messages/en.ts";
import { lazyModule } from "../provider/lazyModule.ts";

const engine = lazyModule(async () => {
  const { createValidator, issueEnglish, patternsPending } = await import("./checks.ts");
  // Every form's catalogue has them from now on; before, nothing says them.
  Object.assign(formEnglish, issueEnglish);
  return { createValidator, patternsPending };
});

/**
 * Fetches the validation engine, and what it still needs for a pattern that it has met; undefined once all is here. Where
 * it cannot be fetched the form works without it: the host checks the value too.
 */
export function loadValidator(): Promise<void> | undefined {
  if (engine.current) return engine.current.patternsPending();
  return engine.load().then(
    () => {},
    () => {},
  );
}

/** The eval-free engine; it finds nothing wrong until it has been fetched. */
export const createFormValidator: CreateValidator = (schema) => {
  let validator: Validator | undefined;
  return {
    validate(value) {
      validator ??= engine.current?.createValidator(schema);
      return validator?.validate(value) ?? [];
    },
  };
};
