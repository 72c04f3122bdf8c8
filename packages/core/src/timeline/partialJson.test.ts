import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPartialJson } from "./partialJson.ts";

const feed = (text: string, cuts: number[] = []) => {
  const parser = createPartialJson();
  let from = 0;
  for (const cut of [...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length]) {
    parser.push(text.slice(from, cut));
    void parser.value;
    from = cut;
  }
  return parser;
};

describe("createPartialJson", () => {
  test("gives what JSON.parse gives, however the text is cut and read", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.nat(400)), fc.constantFrom(0, 2), (value, cuts, indent) => {
        const text = JSON.stringify(value, null, indent);
        const parser = feed(text, cuts);
        expect(parser.error).toBeNull();
        expect(parser.done).toBe(true);
        expect(parser.value).toEqual(JSON.parse(text));
        expect(JSON.stringify(parser.value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 2000 },
    );
  });

  test("agrees with JSON.parse on texts that are not JSON", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "\\",
      "a",
      "\\u00",
      "1",
      "-",
      "0",
      ".",
      "e",
      "null",
      "true",
      " ",
      "\n",
      '"k":',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(30)), (pieces, cuts) => {
        const text = pieces.join("");
        const parser = feed(text, cuts);
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(parser.done).toBe(valid);
      }),
      { numRuns: 5000 },
    );
  });

  test("shows a string as it grows, and the path that is being written", () => {
    const parser = createPartialJson();
    parser.push('{"query":{"text":"refund po');
    expect(parser.value).toEqual({ query: { text: "refund po" } });
    expect(parser.path).toEqual(["query", "text"]);
    parser.push('licy","tags":["a","b');
    expect(parser.value).toEqual({ query: { text: "refund policy", tags: ["a", "b"] } });
    expect(parser.path).toEqual(["query", "tags", 1]);
  });

  test("keeps the identity of what did not change, and never changes what was read", () => {
    const parser = createPartialJson();
    parser.push('{"done":{"a":[1,2]},"now":{"x":"1');
    const before = parser.value as { done: object; now: { x: string } };
    expect(parser.value).toBe(before);
    parser.push("23");
    const after = parser.value as typeof before;
    expect(after).not.toBe(before);
    expect(after.done).toBe(before.done);
    expect(before.now.x).toBe("1");
    expect(after.now.x).toBe("123");
  });

  test("names the position of an error and keeps the value", () => {
    const parser = createPartialJson();
    parser.push('{"a":1,"b":"x"');
    parser.push(" nonsense");
    expect(parser.error).toEqual({ message: 'Unexpected "n" at position 15', position: 15 });
    parser.push(',"c":2}');
    expect(parser.value).toEqual({ a: 1, b: "x" });
    expect(parser.done).toBe(false);
  });

  test("__proto__ is a key like any other", () => {
    const text = '{"__proto__":{"polluted":true},"constructor":1}';
    for (let cut = 0; cut <= text.length; cut++) {
      const { value } = feed(text, [cut]);
      expect(JSON.stringify(value)).toBe(text);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("reads 100,000 nested arrays without overflow", () => {
    const depth = 100_000;
    const parser = createPartialJson();
    parser.push("[".repeat(depth));
    expect(parser.path).toHaveLength(depth);
    parser.push("]".repeat(depth));
    expect(parser.done).toBe(true);
  });
});
