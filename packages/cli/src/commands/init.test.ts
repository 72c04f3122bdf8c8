import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { callboard } from "../testing/fixtures/callboard.ts";
import { starters } from "./starters.ts";

const home = mkdtempSync(join(tmpdir(), "callboard-init-"));
afterAll(() => rmSync(home, { recursive: true }));

const repository = fileURLToPath(new URL("../../../../", import.meta.url));
const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, Record<string, string>>;
const names = Object.keys(starters);

test.each(names)("init makes a project from the template %s, and says how to start it", async (name) => {
  const folder = join(home, "new", `My ${name} App!`);
  const { code, out } = await callboard("init", folder, "--template", name);
  expect([code, out]).toEqual([0, expect.stringContaining("npm install")]);
  const files = readdirSync(folder, { recursive: true }).map(String);
  for (const file of ["package.json", "tsconfig.json", ".gitignore"]) expect(files).toContain(file);
  expect(files.filter((file) => file.endsWith("tip-splitter.ts"))).toHaveLength(1);
  const { name: called, scripts, dependencies } = readJson(join(folder, "package.json"));
  expect(called).toBe(`my-${name}-app`);
  expect(Object.keys(scripts ?? {})).toEqual(expect.arrayContaining(["dev", "check"]));
  expect(dependencies?.["@callboard/core"]).toBe(readJson(join(repository, "packages/cli/package.json"))["version"]);
});

test.each(["package.json", join("tools", "tip-splitter.ts")])("init writes nothing where %s is there", async (path) => {
  const folder = mkdtempSync(join(home, "taken-"));
  mkdirSync(join(folder, "tools"));
  writeFileSync(join(folder, path), "mine");
  const { code, err } = await callboard("init", folder, "--template", "tools");
  expect([code, err]).toEqual([2, expect.stringContaining(`has ${path} already. Nothing was written`)]);
  expect(readFileSync(join(folder, path), "utf8")).toBe("mine");
  expect(existsSync(join(folder, "tsconfig.json"))).toBe(false);
});

test("init adds to a folder that has other files", async () => {
  const folder = mkdtempSync(join(home, "other-"));
  writeFileSync(join(folder, "notes.txt"), "mine");
  expect((await callboard("init", folder, "--template", "tools")).code).toBe(0);
  expect(readFileSync(join(folder, "notes.txt"), "utf8")).toBe("mine");
});

test("init installs from packed files, with all that they depend on", async () => {
  const packages = mkdtempSync(join(home, "packed-"));
  const ours = ["core", "react", "embed", "knowledge", "mcp", "pages", "server", "cli"];
  for (const name of ours) writeFileSync(join(packages, `callboard-${name}-0.1.0.tgz`), "");
  const folder = join(packages, "app");
  expect((await callboard("init", folder, "--template", "tools", "--packages", packages)).code).toBe(0);
  const { dependencies = {} } = readJson(join(folder, "package.json"));
  const found = Object.keys(dependencies).filter((name) => name.startsWith("@callboard/"));
  const needed = readJson(join(repository, "packages/cli/package.json"))["dependencies"] ?? {};
  expect(found).toEqual(
    expect.arrayContaining(["@callboard/cli", ...Object.keys(needed).filter((name) => name.startsWith("@callboard/"))]),
  );
  expect(dependencies["@callboard/core"]).toBe("file:../callboard-core-0.1.0.tgz");
  rmSync(join(packages, "callboard-mcp-0.1.0.tgz"));
  const { code, err } = await callboard("init", join(packages, "b"), "--template", "tools", "--packages", packages);
  expect([code, err]).toEqual([2, expect.stringContaining("holds no packed @callboard/mcp")]);
  expect(existsSync(join(packages, "b"))).toBe(false);
});

test.each([
  ["no template", ["app"], "--template vite"],
  ["a template that is not there", ["app", "--template", "svelte"], 'no template "svelte". Use vite, next, tools'],
  ["no folder", ["--template", "vite"], "Name the folder"],
  ["two folders", ["a", "b", "--template", "vite"], "Name one folder"],
  ["a folder of packages that is not there", ["app", "--template", "vite", "--packages", "/none"], "docs/install.md"],
  ["a folder without packages", ["app", "--template", "vite", "--packages", home], "holds no packed package"],
])("init says of %s how to mend it", async (_, args, words) => {
  const { code, err } = await callboard("init", ...args);
  expect([code, err]).toEqual([2, expect.stringContaining(words)]);
});

test("the templates have the versions that the workspace is tested with, and the tool of the guides", () => {
  const root = readJson(join(repository, "package.json"));
  const tested: Record<string, string> = { ...root["devDependencies"] };
  for (const name of names) {
    const { dependencies, devDependencies } = readJson(
      join(repository, "packages/cli/templates", name, "package.json"),
    );
    for (const [wanted, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (tested[wanted]) expect([name, wanted, version]).toEqual([name, wanted, tested[wanted]]);
      // Ours get their version as they are written.
      else expect(version).toMatch(wanted.startsWith("@callboard/") ? /^\*$/ : /^\d+\.\d+\.\d+$/);
    }
  }
  const text = (path: string) => readFileSync(join(repository, path), "utf8");
  expect(text("packages/cli/templates/tip-splitter.ts")).toBe(text("test/recipes/definition.ts"));
});
