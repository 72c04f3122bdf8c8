import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { at } from "../../scripts/paths.mjs";

const folder = mkdtempSync(join(tmpdir(), "callboard-built-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

// As a shell starts it, and with the errors of Node's own import.
test.each([
  ["does not parse", 'export default { slug: "x",\n  a: 1,, };\n', ["bad.mjs:2:8"]],
  ["imports what is not installed", 'import "no-such-package-here";', ["no-such-package-here", "Install that package"]],
  ["imports a name that is not there", 'import { none } from "node:path";', ["'none'", "correct it there"]],
])("the built command says of a module that %s where it is wrong and how to mend it", (_, text, words) => {
  const file = join(folder, "bad.mjs");
  writeFileSync(file, text);
  const { status, stdout } = spawnSync(at("packages/cli/dist/callboard.js"), ["check", file], {
    encoding: "utf8",
  });
  expect(status).toBe(1);
  for (const word of ["not_loaded", ...words]) expect(stdout).toContain(word);
});

test("npx finds the command in the workspace", () => {
  const { status, stdout } = spawnSync(at("node_modules/.bin/callboard"), ["--help"], { encoding: "utf8" });
  expect(status).toBe(0);
  expect(stdout).toContain("callboard <command>");
});
