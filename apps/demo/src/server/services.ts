import type { ToolDefinition } from "@callboard/core";
import type { Connections } from "@callboard/server";
import type { EntitySource } from "./entities.ts";
import type { ToolFiles } from "./files.ts";
import type { ImageModels } from "./images/images.ts";
import type { Send } from "./send.ts";

/** What the host gives to those of its tools that need more than their input. */
export interface ToolServices {
  entities: EntitySource;
  connections: Connections;
  files: ToolFiles;
  images: ImageModels;
  /** For requests to addresses that people saved. */
  send: Send;
}

/** A tool that needs the host: what its folder exports in place of a definition. */
export type ToolOfServices = (services: ToolServices) => ToolDefinition;

/** A module of a tool folder, with a default export that is a function of the services called with them. */
export function withServices(module: unknown, services: ToolServices): unknown {
  const { default: exported } = module as { default?: unknown };
  return typeof exported === "function" ? { default: (exported as ToolOfServices)(services) } : module;
}
