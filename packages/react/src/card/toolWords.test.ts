import { expect, test } from "vitest";
import { toolWords } from "./toolWords.ts";

test.each([
  ["tip_splitter", "Tip splitter"],
  ["getWeatherReport", "Get weather report"],
  ["search-URLs", "Search URLs"],
  ["mcp__github__list_issues", "Mcp github list issues"],
  ["Bash", "Bash"],
  ["_", "_"],
  ["検索", "検索"],
])("%s is %s", (slug, words) => {
  expect(toolWords(slug)).toBe(words);
});
