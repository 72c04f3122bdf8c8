// The public list, by hand.
export { RjsfForm, type RjsfFormProps } from "./form/RjsfForm.tsx";
export { rjsfForm } from "./form/wholeForm.ts";
export { rjsfTheme } from "./form/rjsfTheme.ts";
export { createRjsfValidator, type RjsfValidatorOptions } from "./form/rjsfValidator.ts";
