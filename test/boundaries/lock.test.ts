import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { at, fromRoot, sourceFiles } from "../../scripts/paths.mjs";

type Locked = { version?: string; link?: boolean } & Partial<Record<Field, Record<string, string>>>;
type Field = "dependencies" | "devDependencies" | "optionalDependencies";

const lock = (JSON.parse(readFileSync(at("package-lock.json"), "utf8")) as { packages: Record<string, Locked> })
  .packages;

const manifests = [
  at("package.json"),
  ...["packages", "apps", "test"]
    .flatMap((folder) => sourceFiles(at(folder)))
    .filter((path) => path.endsWith("/package.json")),
];

/** Every place of the lock where Node would look for a package that the package at `path` asks for. */
const placesOf = (path: string, name: string): string[] => {
  const folders = path.split("/");
  return folders
    .map((_, index) => [...folders.slice(0, folders.length - index), "node_modules", name].filter(Boolean).join("/"))
    .concat(`node_modules/${name}`);
};

/** Whether an exact version satisfies what is asked; ranges are npm's to judge. */
const fits = (found: string | undefined, asked: string) => !/^\d+\.\d+\.\d+$/.test(asked) || found === asked;

/**
 * What a package of the lock asks for and the lock does not hold, though an install on another platform would need it.
 */
const missing = (packages: Record<string, Locked>): string[] =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, asked]) => {
        const place = placesOf(path, name).find((one) => packages[one]);
        return !place || !fits(packages[place]?.version, asked);
      })
      .map(([name, asked]) => `${path || "the root"} asks for ${name} ${asked}`),
  );

describe("the lock", () => {
  test("the check sees a platform's package that was lost", () => {
    const parser = { version: "2.0.0", optionalDependencies: { "parser-darwin": "2.0.0" } };
    expect(missing({ "node_modules/parser": parser })).toHaveLength(1);
    expect(missing({ "node_modules/parser": parser, "node_modules/parser-darwin": { version: "1.0.0" } })).toHaveLength(
      1,
    );
    const nested = {
      "node_modules/parser": parser,
      "node_modules/parser/node_modules/parser-darwin": { version: "2.0.0" },
    };
    expect(missing(nested)).toEqual([]);
  });

  test("holds the packages of every platform", () => {
    expect(missing(lock)).toEqual([]);
  });

  test("names no registry", () => {
    const places = Object.values(lock).map((one) => (one as { resolved?: string }).resolved ?? "");
    expect(places.filter((place) => /^[a-z+]+:/.test(place))).toEqual([]);
  });
});

describe("the manifests", () => {
  test("are found", () => {
    expect(manifests.length).toBeGreaterThan(4);
  });

  test.each(manifests.map((path) => [fromRoot(path), path]))(
    "%s names exact versions and the Node it needs",
    (_, path) => {
      const manifest = JSON.parse(readFileSync(path, "utf8")) as Locked & { engines?: { node?: string } };
      const { dependencies, devDependencies, optionalDependencies } = manifest;
      // Whoever begins a project by a template gets the packages of the command that made it.
      const isTemplate = fromRoot(path).includes("/templates/");
      const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
        ([name, version]) =>
          !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) &&
          !(isTemplate && name.startsWith("@callboard/") && version === "*"),
      );
      expect(loose).toEqual([]);
      expect(manifest.engines?.node).toBe(">=20.19");
    },
  );
});
