import cases from "virtual:shared-data/attacks/json-parsing.jsonl";
import { describe, expect, test } from "vitest";
import { createPartialJson } from "./partialJson.ts";

interface Case {
  name: string;
  expect: "accept" | "reject" | "either";
  base64: string;
}

/**
 * The parser after these bytes, decoded and pushed in pieces that end before each of `cuts`; read after every piece.
 */
function fed(bytes: Uint8Array, cuts: readonly number[]) {
  const parser = createPartialJson();
  const decoder = new TextDecoder();
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    parser.push(decoder.decode(bytes.subarray(from, cut), { stream: true }));
    void parser.value;
    void parser.path;
    from = cut;
  }
  parser.push(decoder.decode());
  return parser;
}

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Equal without recursion, so that no depth overflows. */
function isSame(one: unknown, other: unknown): boolean {
  const pairs: [unknown, unknown][] = [[one, other]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [a, b] = pair;
    if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) {
      if (!Object.is(a, b)) return false;
      continue;
    }
    const keys = Object.keys(a);
    if (Array.isArray(a) !== Array.isArray(b) || keys.join("\n") !== Object.keys(b).join("\n")) return false;
    for (const key of keys) pairs.push([Reflect.get(a, key), Reflect.get(b, key)]);
  }
  return true;
}

const lines = (cases ?? "").split("\n").filter(Boolean);
const corpus = lines.map((line) => JSON.parse(line) as Case);

describe.skipIf(cases === null)("createPartialJson on JSONTestSuite and its like", { timeout: 60_000 }, () => {
  test("the corpus is there, with documents of every kind", () => {
    const kinds = new Set(corpus.map((one) => one.expect));
    expect(corpus.length).toBeGreaterThan(300);
    expect(kinds.size).toBe(3);
  });

  test.each(corpus)("$expect $name", ({ base64, expect: kind }) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const text = new TextDecoder().decode(bytes);
    const whole = bytes.length > 2000 ? null : parsed(text);
    const isValid = bytes.length > 2000 ? kind === "accept" : whole !== null;
    if (kind === "accept") expect(isValid).toBe(true);
    const everyByte = Array.from({ length: Math.min(bytes.length, 2000) }, (_, index) => index);
    const ways = [[], ...(bytes.length > 2000 ? [] : [...everyByte.map((cut) => [cut]), everyByte])];
    for (const cuts of ways) {
      const parser = fed(bytes, cuts);
      if (parser.done !== isValid) throw new Error(`done: ${parser.done}, cut before ${cuts.join()}`);
      if (whole && !isSame(parser.value, whole.value)) throw new Error(`another value, cut before ${cuts.join()}`);
      if (isValid) expect(parser.error).toBeNull();
      if (!parser.error) continue;
      const { message, position } = parser.error;
      expect(message).toMatch(/ at position \d+$/);
      expect(position).toBeLessThan(text.length);
      expect(position).toBe(fed(bytes, []).error?.position);
    }
  });
});
