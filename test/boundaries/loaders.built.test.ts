import type { EmbedFiles } from "@callboard/core/host";
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { integrityOf, named, readLoaderVersions, readReleasedLoaders } from "../../scripts/embed.mjs";
import { at } from "../../scripts/paths.mjs";

const { version, released } = readLoaderVersions();
const texts = readReleasedLoaders();
const { embedFiles } = (await import(at("packages/embed/dist/files.js"))) as { embedFiles: EmbedFiles };

describe.each(Object.entries(released))("the released loader %s", (name, { file, integrity, module }) => {
  test.each([
    ["loader", file, integrity],
    ["loader-module", module.file, module.integrity],
  ])("has the bytes that its address and its hash say, as %s, and is served", (kind, address, hash) => {
    const text = texts[address];
    expect(text, `${address} is gone: pages out there have its address for ever.`).toBeDefined();
    expect(named(kind, name, "js", text!)).toBe(address);
    expect(integrityOf(text!)).toBe(hash);
    expect(embedFiles.files[address]).toBe(text);
  });
});

test("no loader lies there that no release knows", () => {
  const known = Object.values(released).flatMap(({ file, module }) => [file, module.file]);
  expect(readdirSync(at("packages/embed/released")).toSorted()).toEqual([...known, "versions.json"].toSorted());
});

test("the loader of the sources is its release, once its version is released", () => {
  const own = released[version];
  const help = `The loader has changed since ${version} was released: raise "version" in packages/embed/released/versions.json.`;
  if (own) expect(embedFiles.loader, help).toEqual(own);
  else expect(embedFiles.loader.file).toMatch(`loader-${version}-`);
});
