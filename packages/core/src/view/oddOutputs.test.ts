import { describe, expect, it } from "vitest";
import { formatValue } from "./formatValue.ts";
import { growingForm, formOfText } from "./textForm.ts";
import { toolOutputToBlocks } from "./toolOutputToBlocks.ts";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC";
const text = (words: string) => ({ type: "text", text: words });

/** What a block is, in a word or a few. */
const said = (output: unknown) =>
  toolOutputToBlocks({ output }).map((block) => {
    switch (block.type) {
      case "table":
        return `table ${block.columns.map(({ label }) => label).join("|")} ×${block.rows.length}`;
      case "summary":
        return `facts ${block.items.map(({ label, value }) => `${label}=${String(value)}`).join("|")}`;
      case "text":
        return `text ${block.language ?? block.form}`;
      case "error":
        return `error ${block.message}`;
      default:
        return block.type;
    }
  });

describe("an odd output", () => {
  it.each<[string, unknown, string[]]>([
    ["a record as Python prints it", "{'name': 'Ann', 'ok': True, 'x': None}", ["facts Name=Ann|OK=true|X=null"]],
    ["records as Python prints them", "[{'id': 1, 'n': \"it's\"}, {'id': 2, 'n': 'B'},]", ["table ID|N ×2"]],
    ["words in brackets", "[it's no list]", ["text plain"]],
    ["JSON written as JSON once more", JSON.stringify(JSON.stringify({ a: 1 })), ["facts A=1"]],
    ["a quoted sentence", '"a sentence [1]"', ["text plain"]],
    ["a database's table", " id | name \n----+------\n  1 | Ann\n  2 | Bob\n(2 rows)", ["table id|name ×2"]],
    [
      "a framed table",
      "+----+------+\n| id | name |\n+----+------+\n| 1  | Ann  |\n+----+------+",
      ["table id|name ×1"],
    ],
    ["a table with more below it", " id | name \n----+------\n  1 | Ann\n(3 rows)", ["text ansi"]],
    ["an environment", "DATABASE_URL=postgres://a/b\nPORT=8080", ["facts DATABASE_URL=postgres://a/b|PORT=8080"]],
    ["two columns of CSV", "name,score\nAnn,3\nBob,5", ["table name|score ×2"]],
    ["two half sentences", "Well, yes\nNo, thanks\nMaybe, later", ["text plain"]],
    ["columns of a shell", "NAME    READY   STATUS\nweb-1   1/1     Running\nweb-2   0/1     Pending", ["text ansi"]],
    ["a tree of files", "src\n├── a.ts\n└── b.ts", ["text ansi"]],
    ["lines with their times", "2026-03-01 08:00:00 INFO a\n2026-03-01 08:00:01 WARN b", ["text ansi"]],
    ["sentences", "One sentence.\nAnother one,  with two spaces.\nA third.", ["text plain"]],
    ["XML without its heading", '<order id="7">\n  <item>2</item>\n</order>', ["text xml"]],
    ["TOML", '[package]\nname = "x"\nversion = "1"', ["text ini"]],
    ["a picture's bytes alone", png, ["image"]],
    [
      "a picture's bytes in a record",
      { created: 1_700_000_000, data: [{ b64_json: png }] },
      ["facts Created=1700000000", "image"],
    ],
    [
      "a file's bytes in a record",
      { filename: "a.pdf", contentType: "application/pdf", data: "JVBERi0xLjQKJcfs/AAA" },
      ["file"],
    ],
    ["a picture's bytes with a type", { mimeType: "image/png", data: png, note: "x" }, ["image", "facts Note=x"]],
    [
      "a record that failed",
      { success: false, message: "Insufficient funds" },
      ["error Insufficient funds", "facts Success=false"],
    ],
    ["a GraphQL error", { errors: [{ message: "No field x" }], data: null }, ["error No field x", "facts Data=null"]],
    [
      "a stack of Java",
      'Exception in thread "main" java.lang.Error\n\tat A.b(A.java:3)',
      ['error Exception in thread "main" java.lang.Error\n\tat A.b(A.java:3)'],
    ],
    ["a text for each record", { content: [text('{"id":1,"n":"A"}'), text('{"id":2,"n":"B"}')] }, ["table ID|N ×2"]],
    [
      "a sheet with its headings",
      [
        ["name", "age"],
        ["Ann", 31],
        ["Bob", 25],
      ],
      ["table name|age ×2"],
    ],
    [
      "a sheet of words",
      [
        ["a", "b"],
        ["c", "d"],
      ],
      ["table 1|2 ×2"],
    ],
    [
      "a sheet with its headings beside it",
      { headers: ["a", "b"], data: [[1, 2]], took: 3 },
      ["facts Took=3", "table a|b ×1"],
    ],
    ["a sheet as pandas splits it", { columns: ["a"], index: [7], data: [[1]] }, ["facts Index=7", "table a ×1"]],
    ["one row of a shell", "NAME    READY   STATUS\nweb-1   1/1     Running", ["text ansi"]],
    ["JSON behind a byte order mark", '\ufeff{"a":1}', ["facts A=1"]],
    ["JSON in a fence", '```json\n{"a":1}\n```', ["facts A=1"]],
    ["two fences", '```json\n{"a":1}\n```\n\n```\nb\n```', ["text markdown"]],
    ["a status of error", { status: "error", message: "No user" }, ["error No user", "facts Status=error"]],
    ["an error that is true", { error: true, message: "bad" }, ["error bad", "facts Error=true"]],
    [
      "a problem by its RFC",
      { type: "about:blank", title: "Forbidden", status: 403, detail: "No access" },
      ["error Forbidden: No access", "facts Type=about:blank"],
    ],
    ["a job's title and status", { title: "Build", status: 200 }, ["facts Title=Build|Status=200"]],
  ])("%s", (_name, output, expected) => expect(said(output)).toEqual(expected));

  it("has its moments as dates, by their keys, and other numbers as they are", () => {
    const [block] = toolOutputToBlocks({
      output: {
        created_at: 1_772_668_800,
        updatedAt: 1_772_668_800_123,
        expires: 3_600,
        lat: 52.52,
        timestamp: "1753142400",
      },
    });
    const items = block!.type === "summary" ? block!.items : [];
    expect(items.map(({ value, format }) => formatValue(value, format, "en"))).toEqual([
      expect.stringMatching(/2026/),
      expect.stringMatching(/2026/),
      "3,600",
      "52.52",
      expect.stringMatching(/2025/),
    ]);
  });

  it.each([
    ["PT1H30M", "1 hr 30 min"],
    ["P1Y2M10D", "1 yr 2 mths 10 days"],
    ["PT0.5S", "0.5 sec"],
    ["PT", "PT"],
    ["Paris", "Paris"],
  ])("a duration %s is in words", (value, words) => expect(formatValue(value, undefined, "en")).toBe(words));

  it("keeps the letters that it grew in, once a dozen lines are there", () => {
    const lines = Array.from({ length: 40 }, (_, at) => `2026-03-01 08:00:${String(at).padStart(2, "0")} INFO line`);
    const grown = lines.map((_, at) => growingForm(lines.slice(0, at + 1).join("\n")));
    expect(grown.indexOf("ansi")).toBeLessThan(14);
    expect(new Set(grown.slice(grown.indexOf("ansi")))).toEqual(new Set([formOfText(lines.join("\n")).form]));
  });
});
