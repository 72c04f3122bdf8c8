import { captureTool, type CapturedTool } from "@callboard/core/testing";
import { noEntities } from "../../src/server/entities.ts";
import { withServices, type ToolServices } from "../../src/server/services.ts";

/** A host that keeps nothing and reaches nobody. */
export const noServices: ToolServices = {
  entities: noEntities,
  connections: {
    list: async () => [],
    create: async () => undefined,
    remove: async () => false,
    open: async () => undefined,
  },
  files: { read: async () => undefined, write: async () => "" },
  images: {
    list: async () => [],
    make: async () => {
      throw new Error("Nobody draws here.");
    },
  },
  send: async (url) => {
    throw new Error(`Nobody is at ${url}.`);
  },
};

/** Captures a tool that needs the host, with what the host gives it. */
export const captureWith = (
  load: () => Promise<unknown>,
  services: Partial<ToolServices> = {},
): Promise<CapturedTool> => captureTool(async () => withServices(await load(), { ...noServices, ...services }));
