// The public list, by hand: `@callboard/react/rjsf`, for pages that have @rjsf/core and @rjsf/utils.
export { RjsfForm, type RjsfFormProps } from "./rjsf/RjsfForm.tsx";
export { rjsfForm } from "./rjsf/wholeForm.ts";
export { rjsfTheme } from "./rjsf/rjsfTheme.ts";
export { createRjsfValidator, type RjsfValidatorOptions } from "./rjsf/rjsfValidator.ts";
