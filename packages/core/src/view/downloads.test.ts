import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvChunks, toCsvCell, tsvChunks } from "./csvText.ts";
import { formatValue } from "./formatValue.ts";
import { jsonChunks } from "../json/jsonChunks.ts";
import { findPath } from "./outputPath.ts";
import { toImageSource, toSafeLink } from "./safeUrl.ts";

/** A reader of RFC 4180, so that what is written is checked by something that did not write it. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    row.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
    if (end === "") break;
  }
  return rows.slice(0, -1);
}

describe("CSV", () => {
  const rows = (text: string) => [...tsvChunks([{ key: "a", label: "A" }], [{ a: text }])].join("").slice(2);

  it.each([
    ...["=1+1", "=", "+1-555", "-2+3", "@SUM(A1)", "@A1", "\t=1", "\r=1", " =cmd|' /C calc'!A0", "＝1+1", "-cmd"],
    ...[
      "+49-30-123",
      "+1+1 1",
      "+49 30 (A1)",
      "+SUM(1 1)",
      "@ada|x",
      "@ada!a",
      "@ada-1",
      "@a b",
      "-A1",
      "\t-",
      "\r@ada",
      "\n+49 30 1",
    ],
  ])("keeps a spreadsheet from running %j", (text) => {
    expect(toCsvCell(text)).toMatch(/^"?'/);
    expect(rows(text)).toMatch(/^"?'/);
  });

  it.each([
    ...["-", "--", "+", "+49 30 123", "+49 (30) 123-45", "+1 555-010-9999", "+44 20 7946/0958"],
    ...["@ada", "@ada_lovelace", "@zoë.müller", "@ada@mastodon.example", "@team2024"],
  ])("leaves %j as it is shown, which is no formula", (text) => {
    expect(toCsvCell(text)).toBe(text);
    expect(rows(text)).toBe(text);
  });

  it("keeps numbers numbers, negative ones too", () => {
    expect([-5, 1.5, "-5", "+3.2", "-1e3"].map(toCsvCell)).toEqual(["-5", "1.5", "-5", "+3.2", "-1e3"]);
  });

  it("reads back as it was, but for the apostrophe before a formula, whatever the cells hold", () => {
    const cell = fc.oneof(
      fc.string({
        unit: fc.constantFrom("=", "+", "-", "@", '"', ",", ";", "\r", "\n", "\t", "'", " ", "a", "1", "é"),
      }),
      fc.double({ noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(fc.record({ a: cell, b: cell }), { minLength: 1 }), (rows) => {
        const columns = [
          { key: "a", label: "A" },
          { key: "b", label: "=B" },
        ];
        const [header, ...lines] = readCsv([...csvChunks(columns, rows)].join(""));
        expect(header).toEqual(["A", "'=B"]);
        expect(lines).toHaveLength(rows.length);
        rows.forEach((row, index) => {
          [row.a, row.b].forEach((value, column) => {
            const read = lines[index]![column]!;
            expect([String(value), `'${String(value)}`]).toContain(read);
            if (read.startsWith("'") && read !== String(value)) expect(typeof value).toBe("string");
            // Neither an operator nor a call follows what begins as a formula.
            if (/^[\s]*[=+\-@]/.test(read))
              expect(read).toMatch(/^(?:-Infinity|[+-]+|[+-]?[\d.e+-]+|\+[\d -]+|@[a1é@]+)$/);
          });
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe("JSON", () => {
  it("writes what JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (value, indent) => {
        expect([...jsonChunks(value, indent)].join("")).toBe(JSON.stringify(value, null, indent));
      }),
    );
    const dated = { at: new Date(0), skip: undefined, list: [undefined] };
    expect([...jsonChunks(dated)].join("")).toBe(JSON.stringify(dated, null, 2));
  });

  it("writes depths that JSON.stringify cannot, and reads them back the same", () => {
    let deep: unknown = "end";
    for (let i = 0; i < 100_000; i++) deep = [deep];
    const text = [...jsonChunks(deep)].join("");
    let depth = 0;
    for (let at: unknown = JSON.parse(text); Array.isArray(at); at = at[0]) depth++;
    expect(depth).toBe(100_000);
  });

  it("ends a cycle", () => {
    const cycle: Record<string, unknown> = { a: 1n };
    cycle.self = cycle;
    expect([...jsonChunks(cycle, 0)].join("")).toBe('{"a":1,"self":null}');
  });
});

describe("addresses", () => {
  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    " https://example.com",
    "https://exa\u200bmple.com",
    "https://\u202eexample.com",
    "data:text/html,x",
    "blob:https://example.com/1",
    "vbscript:x",
    "file:///etc/passwd",
    "//example.com",
    "https://paypal.com@evil.example/",
    "https:example.com",
    "https://",
    "mailto:a@b.example?bcc=c@d.example",
    "ftp://example.com",
    `https://example.com/${"a".repeat(3000)}`,
  ])("makes no link of %j", (text) => expect(toSafeLink(text)).toBeNull());

  it("names the host that an address really leads to", () => {
    expect(toSafeLink("https://аpple.com/x")?.host).toBe("xn--pple-43d.com");
    expect(toSafeLink("HTTP://Example.com:8080/a")).toEqual({
      href: "http://example.com:8080/a",
      host: "example.com:8080",
    });
    expect(toSafeLink("mailto:ada@example.com")?.host).toBe("ada@example.com");
  });

  it("takes raster bytes as an image and leaves a remote one where it is", () => {
    expect(toImageSource("data:image/png;base64,aGk=")).toMatchObject({ kind: "data", mediaType: "image/png" });
    expect(toImageSource("aGk=", "image/jpg")).toMatchObject({ src: "data:image/jpeg;base64,aGk=" });
    expect(toImageSource("https://example.com/a.png")).toMatchObject({ kind: "remote", link: { host: "example.com" } });
    expect(toImageSource('data:image/svg+xml,<svg onload="x">')).toMatchObject({ kind: "refused" });
    expect(toImageSource("data:image/png;base64,<script>")).toMatchObject({ kind: "refused" });
    expect(toImageSource("words")).toBeNull();
  });
});

describe("paths and formats", () => {
  it("finds keys with dots in them, and null", () => {
    expect(findPath({ "a.b": { c: 1 } }, "a.b")).toEqual({ found: true, value: { c: 1 } });
    expect(findPath({ a: [{ b: null }] }, "a.0.b")).toEqual({ found: true, value: null });
    expect(findPath({ a: [] }, "a.length").found).toBe(false);
  });

  it("writes numbers, money, shares and days by locale", () => {
    expect(formatValue(1234.5, undefined, "de")).toBe("1.234,5");
    expect(formatValue(1234.5, { type: "currency", currency: "EUR" }, "en")).toBe("€1,234.50");
    expect(formatValue(0.256, { type: "percent" }, "en")).toBe("25.6%");
    expect(formatValue(25.6, { type: "percent", of: 100 }, "en")).toBe("25.6%");
    expect(formatValue("2026-03-01", { type: "date" }, "en")).toBe("Mar 1, 2026");
    expect(formatValue(2026, { type: "plain" }, "en")).toBe("2026");
    expect(formatValue(39.92796666666667, undefined, "en")).toBe("39.927967");
    expect(formatValue(0.000000123, undefined, "en")).toBe("1.23e-7");
    expect(formatValue("not a date", { type: "date" }, "en")).toBe("not a date");
    expect(formatValue(5, { type: "currency", currency: "not one" }, "en")).toBe("5.00");
    expect(formatValue(NaN, { type: "percent" }, "en")).toBe("NaN");
  });
});
