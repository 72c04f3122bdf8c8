import { join, resolve } from "node:path";
import { portOf } from "./listen.ts";

/** What the environment decides. */
export interface Environment {
  port: number;
  hostname: string;
  dataDir: string;
  databaseUrl: string | undefined;
  secretKey: string | undefined;
  packages: string;
}

/**
 * Reads `PORT` (4600), `HOST` (127.0.0.1), `CALLBOARD_DATA` (`.callboard/data` in the repository), `DATABASE_URL` and
 * `CALLBOARD_SECRET_KEY`; what is empty counts as not given. `app` is the app's folder; `packages` is where the repository's dependencies are.
 */
export function readEnvironment(env: NodeJS.ProcessEnv, app: string): Environment {
  return {
    port: portOf(env.PORT),
    hostname: env.HOST || "127.0.0.1",
    dataDir: resolve(env.CALLBOARD_DATA || join(app, "../../.callboard/data")),
    databaseUrl: env.DATABASE_URL || undefined,
    secretKey: env.CALLBOARD_SECRET_KEY || undefined,
    packages: join(app, "../../node_modules"),
  };
}
