import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createChunkReader, type Chunk } from "./chunkReader.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

const readAll = (pieces: readonly (string | Uint8Array)[], longestLine?: number) => {
  const reader = createChunkReader(longestLine);
  const chunks = [...pieces.flatMap((piece) => reader.read(piece)), ...reader.end()];
  const isText = ({ value }: Chunk) => typeof value === "string";
  const readable = chunks.filter((chunk) => !isText(chunk));
  return {
    values: readable.map(({ value }) => value),
    events: readable.map(({ event }) => event),
    unreadable: chunks.filter(isText).map(({ value }) => value),
  };
};

const values = [{ a: "grüße 😀 \uFEFF" }, { b: [1, { c: "x\ny" }] }, { d: "" }];
const json = values.map((value) => JSON.stringify(value));

const wires: Record<string, string> = {
  SSE: json.map((one) => `data: ${one}\n\n`).join(""),
  "SSE with CRLF": json.map((one) => `event: message\r\ndata: ${one}\r\n\r\n`).join(""),
  "SSE with CR": json.map((one) => `data: ${one}\r\r`).join(""),
  "SSE with comments, ids and [DONE]": `: keep-alive\n\n${json.map((one) => `id: 7\ndata:${one}\n\n: keep-alive\n\n`).join("")}data: [DONE]\n\n`,
  "SSE over several data lines": `data: {"a":\ndata: "grüße 😀 \uFEFF"}\n\ndata: ${json[1]}\n\ndata: ${json[2]}\n\n`,
  "SSE without its last line breaks": json.map((one) => `data: ${one}`).join("\n\n"),
  NDJSON: json.map((one) => `${one}\n`).join(""),
  "NDJSON with CRLF and empty lines": json.map((one) => `${one}\r\n\r\n`).join(""),
  "NDJSON without its last line break": json.join("\n"),
};

describe.each(Object.entries(wires))("%s", (_, wire) => {
  test("is read alike wherever its bytes are cut", () => {
    for (const text of [wire, `\uFEFF${wire}`, `\n \n${wire}`]) {
      const bytes = bytesOf(text);
      for (let at = 0; at <= bytes.length; at++) {
        const read = readAll([bytes.slice(0, at), bytes.slice(at)]);
        expect(read.values, `cut at ${at}`).toEqual(values);
        expect(read.unreadable).toEqual([]);
      }
    }
  });

  test("is read alike in bytes of any sizes, and as text cut anywhere", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(sizes, fc.boolean(), fc.boolean(), (steps, asText, marked) => {
        const text = marked ? `\uFEFF${wire}` : wire;
        const whole = asText ? text : bytesOf(text);
        const pieces: (string | Uint8Array)[] = [];
        for (let at = 0, turn = 0; at < whole.length; turn++) {
          const step = steps[turn % steps.length]!;
          pieces.push(whole.slice(at, at + step));
          at += step;
        }
        expect(readAll(pieces).values).toEqual(values);
      }),
      { numRuns: 60 },
    );
  });
});

describe("the reader", () => {
  test("says which SSE event carried a value", () => {
    expect(readAll(["event: ping\ndata: {}\n\ndata: {}\n\n"]).events).toEqual(["ping", undefined]);
  });

  test("hands a line that is no JSON over as it is, and reads on", () => {
    const sse = readAll(['data: {"a":\n\n', "data: {}\n\n"]);
    expect([sse.unreadable, sse.values]).toEqual([['{"a":'], [{}]]);
    const lines = readAll(["{]\n{}\n"]);
    expect([lines.unreadable, lines.values]).toEqual([["{]"], [{}]]);
  });

  test("hands over a last line that was cut in its middle", () => {
    expect(readAll(['data: {"a":1}\n\ndata: {"b"']).unreadable).toEqual(['{"b"']);
  });

  test.each([
    ["SSE", (text: string) => `data: {"a":"${text}"}\n\n`],
    ["NDJSON", (text: string) => `{"a":"${text}"}\n`],
  ])("gives a line up that is too long, and reads the next: %s", (_, line) => {
    const wire = `${line("ok")}${line("x".repeat(500))}${line("ok")}`;
    for (const size of [1, 7, 64, 5000]) {
      const pieces = Array.from({ length: Math.ceil(wire.length / size) }, (_, at) =>
        wire.slice(at * size, (at + 1) * size),
      );
      const read = readAll(pieces, 200);
      // In one piece it is in memory already, and so it is read.
      expect(read.values.length + read.unreadable.length).toBe(3);
      expect(read.unreadable).toHaveLength(size === 5000 ? 0 : 1);
    }
  });

  test("reads another stream after the end of one, of another kind too", () => {
    const reader = createChunkReader();
    const found = [reader.read("data: 1"), reader.end(), reader.read('{"a":2}'), reader.end()].flat();
    expect(found).toMatchObject([{ value: 1 }, { value: { a: 2 } }]);
  });
});
