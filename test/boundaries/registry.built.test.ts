/** What `shadcn add` takes from the built React package. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at } from "../../scripts/paths.mjs";

const names = readdirSync(at("packages/react/registry"))
  .filter((file) => !file.includes(".test."))
  .map((file) => file.replace(".tsx", ""));

test.each(names)("%s is an item of a shadcn registry, of what the package exports", (name) => {
  const item = JSON.parse(readFileSync(at("packages/react/dist/registry", `${name}.json`), "utf8"));
  const content = readFileSync(at("packages/react/registry", `${name}.tsx`), "utf8");
  expect(item).toMatchObject({ name, type: "registry:component", files: [{ type: "registry:component", content }] });
  const { exports } = JSON.parse(readFileSync(at("packages/react/package.json"), "utf8"));
  const sheets = Object.keys(item.css).flatMap((rule) => /@callboard\/react(\/[^"]+)/.exec(rule)?.[1] ?? []);
  expect(sheets).toEqual(["/styles.css", "/shadcn.css"]);
  for (const sheet of sheets) expect(exports).toHaveProperty([`.${sheet}`]);
  // Beside React and our packages, what it imports is named for npm.
  const imported = [...content.matchAll(/from "((?:@[^/"]+\/)?[^/"]+)/g)].map(([, of]) => of ?? "");
  const others = imported.filter((of) => of !== "react" && !of.startsWith("@callboard/"));
  expect([...new Set(others)].sort()).toEqual([...item.dependencies].sort());
});
