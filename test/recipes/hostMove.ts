import { createPlatform } from "@callboard/platform";
import { moveStore } from "@callboard/server";

/** Moves a data folder into a PostgreSQL, with the tables of the platform. */
export const moveWithPlatform = (dataDir: string, databaseUrl: string) =>
  moveStore({ dataDir, databaseUrl, modules: [createPlatform()] });
