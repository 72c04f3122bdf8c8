import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findInOutput, outputText, readStretch } from "./outputText.ts";

async function* piecesOf(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
const words = async (value: unknown, size: number) => {
  let all = "";
  for await (const piece of outputText(piecesOf(JSON.stringify(value), size))) all += piece;
  return all;
};

const text = fc.string({
  unit: fc.constantFrom("a", "B", "\\", '"', "\n", "\u0000", "\ud83d", "\ude00", "é", "u", "0"),
});
const size = fc.integer({ min: 1, max: 20 });

describe("an output's words", () => {
  it("are a text as it was, and any other value as its JSON, wherever its pieces are cut", async () => {
    await fc.assert(
      fc.asyncProperty(text, size, async (value, pieces) => {
        expect(await words(value, pieces)).toBe(value);
        expect(await words([value], pieces)).toBe(JSON.stringify([value]));
      }),
    );
  });

  it("are read to the end, stretch by stretch", async () => {
    await fc.assert(
      fc.asyncProperty(text, size, size, async (value, pieces, length) => {
        let all = "";
        for (let at: number | null = 0; at !== null;) {
          const { text: part, next } = await readStretch(
            outputText(piecesOf(JSON.stringify(value), pieces)),
            at,
            length,
          );
          expect(part.length).toBeLessThanOrEqual(length);
          all += part;
          at = next;
        }
        expect(all).toBe(value);
      }),
    );
  });

  it("are found wherever they stand, however the pieces are cut, and looked for again from where it ended", async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.string({ unit: fc.constantFrom("a", "b", "u"), minLength: 1, maxLength: 3 }),
        size,
        async (value, needle, pieces) => {
          const found: number[] = [];
          for (let at: number | null = 0; at !== null;) {
            const { matches, next } = await findInOutput(piecesOf(value, pieces), needle, at, 3);
            expect(matches.length).toBeLessThanOrEqual(3);
            found.push(...matches.map(({ offset }) => offset));
            for (const match of matches) expect(match.text.toLowerCase()).toContain(needle);
            at = next;
          }
          const places: number[] = [];
          for (
            let at = value.toLowerCase().indexOf(needle);
            at >= 0;
            at = value.toLowerCase().indexOf(needle, at + needle.length)
          )
            places.push(at);
          expect(found).toEqual(places);
        },
      ),
    );
  });

  it("have what stands around a place, across pieces", async () => {
    const long = `${"x".repeat(1_000)}here${"y".repeat(1_000)}`;
    const { matches, next } = await findInOutput(piecesOf(long, 7), "HERE", 0, 20);
    expect(matches).toEqual([{ offset: 1_000, text: `${"x".repeat(160)}here${"y".repeat(160)}` }]);
    expect(next).toBeNull();
  });
});
