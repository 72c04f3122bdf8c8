import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stopWords } from "./stopWords.ts";
import { wordsOf } from "./words.ts";

describe("wordsOf", () => {
  it.each([
    ["readDocument", ["read", "document"]],
    ["read_document", ["read", "document"]],
    ["Read-Document", ["read", "document"]],
    ["getHTTPResponse", ["get", "http", "response"]],
    ["list all PDFs", ["list", "all", "pdfs"]],
    ["Café Straße", ["cafe", "strasse"]],
    ["İstanbul", ["istanbul"]],
    ["what's up, don't", ["what", "up", "dont"]],
    ["5miles", ["5", "miles"]],
    ["s3_list_objects", ["s3", "list", "objects"]],
    ["listEC2Instances, getS3Object", ["list", "ec2", "instances", "get", "s3", "object"]],
    ["k8s K8sPods i18n", ["k8s", "k8s", "pods", "i18n"]],
    ["s3bucket v1beta1", ["s3", "bucket", "v1", "beta", "1"]],
    ["H1, GA4 and the v2 API in 3D", ["h1", "ga4", "and", "the", "v2", "api", "in", "3d"]],
    ["convertTo3D, 3dModel, MP3", ["convert", "to", "3d", "3d", "model", "mp3"]],
    ["address2 sha256 GPT4 UTF8", ["address", "2", "sha", "256", "gpt", "4", "utf", "8"]],
    ["5th of 123D", ["5", "th", "of", "123", "d"]],
    ["Größe ändern", ["grosse", "andern"]],
    ["ποσοστό ЁЛКА", ["ποσοστο", "елка"]],
    ["مُحَمَّد", ["محمد"]],
    ["हिन्दी में", ["हिन्दी", "में"]],
    ["単位換算", ["単位", "位換", "換算"]],
    ["単位を換算する", ["単位", "を", "換算", "する"]],
    ["날씨 보기", ["날씨", "보기"]],
    ["水", ["水"]],
    ["?! 🙂", []],
  ])("splits %j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it("gives each stop word as the list has it", () => {
    for (const word of stopWords) expect(wordsOf(word)).toEqual([word]);
  });

  it("gives the words of its own words again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const words = wordsOf(text);
        expect(words.every((word) => word.length > 0 && word === word.toLowerCase())).toBe(true);
      }),
    );
  });
});
