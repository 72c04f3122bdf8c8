// Tools in a folder, compiled as they are: needs the compiler, which no host does that registers its tools itself.
export { createToolFolders } from "./toolFolders/toolFolders.ts";
export type { ToolChange, ToolFailure, ToolFolders, ToolFoldersOptions } from "./toolFolders/toolFolders.ts";
export { followTools } from "./toolFolders/followTools.ts";
export type { FileWatcher } from "./toolFolders/followTools.ts";
