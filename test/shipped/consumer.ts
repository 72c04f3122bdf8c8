/** A stranger's project: outside of the workspace, with the packages as npm would publish them. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { at, packageNames } from "../../scripts/paths.mjs";
import { run } from "./run.ts";

interface Manifest {
  name: string;
  version: string;
  exports: Record<string, { default: string; types?: string }>;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** One package, packed. */
export interface Tarball {
  /** The package's folder under `packages`. */
  folder: string;
  manifest: Manifest;
  path: string;
  files: string[];
}

/** Packs every package into a folder. */
export function pack(into: string): Promise<Tarball[]> {
  return Promise.all(
    packageNames().map(async (folder) => {
      const args = ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", into];
      const said = await run("npm", args, at("packages", folder));
      const [packed] = JSON.parse(said.slice(said.indexOf("["))) as { filename: string; files: { path: string }[] }[];
      return {
        folder,
        manifest: readManifest(at("packages", folder)),
        path: join(into, packed!.filename),
        files: packed!.files.map(({ path }) => path),
      };
    }),
  );
}

/** Every specifier that the packages export. */
export const entriesOf = (tarballs: readonly Tarball[]): string[] =>
  tarballs.flatMap(({ manifest }) => Object.keys(manifest.exports).map((entry) => manifest.name + entry.slice(1)));

/** What a stranger installs besides: what the packages' READMEs name, and what the tests of the project need. */
const runtime = ["react", "react-dom", "react-router", "zod", "@rjsf/core", "@rjsf/utils"];
const tools = ["vite", "vitest", "jsdom", "@types/react", "@types/react-dom", "@types/node"];

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

/** Where the workspace has a package, seen from a folder of it. */
function installedAt(name: string, from: string): string {
  const place = [join(from, "node_modules", name), at("node_modules", name)].find(existsSync);
  if (!place) throw new Error(`${name} is not installed, so nothing can be tried with it.`);
  return place;
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "junction");
}

/** A new folder with the stranger's project, nothing installed. */
export function createProject(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "callboard-stranger-"));
  cpSync(at("test/shipped/project"), folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "stranger", private: true, type: "module" }));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) };
}

/**
 * Lays the packages out as pnpm does, without a registry: each one unpacked beside what it declares, and nothing else,
 * so that an import of something undeclared fails. What they depend on is the workspace's own.
 */
export async function layOut(folder: string, tarballs: readonly Tarball[]): Promise<void> {
  const home = (name: string) => join(folder, "node_modules/.store", name.replace("/", "+"), "node_modules");
  await Promise.all(
    tarballs.map(async ({ folder: source, manifest, path }) => {
      const place = join(home(manifest.name), manifest.name);
      mkdirSync(place, { recursive: true });
      await run("tar", ["-xzf", path, "-C", place, "--strip-components=1"], folder);
      link(place, join(folder, "node_modules", manifest.name));
      for (const [name, path] of Object.entries(manifest.bin ?? {})) {
        link(join(place, path), join(folder, "node_modules/.bin", name));
      }
      for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
        const ours = tarballs.some((other) => other.manifest.name === name);
        const target = ours ? join(home(name), name) : installedAt(name, at("packages", source));
        link(target, join(home(manifest.name), name));
      }
    }),
  );
  for (const name of [...runtime, ...tools]) {
    link(installedAt(name, at("packages/react")), join(folder, "node_modules", name));
  }
}

/**
 * Installs the packages with npm, as its own configuration says: from its cache where it can, else from its registry.
 */
export async function install(folder: string, tarballs: readonly Tarball[], also: Record<string, string> = {}) {
  const locked = (name: string) => readManifest(installedAt(name, at("packages/react"))).version;
  const dependencies = {
    ...Object.fromEntries([...runtime, ...tools].map((name) => [name, locked(name)])),
    ...Object.fromEntries(tarballs.map(({ manifest, path }) => [manifest.name, `file:${path}`])),
    ...also,
  };
  const manifest = { name: "stranger", private: true, type: "module", dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund"], folder);
}
