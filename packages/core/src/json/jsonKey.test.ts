import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonKey } from "./jsonKey.ts";
import { sameJson } from "./sameJson.ts";

const key = fc.constantFrom("a", "b", "__proto__", "1");
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, undefined, true, false, 0, -0, 1, "", "1", "null", "JSON {}", "text a", "a"),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(key, tie("value"), { maxKeys: 2 }),
  ),
}));

it("is the same for values that are the same as JSON, and for no others", () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      expect(new Set([jsonKey(a)]).has(jsonKey(b))).toBe(sameJson(a, b));
    }),
  );
});
