import type { Validator } from "@callboard/core";
import type { CreateValidator } from "@callboard/core/validator";
import type { Words } from "../messages/messages.ts";
import { lazyModule } from "../provider/lazyModule.ts";

const engine = lazyModule(() => import("./checks.ts"));

const noWords: Words = {};

/** The English of what the engine finds; none until it has been fetched, as it finds nothing before. */
export const issueWords = (): Words => engine.current?.issueEnglish ?? noWords;

/**
 * Fetches the validation engine, and what it still needs for a pattern that it has met; undefined once all is here.
 * Where it cannot be fetched the form works without it: the host checks the value too.
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
