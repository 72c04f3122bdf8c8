import type { JsonSchema, ToolDefinition } from "@callboard/core";
import { toolGroups } from "@callboard/core/access";
import type { FilterEntitiesInput } from "@callboard/core/client";
import { operators } from "@callboard/core/form";
import type { Entities } from "./entities.ts";
import { listOutput, said, shared } from "./entityTools.ts";
import { limitField, listView, objectSchema, offsetField, typeField } from "./fields.ts";
import { readFilterInput } from "./readFilterInput.ts";

/** Conditions on fields, as `filterEntities` takes them. */
export const filtersField: JsonSchema = {
  type: "array",
  title: "Conditions",
  maxItems: 50,
  items: {
    type: "object",
    properties: {
      field: { type: "string", minLength: 1, maxLength: 200, title: "Field" },
      operator: { type: "string", enum: [...operators], title: "Comparison" },
      value: {
        title: "Value",
        anyOf: [
          { type: "string" },
          { type: "number" },
          { type: "boolean" },
          { type: "null" },
          { type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }] } },
        ],
      },
    },
    required: ["field", "operator", "value"],
    additionalProperties: false,
  },
};

/** The tools that ask for entities by their fields. */
export function filterTools(entities: Entities): ToolDefinition[] {
  const filterEntities: ToolDefinition<FilterEntitiesInput> = {
    ...shared,
    group: toolGroups.filter,
    slug: "filterEntities",
    name: "Filter Entities",
    requiredPermission: toolGroups.filter.permissions.filterEntities,
    description:
      "Finds the entities of a type whose fields meet all conditions: `eq` and `neq` compare as text, `gt`, `lt`, `gte` and `lte` numbers with " +
      "numbers and dates with dates, `in` takes a list of which one fits, `contains` an element of a list or a part of a text. Use it where you know " +
      "the field, and searchEntities for words. listEntityTypes names the fields.",
    userDescription: "Finds the entities whose fields meet conditions.",
    icon: "list-filter",
    inputSchema: objectSchema(
      {
        entityTypeSlug: typeField("As listEntityTypes gives it."),
        filters: filtersField,
        sortBy: {
          type: "string",
          maxLength: 200,
          title: "Sorted by",
          description: "A field of the content, title or created_at.",
        },
        sortOrder: { type: "string", enum: ["asc", "desc"], title: "Order" },
        limit: limitField(200, 50),
        offset: offsetField,
      },
      ["entityTypeSlug", "filters"],
    ),
    outputSchema: {
      ...listOutput,
      properties: { ...listOutput.properties, appliedFilters: { type: "integer", title: "Applied conditions" } },
      required: ["results", "total", "appliedFilters"],
    },
    viewSpec: listView,
    summary: ({ filters }) =>
      filters.map(({ field, operator, value }) => `${field} ${operator} ${plain(value)}`).join(", "),
    execute: (input, context) => said(async () => entities.executeFilterEntities(context, readFilterInput(input))),
  };
  return [filterEntities] as ToolDefinition[];
}

const plain = (value: unknown): string =>
  Array.isArray(value) ? value.map(plain).join(" / ") : typeof value === "string" ? value : JSON.stringify(value);
