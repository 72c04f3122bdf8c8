import { describe, expect, test } from "vitest";
import { readableText, visibleParts, visibleText } from "./visibleText.ts";

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

describe("readableText", () => {
  test.each([
    ["Invoice \u202efdp.exe", "Invoice ⟨U+202E⟩fdp.exe"],
    ["pay\u200bpal", "pay⟨U+200B⟩pal"],
    ["pay\u200dpal, pay\u200cpal", "pay⟨U+200D⟩pal, pay⟨U+200C⟩pal"],
    [
      "\u202a\u202b\u202c\u202d\u2066\u2067\u2068\u2069",
      "⟨U+202A⟩⟨U+202B⟩⟨U+202C⟩⟨U+202D⟩⟨U+2066⟩⟨U+2067⟩⟨U+2068⟩⟨U+2069⟩",
    ],
    ["\u200e\u200f\u061c\u2060\ufeff\u00ad", "⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩⟨U+2060⟩⟨U+FEFF⟩⟨U+00AD⟩"],
    ["words\u{e0041}\u{e0042}", "words⟨U+E0041⟩⟨U+E0042⟩"],
    ["bell\u0007 half\ud83d end", "bell⟨U+0007⟩ half⟨U+D83D⟩ end"],
    ["a\ufe0f", "a⟨U+FE0F⟩"],
  ])("shows what is hidden in %j", (text, shown) => expect(readableText(text)).toBe(shown));

  test.each([
    [
      "a family, a heart and a flag",
      "👩\u200d👩\u200d👧 ❤\ufe0f 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 👍🏽",
    ],
    ["Persian and Hindi", "می\u200cخواهم क्\u200dष"],
    ["spaces and lines", "10\u00a0000 €\r\n\tنص 日本語\u3000"],
  ])("leaves alone what is written so: %s", (_name, text) => expect(readableText(text)).toBe(text));
});
