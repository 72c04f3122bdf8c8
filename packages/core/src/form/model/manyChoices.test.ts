import { expect, it } from "vitest";
import { checkFields } from "../../field/fieldProblems.ts";
import { optionsOf } from "./leaf.ts";
import { parseFormSpec } from "./parseFormSpec.ts";

it("reads each of very many choices a few times, however many there are", () => {
  const values = Array.from({ length: 3_000 }, (_, index) => `choice ${index}`);
  let reads = 0;
  const options = values.map((value) => ({
    label: value.toUpperCase(),
    get value() {
      reads++;
      return value;
    },
  }));
  const found = optionsOf({ enum: values }, { options })!.options;
  expect(found.at(-1)).toMatchObject({ label: "CHOICE 2999" });
  expect(checkFields([{ key: "one", type: "enum", options }])).toEqual([]);
  const schema = { type: "object", properties: { one: { enum: [...values, "other"] } } };
  expect(parseFormSpec({ fields: [{ key: "one", options }] }, schema).problems).toEqual([]);
  expect(reads).toBeLessThan(20 * values.length);
});

it("names a few of very many choices where another is written", () => {
  const schema = {
    type: "object",
    properties: { one: { enum: Array.from({ length: 100_000 }, (_, index) => index) } },
  };
  const { problems } = parseFormSpec({ fields: [{ key: "one", options: [{ value: -1 }] }] }, schema);
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/is -1, .*it allows 0, 1, .*, 19, and 99980 more\.$/),
  ]);
});
