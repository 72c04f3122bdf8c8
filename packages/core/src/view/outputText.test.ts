import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "./block.ts";
import { adviceOf, isErrorText } from "./errorText.ts";
import { formOfText } from "./textForm.ts";
import { toolOutputToBlocks } from "./toolOutputToBlocks.ts";

const types = (output: string) => toolOutputToBlocks({ output }).map((block) => block.type);

describe("data inside a text", () => {
  it.each<[string, string, string[]]>([
    ["words, then JSON", 'Domain lookup for:\n{"name": "example", "status": ["ok"]}', ["text", "summary"]],
    ["one JSON after the other", '{\n  "value": "72"\n}\n{\n  "value": "71"\n}\n', ["table"]],
    ["JSON lines", '{"a": 1}\n{"a": 2}\n{"a": 3}', ["table"]],
    ["facts, a line each", "size: 4096\ncreated: Tue Jul 22 2025\nisFile: false", ["summary"]],
    ["tab-separated rows", "name\tage\nAda\t36\nBob\t40", ["table"]],
    ["quoted cells over lines", 'a,b,c\n1,"two\nlines",3\n4,5,6', ["table"]],
    ["a Markdown table", "| City | Rain |\n| --- | ---: |\n| Rome | 12 |\n| Oslo | 40 |", ["table"]],
    ["an error", "Error: no canvas generated. Create one first.", ["error"]],
    ["a tool's refusal", "Input validation error: 'ranges' is a required property", ["error"]],
  ])("%s", (_, text, expected) => expect(types(text)).toEqual(expected));

  it.each([
    ["marks in brackets", "[DIR] .git\n[FILE] readme.md"],
    ["a list that was cut", '[{"a": 1}, {"a": 2}, {"a"'],
    ["JSON with words behind it", '{"a": 1}\nand that was all'],
    ["prose with a colon", "Note: this is one.\nAnd here: another, and more\nwithout any"],
    ["the same name twice", "Ada: hello\nBob: hi\nAda: how are you"],
    ["an error within a story", "The server said Error: no, and we went home."],
    ["a table whose rows differ", "| a | b |\n| --- | --- |\n| 1 |\n"],
  ])("is left as text: %s", (_, text) => expect(types(text)).toEqual(["text"]));

  it("keeps every word of any text, whatever it is taken for", () => {
    const line = fc.constantFrom(
      ...[
        "# w",
        "- w",
        "w: w",
        "  w: w",
        "| w | w |",
        "| --- | --- |",
        "w,w,w",
        "w\tw",
        "{",
        "}",
        '{"w": "w"}',
        "[w]",
        "",
      ],
      ...[
        "+w",
        "-w",
        "@@ -1 +1 @@",
        "--- w",
        "+++ w",
        "Error: w",
        "import w from 'w';",
        "<div>w</div>",
        "\u001b[31mw\u001b[0m",
      ],
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        let count = 0;
        const text = lines.join("\n").replace(/w/g, () => `word${count++}`);
        const shown = JSON.stringify(toolOutputToBlocks({ output: text }), (key, one: unknown) =>
          // The raw text that a block keeps is not what it shows.
          key === "value" && one === text ? undefined : one,
        ).replace(/[Ww]ord ?(?=\d)/g, "word");
        for (let index = 0; index < count; index++) expect(shown).toContain(`word${index}`);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the form of a text", () => {
  it.each<[string, string, string?]>([
    ["plain", "Successfully wrote to /root/report.md"],
    ["markdown", "# Title\n\nWords"],
    ["yaml", "name: web\nports:\n  - 80\n  - 443\n"],
    ["code", "name: web\nports: # two\n  - 80\n  - 443\n", "yaml"],
    ["markdown", "Title: A study\n\n# Metadata\n\n- Authors: Ada\n- Published: today\n"],
    ["diff", "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b"],
    ["ansi", "\u001b[32mok\u001b[0m"],
    ["code", "<h2>Sheet</h2>\n<table><tr><td>1</td></tr></table>", "xml"],
    ["code", "#!/bin/sh\necho hi", "bash"],
    ["code", "def f(a):\n    return a\n", "python"],
    ["code", "SELECT a\nFROM t\nWHERE b = 1;", "sql"],
    ["code", "interface A {\n  b: string;\n}\nexport const c = 1;", "typescript"],
    ["plain", "Select a seat from the map and confirm."],
    ["plain", "import duties on cars rose by 10 % this year."],
  ])("%s: %j", (form, text, language) => expect(formOfText(text)).toEqual({ form, ...(language ? { language } : {}) }));
});

describe("errors", () => {
  it("say what to do, as far as their words do", () => {
    expect(adviceOf("Failed to fetch - status code 429")).toBe("wait");
    expect(adviceOf("Connection timeout to host")).toBe("retry");
    expect(adviceOf("'file_hash' is a required property")).toBe("input");
    expect(adviceOf("File not found: /root/a.md")).toBe("find");
    expect(adviceOf("Forbidden", "403")).toBe("access");
    expect(adviceOf("It broke")).toBe("other");
  });

  it("are told by their first words only", () => {
    expect(isErrorText("TypeError: x is undefined\n    at f")).toBe(true);
    expect(isErrorText("Error executing tool add_slide: 2 validation errors")).toBe(true);
    expect(isErrorText("Errors are rare: 3 of 1,000")).toBe(false);
    expect(isErrorText("No errors: all 12 tests passed")).toBe(false);
  });

  it("come with what else the result holds", () => {
    const output = {
      isError: true,
      content: [
        { type: "text", text: "Quota exceeded" },
        { type: "resource_link", uri: "https://example.com/limits", name: "Limits" },
      ],
      structuredContent: { retryAfter: 60, scope: "day" },
    };
    const blocks: Block[] = toolOutputToBlocks({ output });
    expect(blocks.map((block) => block.type)).toEqual(["error", "link", "summary"]);
  });
});
