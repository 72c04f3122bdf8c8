import { existsSync, readFileSync } from "node:fs";
import { runOrThrow } from "./command.mjs";
import { findChromium } from "./chromium.mjs";
import { at } from "./paths.mjs";
import { findPostgres, startPostgres } from "./postgres.mjs";

/** Throws, with the mend, where this Node is older than the `engines` of package.json. */
export const ensureNode = () => {
  const wanted = JSON.parse(readFileSync(at("package.json"), "utf8")).engines.node.replace(">=", "");
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [wantedMajor, wantedMinor] = wanted.split(".").map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new Error(
    `Callboard needs Node ${wanted} or newer, and this is ${process.versions.node}. Install a newer Node.`,
  );
};

/**
 * @param {string} path @returns {Record<string, { version?: string, integrity?: string, link?: boolean, optional?:
 * boolean, devOptional?: boolean }>}
 */
const lockedPackages = (path) => JSON.parse(readFileSync(path, "utf8")).packages ?? {};

/**
 * What is installed is npm's own record of it (node_modules/.package-lock.json) set against the lock; packages for
 * other platforms are optional and may be missing.
 */
const isInstalled = () => {
  const record = at("node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const installed = lockedPackages(record);
  return Object.entries(lockedPackages(at("package-lock.json"))).every(([path, wanted]) => {
    if (!path.includes("node_modules/")) return true;
    const found = installed[path];
    if (!found) return Boolean(wanted.optional || wanted.devOptional);
    return found.version === wanted.version && found.integrity === wanted.integrity && existsSync(at(path));
  });
};

/** Installs exactly what the lock names, where that is not what is there. Needs the network only then. */
export const ensureModules = async () => {
  if (isInstalled()) return;
  console.log("Installing dependencies (npm ci) …");
  await runOrThrow("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], { show: true });
};

/** Whether this process may install packages of Debian. */
const isDebianRoot = () => existsSync("/etc/debian_version") && process.getuid?.() === 0;

/** @param {string} name the package's */
const installByApt = async (name) => {
  console.log(`Installing ${name} (apt-get) …`);
  // A server that is installed does not start by itself.
  const env = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  await runOrThrow("apt-get", ["update"], { env });
  await runOrThrow("apt-get", ["install", "-y", name], { env });
};

/**
 * Starts a PostgreSQL for the tests, of this machine or else of Debian, installed as root, and names it to them. What
 * `CALLBOARD_TEST_DATABASE_URL` names goes before. Without any, the tests of a real server are left out.
 * @returns {Promise<() => Promise<void>>} stops it
 */
export const providePostgres = async () => {
  const variable = "CALLBOARD_TEST_DATABASE_URL";
  if (process.env[variable]) return async () => {};
  try {
    if (!findPostgres() && isDebianRoot()) await installByApt("postgresql");
    const commands = findPostgres();
    if (!commands) throw new Error("none was found here.");
    const { url, stop } = await startPostgres(commands);
    process.env[variable] = url;
    return stop;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.log(
      `Tests over a real PostgreSQL are left out: ${why}\nInstall one (on Debian: apt-get install postgresql), or set ${variable}.`,
    );
    return async () => {};
  }
};

/**
 * Finds a Chromium or Chrome, or installs Debian's as root.
 * @returns {Promise<string>} its path
 */
export const ensureChromium = async () => {
  const found = findChromium();
  if (found) return found;
  if (isDebianRoot()) {
    await installByApt("chromium");
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error(
    "The browser tests need a Chromium or Chrome, and none was found. Install one (on Debian: apt-get install chromium), or set CHROME_PATH to its executable.",
  );
};
