// A tool's own words in the reader's language.
export { translateCategory, translateTemplate, translateTool } from "./tool/toolMessages.ts";
export type { PluralForms, ToolMessages } from "./tool/toolMessages.ts";
