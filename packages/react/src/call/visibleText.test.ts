import { describe, expect, test } from "vitest";
import { visibleParts, visibleText } from "./visibleText.ts";

describe("visibleText", () => {
  test.each([
    ["Invoice \u202efdp.exe", "Invoice ⟨U+202E⟩fdp.exe"],
    ["pay\u200bpal", "pay⟨U+200B⟩pal"],
    ["\ufeffname", "⟨U+FEFF⟩name"],
    ["a\u2066b\u2069c", "a⟨U+2066⟩b⟨U+2069⟩c"],
    ["soft\u00adhyphen", "soft⟨U+00AD⟩hyphen"],
    ["no\u00a0break", "no⟨U+00A0⟩break"],
    ["\u3164", "⟨U+3164⟩"],
    ["bell\u0007", "bell⟨U+0007⟩"],
    ["return\r\n", "return⟨U+000D⟩\n"],
    ["tag\u{e0041}", "tag⟨U+E0041⟩"],
    ["half\ud83d", "half⟨U+D83D⟩"],
    ["line\u2028end", "line⟨U+2028⟩end"],
  ])("shows what is hidden in %j", (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  test("leaves alone what can be seen", () => {
    for (const text of ["", "plain words", "two\nlines\tand a tab", "مرحبا", "日本語", "naïve – “quoted”", "😀"]) {
      expect(visibleParts(text)).toEqual(text === "" ? [] : [{ text }]);
    }
  });

  test("a text that spells a code is told from the character that it names", () => {
    expect(visibleParts("⟨U+202E⟩")).not.toEqual(visibleParts("\u202e"));
  });
});
