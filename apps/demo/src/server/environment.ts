import { join, resolve } from "node:path";
import { allowedHostsOfEnvironment } from "@callboard/server";
import type { ImageProvider } from "./images/images.ts";
import { portOf } from "./listen.ts";

/** What the environment decides. */
export interface Environment {
  port: number;
  hostname: string;
  allowedHosts: readonly string[] | true;
  dataDir: string;
  databaseUrl: string | undefined;
  secretKey: string | undefined;
  packages: string;
  handbook: string;
  openData: string;
  publishTo: readonly string[];
  imageProvider?: ImageProvider;
}

/**
 * Reads `PORT` (4600), `HOST` (127.0.0.1), `CALLBOARD_ALLOWED_HOSTS` (names beside `HOST` and this machine's own),
 * `CALLBOARD_DATA` (`.callboard/data` in the repository), `DATABASE_URL`, `CALLBOARD_SECRET_KEY`,
 * `CALLBOARD_PUBLISH_TO` (hosts that content may be published to, separated by commas) and `CALLBOARD_IMAGE_BASE_URL`
 * with `CALLBOARD_IMAGE_API_KEY` (an OpenAI-compatible API that makes pictures); what is empty counts as not given.
 * `app` is the app's folder; `packages` is where the repository's dependencies are, `handbook` where its documentation
 * is, `openData` where tables with real numbers are.
 */
export function readEnvironment(env: NodeJS.ProcessEnv, app: string): Environment {
  const hostname = env.HOST || "127.0.0.1";
  const baseURL = env["CALLBOARD_IMAGE_BASE_URL"];
  const listed = allowedHostsOfEnvironment(env["CALLBOARD_ALLOWED_HOSTS"] ?? "");
  const isAnyAddress = hostname === "0.0.0.0" || hostname === "::";
  return {
    port: portOf(env.PORT),
    hostname,
    // Whoever listens at one address means to be asked by it.
    allowedHosts: listed === true || isAnyAddress ? listed : [...listed, hostname],
    dataDir: resolve(env.CALLBOARD_DATA || join(app, "../../.callboard/data")),
    databaseUrl: env.DATABASE_URL || undefined,
    secretKey: env.CALLBOARD_SECRET_KEY || undefined,
    packages: join(app, "../../node_modules"),
    handbook: join(app, "../../docs"),
    openData: join(app, "corpus/open-data"),
    ...(baseURL && { imageProvider: { baseURL, apiKey: env["CALLBOARD_IMAGE_API_KEY"] || undefined } }),
    publishTo: (env["CALLBOARD_PUBLISH_TO"] ?? "").split(",").filter((host) => host.trim() !== ""),
  };
}
