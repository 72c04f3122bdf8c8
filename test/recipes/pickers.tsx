import { schemaToFilterFields, type Condition, type FieldDefinition, type ToolClient } from "@callboard/core";
import { filtersToCondition } from "@callboard/core/fields";
import {
  EntityPicker,
  FieldDefinitionDisplay,
  FieldDefinitionEditor,
  FieldDefinitionForm,
  FilterForm,
  ImageDropzoneUploader,
  ToolForm,
  ToolProvider,
} from "@callboard/react";
import "@callboard/react/styles.css";
import { useState } from "react";

// #region schema
const post = {
  type: "object",
  properties: {
    author: { type: "string", title: "Author", "x-entity-type": "author" },
    reviewers: {
      type: "array",
      title: "Reviewers",
      items: { type: "string" },
      "x-entity-type": "author",
      "x-entity-select": "multiple",
    },
    destination: { type: "string", title: "Destination", "x-entity-type": "connection" },
    picture: { type: "string", title: "Picture", contentMediaType: "image/*" },
  },
};
// #endregion

// #region choices
const people = [
  { value: "ada", label: "Ada Lovelace", description: "Engineering" },
  { value: "zoe", label: "Zoë Müller", description: "Marketing" },
];

export function Post() {
  const client = {
    choices: async (kind: string, query: string | { values: readonly string[] }) => {
      const all = kind === "author" ? people : [];
      return typeof query === "string"
        ? all.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
        : all.filter(({ value }) => query.values.includes(value));
    },
  };
  return (
    <ToolProvider client={client}>
      <ToolForm schema={post} />
    </ToolProvider>
  );
}
// #endregion

// #region alone
export function Pickers({ upload }: Pick<ToolClient, "upload">) {
  const [author, setAuthor] = useState<string | string[]>();
  return (
    <>
      <EntityPicker kind="author" label="Author" value={author} onChange={setAuthor} choices={async () => people} />
      <ImageDropzoneUploader label="Picture" hideManualUrl upload={upload} />
    </>
  );
}
// #endregion

// #region filter
const filters = schemaToFilterFields({
  stage: { type: "string", enum: ["early", "growth", "late"] },
  team_size: { type: "integer", minimum: 1, maximum: 500 },
});

export function Filters({ search }: { search: (condition: Condition) => void }) {
  return <FilterForm fields={filters} onChange={(set) => search(filtersToCondition(set))} />;
}
// #endregion

// #region fields
export function FieldsOfMyOwn({ value }: { value: unknown }) {
  const [fields, setFields] = useState<FieldDefinition[]>([
    { key: "name", label: "Name", type: "text", required: true },
  ]);
  return (
    <>
      <FieldDefinitionEditor value={fields} onChange={setFields} />
      <FieldDefinitionForm fields={fields} submitLabel="Save" />
      <FieldDefinitionDisplay fields={fields} value={value} />
    </>
  );
}
// #endregion
