import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { compileForm } from "./compile.ts";
import { parseFormSpec } from "./parseFormSpec.ts";
import { resolveNode, type FormNode } from "./model.ts";
import { uiSchemaToFormSpec, type UiSchema } from "./uiSchema.ts";

const schema: JsonSchema = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", title: "Name" },
    age: { type: "integer", minimum: 0, maximum: 120 },
    bio: { type: "string" },
    secret: { type: "string" },
    when: { type: "string", format: "date-time" },
    color: { enum: ["#f00", "#0f0", null] },
    done: { type: "boolean" },
    sizes: { type: "array", uniqueItems: true, items: { type: "string", enum: ["s", "m", "l"] } },
    tasks: {
      type: "array",
      items: { type: "object", properties: { title: { type: "string" }, details: { type: "string" } } },
    },
    address: {
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" }, zip: { type: "string" } },
    },
  },
};

/** The form that a uiSchema makes, read as a person would: fields in their order. */
function drawn(uiSchema: UiSchema, of: JsonSchema = schema) {
  const { spec, untranslated } = uiSchemaToFormSpec(of, uiSchema);
  const model = compileForm(of, spec);
  const root = resolveNode(model.root);
  if (root.kind !== "object") throw new Error("an object was meant");
  const at = (key: string): Exclude<FormNode, { kind: "lazy" }> => resolveNode(root.fields.get(key)!);
  return {
    untranslated,
    spec,
    problems: parseFormSpec(spec, of).problems,
    keys: root.groups.flatMap((group) => group.fields.map((field) => field.key)),
    at,
    leaf: (key: string) => at(key) as Extract<FormNode, { kind: "leaf" }>,
  };
}

describe("a uiSchema as a FormSpec", () => {
  it("asks for every property, whatever it says, none among the additional ones", () => {
    const form = drawn({});
    expect(form.keys).toEqual(Object.keys(schema.properties!));
    expect(form.untranslated).toEqual([]);
    expect(form.problems).toEqual([]);
  });

  it("takes the order, with all that is not named where the star stands", () => {
    expect(drawn({ "ui:order": ["bio", "*", "name"] }).keys).toEqual([
      "bio",
      ...Object.keys(schema.properties!).filter((key) => key !== "bio" && key !== "name"),
      "name",
    ]);
    expect(drawn({ "ui:order": ["done", "nowhere", "name"] }).keys.slice(0, 2)).toEqual(["done", "name"]);
    const nested = drawn({ address: { "ui:order": ["zip", "*"] } });
    const address = nested.at("address");
    expect(address.kind === "object" && address.groups[0]!.fields.map(({ key }) => key)).toEqual([
      "zip",
      "street",
      "city",
    ]);
  });

  it.each<[string, string, string | undefined, string | undefined]>([
    ["bio", "textarea", "text", "multiline"],
    ["bio", "TextareaWidget", "text", "multiline"],
    ["secret", "password", "text", "password"],
    ["bio", "color", "text", "color"],
    ["bio", "email", "email", undefined],
    ["bio", "uri", "url", undefined],
    ["bio", "file", "media", undefined],
    ["bio", "date", "date", "date"],
    ["when", "alt-datetime", "date", "datetime"],
    ["when", "DateTimeWidget", "date", "datetime"],
    ["age", "updown", "number", "plain"],
    ["age", "range", "number", "slider"],
    ["color", "radio", "enum", "radio"],
    ["color", "select", "enum", "select"],
    ["done", "radio", "boolean", "choice"],
    ["sizes", "checkboxes", "array", "checkboxes"],
    ["sizes", "select", "array", "multiselect"],
  ])("asks for %s by the widget %s", (key, widget, type, variant) => {
    for (const ui of [{ "ui:widget": widget }, { "ui:options": { widget } }]) {
      const form = drawn({ [key]: ui });
      expect(form.untranslated).toEqual([]);
      expect(form.leaf(key)).toMatchObject({ kind: "leaf", type });
      if (variant !== undefined) expect(form.leaf(key).variant).toBe(variant);
    }
  });

  it("takes titles, descriptions, help and placeholders", () => {
    const form = drawn({
      "ui:title": "A person",
      "ui:description": "Who it is about.",
      name: {
        "ui:title": "Full name",
        "ui:description": "As on the passport.",
        "ui:help": "Shown to nobody.",
        "ui:placeholder": "Ada",
      },
      address: { "ui:title": "Where", street: { "ui:options": { placeholder: "Main St 1" } } },
    });
    expect(form.spec).toMatchObject({ title: "A person", description: "Who it is about." });
    expect(form.leaf("name")).toMatchObject({
      label: "Full name",
      help: "As on the passport. Shown to nobody.",
      placeholder: "Ada",
      required: true,
    });
    expect(form.at("address").label).toBe("Where");
    const address = form.at("address");
    expect(address.kind === "object" && address.fields.get("street")!.placeholder).toBe("Main St 1");
    expect(form.untranslated).toEqual([]);
  });

  it("takes the words of choices, by place or by value", () => {
    expect(drawn({ color: { "ui:enumNames": ["Red", "Green", "None"] } }).leaf("color").options).toEqual([
      { value: "#f00", label: "Red" },
      { value: "#0f0", label: "Green" },
    ]);
    expect(drawn({ sizes: { items: { "ui:enumNames": { s: "Small" } } } }).leaf("sizes").options![0]).toEqual({
      value: "s",
      label: "Small",
    });
  });

  it("takes the submit button's text, and names the rest of its options", () => {
    const form = drawn({
      "ui:submitButtonOptions": { submitText: "Save", norender: false, props: { className: "btn" } },
    });
    expect(form.spec.submitLabel).toBe("Save");
    expect(form.untranslated).toEqual([" ui:submitButtonOptions.props"]);
  });

  it("makes what is read-only or disabled read-only, with all that is below", () => {
    const form = drawn({
      name: { "ui:readonly": true },
      address: { "ui:disabled": true, zip: { "ui:disabled": false } },
    });
    expect(form.at("name").readOnly).toBe(true);
    expect(form.at("bio").readOnly).toBeUndefined();
    const address = form.at("address");
    const below = address.kind === "object" ? [...address.fields.values()].map((node) => node.readOnly === true) : [];
    expect(below).toEqual([true, true, false]);
    const all = drawn({ "ui:readonly": true });
    expect(all.at("done").readOnly).toBe(true);
    const tasks = all.at("tasks");
    const task = tasks.kind === "array" && resolveNode(tasks.item!);
    expect(task && task.kind === "object" && task.fields.get("title")!.readOnly).toBe(true);
  });

  it("reaches the elements of lists", () => {
    const form = drawn({
      tasks: { items: { "ui:order": ["details", "title"], details: { "ui:widget": "textarea" } } },
    });
    const tasks = form.at("tasks");
    const task = tasks.kind === "array" && resolveNode(tasks.item!);
    expect(task && task.kind === "object" && task.groups[0]!.fields.map(({ key }) => key)).toEqual([
      "details",
      "title",
    ]);
    expect(task && task.kind === "object" && task.fields.get("details")).toMatchObject({ variant: "multiline" });
    expect(form.untranslated).toEqual([]);
  });

  it("orders the fields that conditions bring, too", () => {
    const conditional: JsonSchema = {
      type: "object",
      properties: { card: { type: "string" } },
      dependencies: { card: { properties: { billing: { type: "string" } } } },
    };
    const form = drawn({ "ui:order": ["billing", "card"], billing: { "ui:widget": "textarea" } }, conditional);
    expect(form.keys).toEqual(["billing", "card"]);
    expect(form.leaf("billing")).toMatchObject({ variant: "multiline" });
    expect(form.at("billing").visible).toBeDefined();
    expect(form.untranslated).toEqual([]);
  });

  it("names what has no counterpart, by place and key", () => {
    const { untranslated } = uiSchemaToFormSpec(schema, {
      "ui:globalOptions": { copyable: true },
      "ui:classNames": "form",
      nowhere: { "ui:widget": "textarea" },
      name: { "ui:autofocus": true, "ui:widget": "stars", "ui:field": "geo" },
      bio: { "ui:widget": () => null, "ui:options": { rows: 5 } },
      secret: { "ui:widget": "hidden" },
      tasks: { "ui:options": { orderable: false, addable: true }, items: [{}, { "ui:widget": "textarea" }] },
      address: { anyOf: [{ "ui:title": "x" }] },
    });
    expect(untranslated).toEqual([
      " ui:globalOptions",
      ' ui:classNames "form"',
      "/nowhere",
      '/name ui:widget "stars"',
      "/name ui:autofocus true",
      '/name ui:field "geo"',
      "/bio ui:widget",
      "/bio ui:rows 5",
      '/secret ui:widget "hidden"',
      "/tasks ui:orderable false",
      "/tasks/items",
      "/address/anyOf",
    ]);
  });

  it("ends on recursion, and says nothing of what holds itself", () => {
    const tree: JsonSchema = {
      type: "object",
      properties: { node: { $ref: "#/$defs/node" } },
      $defs: { node: { type: "object", properties: { name: { type: "string" }, child: { $ref: "#/$defs/node" } } } },
    };
    const form = drawn({ node: { child: { child: { name: { "ui:widget": "textarea" } } } } }, tree);
    expect(form.untranslated).toEqual([]);
    expect(uiSchemaToFormSpec(tree, { "ui:readonly": true }).untranslated).toEqual([]);
  });

  it("never throws, loses no property and leaves the prototype alone, whatever a uiSchema holds", () => {
    const key = fc.oneof(
      fc.constantFrom("ui:widget", "ui:order", "ui:options", "ui:help", "ui:enumNames", "items", "anyOf", "__proto__"),
      fc.constantFrom(...Object.keys(schema.properties!)),
    );
    const ui = fc.letrec<{ ui: unknown }>((tie) => ({
      ui: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>("textarea", "radio", null, 3, true, ["name", "*"], []),
        fc.dictionary(key, tie("ui"), { maxKeys: 6 }),
        fc.array(tie("ui"), { maxLength: 3 }),
      ),
    })).ui;
    fc.assert(
      fc.property(fc.dictionary(key, ui), (uiSchema) => {
        const { spec } = uiSchemaToFormSpec(schema, uiSchema);
        expect(spec.fields!.map((field) => field.key).sort()).toEqual(Object.keys(schema.properties!).sort());
        expect(({} as Record<string, unknown>)["ui:widget"]).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});
