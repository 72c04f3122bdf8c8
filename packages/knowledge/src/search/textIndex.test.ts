import { describe, expect, it } from "vitest";
import { createTextIndex, type IndexedDocument } from "./textIndex.ts";

const everything = { limit: 10, spaceId: null, within: [], sources: [] };

const document = (id: string, text: string, more: Partial<IndexedDocument> = {}): IndexedDocument => ({
  id,
  title: "",
  language: "",
  sourceId: "source",
  spaceId: null,
  within: ["folder"],
  chunks: [{ id: `${id}.0`, within: [`${id}.section`], headings: "", text }],
  ...more,
});

function indexOf(...texts: readonly string[]) {
  const index = createTextIndex();
  texts.forEach((text, at) => index.put(document(String(at), text)));
  const find = (query: string) => index.search({ ...everything, query }).hits.map(({ documentId }) => documentId);
  return { index, find };
}

describe("names of code", () => {
  it.each([
    "RETENTION_DAYS",
    "retention_days",
    "config.yaml",
    "ERROR-4021",
    "4021",
    "readFile",
    "read",
    "@scope/pkg",
    "v1.2.3",
  ])("%s is found whole and in its parts", (query) => {
    const { find } = indexOf(
      "Set RETENTION_DAYS in config.yaml: ERROR-4021. Call readFile of @scope/pkg at v1.2.3.",
      "other words",
    );
    expect(find(query)).toEqual(["0"]);
  });

  it("a whole name is before its parts", () => {
    const { find } = indexOf("the days of retention, and days, and retention", "RETENTION_DAYS is 30");
    expect(find("RETENTION_DAYS")[0]).toBe("1");
  });
});

describe("languages", () => {
  it.each([
    ["English", "The engines were running", "engine runs"],
    ["German", "Die Häuser der Nachbarn sind alt und die Gärten sind groß", "Haus Garten"],
    ["Russian", "Мы читаем новые книги в библиотеке", "книга библиотека"],
    ["Arabic", "قرأ الطلاب الكتاب في المكتبة", "كتاب مكتبة"],
    ["Chinese", "数据保留政策规定三十天", "保留政策"],
    ["Japanese", "認証はパスキーで行います", "パスキー"],
    ["French", "Les maisons sont dans la vallée", "maison vallees"],
    ["Spanish", "Las ventanas de la casa están abiertas", "ventana abierta"],
  ])("%s is found by other forms of its words", (_language, text, query) => {
    expect(indexOf(text, "zzz yyy").find(query)).toEqual(["0"]);
  });
});

it("a short text is English unless it shows another language", () => {
  expect(indexOf("A # A The heron waits.").find("herons waiting")).toEqual(["0"]);
});

describe("an index that changes", () => {
  it("has the last state of a document, and nothing of one that is gone", () => {
    const { index, find } = indexOf("alpha", "beta");
    index.put(document("0", "gamma"));
    expect([find("alpha"), find("gamma"), find("beta")]).toEqual([[], ["0"], ["1"]]);
    index.remove("1");
    index.remove("no such");
    expect(find("beta")).toEqual([]);
    expect(index.size).toBe(1);
  });

  it("answers as a new one does after thousands of changes", () => {
    const texts = Array.from({ length: 3_000 }, (_, at) => `word${at % 7} other${at % 11} ${"x".repeat(at % 5)}`);
    const { index } = indexOf(...texts);
    for (let round = 0; round < 3; round++) texts.forEach((text, at) => index.put(document(String(at), text)));
    for (let at = 0; at < 1_500; at++) index.remove(String(at));
    const fresh = createTextIndex();
    texts.slice(1_500).forEach((text, at) => fresh.put(document(String(at + 1_500), text)));
    const ask = { ...everything, query: "word3 other5", limit: 20 };
    const scores = (of: typeof fresh) => of.search(ask).hits.map(({ score }) => Math.round(score * 1e6));
    expect(scores(index)).toEqual(scores(fresh));
    expect(index.search(ask).total).toBe(fresh.search(ask).total);
  });
});

describe("a scope", () => {
  it.each([
    [["folder"], ["a", "b"]],
    [["a"], ["a"]],
    [["b.section"], ["b"]],
    [["none"], []],
  ])("of %j finds %j", (within, found) => {
    const index = createTextIndex();
    index.put(document("a", "word"));
    index.put(document("b", "word"));
    const { hits } = index.search({ ...everything, query: "word", within });
    expect(hits.map(({ documentId }) => documentId)).toEqual(found);
  });

  it("of a space has its own documents and everybody's", () => {
    const index = createTextIndex();
    index.put(document("all", "word"));
    index.put(document("lab", "word", { spaceId: "lab" }));
    index.put(document("shop", "word", { spaceId: "shop" }));
    const found = (spaceId: string | null) =>
      index.search({ ...everything, query: "word", spaceId }).hits.map(({ documentId }) => documentId);
    expect(found("lab")).toEqual(["all", "lab"]);
    expect(found(null)).toEqual(["all", "lab", "shop"]);
  });
});

it.each(["", " ", "the of and", "!!!", "\u0000", "𝒳".repeat(500), "a".repeat(1_000)])(
  "%j finds nothing, and does not fail",
  (query) => {
    expect(indexOf("some words").find(query)).toEqual([]);
  },
);

it("what is near alone counts as the nearest", () => {
  const { index } = indexOf("automobile");
  const vector = Float32Array.from([1, 0]);
  index.putVector("0.0", vector);
  const { hits } = index.search({ ...everything, query: "vehicle", vector });
  expect(hits.map(({ score }) => score > 0)).toEqual([true]);
});
