// The public list, by hand.
export { createPlatform, PLATFORM_PERMISSIONS } from "./createPlatform.ts";
export type { Platform } from "./createPlatform.ts";
