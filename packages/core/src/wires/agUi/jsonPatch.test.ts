import fc from "fast-check";
import { expect, test } from "vitest";
import { applyJsonPatch } from "./jsonPatch.ts";

// The examples of RFC 6902, appendix A.
test.each<[string, unknown, object[], unknown]>([
  ["adds a member", { foo: "bar" }, [{ op: "add", path: "/baz", value: "qux" }], { foo: "bar", baz: "qux" }],
  ["adds an element", { foo: ["a", "c"] }, [{ op: "add", path: "/foo/1", value: "b" }], { foo: ["a", "b", "c"] }],
  ["adds to the end", { foo: ["a"] }, [{ op: "add", path: "/foo/-", value: ["b"] }], { foo: ["a", ["b"]] }],
  ["removes a member", { a: 1, b: 2 }, [{ op: "remove", path: "/b" }], { a: 1 }],
  ["removes an element", { a: [1, 2, 3] }, [{ op: "remove", path: "/a/1" }], { a: [1, 3] }],
  ["replaces", { a: 1 }, [{ op: "replace", path: "/a", value: null }], { a: null }],
  ["replaces the whole", { a: 1 }, [{ op: "replace", path: "", value: { b: 2 } }], { b: 2 }],
  ["moves", { a: { x: 1 }, b: {} }, [{ op: "move", from: "/a/x", path: "/b/y" }], { a: {}, b: { y: 1 } }],
  ["moves in a list", { a: [1, 2, 3] }, [{ op: "move", from: "/a/0", path: "/a/2" }], { a: [2, 3, 1] }],
  ["copies", { a: [1] }, [{ op: "copy", from: "/a", path: "/b" }], { a: [1], b: [1] }],
  ["tests", { a: [1, { b: 2 }] }, [{ op: "test", path: "/a", value: [1, { b: 2 }] }], { a: [1, { b: 2 }] }],
  ["reads escapes", { "~1": 1, "/": 2 }, [{ op: "remove", path: "/~01" }], { "/": 2 }],
])("%s", (_, document, patch, expected) => {
  expect(applyJsonPatch(document, patch as never)).toEqual(expected);
});

test.each([
  [{ op: "remove", path: "/b" }],
  [{ op: "replace", path: "/b", value: 1 }],
  [{ op: "add", path: "/b/c", value: 1 }],
  [{ op: "add", path: "/list/3", value: 1 }],
  [{ op: "add", path: "/list/01", value: 1 }],
  [{ op: "test", path: "/a", value: 2 }],
  [{ op: "move", from: "/list", path: "/list/0" }],
  [{ op: "copy", from: "/toString", path: "/b" }],
  [{ op: "add", path: "a", value: 1 }],
  [{ op: "shout", path: "/a" }],
])("refuses %j", (operation) => {
  const document = { a: 1, list: [1, 2] };
  expect(() => applyJsonPatch(document, [{ op: "add", path: "/z", value: 1 }, operation])).toThrow(/JSON Patch/);
  expect(document).toEqual({ a: 1, list: [1, 2] });
});

test("what it does not touch keeps its identity, and no name is a prototype", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), fc.jsonValue()),
      fc.jsonValue(),
      (document, value) => {
        const kept = { big: { a: 1 } };
        const after = applyJsonPatch({ document, kept }, [
          { op: "add", path: "/document/__proto__", value },
          { op: "add", path: "/document/new", value },
        ]) as { document: object; kept: object };
        expect(after.kept).toBe(kept);
        expect(Object.getPrototypeOf(after.document)).toBe(Object.prototype);
        expect(Object.getOwnPropertyDescriptor(after.document, "__proto__")?.value).toEqual(value);
      },
    ),
    { numRuns: 50 },
  );
});
