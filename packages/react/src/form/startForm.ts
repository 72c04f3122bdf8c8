import { createFormStore, type FormModel, type FormStore } from "@callboard/core/form";
import type { StandardSchema } from "@callboard/core";
import { lazyModule } from "../provider/lazyModule.ts";
import { createFormValidator, loadValidator } from "./formValidator.ts";
import { createModelArguments, type ModelArguments } from "./modelArguments.ts";

const standard = lazyModule(() => import("./standard.ts"));

type OnChange = (value: unknown) => void;

export interface StartedForm {
  store: FormStore;
  modelArguments: ModelArguments;
  /** Sets who gets the form's value after each change; returns what ends it. */
  listen: (onChange: OnChange) => () => void;
}

/**
 * Starts a form's state with the parts that are fetched beside it; submitting waits for them. `schema` reads the value
 * once more before submitting: its refinements check it, its defaults and transforms make what is submitted.
 */
export function startForm(model: FormModel, schema: StandardSchema | undefined, value: unknown): StartedForm {
  let onChange: OnChange | undefined;
  const store: FormStore = createFormStore(model, {
    value,
    onChange: (output: unknown) => onChange?.(output),
    createValidator: createFormValidator,
    prepare() {
      const waits = [loadValidator(), modelArguments.settled()].filter((wait) => wait !== undefined);
      return waits.length > 0 ? Promise.all(waits).then(() => {}) : undefined;
    },
    ...(schema && {
      readBeforeSubmit: async (given: unknown) => (await standard.load()).readStandard(schema, given),
    }),
  });
  if (schema) standard.load().catch(() => {});
  const modelArguments = createModelArguments(store);
  const listen = (listener: OnChange): (() => void) => {
    onChange = listener;
    return () => {
      if (onChange === listener) onChange = undefined;
    };
  };
  return { store, modelArguments, listen };
}
