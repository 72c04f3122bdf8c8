import { renderToString } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { createTranslate } from "../../messages/createTranslate.ts";
import type { FieldInputProps } from "../api/fieldInput.ts";
import { MultiSelect } from "../variants/MultiSelect.tsx";
import { EntityPicker } from "./EntityPicker.tsx";
import { TagsInput } from "./TagsInput.tsx";

const list: FieldInputProps = {
  id: "field",
  path: "/field",
  node: {
    kind: "leaf",
    type: "array",
    label: "Field",
    required: false,
    nullable: false,
    schema: {},
    options: [{ value: "rome", label: "Rome" }],
  },
  value: ["rome"],
  text: undefined,
  invalid: false,
  describedBy: undefined,
  labelledBy: "field-label",
  required: false,
  readOnly: false,
  locale: "en",
  t: createTranslate("en"),
  onChange: () => {},
  onBlur: () => {},
};

const fields = {
  "a picker of one": <EntityPicker kind="city" label="City" value="rome" choices={async () => []} />,
  "a picker of several": <EntityPicker kind="city" label="City" multiple value={["rome"]} />,
  "a choice of several": <MultiSelect {...list} />,
  tags: <TagsInput {...list} />,
};

it.each(Object.entries(fields))("%s renders on a server, without a style that a strict policy refuses", (_, field) => {
  const error = vi.spyOn(console, "error");
  const html = renderToString(field);
  expect(html).toMatch(/rome/i);
  expect(html.match(/<input/g)).toHaveLength(1);
  expect(html).not.toMatch(/<style|\sstyle=/);
  expect(error).not.toHaveBeenCalled();
});
