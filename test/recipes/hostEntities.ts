import { entitiesModule, type EntityTypeDefinition } from "@callboard/platform";
import { createHost, type HostOptions } from "@callboard/server";

const customer: EntityTypeDefinition = {
  slug: "customer",
  name: "Customer",
  pluralName: "Customers",
  description: "Whom we sell to.",
  icon: "building-2",
  jsonSchema: {
    type: "object",
    properties: {
      city: { type: "string", title: "City" },
      seats: { type: "integer", minimum: 1, title: "Seats" },
      stage: { type: "string", enum: ["lead", "won", "lost"], title: "Stage" },
    },
    required: ["city", "stage"],
  },
};

/** Everybody's workspace has customers; whoever holds the permissions makes further types. */
export const hostWithEntities = (options: HostOptions) =>
  createHost({ ...options, modules: [entitiesModule({ types: [customer] })] });
