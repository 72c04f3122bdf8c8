import { describe, expect, test } from "vitest";
import { publicLists, parseModule, readSources } from "./modules.ts";
import { floors, twoWayFolders, wrongRooms } from "./rooms.ts";

const made = (files: Record<string, string>) => Object.entries(files).map(([path, text]) => parseModule(path, text));
const entries = new Set(["packages/core/src/index.ts"]);

describe("the checkers see what they are there for", () => {
  const wrong: [string, string, string, RegExp][] = [
    ["the floor on the tools", "packages/core/src/schema/a.ts", `import { x } from "../tool/b.ts"`, /upper floor/],
    ["a type of the tools", "packages/core/src/field/a.ts", `type X = import("../tool/b.ts").X`, /upper floor/],
    ["the timeline on a wire", "packages/core/src/timeline/a.ts", `export { x } from "../wires/b.ts"`, /upper floor/],
    ["one wire on another", "packages/core/src/wires/mcp/a.ts", `import "../acp/b.ts"`, /side by side/],
    ["a room inside a room", "packages/react/src/field/api/a.ts", `import "../inputs/b.tsx"`, /upper floor/],
    ["a hook on a card", "packages/react/src/timeline/a.ts", `import "../card/b.tsx"`, /upper floor/],
    ["the log on the store", "packages/server/src/log/a.ts", `import "../store.ts"`, /upper floor/],
    ["a folder without a floor", "packages/core/src/attic/a.ts", ``, /no room/],
    ["a module on its own entry", "packages/core/src/tool/a.ts", `import "../index.ts"`, /an entry/],
  ];
  test.each(wrong)("%s is refused", (_, path, text, why) => {
    expect(wrongRooms(made({ [path]: text }), entries).join()).toMatch(why);
  });

  test("what stands below is not refused, and an entry imports anything", () => {
    const modules = made({
      "packages/core/src/client/a.ts": `import "../tool/b.ts"; import "../wires/eventStream.ts"`,
      "packages/core/src/wires/claudeAgent/a.ts": `import "../anthropic/b.ts"; import "../adapter.ts"`,
      "packages/core/src/index.ts": `import "./client/a.ts"`,
      "packages/core/src/schema/a.test.ts": `import "../tool/b.ts"`,
    });
    expect(wrongRooms(modules, entries)).toEqual([]);
  });

  test("two folders that lean on each other are found, whatever rooms are inside them", () => {
    const modules = made({
      "packages/core/src/wires/agUi/a.ts": `import "../../client/b.ts"`,
      "packages/core/src/client/c.ts": `import type { X } from "../wires/d.ts"`,
    });
    expect(twoWayFolders(modules)).toEqual(["core/client ⇄ core/wires"]);
  });
});

describe("the rooms of each package", () => {
  const modules = readSources();

  test("are entered from above only", () => {
    expect(wrongRooms(modules, publicLists())).toEqual([]);
  });

  test("never lean on each other", () => {
    expect(twoWayFolders(modules)).toEqual([]);
  });

  test("are all there", () => {
    const paths = modules.map(({ path }) => path);
    const listed = Object.entries(floors).flatMap(([owner, rooms]) =>
      rooms.flat().map((room) => `packages/${owner}/src/${room}`),
    );
    expect(listed.filter((room) => !paths.some((path) => path === room || path.startsWith(`${room}/`)))).toEqual([]);
  });
});
