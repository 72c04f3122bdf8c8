import { expect, it } from "vitest";
import { closestTargets, linksOf } from "./links.ts";

it("takes links to other documents of the source, and leaves pictures and other places", () => {
  const text =
    "See [**swans**](water/swan.md#nest), ![p](a.png), [x](https://a.example), [y](#here), [m](mailto:a@b.c), [z](</a%20b.md> 't').";
  expect(linksOf(text)).toEqual([
    { words: "swans", address: "water/swan.md#nest" },
    { words: "z", address: "/a%20b.md" },
  ]);
});

it.each([
  ["birds/heron.md", "water/swan.md#nest", "birds/water/swan.md"],
  ["birds/heron.md", "../fish", "fish.md"],
  ["birds/heron.md", "/a%20b.md?x", "a b.md"],
  ["birds/heron.md", "./", "birds/README.md"],
  ["birds/heron.md", "%E0", "birds/%E0"],
])("in %s, %s may be %s", (from, address, target) => expect(closestTargets(from, address)).toContain(target));

it("none leads out of the source", () => {
  expect(closestTargets("a.md", "../../etc/passwd")).toEqual([]);
  expect(closestTargets("a.md", "#x")).toEqual([]);
});
