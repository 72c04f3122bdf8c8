/**
 * The packages as npm would publish them, in the project of a stranger. It is laid out here from what is installed
 * already; `npm run soak` installs it with npm.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { at, packageNames } from "../../scripts/paths.mjs";
import { layOut } from "./consumer.ts";
import { describeStranger } from "./stranger.ts";

const stranger = describeStranger("a stranger's project", layOut);

describe.each(packageNames())("the tarball of %s", (folder) => {
  const tarball = () => stranger.tarballs.find((one) => one.folder === folder)!;

  test("holds what a user needs, and nothing of our tests or builds", () => {
    const { files, manifest } = tarball();
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
    const modules = /^dist\/.*(?<!\.(?:test|stories|test-d))\.(?:js|d\.ts|css)$/;
    // The pages of `callboard serve` are built whole.
    const built = /^dist\/client\/(?:assets\/[\w.-]+\.(?:js|css)|index\.html|theme\.js|favicon\.svg|viewer\.json)$/;
    const registry = /^dist\/registry\/[\w-]+\.json$/;
    const ours: Record<string, RegExp> = { pages: built, cli: /^templates\//, react: registry };
    const others = files.filter((path) => !modules.test(path) && !ours[folder]?.test(path));
    expect(others.toSorted()).toEqual(["LICENSE", "README.md", "package.json"]);
    expect(files.filter((path) => /\/(testing|fixtures|tests?)\//.test(path))).toEqual([]);
    // Where file names know no case, one of two would overwrite the other.
    expect(new Set(files.map((path) => path.toLowerCase())).size).toBe(files.length);
    for (const entry of Object.values(manifest.exports)) {
      expect(files).toContain(entry.default.slice(2));
      expect(files).toContain(entry.types!.slice(2));
    }
  });

  test("holds no attack", () => {
    const attack = /<script>alert|onerror\s*=\s*["']?alert|<\/textarea><script|javascript:alert/i;
    const { files } = tarball();
    const held = files.filter((path) => attack.test(readFileSync(at("packages", folder, path), "utf8")));
    expect(held).toEqual([]);
  });

  test("says how to install it, with Zod, and names every entry", () => {
    const readme = readFileSync(at("packages", folder, "README.md"), "utf8");
    const { name, exports } = tarball().manifest;
    expect(readme).toMatch(new RegExp(`npm install .*${name}.* zod\\n`));
    for (const entry of Object.keys(exports)) {
      expect(readme).toContain(entry === "." ? `\`${name}\`` : `\`${entry.slice(1)}\``);
    }
  });
});
