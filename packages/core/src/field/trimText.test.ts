import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasNoSpaceAround, trimText } from "./trimText.ts";

describe("trimText", () => {
  it.each([" a ", "\u00a0a\u202f", "\u200ba\ufeff", "\ta\r\n", "\u3000a", "\u200ea\u2069"])("%j is a", (text) => {
    expect(trimText(text)).toBe("a");
  });

  it("leaves what is inside, and nothing of a blank text", () => {
    expect(trimText(" a \u00a0 b ")).toBe("a \u00a0 b");
    expect(trimText(" \u200b ")).toBe("");
  });

  it("takes away nothing that is seen", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const inner = trimText(text);
        expect(text).toContain(inner);
        expect(trimText(inner)).toBe(inner);
        expect(text.replace(inner, "")).toMatch(/^[\s\p{Cf}]*$/u);
      }),
    );
  });
});

describe("hasNoSpaceAround", () => {
  it.each([
    { format: "uri" },
    { format: "email" },
    { format: "uuid" },
    { format: "ipv4" },
    { format: "hostname" },
    { format: "date-time" },
    { format: "ulid" },
    { pattern: "^[A-Z]{2}\\d{3}$" },
    { pattern: "^\\d{5}(-\\d{4})?$" },
  ])("%j has none", (schema) => {
    expect(hasNoSpaceAround(schema)).toBe(true);
  });

  it.each([
    {},
    { format: "markdown" },
    { format: "password" },
    { pattern: "^.*$" },
    { pattern: "^[^@]+$" },
    { pattern: "^\\S+\\s?$" },
    { pattern: "[A-Z]+" },
    { pattern: "^[A-Z ]+$" },
  ])("%j may have some", (schema) => {
    expect(hasNoSpaceAround(schema)).toBe(false);
  });
});
