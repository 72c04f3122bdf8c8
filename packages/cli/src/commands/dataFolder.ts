import { resolve } from "node:path";

/** The data folder that a command line names; else that of the environment. */
export const dataFolder = (named?: string | undefined): string =>
  resolve(named ?? (process.env["CALLBOARD_DATA"] || ".callboard"));
