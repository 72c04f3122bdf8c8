// The public list, by hand.
export { createPlatform, PLATFORM_PERMISSIONS } from "./createPlatform.ts";
export type { Platform, PlatformOptions, SchedulePerson } from "./createPlatform.ts";
export type { ModelPrice, ModelPrices } from "./runs/usageStats.ts";
export type { Engine, EngineOptions, OpenEngine, Work, WorkOf, WorkSteps } from "./engine/engine.ts";
export { inProcessEngine } from "./engine/inProcessEngine.ts";
export type { Skill } from "./execution/executeSpec.ts";
export { toolSessionsModule } from "./toolSessions/toolSessionsModule.ts";
export { entitiesModule, ENTITY_PERMISSIONS } from "./entities/entitiesModule.ts";
export type { EntitiesModuleOptions } from "./entities/entitiesModule.ts";
export type { EntityTypeDefinition } from "./entities/entities.ts";
export type { EntityDocuments, FoundPassage } from "./entities/documents.ts";
export type { Bundle, BundleParts, ComposedTool } from "./bundles/bundle.ts";
export { executiveSummary } from "./brief/executiveSummary.ts";
export type { ExecutiveSummaryBundle, ExecutiveSummaryOptions, SummarySettings } from "./brief/executiveSummary.ts";
