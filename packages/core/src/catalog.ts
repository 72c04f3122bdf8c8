// Where tools come from: a catalog over sources, for whoever brings tools from elsewhere.
export { catalogOf, checkSourceNames, createCatalog, noTool } from "./catalog/catalog.ts";
export type { Resolved, ToolCatalog, ToolRefusal } from "./catalog/catalog.ts";
export { allInCode, createCodeSource } from "./catalog/codeSource.ts";
export { createTenantSource } from "./catalog/tenantSource.ts";
export { HOST_SOURCES, oncePerContext } from "./catalog/toolSource.ts";
export type { ResolvedTool, SourcesFor, ToolSource } from "./catalog/toolSource.ts";
export { toRegisteredTool } from "./tool/registry.ts";
