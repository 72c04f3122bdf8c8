import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { expect, test } from "vitest";
import { at, sourceFiles } from "../../scripts/paths.mjs";
import { floors } from "./rooms.ts";

const text = readFileSync(at("ARCHITECTURE.md"), "utf8");

/** The words in code of a package's paragraph, which is its list of rooms. */
const namedIn = (owner: string): string[] => {
  const [, list = ""] = text.match(new RegExp(`^\\*\\*${owner}\\*\\*([^]*?)(?=^\\*\\*|^\`apps)`, "m")) ?? [];
  return [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
};

test.each(Object.keys(floors))("ARCHITECTURE.md names every room of %s", (owner) => {
  const named = namedIn(owner);
  const folders = floors[owner]!.flat().filter((room) => !/\.tsx?$/.test(room));
  const isNamed = (room: string) => named.includes(room) || named.includes(room.split("/").at(-1)!);
  // The rooms of single wires are told of together.
  expect(folders.filter((room) => !room.startsWith("wires/") && !isNamed(room))).toEqual([]);
});

test.each(Object.keys(floors))("what ARCHITECTURE.md names as a part of %s is there", (owner) => {
  const src = at(`packages/${owner}/src/`);
  const inner = sourceFiles(src).map((path) => relative(src, path).replace(/\.tsx?$/, ""));
  const isThere = (name: string) =>
    inner.some((path) => path === name || path.endsWith(`/${name}`) || `/${path}`.includes(`/${name}/`)) ||
    existsSync(at(`packages/${name}`));
  const names = namedIn(owner).filter((name) => /^[a-z]+([A-Z][a-z]*)*(\/[a-zA-Z]+)*$/.test(name));
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});
