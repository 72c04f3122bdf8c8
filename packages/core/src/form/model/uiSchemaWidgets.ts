import type { FieldDefinition } from "../../field/field.ts";
import { fieldVariants } from "../../field/fieldVariants.ts";
import type { FormNode } from "./model.ts";

/** How a field is drawn: the storage type where it differs from the schema's, and the variant. */
export type Looks = Pick<FieldDefinition, "type" | "variant">;

const texts: Record<string, Looks> = {
  text: { variant: "line" },
  textarea: { variant: "multiline" },
  password: { variant: "password" },
  color: { variant: "color" },
  email: { type: "email" },
  uri: { type: "url" },
  url: { type: "url" },
  tel: { type: "phone" },
  date: { type: "date", variant: "date" },
  "alt-date": { type: "date", variant: "date" },
  datetime: { type: "date", variant: "datetime" },
  "date-time": { type: "date", variant: "datetime" },
  "datetime-local": { type: "date", variant: "datetime" },
  "alt-datetime": { type: "date", variant: "datetime" },
  time: { type: "date", variant: "time" },
  file: { type: "media" },
  "data-url": { type: "media" },
  hostname: {},
  ipv4: {},
  ipv6: {},
};

const numbers: Record<string, Looks> = {
  text: { variant: "plain" },
  number: { variant: "plain" },
  updown: { variant: "plain" },
  range: { variant: "slider" },
  rating: { variant: "rating" },
};

const choices: Record<string, Looks> = { select: { variant: "select" }, radio: { variant: "radio" } };

const booleans: Record<string, Looks> = {
  checkbox: { variant: "checkbox" },
  radio: { variant: "choice" },
  select: { variant: "choice" },
};

const multiples: Record<string, Looks> = { checkboxes: { variant: "checkboxes" }, select: { variant: "multiselect" } };

/** rjsf's names of its own widgets, beside the short ones. */
const shortNames: Record<string, string> = {
  AltDateWidget: "alt-date",
  AltDateTimeWidget: "alt-datetime",
  DateTimeWidget: "datetime",
  URLWidget: "uri",
  UpDownWidget: "updown",
};

const shorten = (widget: string): string =>
  Object.hasOwn(shortNames, widget)
    ? shortNames[widget]!
    : widget.replace(/^([A-Z]\w*)Widget$/, (_, name: string) => name.toLowerCase());

/** The type and variant of an rjsf widget; undefined where the kit has none. The kit's variants go by their names. */
export function looksOf(node: FormNode, widget: unknown): Looks | undefined {
  if (typeof widget !== "string" || node.kind !== "leaf") return undefined;
  const name = shorten(widget);
  const { type } = node;
  const widgets =
    type === "enum"
      ? choices
      : type === "array"
        ? multiples
        : type === "boolean"
          ? booleans
          : type === "number"
            ? numbers
            : type === "relation"
              ? {}
              : texts;
  if (Object.hasOwn(widgets, name)) return widgets[name];
  return (fieldVariants[type] as readonly string[]).includes(name) ? { variant: name } : undefined;
}
