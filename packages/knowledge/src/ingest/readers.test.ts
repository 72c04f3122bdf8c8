import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { layOut } from "../layout/layOut.ts";
import { readerOf } from "./readers.ts";

const read = (path: string, content: string | Uint8Array, beside: Record<string, Uint8Array> = {}) =>
  readerOf(path).read({
    path,
    // A Buffer, as files are read.
    bytes: Buffer.from(content),
    readBeside: (address) => Promise.resolve(beside[address]),
  });

const textOf = async (path: string, content: string | Uint8Array) =>
  (await read(path, content)).blocks.map(({ text }) => text).join("");

const docx = (body: string, more: Record<string, Uint8Array> = {}) =>
  zipSync({
    "[Content_Types].xml": strToU8(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ),
    "_rels/.rels": strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    "word/document.xml": strToU8(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ),
    ...more,
  });
const paragraph = (text: string, style = "") =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

const xlsx = (rows: string) =>
  zipSync({
    "[Content_Types].xml": strToU8(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    ),
    "_rels/.rels": strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    "xl/workbook.xml": strToU8(
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Rivers" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    "xl/worksheets/sheet1.xml": strToU8(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    ),
  });
const cell = (place: string, value: string | number) =>
  typeof value === "number"
    ? `<c r="${place}"><v>${value}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** A PDF with one line of text a page. */
function pdf(pages: readonly string[]): Uint8Array {
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap((text, at) => {
      const drawn = text === "" ? "" : `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ];
    }),
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return strToU8(file, true);
}

describe("what is read of each format", () => {
  it("Markdown: headings open sections, and the text stays as it is", async () => {
    const source =
      "---\ntitle: Guide\n---\n\nBefore.\n\n# One\n\n```md\n# no heading\n```\n\nTwo\n---\n\n<h3>Three</h3>\n\n- a\n- b\n";
    const { title, blocks } = await read("a.md", source);
    expect(title).toBe("Guide");
    const { sections, text } = layOut("d", "Guide", blocks);
    expect(sections.map((section) => [section.title, section.depth])).toEqual([
      ["Guide", 1],
      ["One", 1],
      ["Two", 2],
      ["Three", 3],
    ]);
    expect(source.endsWith(text)).toBe(true);
  });

  it("HTML: what it says, without what draws, runs or leads elsewhere", async () => {
    const html = `<html><head><title>The  page</title><style>p{}</style></head><body><nav>Menu</nav><h1>Head</h1><p>Some <b>text</b>.</p>
      <script>alert(1)</script><table><tr><th>a</th></tr><tr><td>7</td></tr></table><img src="x.png" alt="A cat"></body></html>`;
    const { title, blocks } = await read("a.html", html);
    const text = blocks.map((block) => block.text).join("");
    expect(title).toBe("The page");
    expect(text).toContain("# Head");
    expect(text).toMatch(/\| 7 +\|/);
    expect(text).toContain("[A cat]");
    expect(text).not.toMatch(/alert|Menu|p\{\}/);
  });

  it("PDF: a section a page", async () => {
    const { blocks } = await read("a.pdf", pdf(["The first page", "The second page"]));
    const { sections, chunks } = layOut("d", "a.pdf", blocks);
    expect(sections.map(({ title }) => title)).toEqual(["Page 1", "Page 2"]);
    expect(chunks.map(({ text }) => text.trim())).toEqual(["The first page", "The second page"]);
  });

  it("DOCX: headings, paragraphs and tables", async () => {
    const table = `<w:tbl><w:tr><w:tc>${paragraph("Cell")}</w:tc></w:tr></w:tbl>`;
    const text = await textOf("a.docx", docx(paragraph("The heading", "Heading1") + paragraph("Its text.") + table));
    expect(text).toContain("# The heading");
    expect(text).toContain("Its text.");
    expect(text).toContain("Cell");
  });

  it("CSV: a table whose values are numbers only where nothing is lost", async () => {
    const { tables, blocks } = await read(
      "rivers.csv",
      'name,km,code,name\n"Rhine, the",1233,007,x\nElbe,,12345678901234567890,y\n',
    );
    expect(tables).toEqual([
      {
        name: "rivers",
        columns: ["name", "km", "code", "name_2"],
        rows: [
          ["Rhine, the", 1233, "007", "x"],
          ["Elbe", null, "12345678901234567890", "y"],
        ],
      },
    ]);
    expect(blocks.map(({ text }) => text).join("")).toContain("| Rhine, the | 1233 |");
  });

  it("CSV: columns have names that PostgreSQL keeps apart, also long ones in other scripts", async () => {
    const long = "عدد السكان في المدينة الكبيرة بحسب التعداد الأخير";
    const { tables } = await read("a.csv", `${long} أ,${long} ب,n,n_2,n\n1,2,3,4,5\n`);
    const columns = tables?.[0]?.columns ?? [];
    expect(columns.map((column) => Buffer.byteLength(column) <= 63)).toEqual(columns.map(() => true));
    expect(new Set(columns).size).toBe(5);
    expect(columns.slice(2)).toEqual(["n", "n_2", "n_3"]);
  });

  it("XLSX: a table a sheet", async () => {
    const rows = `<row r="1">${cell("A1", "name")}${cell("B1", "km")}</row><row r="2">${cell("A2", "Rhine")}${cell("B2", 1233)}</row>`;
    expect((await read("a.xlsx", xlsx(rows))).tables).toEqual([
      { name: "Rivers", columns: ["name", "km"], rows: [["Rhine", 1233]] },
    ]);
  });

  it("a picture that stands alone in Markdown, from beside it and from nowhere else", async () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const source =
      "![One](a%20b.png)\n\n![Two](https://example.com/a.png)\n\n![Three](none.png)\n\n![Four](text.png)\n";
    const { blocks } = await read("a.md", source, { "a b.png": png, "text.png": strToU8("no picture") });
    expect(blocks.map(({ picture }) => picture?.caption)).toEqual(["One", undefined, undefined, undefined]);
  });
});

describe("pages that leave tags out", () => {
  it.each([
    ["<!doctype html><title>Herons</title><h1>Herons</h1><p>They wait."],
    ["<!doctype html><html lang=en><head><title>Herons</title></head><h1>Herons</h1><p>They wait.</p></html>"],
    ["<!doctype html><body><title>Herons</title><h1>Herons</h1><p>They wait.</p></body>"],
    ["<title>Herons</title><h1>Herons</h1><p>They wait.</p>"],
  ])("%s", async (source) => {
    const { title, blocks } = await read("a.html", source);
    expect([title, blocks.map(({ text }) => text).join("")]).toEqual(["Herons", "# Herons\n\nThey wait."]);
  });
});

describe("documents that hurt", () => {
  it.each([
    ["a.txt", Uint8Array.from([1, 0, 2]), /no text/],
    ["a.pdf", strToU8("no pdf at all"), /Invalid PDF/i],
    ["a.pdf", pdf(["", ""]), /its pages are pictures/],
    ["a.docx", strToU8("no archive"), /nothing is packed/],
    ["a.docx", zipSync({ "a.txt": strToU8("x") }), /./],
    ["a.xlsx", zipSync({ "a.txt": strToU8("x") }), /./],
    ["a.csv", "", /no rows/],
    ["a.csv", 'a,b\n"never closed,1\n', /quote that is not closed/],
    ["a.png", strToU8("no picture"), /no picture/],
  ])("%s is refused in words (%#)", async (path, content, why) => {
    await expect(read(path, content)).rejects.toThrow(why);
  });

  it("an archive that unpacks to far more is refused while it is unpacked", async () => {
    const bomb = docx(paragraph("x"), { "word/media/a.bin": new Uint8Array(210_000_000) });
    expect(bomb.length).toBeLessThan(1_000_000);
    await expect(read("a.docx", bomb)).rejects.toThrow(/unpacks to more than 200 MB/);
  });

  it("a PDF of 5,000 pages is read up to its thousandth, and says so", async () => {
    const pages = Array.from({ length: 5_000 }, (_, at) => `Page number ${at + 1}`);
    const { blocks, note } = await read("a.pdf", pdf(pages));
    expect(blocks).toHaveLength(1_000);
    expect(blocks.at(-1)?.text.trim()).toBe("Page number 1000");
    expect(note).toBe("Of its 5000 pages the first 1000 are read.");
  });

  it("a line of 20 MB is cut", async () => {
    const { tables } = await read("a.csv", `a,b\n${"x".repeat(20_000_000)},1\n`);
    expect(String(tables?.[0]?.rows[0]?.[0]).length).toBeLessThan(10_002);
  });

  it("a text of a million characters without a space is cut into chunks", () => {
    const { chunks } = layOut("d", "t", [{ text: "𝒳".repeat(500_000) }]);
    expect(chunks.every(({ text }) => text.length <= 2_400 && !/\p{Surrogate}/u.test(text))).toBe(true);
    expect(chunks.map(({ text }) => text).join("")).toHaveLength(1_000_000);
  });
});
