// What a model finds, and each definition as it gets it: for developers, apart from what every page needs.
export { ToolInspector } from "./inspector/ToolInspector.tsx";
export type { ToolInspectorProps } from "./inspector/ToolInspector.tsx";
export type { CountTokens } from "./inspector/ToolDefinitions.tsx";
