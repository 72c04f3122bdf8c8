// Internal: what @callboard/rjsf draws its fields with. It may change in any version; nobody else imports it.
export { fieldIcon, IconButton, type FieldIcon } from "./field/api/fieldIcon.tsx";
export { fieldError, fieldWords, requiredMark } from "./field/api/fieldMarks.tsx";
export { FormContext, issueText, useFormScope } from "./field/api/formContext.ts";
export { ObjectDisplay } from "./field/displays/fieldDisplays.tsx";
export { leafDisplays, leafInputs } from "./field/fieldDefaults.tsx";
export { JsonInput } from "./field/inputs/JsonInput.tsx";
export { AuthorChip, hasAuthorChip } from "./form/AuthorChip.tsx";
export { showControl } from "./form/ErrorSummary.tsx";
export { usePartWords } from "./form/usePartWords.ts";
export { walkByKey } from "./form/walkByKey.ts";
export { isRecord } from "./isRecord.ts";
export { formEnglish } from "./messages/en.ts";
export { fieldPartsEnglish } from "./messages/fieldPartsEnglish.ts";
export type { FormPartTranslate } from "./messages/messages.ts";
export type { FallbackForm, FallbackFormProps } from "./provider/fallbackForm.ts";
export { useKit } from "./provider/ToolProvider.tsx";
export { rootOf } from "./rootOf.ts";
export { useStore } from "./useStore.ts";
