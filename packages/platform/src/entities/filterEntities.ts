import type { ToolDefinition } from "@callboard/core";
import { toolGroups } from "@callboard/core/access";
import type { FilterEntitiesInput } from "@callboard/core/client";
import type { Entities } from "./entities.ts";
import { said } from "../tools/said.ts";
import { listOutput, shared } from "./entityTools.ts";
import { filtersField, limitField, listView, offsetField, typeField } from "./fields.ts";
import { objectSchema } from "../tools/objectSchema.ts";
import { readFilterInput } from "./readFilterInput.ts";

/** `filterEntities`: the entities of a type whose fields meet conditions. */
export function filterEntities(entities: Entities): ToolDefinition {
  const tool: ToolDefinition<FilterEntitiesInput> = {
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
    icon: "filter",
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
  return tool as ToolDefinition;
}

const plain = (value: unknown): string =>
  Array.isArray(value) ? value.map(plain).join(" / ") : typeof value === "string" ? value : JSON.stringify(value);
