import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSurface, reportPath } from "../../scripts/api.mjs";
import { at, fromRoot, packageNames } from "../../scripts/paths.mjs";
import { referencePages, writtenReference } from "../../scripts/reference.mjs";

/** API Extractor reads the declarations of the platform too, which takes seconds on a busy machine. */
const timeout = 120_000;

/** The report of a package of two entries that export a function of `door.d.ts`. */
const reportOf = async (index: string, door: string) => {
  const folder = mkdtempSync(join(tmpdir(), "callboard-api-"));
  const files = {
    "package.json": JSON.stringify({
      name: "house",
      exports: { ".": { types: "./index.d.ts" }, "./door": { types: "./door.d.ts" } },
    }),
    "tsconfig.build.json": JSON.stringify({
      compilerOptions: { module: "NodeNext", target: "ES2022", lib: ["ES2022"], types: [] },
    }),
    "index.d.ts": index,
    "door.d.ts": door,
  };
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return (await readSurface(folder)).report;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe("the report of a public surface", { timeout }, () => {
  const index = `export { open } from "./door.ts";`;
  const door = `interface Key {\n    teeth: number;\n}\nexport declare function open(key: Key): boolean;\nexport {};`;

  test("declares once what two entries export, with the types behind it", async () => {
    const report = await reportOf(index, door);
    expect(report.match(/Values: 1, types: 0\./g)).toHaveLength(2);
    expect(report.match(/function open/g)).toHaveLength(1);
    expect(report).toContain("export function open(key: Key): boolean;");
    expect(report).toContain("interface Key {\n  teeth: number;\n}");
    expect(report).toContain('## house/door\n\nValues: 1, types: 0.\n\n```ts\nexport { open } from "house";\n```');
  });

  test("shows a renamed export", async () => {
    const report = await reportOf(`export { open as unlock } from "./door.ts";`, door);
    expect(report).toContain("export function unlock(key: Key): boolean;");
  });

  test("shows a changed signature, and a changed type that is not exported itself", async () => {
    expect(await reportOf(index, door.replace("key: Key", "key?: Key"))).toContain("open(key?: Key): boolean;");
    expect(await reportOf(index, door.replace("number", "string"))).toContain("teeth: string;");
  });

  test("leaves comments out", async () => {
    expect(await reportOf(index, `/** Opens a door. */\n${door}`)).toBe(await reportOf(index, door));
  });
});

const surfaces = new Map<string, ReturnType<typeof readSurface>>();

/** Read once for the report and the reference. */
const surfaceOf = (name: string) => {
  const known = surfaces.get(name) ?? readSurface(at("packages", name));
  surfaces.set(name, known);
  return known;
};

describe("the public surface of", { timeout }, () => {
  test.each(packageNames())("%s is as its api.md has it", async (name) => {
    const path = reportPath(name);
    const committed = existsSync(path) ? readFileSync(path, "utf8") : "";
    const mend = `${fromRoot(path)} differs from the built declarations. If the change is meant, run \`npm run api\` and commit the file.`;
    expect((await surfaceOf(name)).report, mend).toBe(committed);
  });

  test("all packages is told by docs/reference", async () => {
    const pages = await referencePages(await Promise.all(packageNames().map(surfaceOf)));
    const written = writtenReference().map((path) => [path, readFileSync(at("docs", path), "utf8")] as const);
    const mend = "docs/reference differs from the built declarations: run `npm run api` and commit what it writes.";
    expect(new Map(written), mend).toEqual(pages);
  });
});
