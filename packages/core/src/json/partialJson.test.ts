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

  test("read after every character it keeps what was read, and the identity of all but what is written", () => {
    /** Nothing changes but along the paths that were written. */
    const keepsRest = (before: unknown, after: unknown, paths: readonly (string | number)[][]): boolean => {
      if (Object.is(before, after)) return true;
      if (typeof before !== "object" || before === null) return paths.length > 0;
      return Object.keys(before).every((key) => {
        const under = paths.filter((path) => String(path[0]) === key).map((path) => path.slice(1));
        const [one, other] = [Reflect.get(before, key), Reflect.get(after as object, key)];
        return under.length === 0 ? Object.is(one, other) : keepsRest(one, other, under);
      });
    };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: "binary" }), (value) => {
        const text = JSON.stringify(value);
        const parser = createPartialJson();
        const reads: [unknown, string | undefined][] = [];
        let before = parser.value;
        let path = parser.path;
        for (const char of text.split("")) {
          parser.push(char);
          const after = parser.value;
          expect(keepsRest(before, after, [path, parser.path])).toBe(true);
          expect(parser.value).toBe(after);
          reads.push([after, JSON.stringify(after)]);
          [before, path] = [after, parser.path];
        }
        for (const [read, asItWas] of reads) expect(JSON.stringify(read)).toBe(asItWas);
        expect(JSON.stringify(parser.value)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test("a pair of surrogates may come in two pieces, written out or escaped", () => {
    for (const text of ['{"😀":"a😀b"}', String.raw`{"\ud83d\ude00":"\uD83D\uDE00"}`, String.raw`["\ud83d"]`]) {
      for (let cut = 0; cut <= text.length; cut++) expect(feed(text, [cut]).value).toEqual(JSON.parse(text));
    }
  });

  test("of a key that comes twice the later value counts, in the place of the first", () => {
    for (const text of [
      '{"a":1,"b":2,"a":{"x":[1]}}',
      '{"a":{"x":1},"b":0,"a":{"y":2}}',
      '{"__proto__":1,"__proto__":[2]}',
    ]) {
      for (let cut = 0; cut <= text.length; cut++) {
        expect(JSON.stringify(feed(text, [cut]).value)).toBe(JSON.stringify(JSON.parse(text)));
      }
    }
  });

  test("of nothing, of blanks and of a number that may go on nothing is done", () => {
    for (const text of ["", "  ", "-", "1e", '"', "tru", "["]) expect(feed(text).done).toBe(false);
    expect(feed("12")).toMatchObject({ done: true, value: 12 });
    expect(feed("[12").value).toEqual([]);
  });

  test("reads and copies 100,000 nested containers between deltas", () => {
    const depth = 100_000;
    const parser = createPartialJson();
    parser.push('{"a":['.repeat(depth / 2));
    const before = parser.value;
    parser.push('"x');
    expect(Object.is(parser.value, before)).toBe(false);
    parser.push(`"${"]}".repeat(depth / 2)}`);
    expect(parser.done).toBe(true);
    let [node, levels] = [parser.value, 0];
    for (; typeof node === "object"; levels++) node = Object.values(node as object)[0];
    expect([node, levels]).toEqual(["x", depth]);
  });
});
