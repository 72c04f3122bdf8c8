import { createPlatform } from "@callboard/platform";
import { createHost, type HostOptions } from "@callboard/server";

/** Tenants write tools in pages; whoever holds the permissions does. */
export const hostWithPlatform = (options: HostOptions) => createHost({ ...options, modules: [createPlatform()] });
