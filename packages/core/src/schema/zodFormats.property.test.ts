import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createAjvValidator } from "./ajv.ts";
import { createValidator } from "./cfworkerValidator.ts";
import { formatWords } from "./issueMessage.ts";
import { toJsonSchema } from "./toJsonSchema.ts";

/** Zod's own checks of texts, each with texts that it is about. */
const formats: Readonly<Record<string, [schema: z.ZodType<string>, examples: readonly string[]]>> = {
  url: [
    z.url(),
    ["https://de.wikipedia.org/wiki/Größe", "https://例え.jp/パス?q=あ#ー", " https://x.de ", "http://localhost:4600"],
  ],
  email: [z.email(), ["ada@example.com", "o'neil+x@mail.example.org", "ada@localhost", "ada@example..com"]],
  "email of letters of any script": [
    z.email({ pattern: z.regexes.unicodeEmail }),
    ["jörg@bücher.example", "用户@例子.中国", "a b@c.de"],
  ],
  "email as browsers take it": [z.email({ pattern: z.regexes.html5Email }), ["ada@localhost", "a#b@c.de", "ada@-x"]],
  "email as RFC 5322 has it": [z.email({ pattern: z.regexes.rfc5322Email }), ["ada@[127.0.0.1]", '"a b"@c.de', "a@b"]],
  uuid: [z.uuid(), ["123e4567-e89b-42d3-a456-426614174000", "123e4567-e89b-02d3-a456-426614174000"]],
  uuidv4: [z.uuidv4(), ["123e4567-e89b-42d3-a456-426614174000", "018f3c1a-7b2c-7d3e-9f40-516273849aab"]],
  uuidv7: [z.uuidv7(), ["018f3c1a-7b2c-7d3e-9f40-516273849aab", "123e4567-e89b-42d3-a456-426614174000"]],
  guid: [z.guid(), ["123e4567-e89b-02d3-0456-426614174000", "123e4567e89b02d30456426614174000"]],
  cuid: [z.cuid(), ["cjld2cjxh0000qzrmn831i7rn", "jld2cjxh"]],
  cuid2: [z.cuid2(), ["tz4a98xxat96iws9zmbrgj3a", "TZ4"]],
  ulid: [z.ulid(), ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "81ARZ3NDEKTSV4RRFFQ69G5FAV"]],
  xid: [z.xid(), ["9m4e2mr0ui3e8a215n4g", "xyz"]],
  ksuid: [z.ksuid(), ["0ujtsYcgvSTl8PAuAdqWYSMnLOv", "0ujts"]],
  nanoid: [z.nanoid(), ["V1StGXR8_Z5jdHi6B-myT", "V1St"]],
  emoji: [z.emoji(), ["🎉", "👩‍👩‍👧", "1", "a"]],
  ipv4: [z.ipv4(), ["192.168.0.1", "01.2.3.4", "256.1.1.1"]],
  ipv6: [z.ipv6(), ["2001:db8::1", "::", "::ffff:1.2.3.4", "1::2::3", "fe80::1%eth0"]],
  cidrv4: [z.cidrv4(), ["10.0.0.0/8", "10.0.0.0/33"]],
  cidrv6: [z.cidrv6(), ["2001:db8::/32", "2001:db8::/129", "::/0"]],
  mac: [z.mac(), ["00:1a:2b:3c:4d:5e", "00-1a-2b-3c-4d-5e"]],
  base64: [z.base64(), ["", "SGVsbG8=", "SGVsbG8", "SGVsbG8=\n"]],
  base64url: [z.base64url(), ["", "SGVsbG8", "SGVsbG8=", "a"]],
  jwt: [z.jwt(), ["eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.x", "eyJ0eXAiOiJKV1QifQ.e30.x", "a.b.c", "a.b"]],
  e164: [z.e164(), ["+493012345678", "+0123456789", "030123"]],
  hostname: [z.hostname(), ["example.com", "example.com.", "-a.com", "a_b.com"]],
  date: [z.iso.date(), ["2026-03-31", "2024-02-29", "2023-02-29", "2026-3-31"]],
  time: [z.iso.time(), ["14:30", "14:30:00", "14:30:00.5", "14:30:00Z", "24:00"]],
  "time of seconds": [z.iso.time({ precision: 0 }), ["14:30", "14:30:00", "14:30:00.5"]],
  datetime: [
    z.iso.datetime(),
    ["2026-03-31T14:30:00Z", "2026-03-31T14:30:00+02:00", "2026-03-31T14:30:00", "2026-03-31 14:30:00Z"],
  ],
  "datetime with an offset": [
    z.iso.datetime({ offset: true }),
    ["2026-03-31T14:30:00+02:00", "2026-03-31T14:30:00Z", "2026-03-31T14:30:00+0200"],
  ],
  "datetime without a zone": [
    z.iso.datetime({ local: true }),
    ["2026-03-31T14:30:00", "2026-03-31T14:30", "2026-03-31"],
  ],
  "datetime of milliseconds": [z.iso.datetime({ precision: 3 }), ["2026-03-31T14:30:00.123Z", "2026-03-31T14:30:00Z"]],
  "datetime of minutes": [z.iso.datetime({ precision: -1 }), ["2026-03-31T14:30Z", "2026-03-31T14:30:00Z"]],
  duration: [z.iso.duration(), ["P1Y2D", "PT1H2S", "PT0.5S", "PT1H30M", "P2W", "P1Y2W", "PT", "1D"]],
};

/** Formats that Zod writes as a pattern alone, so that no word tells what it is of. */
const nameless = new Set(["time", "time of seconds", "datetime without a zone", "datetime of minutes"]);

/** Texts that nearly are what an example is: cut, doubled, or with a sign of another kind in them. */
const near = (examples: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...examples),
      fc.nat(40),
      fc.constantFrom("", " ", "é", "ß", "0", "Z", ".", "-", ":", "@", "/", "漢"),
      fc.nat(2),
    )
    .map(([text, at, sign, cut]) => text.slice(0, at) + sign + text.slice(at + cut));

describe.each(Object.entries(formats))("%s of Zod", (name, [schema, examples]) => {
  const json = toJsonSchema(schema);
  const engines = [createValidator(json), createAjvValidator(json)];
  const check = (text: string): void => {
    const isTaken = schema.safeParse(text).success;
    const [browser, host] = engines.map((engine) => engine.validate(text));
    expect({ text, browser: browser!.length === 0, host: host!.length === 0 }).toEqual({
      text,
      browser: isTaken,
      host: isTaken,
    });
    expect(host).toEqual(browser);
  };

  it("takes and refuses in both engines what Zod does", () => {
    for (const text of ["", "a", ...examples]) check(text);
    fc.assert(fc.property(near(examples), check), { numRuns: 300 });
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), check));
    const { pattern } = json;
    if (typeof pattern === "string" && name !== "emoji" && !pattern.includes("(?="))
      fc.assert(fc.property(fc.stringMatching(new RegExp(pattern)), check));
  });

  it("says what it is when it is something else", () => {
    const [issue] = engines[0]!.validate(" ");
    if (nameless.has(name)) return expect(issue).toMatchObject({ code: "pattern" });
    const format = String(json.format);
    expect(issue).toEqual({ path: "", code: "format", message: `Must be ${formatWords[format]!}`, params: { format } });
  });
});

it("agrees with Zod on addresses as people have them", () => {
  const [schema, json] = [z.url(), toJsonSchema(z.url())];
  const [browser, host] = [createValidator(json), createAjvValidator(json)];
  const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
  const address = fc
    .tuple(fc.constantFrom("https", "http", "ftp", "mailto", "urn"), fc.oneof(fc.domain(), word), fc.array(word), word)
    .map(([scheme, place, path, query]) => `${scheme}://${place}/${path.join("/")}?q=${query}`);
  fc.assert(
    fc.property(fc.oneof(address, fc.webUrl({ withQueryParameters: true, withFragments: true })), (text) => {
      const isTaken = schema.safeParse(text).success;
      expect([text, browser.validate(text).length === 0, host.validate(text).length === 0]).toEqual([
        text,
        isTaken,
        isTaken,
      ]);
    }),
    { numRuns: 500 },
  );
});

it("keeps a pattern that only narrows a format apart from the format", () => {
  const json = { type: "string", format: "email", pattern: "@example\\.com$" };
  for (const create of [createValidator, createAjvValidator]) {
    expect(create(json).validate("ada@example.com")).toEqual([]);
    expect(create(json).validate("ada@example.org")).toMatchObject([{ code: "pattern" }]);
    expect(create(json).validate("a b@example.com")).toMatchObject([{ code: "format" }]);
    expect(create(json).validate("ada")).toMatchObject([{ code: "format" }]);
    expect(create({ format: "date", pattern: "^\\d{4}-\\d\\d-\\d\\d$" }).validate("2026-02-30")).toMatchObject([
      { code: "format" },
    ]);
  }
});

it.each([/^[a-f]\d{2}$/i, /^a.b$/s, /^(?<Name>Ä-?[^x-z\]])a?$/i, /^\p{Lu}x$/iu, /one\.two/i, /^a$/m])(
  "takes what %s takes, flags and all",
  (pattern) => {
    const json = toJsonSchema(z.string().min(1).regex(pattern));
    const [browser, host] = [createValidator(json), createAjvValidator(json)];
    const sign = fc.constantFrom(..."aAbBfFgxXyYZäÄn.onetwONE-] 12é\n\\");
    const examples = ["A12", "a\nb", "äÄaA", "Ä-aä-A", "ONE.Two", "one,two", "b\na"];
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...examples), fc.string({ unit: sign, minLength: 1, maxLength: 8 })),
        (text) => {
          const isTaken = pattern.test(text);
          // `m`, and `i` over a class of letters, cannot be written without the flag: then only Zod refuses.
          if (!isTaken && /[mu]/.test(pattern.flags)) return;
          expect([text, browser.validate(text).length === 0, host.validate(text).length === 0]).toEqual([
            text,
            isTaken,
            isTaken,
          ]);
        },
      ),
    );
  },
);
