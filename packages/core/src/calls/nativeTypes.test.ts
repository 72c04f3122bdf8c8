import fc, { type Arbitrary } from "fast-check";
import { describe, expect, it } from "vitest";
import { z, type ZodType } from "zod";
import { compileForm } from "../form/model/compile.ts";
import { createFormStore } from "../form/state/formStore.ts";
import { createMemoryLog } from "../events/sessionLog.ts";
import { plainCopy } from "../json/plainCopy.ts";
import { createValidator } from "../schema/cfworkerValidator.ts";
import { createAjvValidator } from "../schema/ajv.ts";
import { readStandard } from "../schema/readStandard.ts";
import { toJsonSchema } from "../schema/toJsonSchema.ts";
import { executeTool } from "./execute.ts";
import { createRegistry } from "../tool/registry.ts";

/** A schema, and the values that it accepts. */
interface Kind {
  schema: ZodType;
  values: Arbitrary<unknown>;
}

const dates = fc.date({ min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true });
const words = fc.stringMatching(/^[a-z]{1,6}$/);

const leaves: Kind[] = [
  { schema: z.string(), values: words },
  { schema: z.number(), values: fc.integer() },
  { schema: z.int(), values: fc.integer() },
  { schema: z.boolean(), values: fc.boolean() },
  { schema: z.null(), values: fc.constant(null) },
  { schema: z.date(), values: dates },
  { schema: z.date().min(new Date("1800-01-01")), values: dates },
  { schema: z.coerce.date(), values: dates },
  { schema: z.bigint(), values: fc.bigInt() },
  { schema: z.coerce.bigint(), values: fc.bigInt() },
  { schema: z.bigint().min(0n), values: fc.bigInt({ min: 0n }) },
  { schema: z.nan(), values: fc.constant(Number.NaN) },
  { schema: z.undefined(), values: fc.constant(undefined) },
  { schema: z.void(), values: fc.constant(undefined) },
  { schema: z.literal(7n), values: fc.constant(7n) },
  { schema: z.literal([1n, "two", 3]), values: fc.constantFrom(1n, "two", 3) },
  { schema: z.enum(["a", "b"]), values: fc.constantFrom("a", "b") },
  { schema: z.iso.date(), values: fc.constant("2026-03-31") },
  { schema: z.custom<string>((value) => value === "own"), values: fc.constant("own") },
  { schema: z.unknown(), values: words },
];

const kinds = fc.letrec<{ kind: Kind }>((tie) => ({
  kind: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom(...leaves),
    tie("kind").map(({ schema, values }) => ({ schema: z.array(schema), values: fc.array(values, { maxLength: 3 }) })),
    tie("kind").map(({ schema, values }) => ({
      schema: z.set(schema).max(9),
      values: fc
        .uniqueArray(values, { maxLength: 3, selector: (one) => JSON.stringify(plainCopy(one)) })
        .map((all) => new Set(all)),
    })),
    tie("kind").map(({ schema, values }) => ({
      schema: z.map(z.string(), schema),
      values: fc.array(fc.tuple(words, values), { maxLength: 3 }).map((all) => new Map(all)),
    })),
    fc
      .tuple(fc.constantFrom(...leaves.filter(({ schema }) => /date|bigint|int|number/.test(schema.type))), tie("kind"))
      .map(([key, { schema, values }]) => ({
        schema: z.map(key.schema, schema),
        values: fc.array(fc.tuple(key.values, values), { minLength: 1, maxLength: 3 }).map((all) => new Map(all)),
      })),
    tie("kind").map(({ schema, values }) => ({
      schema: z.record(z.string(), schema),
      values: fc.dictionary(words, values, { maxKeys: 3, noNullPrototype: true }),
    })),
    fc.tuple(tie("kind"), tie("kind")).map(([one, other]) => ({
      schema: z.tuple([one.schema, other.schema]),
      values: fc.tuple(one.values, other.values),
    })),
    fc.tuple(tie("kind"), tie("kind")).map(([one, other]) => ({
      schema: z.object({ one: one.schema, other: other.schema.optional() }),
      values: fc.record({ one: one.values, other: other.values }, { requiredKeys: ["one"], noNullPrototype: true }),
    })),
    fc.tuple(tie("kind"), tie("kind")).map(([one, other]) => ({
      schema: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("one"), value: one.schema }),
        z.object({ kind: z.literal("other"), value: other.schema }),
      ]),
      values: fc.oneof(
        one.values.map((value) => ({ kind: "one", value })),
        other.values.map((value) => ({ kind: "other", value })),
      ),
    })),
    tie("kind").map(({ schema, values }) => ({ schema: z.lazy(() => schema), values })),
    tie("kind").map(({ schema, values }) => ({ schema: schema.readonly(), values })),
  ),
}));

const cases = kinds.kind.chain(({ schema, values }) =>
  values.map((value) => ({ schema: z.object({ value: schema }), input: { value } })),
);

describe("values that JSON has no words for", () => {
  it("are described, and what they travel as keeps the description in both engines", () => {
    fc.assert(
      fc.property(cases, ({ schema, input }) => {
        const json = plainCopy(input);
        for (const create of [createValidator, createAjvValidator]) {
          expect(create(toJsonSchema(schema, "input")).validate(json)).toEqual([]);
          expect(create(toJsonSchema(schema, "output")).validate(json)).toEqual([]);
        }
      }),
    );
  });

  it("come out of a form as the schema wants them", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ schema, input }) => {
        const store = createFormStore(compileForm(toJsonSchema(schema)), {
          value: plainCopy(input),
          createValidator,
          readBeforeSubmit: (value) => readStandard(schema, value),
        });
        let submitted: unknown;
        await store.submit((value) => void (submitted = value));
        expect([store.getStatus().issues, submitted]).toEqual([[], input]);
        expect(schema.safeParse(submitted).data).toEqual(input);
      }),
    );
  });

  it("reach a tool and leave it as they are, and its log as JSON", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ schema, input }) => {
        const registry = createRegistry();
        const seen: unknown[] = [];
        registry.register({
          slug: "echo",
          name: "Echo",
          description: "",
          category: "test",
          icon: "wrench",
          inputSchema: schema,
          outputSchema: schema,
          execute: (given: unknown) => (seen.push(given), given),
        });
        const log = createMemoryLog();
        // Over HTTP the input is JSON; in a page it may be the values themselves.
        for (const given of [plainCopy(input), input]) {
          const { error, output } = await executeTool("echo", given, "api", { registry, log, sessionId: "s" });
          expect([error, seen.pop(), output]).toEqual([null, input, input]);
        }
        const events = await log.read("s");
        expect(events).toEqual(JSON.parse(JSON.stringify(events)));
      }),
    );
  });

  it("may refer to themselves", async () => {
    const Tree = z.object({
      born: z.date(),
      get children() {
        return z.set(Tree);
      },
    });
    const leaf = { born: new Date("2026-01-01T00:00:00Z"), children: new Set<never>() };
    const tree = { born: new Date("2025-01-01T00:00:00Z"), children: new Set([leaf]) };
    expect(createValidator(toJsonSchema(Tree)).validate(plainCopy(tree))).toEqual([]);
    expect(await readStandard(Tree, plainCopy(tree))).toMatchObject({ value: tree });
  });

  it("keep their defaults, their limits and their notes", () => {
    const schema = z.object({
      at: z.date().default(new Date("2026-01-01T00:00:00Z")).meta({ title: "When" }),
      day: z.date().meta({ format: "date" }),
      tags: z
        .set(z.enum(["a", "b"]))
        .min(1)
        .max(2)
        .default(new Set(["a" as const])),
      size: z.bigint().default(5n).describe("How many"),
      seats: z.map(z.number(), z.string()).optional(),
      late: z.bigint().catch(4n),
      key: z.symbol().optional(),
      none: z.undefined(),
    });
    expect(toJsonSchema(schema)).toMatchObject({
      properties: {
        at: { type: "string", format: "date-time", default: "2026-01-01T00:00:00.000Z", title: "When" },
        day: { type: "string", format: "date" },
        tags: {
          type: "array",
          uniqueItems: true,
          minItems: 1,
          maxItems: 2,
          items: { enum: ["a", "b"] },
          default: ["a"],
        },
        size: { type: "string", default: "5", description: "How many" },
        seats: {
          type: "array",
          items: {
            prefixItems: [
              { title: "Key", type: "number" },
              { title: "Value", type: "string" },
            ],
          },
        },
        late: { default: "4" },
        key: { not: {} },
        none: false,
      },
      required: ["day", "late"],
    });
  });
});
