import { fieldTypes, fieldVariants } from "@callboard/core/fields";
import type { FieldDefinition, FieldType, FormSpec } from "@callboard/core/form";
import type { EditorTranslate } from "../messages/messages.ts";
import { typeOf, withType } from "./fieldEdit.ts";

type Part = Omit<FieldDefinition, "key">;

/** The settings that a form asks for; choices, conditions and what is inside have controls of their own. */
const asked = [
  ...(["type", "variant", "help", "placeholder", "required", "integer", "minimum", "maximum", "step", "unit"] as const),
  ...([
    "currency",
    "of",
    "digits",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
  ] as const),
  ...(["entity", "zone", "language", "default", "audience"] as const),
] satisfies (keyof FieldDefinition)[];

/** A field as the settings form holds it: the type's own variant is said, operators' fields are a yes or no. */
export function toSettings(field: Part): Record<string, unknown> {
  const type = typeOf(field);
  const settings: Record<string, unknown> = {};
  for (const name of asked) if (field[name] !== undefined) settings[name] = field[name];
  delete settings["audience"];
  if (type) settings["type"] = type;
  if (type && fieldVariants[type].length > 1) settings["variant"] = field.variant ?? fieldVariants[type][0];
  if (type === "number" && field.variant === "percent") settings["of"] = field.of ?? 1;
  if (field.audience === "internal") settings["internal"] = true;
  return settings;
}

/** What the form holds, back on the field. */
export function fromSettings<Field extends Part>(settings: Record<string, unknown>, before: Field): Field {
  const type = settings["type"] as FieldType | undefined;
  if (type !== undefined && type !== typeOf(before)) return withType(before, type);
  const field: Record<string, unknown> = { ...before };
  for (const name of asked) {
    if (name === "type") continue;
    const value = settings[name];
    if (value === undefined || value === false) delete field[name];
    else field[name] = value;
  }
  // A default of "no" and the like are values.
  if (settings["default"] !== undefined) field["default"] = settings["default"];
  if (type && field["variant"] === fieldVariants[type][0]) delete field["variant"];
  if (field["of"] === 1) delete field["of"];
  if (settings["internal"] === true) field["audience"] = "internal";
  return field as unknown as Field;
}

/** The form that asks for a field's settings; `isEntry` is an element of a list, which has no place of its own. */
export function settingsSpec(field: Part, isEntry: boolean, t: EditorTranslate): FormSpec {
  const type = typeOf(field);
  const variant = type && (field.variant ?? fieldVariants[type][0]);
  const set = (key: (typeof asked)[number] | "internal", part: Part): FieldDefinition => ({
    key,
    label: t(`editor.set.${key === "audience" ? "internal" : key}`),
    ...part,
  });
  const basics: FieldDefinition[] = [
    set("type", {
      type: "enum",
      variant: "select",
      required: type !== undefined,
      ...(type === undefined && { placeholder: t("editor.type.other") }),
      options: fieldTypes.map((value) => ({ value, label: t(`editor.type.${value}`) })),
    }),
  ];
  if (type && fieldVariants[type].length > 1) {
    const known = fieldVariants[type].map((value) => ({ value: value as string, label: t(`editor.variant.${value}`) }));
    const isForeign = variant !== undefined && !known.some((option) => option.value === variant);
    basics.push(
      set("variant", {
        type: "enum",
        variant: "select",
        required: true,
        options: isForeign ? [...known, { value: variant, label: variant }] : known,
      }),
    );
  }
  const number: Part = { type: "number" };
  const count: Part = { type: "number", integer: true, minimum: 0 };
  const text: Part = { type: "text", variant: "line" };
  const isText = type === "text" || type === "url" || type === "email" || type === "phone";
  if (variant === "currency")
    basics.push(set("currency", { ...text, placeholder: "EUR", pattern: "^[A-Z]{3}$", maxLength: 3 }));
  if (variant === "percent") {
    basics.push(
      set("of", {
        type: "enum",
        variant: "select",
        required: true,
        options: [
          { value: 1, label: t("editor.set.of.1") },
          { value: 100, label: t("editor.set.of.100") },
        ],
      }),
    );
  }
  if (variant === "zoned") basics.push(set("zone", { ...text, placeholder: "Europe/Berlin" }));
  if (variant === "code") basics.push(set("language", { ...text, placeholder: "sql" }));
  if (type === "relation") basics.push(set("entity", { ...text, placeholder: "customer" }));
  if (type === "number" && variant !== "rating" && variant !== "percent" && variant !== "currency")
    basics.push(set("unit", text));

  const words: FieldDefinition[] = isEntry ? [] : [set("help", text)];
  if (isText || type === "number" || type === "enum") words.push(set("placeholder", text));

  const rules: FieldDefinition[] = [];
  if (type === "number") {
    rules.push(set("minimum", number), set("maximum", number), set("step", { ...number, minimum: 0 }));
    if (variant !== "rating" && variant !== "slider") rules.push(set("digits", { ...count, maximum: 20 }));
  }
  if (isText) {
    rules.push(set("minLength", count), set("maxLength", count));
    rules.push(set("pattern", { type: "text", variant: "line", help: t("editor.set.patternHelp") }));
  }
  if (type === "array") {
    rules.push(set("minItems", count), set("maxItems", count));
  }
  const isSet: Part = { type: "boolean", variant: "switch" };
  const switches: FieldDefinition[] = [
    ...(isEntry ? [] : [set("required", isSet)]),
    ...(type === "number" ? [set("integer", isSet)] : []),
    ...(type === "array" ? [set("uniqueItems", isSet)] : []),
    ...(isEntry ? [] : [set("internal", isSet)]),
  ];
  const { required: _required, default: _default, help: _help, label: _label, visibleWhen: _when, ...same } = field;
  const hasDefault = type !== undefined && type !== "object" && type !== "array" && variant !== "password";
  const fallback: FieldDefinition[] =
    hasDefault && !(type === "enum" && !field.options?.length)
      ? [{ ...same, key: "default", label: t("editor.set.default"), ...(type === "boolean" && { variant: "choice" }) }]
      : [];
  return {
    sections: [
      { columns: 2, fields: basics },
      { columns: 2, fields: words },
      { columns: 2, fields: [...rules, ...fallback] },
      { columns: 2, fields: switches },
    ].filter((section) => section.fields.length > 0) as FormSpec["sections"] & object,
  };
}
