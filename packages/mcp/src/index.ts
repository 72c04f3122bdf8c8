export { createMcpServers } from "./servers/createMcpServers.ts";
export type { McpServersOptions } from "./servers/createMcpServers.ts";
export type { McpServerState } from "./servers/openServer.ts";
export type { McpHttpAddress, McpProcess, McpServer } from "./servers/mcpServer.ts";
export { readServersFile, sourceNameOf } from "./servers/readServersFile.ts";
export type { ReadServers } from "./servers/readServersFile.ts";
export { serveMcp } from "./served/serveMcp.ts";
export type { ServeMcpOptions } from "./served/serveMcp.ts";
