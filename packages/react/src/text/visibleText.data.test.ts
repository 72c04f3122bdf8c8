import strings from "virtual:shared-data/attacks/blns.json";
import { describe, expect, test } from "vitest";
import { visibleParts } from "./visibleText.ts";

// eslint-disable-next-line no-control-regex -- the unseen characters are what is looked for
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

describe.skipIf(strings === null)("visibleParts over naughty strings, needs ../shared/data", () => {
  const all = strings === null ? [] : (JSON.parse(strings) as string[]);

  test("keeps each text, and leaves nothing unseen in what is shown", () => {
    expect(all.length).toBeGreaterThan(400);
    for (const text of all) {
      const parts = visibleParts(text);
      expect(parts.map((part) => ("text" in part ? part.text : part.character)).join("")).toBe(text);
      for (const part of parts) expect(unseen.test("text" in part ? part.text : part.escape), text).toBe(false);
    }
  });

  test("the strings do hold such characters, so that the check above can fail", () => {
    expect(all.filter((text) => unseen.test(text)).length).toBeGreaterThan(5);
  });
});
