import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { JsonSchema } from "../../schema/jsonSchema.ts";

import { compileForm } from "./compile.ts";
import { initialValue } from "./initialValue.ts";
import { parseFormSpec } from "./parseFormSpec.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string" },
    email: { type: "string", format: "email" },
    seats: { type: "integer" },
    plan: { enum: ["free", "team"] },
    address: { type: "object", properties: { street: { type: "string" } } },
    rows: { type: "array", items: { type: "object", properties: { title: { type: "string" } } } },
  },
};
const closed: JsonSchema = { ...schema, additionalProperties: false };
const shownWhen = (visibleWhen: unknown) => ({ fields: [{ key: "email", visibleWhen }] });

describe("what is wrong with a FormSpec", () => {
  test.each<[string, unknown, RegExp[]]>([
    ["a title alone", { title: "Tip" }, []],
    ["null for what is left out", { title: null, fields: [{ key: "name", label: null, visibleWhen: null }] }, []],
    [
      "every part that there is",
      {
        title: "Account",
        description: "Yours",
        submitLabel: "Open",
        sample: {},
        sections: [
          {
            title: "You",
            help: "Who",
            columns: 2,
            visibleWhen: { not: { any: [{ field: "plan", operator: "in", value: ["free"] }] } },
            fields: [
              { key: "name", label: "Name", variant: "multiline", type: "text", required: true, pattern: "^A" },
              {
                key: "email",
                type: "text",
                placeholder: "a@b",
                visibleWhen: { field: "name", operator: "eq", value: 1 },
              },
              { key: "seats", variant: "slider", unit: "seats", minimum: 1, maximum: 3, default: 2 },
              { key: "plan", variant: "radio", options: [{ value: "free", label: "Free", description: "0 €" }] },
              {
                key: "address",
                fields: [{ key: "street", visibleWhen: { field: "address.street", operator: "eq", value: "" } }],
              },
              { key: "rows", item: { fields: [{ key: "title", label: "Title" }] } },
            ],
          },
        ],
      },
      [],
    ],
    ["no object", "fields", [/It is "fields"; a FormSpec is an object/]],
    ["a part that there is not", { submitlabel: "Go" }, [/^submitlabel is nothing.*mean "submitLabel"/]],
    ["a part of another kind", { title: { en: "Tip" } }, [/^title is \{"en":"Tip"\} and has to be a text/]],
    ["fields in an object", { fields: { bill: {} } }, [/^fields is \{"bill":\{\}\} and has to be a list/]],
    ["names as fields", { fields: [{ key: "name" }, "bill"] }, [/^fields\[1\] is "bill".*\{ key: "bill" \}/]],
    ["a field without a key", { fields: [{ type: "text" }] }, [/^fields\[0\]\.key is missing/]],
    [
      "a key of no property",
      { fields: [{ key: "emial" }] },
      [/^fields\[0\]\.key is "emial".*no such property\. Did you mean "email"\? It has name, email/],
    ],
    ["a key twice", { fields: [{ key: "name" }, { key: "name" }] }, [/^fields\[1\]\.key is "name" again/]],
    [
      "an unknown type",
      { fields: [{ key: "seats", type: "int" }] },
      [/^fields\[0\]\.type is "int" and has to be one of "text", "number"/],
    ],
    [
      "a type that the schema has not",
      { fields: [{ key: "seats", type: "text" }] },
      [/^fields\[0\]\.type is "text", but the schema says that it is a number/],
    ],
    ["a list as a text", { fields: [{ key: "rows", type: "text" }] }, [/but the schema says that it is a list/]],
    [
      "an unknown variant",
      { fields: [{ key: "seats", variant: "slidr" }] },
      [/^fields\[0\]\.variant is "slidr".*plain, currency.*Did you mean "slider"/],
    ],
    [
      "a variant of another type",
      { fields: [{ key: "name", variant: "slider" }] },
      [/^fields\[0\]\.variant is "slider".*type "text"/],
    ],
    [
      "a part of a field that there is not",
      { fields: [{ key: "name", lable: "N" }] },
      [/^fields\[0\]\.lable is nothing.*mean "label"/],
    ],
    [
      "parts of other kinds",
      { fields: [{ key: "name", required: "yes", maxLength: "9" }] },
      [/required is "yes" and has to be true or false/, /maxLength is "9" and has to be a number/],
    ],
    ["a section without fields", { sections: [{ title: "One" }] }, [/^sections\[0\]\.fields is missing/]],
    ["a section as a list", { sections: [[]] }, [/^sections\[0\] is \[\]; a section is an object/]],
    [
      "columns",
      { sections: [{ columns: 4, fields: [{ key: "name" }] }] },
      [/^sections\[0\]\.columns is 4 and has to be one of 1, 2, 3/],
    ],
    [
      "options of texts",
      { fields: [{ key: "plan", options: ["free"] }] },
      [/^fields\[0\]\.options\[0\] is "free"; an option is an object/],
    ],
    [
      "an option that the schema has not",
      { fields: [{ key: "plan", options: [{ value: "pro", label: "Pro" }] }] },
      [/options\[0\]\.value is "pro".*allows "free", "team"/],
    ],
    ["no options", { fields: [{ key: "name", type: "enum" }] }, [/^fields\[0\]\.type is "enum", which takes options/]],
    [
      "an unknown operator",
      shownWhen({ field: "name", operator: "==", value: 1 }),
      [
        /^fields\[0\]\.visibleWhen\.operator is "=="; the operators are eq, neq.*mean "eq"\? Until then it is always shown/,
      ],
    ],
    [
      "an operator with a typing error",
      shownWhen({ all: [{ field: "name", operator: "contain", value: 1 }] }),
      [/visibleWhen\.all\[0\]\.operator is "contain".*mean "contains"/],
    ],
    [
      "a condition on no field",
      shownWhen({ field: "nmae", operator: "eq", value: 1 }),
      [/visibleWhen\.field is "nmae".*mean "name"/],
    ],
    [
      "a value that is no list",
      shownWhen({ field: "name", operator: "in", value: "a" }),
      [/visibleWhen\.value is "a", but "in"/],
    ],
    ["no condition", shownWhen("name"), [/^fields\[0\]\.visibleWhen is "name"; a condition is/]],
    [
      "a limit",
      { fields: [{ key: "seats", minimum: 3, maximum: 1 }] },
      [/^fields\[0\]\.maximum is less than the least/],
    ],
    ["a pattern", { fields: [{ key: "name", pattern: "(" }] }, [/^fields\[0\]\.pattern is "\("/]],
    [
      "an element's part",
      { fields: [{ key: "rows", item: { fields: [{ key: "tilte" }] } }] },
      [/^fields\[0\]\.item\.fields\[0\]\.key is "tilte".*mean "title"/],
    ],
    ["several at once", { fields: [{ key: "nam" }, { key: "email", variant: "lin" }] }, [/"nam"/, /"lin"/]],
  ])("%s", (_, spec, expected) => {
    const { problems } = parseFormSpec(spec, schema);
    expect(problems.map(({ message }) => message)).toEqual(expected.map((words) => expect.stringMatching(words)));
  });

  it("is not a key that the schema leaves free, or that the spec alone names", () => {
    const spec = { fields: [{ key: "extra" }] };
    expect(parseFormSpec(spec, { ...schema, additionalProperties: true }).problems).toEqual([]);
    expect(parseFormSpec(spec, { type: "object" }).problems).toEqual([]);
    expect(parseFormSpec(spec).problems).toEqual([]);
  });

  it("is a schema without properties", () => {
    expect(parseFormSpec({ fields: [{ key: "a" }] }, { type: "string" }).problems[0]!.message).toMatch(
      /nothing to fill/,
    );
  });

  it("is said beside the field, else beside the nearest that is drawn", () => {
    const places = (spec: unknown, of = closed) => parseFormSpec(spec, of).problems.map(({ place }) => place);
    const after = (path: string) => ({ path, side: "after" });
    expect(places({ fields: [{ key: "name" }, { key: "emial" }, { key: "seats", variant: "x" }] })).toEqual([
      after("/name"),
      after("/seats"),
    ]);
    expect(places({ fields: ["name", { key: "email" }] })).toEqual([{ path: "/email", side: "before" }]);
    expect(places({ sections: [{ fields: [{ key: "name" }] }, { columns: 9, fields: [{ key: "email" }] }] })).toEqual([
      { path: "/email", side: "before" },
    ]);
    expect(places({ fields: [{ key: "emial" }] })).toEqual([undefined]);
    expect(places({ fields: [{ key: "emial" }] }, schema)).toEqual([after("/emial")]);
    expect(places({ fields: [{ key: "address", fields: [{ key: "street", variant: "x" }] }] })).toEqual([
      after("/address/street"),
    ]);
    expect(places({ fields: [{ key: "rows", item: { fields: [{ key: "title", variant: "x" }] } }] })).toEqual([
      after("/rows"),
    ]);
  });
});

describe("what can be drawn of a FormSpec", () => {
  it("is all but what is wrong", () => {
    const given = {
      title: 5,
      sections: [
        "one",
        {
          columns: 2,
          fields: ["name", { key: "email", label: {}, help: "Ours", visibleWhen: { field: "name", operator: "==" } }],
        },
      ],
    };
    expect(parseFormSpec(given, schema).spec).toEqual({
      sections: [{ columns: 2, fields: [{ key: "email", help: "Ours" }] }],
    });
    expect(() => compileForm(schema, given as never)).toThrow();
  });

  it("hides no field by a condition that cannot be read, and knows every type", () => {
    const fields = [{ key: "name", type: "int", visibleWhen: { field: "email", operator: "==", value: 1 } }] as never;
    const root = compileForm(schema, { fields, sections: [{ fields: [], visibleWhen: "no" as never }] }).root;
    expect(root.kind === "object" && root.fields.get("name")).toMatchObject({ type: "text" });
    expect(root.kind === "object" && root.fields.get("name")!.visible).toBeUndefined();
  });

  it("takes the element of a list for no field, whatever name it is given", () => {
    const item = { key: "title", visibleWhen: { all: [] } };
    expect(parseFormSpec({ fields: [{ key: "rows", item }] }, schema).spec).toEqual({
      fields: [{ key: "rows", item: {} }],
    });
  });

  it("is the spec itself where nothing is wrong", () => {
    const spec = {
      title: "T",
      fields: [
        { key: "rows", item: { fields: [{ key: "title" }] } },
        { key: "plan", default: "free" },
      ],
    };
    expect(parseFormSpec(spec, schema)).toEqual({ spec, problems: [] });
  });

  it("is a form, whatever is given", () => {
    const names = fc.constantFrom(
      "key",
      "type",
      "variant",
      "fields",
      "item",
      "options",
      "visibleWhen",
      "all",
      "not",
      "field",
      "operator",
      "value",
      "label",
      "columns",
      "sections",
      "__proto__",
    );
    const leaf = fc.oneof(
      fc.constantFrom("name", "rows", "address", "text", "enum", "array", "eq", "=="),
      fc.jsonValue({ maxDepth: 1 }),
    );
    const { part } = fc.letrec((tie) => ({
      part: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.dictionary(names, tie("part"), { maxKeys: 4 }),
        fc.array(tie("part"), { maxLength: 3 }),
      ),
    }));
    const fields = fc.array(
      fc.oneof(
        part,
        fc.record(
          {
            key: fc.constantFrom("name", "rows", "address", "gone"),
            item: part,
            fields: part,
            visibleWhen: part,
            options: part,
            type: part,
          },
          { requiredKeys: ["key"] },
        ),
      ),
      { maxLength: 3 },
    );
    const specs = fc.record(
      { fields, sections: fc.array(fc.record({ fields, visibleWhen: part }, { requiredKeys: [] })) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(specs, part), fc.constantFrom(schema, closed, undefined), (given, of) => {
        const { spec, problems } = parseFormSpec(given, of);
        if (!spec) {
          expect(problems).toHaveLength(1);
          return;
        }
        initialValue(compileForm(of, spec).root, undefined);
        expect(parseFormSpec(JSON.parse(JSON.stringify(spec)), of).spec).toEqual(spec);
      }),
    );
  });
});
