import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createRegistry, toToolDetail, toToolListing } from "./registry.ts";
import { textsOfTool, translateCategory, translateTemplate, translateTool } from "./toolMessages.ts";

const registry = createRegistry();
const tool = registry.register({
  slug: "tip",
  name: "Tip Splitter",
  description: "Use this to split a bill.",
  userDescription: "Splits a bill.",
  category: "everyday",
  icon: "receipt",
  examples: ["Split 60 by 3"],
  inputSchema: z.object({
    bill: z.number().meta({ title: "Bill", description: "Without the tip." }),
    size: z.enum(["Bill", "Label"]).default("Bill"),
    title: z.string().meta({ title: "Occasion" }),
  }),
  outputSchema: z.object({ each: z.number().meta({ title: "Each pays" }) }),
  execute: () => ({ each: 1 }),
  formSpec: {
    submitLabel: "Split",
    sections: [
      { title: "Who", fields: [{ key: "bill", placeholder: "Bill", options: [{ value: "Bill", label: "Bill" }] }] },
    ],
  },
  viewSpec: {
    blocks: [
      { type: "ranking", key: "Bill", label: "Bill", config: { label: "Bill", score: { key: "Bill", label: "Bill" } } },
    ],
  },
  messages: {
    de: {
      everyday: "Alltag",
      Bill: "Rechnung",
      "Tip Splitter": "Trinkgeld",
      "Splits a bill.": "Teilt eine Rechnung.",
      Split: "Teilen",
      "Split 60 by 3": "60 durch 3",
      "{bill} between {count}": { one: "{bill} allein", other: "{bill} zu {count}" },
      "said nowhere": "nirgends gesagt",
    },
  },
  phrases: ["{bill} between {count}", "paid"],
});
const detail = toToolDetail(tool);

describe("a tool's words", () => {
  test("are those of the phrases, too, that its output may hold", () => {
    const phrases = { Fair: "Gerecht", "{count} short": { one: "einer zu wenig", other: "{count} zu wenig" } };
    const verdict = { type: "string", "x-phrases": [...Object.keys(phrases), "Nobody's word"] };
    const judging = { ...detail, outputSchema: { type: "object", properties: { verdict } }, messages: { de: phrases } };
    expect(translateTool(judging, "de").outputSchema).toEqual({
      type: "object",
      properties: { verdict: { type: "string", "x-phrases": phrases } },
    });
    expect(translateTool(judging, "fr")).toBe(judging);
    expect(textsOfTool(judging)).toEqual(expect.arrayContaining(verdict["x-phrases"]));
  });

  test("are translated wherever people read them, and never where they are data", () => {
    const german = translateTool(detail, "de-AT");
    expect(german).toMatchObject({
      slug: "tip",
      name: "Trinkgeld",
      userDescription: "Teilt eine Rechnung.",
      description: "Use this to split a bill.",
      formSpec: {
        submitLabel: "Teilen",
        sections: [
          {
            title: "Who",
            fields: [{ key: "bill", placeholder: "Rechnung", options: [{ value: "Bill", label: "Rechnung" }] }],
          },
        ],
      },
      viewSpec: {
        blocks: [
          { key: "Bill", label: "Rechnung", config: { label: "Bill", score: { key: "Bill", label: "Rechnung" } } },
        ],
      },
      inputSchema: {
        properties: {
          bill: { title: "Rechnung", description: "Without the tip." },
          size: { enum: ["Bill", "Label"], default: "Bill" },
          title: { title: "Occasion" },
        },
        required: ["bill", "title"],
      },
    });
    expect(detail.name).toBe("Tip Splitter");
  });

  test("are the tool itself in a language that it does not have, and the same object each time in one that it has", () => {
    expect(translateTool(detail, "fr")).toBe(detail);
    expect(translateTool(detail, "constructor")).toBe(detail);
    expect(translateTool(detail, "de")).toBe(translateTool(detail, "de"));
    expect(translateTool(detail, "de").outputSchema).toBe(detail.outputSchema);
  });

  test("come with a listing as far as it shows them", () => {
    const listing = toToolListing(tool);
    expect(listing.messages).toEqual({
      de: {
        everyday: "Alltag",
        "Tip Splitter": "Trinkgeld",
        "Splits a bill.": "Teilt eine Rechnung.",
        "Split 60 by 3": "60 durch 3",
      },
    });
    expect(translateTool(listing, "de")).toMatchObject({ name: "Trinkgeld", userDescription: "Teilt eine Rechnung." });
  });

  test("of what it says of its calls come with its detail, and are chosen by the reader's language", () => {
    const forms = { one: "{bill} allein", other: "{bill} zu {count}" };
    expect(Object.keys(detail.messages!["de"]!)).not.toContain("said nowhere");
    for (const shown of [detail, translateTool(detail, "de")]) {
      expect(translateTemplate(shown, "{bill} between {count}", "de-CH")).toEqual(forms);
      expect(translateTemplate(shown, "{bill} between {count}", "fr")).toBe("{bill} between {count}");
      expect(translateTemplate(shown, "toString", "de")).toBe("toString");
    }
    expect(translateTemplate(undefined, "paid", "de")).toBe("paid");
  });

  test("name its category, which itself stays what it is filtered by", () => {
    const listing = translateTool(toToolListing(tool), "de");
    expect([listing.category, translateCategory(listing, "de"), translateCategory(listing, "fr")]).toEqual([
      "everyday",
      "Alltag",
      "everyday",
    ]);
  });

  test("are listed once each, for whoever translates them", () => {
    const words = textsOfTool(detail);
    expect(words).toEqual([...new Set(words)]);
    for (const word of ["Tip Splitter", "Bill", "Without the tip.", "Each pays", "Who", "Occasion"]) {
      expect(words).toContain(word);
    }
    expect(words).not.toContain("Label");
  });

  test("that are no texts by language are refused with how to write them", () => {
    for (const Bill of [3, { one: "Rechnung" }, { other: "Rechnungen", one: 1 }, { other: "Rechnungen", once: "" }]) {
      const wrong = { ...tool, slug: "wrong", messages: { de: { Bill } } };
      expect(() => createRegistry().register(wrong as never)).toThrow(/messages of the tool "wrong".*\{ de:/);
    }
  });
});
