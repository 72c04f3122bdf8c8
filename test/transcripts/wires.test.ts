/**
 * A wire is told of everywhere: what a new one needs besides its row stands in CONTRIBUTING.md, and is held to here.
 */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { at } from "../../scripts/paths.mjs";
import { floors } from "../boundaries/rooms.ts";
import { wireNames, wires } from "./wires.ts";

const read = (path: string) => readFileSync(at(path), "utf8");
const { exports } = JSON.parse(read("packages/core/package.json")) as {
  exports: Record<string, { "@callboard/source": string }>;
};
const limits = (JSON.parse(read(".size-limit.json")) as { path: string }[]).map(({ path }) => path);

test("every stream that core exports has a row, but for calls that are written as text", () => {
  const streams = Object.keys(exports).filter((name) => name.startsWith("./stream/") && name !== "./stream/text");
  expect(streams.sort()).toEqual([...new Set(wireNames.map((name) => `./${wires[name].entry}`))].sort());
});

describe.each(wireNames)("%s", (name) => {
  const { entry, room, size, adapter, use } = wires[name];

  test("lies in its room, which stands on a floor", () => {
    expect(exports[`./${entry}`]?.["@callboard/source"]).toContain(`/${room}/`);
    expect(floors.core!.flat()).toContain(room);
  });

  test("has its size held to a limit", () => {
    expect(existsSync(at(`scripts/size/${size}.ts`))).toBe(true);
    expect(read(`scripts/size/${size}.ts`)).toContain(`@callboard/core/${entry}`);
    expect(limits).toContain(`node_modules/.cache/callboard/size/${size}/*.js`);
  });

  test("is told of in the reference, and used in uses.ts", () => {
    expect(read("scripts/reference.mjs")).toContain(`"@callboard/core/${entry}":`);
    const region = new RegExp(`// #region ${name}\n[^]*?// #endregion`).exec(read("test/transcripts/uses.ts"))?.[0];
    expect(region).toContain(`${adapter}(`);
    expect(String(use)).toContain(name);
  });
});
