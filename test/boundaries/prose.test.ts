/**
 * Habits of prose that reads translated, counted over guides, messages, commands and TSDoc. What is rewritten stays
 * rewritten: a count may only fall, and its bar in habits.json with it.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at, fromRoot, isTestFile, sourceFiles } from "../../scripts/paths.mjs";
import bars from "./habits.json" with { type: "json" };

interface Habit {
  pattern: RegExp;
  instead: string;
}

const habits: Readonly<Record<string, Habit>> = {
  stands: {
    pattern: /\bstands?\b(?! (?:for|out|still|up)\b|-ins?\b)/gi,
    instead: "say what it does: is, has, comes, goes",
  },
  "of its own": {
    pattern: /\bof (?:its|their|your|his|her|our|my|one's) own\b/gi,
    instead: "put it before the noun: its own worker",
  },
  "of yours": { pattern: /\bof (?:yours|ours|theirs)\b/gi, instead: "put it before the noun: your component" },
  "unless given": { pattern: /\bunless given\b/gi, instead: "default: 5" },
  "is told": {
    pattern: /\b(?:is|are|was|were|be|been) told\b/gi,
    instead: "name who acts: the host reports, the model gets",
  },
  "what as subject": {
    pattern: /(?<=^|[.!:] |[-*] )What [a-z][^.?!]*\./gm,
    instead: "name the subject: outputs that are larger",
  },
};

const withoutComments = (text: string) => text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
const withoutCode = (text: string) => text.replace(/^```[^]*?^```|`[^`\n]*`|\]\([^)\n]*\)/gm, "");
/** Lines of one sentence are put together. */
const inOneLine = (text: string) => text.replace(/\n(?=[a-z(])/g, " ");

const all = ["packages", "apps", "docs"].flatMap((folder) => sourceFiles(at(folder))).map((path) => fromRoot(path));
const isWords = (path: string) =>
  /^packages\/react\/src\/messages\/(?:en|\w*[eE]nglish)\.ts$/.test(path) ||
  /^(?:packages\/pages|apps\/demo)\/src\/(?:.*\/)?(?:\w*[wW]ords|words\/\w+)\.ts$/.test(path) ||
  /^packages\/embed\/src\/(?:frame\/frameWords|loader\/words)\.ts$/.test(path) ||
  path === "packages/server/src/tools/messages.ts";

const areas: Readonly<Record<string, { paths: string[]; read: (text: string) => string }>> = {
  guides: {
    paths: ["README.md", ...all.filter((path) => /^(?:docs\/[\w-]+|packages\/\w+\/README)\.md$/.test(path))],
    read: (text) => inOneLine(withoutCode(text)),
  },
  messages: { paths: all.filter(isWords), read: withoutComments },
  commands: {
    paths: all.filter((path) => path.startsWith("packages/cli/src/commands/") && !isTestFile(path)),
    read: withoutComments,
  },
  tsdoc: {
    paths: all.filter((path) => /^packages\/\w+\/src\/.*\.tsx?$/.test(path) && !isTestFile(path)),
    read: (text) => (text.match(/\/\*\*[^]*?\*\//g) ?? []).join("\n").replace(/\n?\s*\/?\*+\/? ?/g, " "),
  },
};

/** The places of a habit in an area, each as file and words. */
function placesOf({ pattern }: Habit, area: string): string[] {
  const { paths, read } = areas[area]!;
  return paths.flatMap((path) =>
    (read(readFileSync(at(path), "utf8")).match(pattern) ?? []).map((words) => `${path}: ${words.slice(0, 80)}`),
  );
}

test("the check sees each habit, and what is none of them", () => {
  const told = "What it has stands in a file of its own. It is told unless given, by one of yours.";
  const found = Object.entries(habits).filter(([, { pattern }]) => told.match(pattern) !== null);
  expect(found.map(([name]) => name).sort()).toEqual(Object.keys(habits).sort());
  const plain = "What is it? It stands for a stand-in. The file has its own worker.";
  expect(Object.values(habits).flatMap(({ pattern }) => plain.match(pattern) ?? [])).toEqual([]);
  for (const [name, { paths }] of Object.entries(areas)) expect([name, paths.length > 3]).toEqual([name, true]);
});

const bar: Readonly<Record<string, Readonly<Record<string, number>>>> = bars;

test.each(Object.keys(areas).flatMap((area) => Object.keys(habits).map((habit) => [area, habit] as const)))(
  "%s have no more of %j than they had",
  (area, name) => {
    const habit = habits[name]!;
    const places = placesOf(habit, area);
    const most = bar[area]?.[name] ?? 0;
    const help = `${area} have ${places.length} of "${name}" and may have ${most}. Write instead: ${habit.instead}.\n${places.join("\n")}`;
    expect(places.length, help).toBeLessThanOrEqual(most);
    // A bar far above what is there would let it come back.
    expect(most - places.length, `Lower the bar of "${name}" in ${area} to ${places.length}.`).toBeLessThanOrEqual(12);
  },
);
