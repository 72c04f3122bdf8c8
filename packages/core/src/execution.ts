// What a tool does that is written as data: its shapes, its templates, and the check before it runs.
export { isReference, layersOf, referencesIn } from "./execution/executionSpec.ts";
export type {
  AgentPrompt,
  Composition,
  CompositionStep,
  DirectPrompt,
  ExecutionSpec,
  Reference,
  StepRetry,
  SkillPrompt,
  TaskExecution,
} from "./execution/executionSpec.ts";
export { checkTemplate, readTemplate, renderTemplate } from "./execution/template.ts";
export type { ReadTemplate, TemplateProblem, TemplateVariable } from "./execution/template.ts";
export { validateExecutionSpec } from "./execution/validateExecutionSpec.ts";
export type { SpecProblem, SpecSurroundings, SpecTool } from "./execution/validateExecutionSpec.ts";
