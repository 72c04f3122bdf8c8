// The public list, by hand: `@callboard/react/rjsf`, for pages that have @rjsf/core and @rjsf/utils.
export { RjsfForm, type RjsfFormProps } from "./RjsfForm.tsx";
export { rjsfForm } from "./rjsfForm.ts";
export { rjsfTheme } from "./rjsfTheme.ts";
export { createRjsfValidator, type RjsfValidatorOptions } from "./rjsfValidator.ts";
