import attacks from "virtual:shared-data/attacks/schemastore-vulnerable-patterns.json";
import { describe, expect, it } from "vitest";
import { createAjvValidator } from "../ajv.ts";
import type { JsonSchema } from "../jsonSchema.ts";
import { mayExplode } from "./patternCost.ts";
import { testPattern } from "./safePattern.ts";
import { unicodePattern } from "./unicodePattern.ts";

interface Attack {
  pattern: string;
  attack_string?: string;
  attack_expr: string;
}

/** Texts are given, or described as `'a' + 'b'.repeat(3)`. */
function textOf({ attack_string, attack_expr }: Attack): string {
  if (attack_string !== undefined) return attack_string;
  return attack_expr
    .split(" + ")
    .map((part) => {
      const [, quoted, count] = /^'((?:[^'\\]|\\.)*)'(?:\.repeat\((\d+)\))?$/.exec(part)!;
      const text = quoted!.replace(/\\(x[\da-f]{2}|.)/gi, (_, code: string) =>
        code.length > 1 ? String.fromCharCode(parseInt(code.slice(1), 16)) : ({ n: "\n", t: "\t" }[code] ?? code),
      );
      return count === undefined ? text : text.repeat(Number(count));
    })
    .join("");
}

describe.skipIf(attacks === null)("patterns that hang a backtracking engine, needs ../shared/data", () => {
  const list = JSON.parse(attacks ?? "[]") as Attack[];

  it("are all known for what they are", () => {
    expect(list.length).toBeGreaterThan(50);
    const missed = list.filter((attack) => !mayExplode(unicodePattern(attack.pattern)!, textOf(attack).length));
    // Found by fuzzing without its anchor; with it, it takes one pass.
    expect(missed.map(({ pattern }) => pattern)).toEqual(["^(?!relationships$|links$)\\w[-\\w_]*$"]);
  });

  it("are answered on a server, wherever they stand in a schema", () => {
    const slow: string[] = [];
    const open: string[] = [];
    for (const attack of list) {
      const { pattern } = attack;
      const text = textOf(attack);
      const places: [JsonSchema, unknown][] = [
        [{ pattern }, text],
        [{ anyOf: [{ type: "number" }, { type: "string", pattern }] }, text],
        [{ items: { pattern } }, [text, text]],
        [{ patternProperties: { [pattern]: { type: "number" } }, additionalProperties: false }, { [text]: 1 }],
        [{ propertyNames: { pattern } }, { [text]: 1 }],
      ];
      for (const [schema, value] of places) {
        const began = performance.now();
        const issues = createAjvValidator(schema).validate(value);
        const took = performance.now() - began;
        if (took > 500) slow.push(`${pattern}: ${took} ms`);
        if (issues.some(({ code }) => code === "schema")) open.push(pattern);
      }
    }
    expect(slow).toEqual([]);
    expect(open).toEqual([]);
  }, 60_000);

  it("are answered as the backtracking engine would, where it can", () => {
    const wrong: string[] = [];
    for (const attack of list) {
      const source = unicodePattern(attack.pattern)!;
      const whole = textOf(attack);
      for (const text of ["", "a", "0", "a/b.json", "1.2.3", whole.slice(0, 12), whole.slice(-12)]) {
        if (new RegExp(source, "u").test(text) !== testPattern(source, text)) wrong.push(`${source} on ${text}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
