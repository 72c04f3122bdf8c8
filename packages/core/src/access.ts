// Who may see and run which tool: switches by tenant, groups by permission, the tenant of a running call.
export { DEFAULT_TENANT_ID } from "./events/defaultTenant.ts";
export { canUse } from "./tool/visibility.ts";
export type { Refusal, Usability } from "./tool/visibility.ts";
export { createMemoryVisibility } from "./catalog/visibilityStore.ts";
export type { MemoryVisibility, ToolSwitch, VisibilityStore } from "./catalog/visibilityStore.ts";
export {
  createToolAccess,
  ensureSystemToolsRegistered,
  getAvailableTool,
  getAvailableToolMeta,
  getDisabledToolSlugs,
  getEnabledSystemToolSlugs,
  provideToolAccess,
} from "./catalog/toolAccess.ts";
export type { ToolAccess, ToolAccessOptions } from "./catalog/toolAccess.ts";
export { ENTITY_TOOL_PERMISSIONS, toolGroups } from "./tool/platformGroups.ts";
export type { AgentTools, ToolGroup } from "./tool/toolGroup.ts";
export {
  getTenantIdForTool,
  getToolContextTenantId,
  provideToolContext,
  withToolContext,
} from "./tool/withToolContext.ts";
export type { ActiveTenant, ToolScope, ToolScopeStorage } from "./tool/withToolContext.ts";
