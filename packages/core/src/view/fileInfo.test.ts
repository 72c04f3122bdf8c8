import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileKind, fileOfBytes, fileOfDataUrl, readFileRecord, readMediaType, typeOfName } from "./fileInfo.ts";
import { toolOutputToBlocks } from "./toolOutputToBlocks.ts";

const sound = btoa("ID3 a sound");
const only = (output: unknown) => toolOutputToBlocks({ output });

describe("files in outputs", () => {
  it("are MCP's sounds, blobs and links, with their types and sizes", () => {
    expect(only([{ type: "audio", data: sound, mimeType: "audio/mp3" }])).toMatchObject([
      { type: "file", file: { source: { kind: "bytes" }, mediaType: "audio/mpeg", bytes: 11 } },
    ]);
    const blob = { uri: "file:///reports/q3.pdf", mimeType: "application/pdf", blob: "JVBERi0xLjQ=" };
    expect(only([{ type: "resource", resource: blob }])).toMatchObject([
      { type: "file", file: { name: "q3.pdf", mediaType: "application/pdf", bytes: 8 } },
    ]);
    const link = {
      type: "resource_link",
      uri: "https://x.test/a?b=1",
      name: "Talk",
      mimeType: "video/mp4",
      size: 5_000_000,
    };
    expect(only([link])).toMatchObject([
      { type: "file", file: { source: { kind: "remote", link: { host: "x.test" } }, name: "Talk", bytes: 5_000_000 } },
    ]);
    expect(only([{ type: "resource_link", uri: "https://x.test/page", name: "Page" }])[0]!.type).toBe("link");
  });

  it("are records with an address and a type, and what else they hold stands beside", () => {
    const stored = {
      id: "upload_1",
      url: "/api/uploads/upload_1/a.mp3",
      name: "a.mp3",
      mediaType: "audio/mpeg",
      bytes: 9,
    };
    expect(only(stored).map((block) => block.type)).toEqual(["file", "summary"]);
    expect(only({ url: "https://x.test/a.pdf", name: "a.pdf", size: "120" })).toMatchObject([{ file: { bytes: 120 } }]);
    expect(readFileRecord({ url: "https://x.test/", name: "A page", type: "text/html" })).toBeNull();
    expect(readFileRecord({ url: "https://x.test/a.pdf", snippet: "words" })).toBeNull();
    expect(readFileRecord({ url: "javascript:alert(1)", name: "a.pdf", mimeType: "application/pdf" })).toBeNull();
  });

  it("are addresses that end as one, and data: addresses", () => {
    expect(only("https://x.test/a/report.pdf")[0]).toMatchObject({ type: "file", file: { name: "report.pdf" } });
    expect(only("https://x.test/a/picture.png")[0]!.type).toBe("link");
    expect(only(`data:audio/wav;base64,${sound}`)[0]).toMatchObject({ file: { mediaType: "audio/wav", bytes: 11 } });
    expect(only(`data:text/html;base64,${sound}`)[0]).toMatchObject({ type: "file" });
    expect(fileOfDataUrl("data:image/png;base64,AAAA")).toBeNull();
  });

  it("are played only in types that are sound and film to every browser", () => {
    expect(
      ["audio/mpeg", "video/mp4", "image/png", "image/svg+xml", "text/html", "audio/x", undefined].map(fileKind),
    ).toEqual(["audio", "video", "image", "other", "other", "other", "other"]);
    expect(readMediaType(" Audio/X-WAV; codecs=1 ")).toBe("audio/wav");
    expect(readMediaType("audio/mpeg\nx")).toBeUndefined();
    expect(typeOfName("constructor.constructor")).toBeUndefined();
  });

  it("are only of what can be decoded", () => {
    expect(["A", "AAAAA", "AAA==", "AA=A", "häß"].map((text) => fileOfBytes(text, "audio/mpeg"))).toEqual(
      Array(5).fill(null),
    );
    expect(fileOfBytes("AA", "audio/mpeg")).toMatchObject({ bytes: 1 });
  });

  it("have the size of their bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(fileOfBytes(btoa(String.fromCharCode(...bytes)), "audio/mpeg")).toMatchObject({ bytes: bytes.length });
      }),
    );
  });
});
