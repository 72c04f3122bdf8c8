import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainValue } from "./plainValue.ts";
import { toolOutputToBlocks } from "./toolOutputToBlocks.ts";

class Money {
  amount = 5;
  currency = "EUR";
}
class Sealed {
  #amount = 5;
  get amount() {
    return this.#amount;
  }
}
class Worded {
  #words = "5 €";
  toString() {
    return this.#words;
  }
}

describe("a value that is no JSON", () => {
  it.each<[string, unknown, unknown]>([
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["a date that is none", new Date(NaN), "Invalid Date"],
    ["a map", new Map([["a", new Date(0)]]), { a: "1970-01-01T00:00:00.000Z" }],
    ["a map of numbers", new Map([[1, "one"]]), { 1: "one" }],
    ["a map of records", new Map([[{ a: 1 }, 2]]), [{ key: { a: 1 }, value: 2 }]],
    ["a set", new Set([1, new Set([2])]), [1, [2]]],
    ["a bigint", 12345678901234567890n, "12345678901234567890"],
    ["a small bigint", 5n, 5],
    ["a symbol", Symbol("x"), "Symbol(x)"],
    ["a function", function named() {}, "[function named]"],
    ["an address", new URL("https://example.com/a"), "https://example.com/a"],
    ["a query", new URLSearchParams({ a: "b" }), { a: "b" }],
    ["headers", new Headers({ a: "b" }), { a: "b" }],
    ["an expression", /a+/g, "/a+/g"],
    ["bytes", new Uint8Array([1, 2]), [1, 2]],
    ["a buffer", new Uint8Array([1, 2]).buffer, [1, 2]],
    ["a view of a buffer", new DataView(new Uint8Array([1, 2, 3]).buffer, 1), [2, 3]],
    ["floats", new Float64Array([0.5]), [0.5]],
    ["large numbers", new BigInt64Array([7n]), [7]],
    ["a number in a box", Object(5), 5],
    ["a record of a class", new Money(), { amount: 5, currency: "EUR" }],
    ["a class with a getter", new Sealed(), { amount: 5 }],
    ["a class with words", new Worded(), "5 €"],
    ["what says its JSON", { toJSON: () => ({ a: new Date(0) }) }, { a: "1970-01-01T00:00:00.000Z" }],
    ["a promise", Promise.resolve(1), "[Promise]"],
    ["a file", new File(["abc"], "a.txt", { type: "text/plain" }), { name: "a.txt", type: "text/plain", size: 3 }],
  ])("%s says its value, alone and within others", (_name, value, said) => {
    expect(plainValue(value)).toEqual(said);
    expect(plainValue({ one: [value] })).toEqual({ one: [said] });
  });

  it("is an error with its cause and code", () => {
    const error = Object.assign(new TypeError("no", { cause: new Error("why") }), { code: "E1" });
    const said = { name: "TypeError", message: "no", code: "E1", cause: { name: "Error", message: "why" } };
    expect(plainValue({ error })).toEqual({ error: said });
    expect(toolOutputToBlocks({ output: error })[0]).toMatchObject({ type: "error", message: "no", code: "E1" });
    expect(plainValue(new AggregateError([error], "all"))).toEqual({
      error: { name: "AggregateError", message: "all", errors: [said] },
    });
  });

  it("holds itself without end, and stays", () => {
    const round: Record<string, unknown> = { at: new Date(0) };
    round["self"] = round;
    expect(plainValue(round)).toMatchObject({ at: "1970-01-01T00:00:00.000Z" });
  });

  it("is shown, and leaves no fact empty", () => {
    const [block] = toolOutputToBlocks({ output: { due: new Date(0), tags: new Set(["a"]), by: new Map([["x", 1]]) } });
    expect(block).toMatchObject({ type: "summary", items: [{ value: "1970-01-01T00:00:00.000Z" }, { value: ["a"] }] });
  });
});

it("hands JSON back as it is, part for part", () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(plainValue(value)).toBe(value);
    }),
  ));
