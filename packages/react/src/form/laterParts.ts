import { formLaterMessages } from "../messages/formLater.ts";
import { addMessages } from "../messages/messages.ts";

addMessages(formLaterMessages);

export { createPrefill, standardIssues } from "@callboard/core/form";
export { leafDisplays, leafInputs } from "../field/fieldDefaults.tsx";
export { ObjectDisplay } from "../field/fieldDisplays.tsx";
export { ErrorSummary } from "./ErrorSummary.tsx";
export { FreeInput as JsonInput } from "./FreeInput.tsx";
export { LazyField } from "./LazyField.tsx";
export { EntryRows, MapField } from "./MapField.tsx";
export { PatternNote } from "./PatternNote.tsx";
export { revealPlace } from "./revealPlace.ts";
export { CaseField, UnionField } from "./UnionField.tsx";
