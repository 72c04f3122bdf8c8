import { createTransport, entitiesClient } from "@callboard/core/client";

/** Adds a customer, changes it as nobody else has meanwhile, and asks for the large ones. */
export async function winCustomer(baseUrl: string, token: string, fetch?: typeof globalThis.fetch) {
  const entities = entitiesClient(createTransport({ baseUrl, token, ...(fetch && { fetch }) }));
  const lead = await entities.create({
    entityTypeSlug: "customer",
    title: "Nordwind GmbH",
    content: { city: "Kiel", seats: 40, stage: "lead" },
    tags: ["north"],
  });
  const won = await entities.update(lead.id, lead.revision, { content: { ...lead.content, stage: "won" } });
  const large = await entities.filter({
    entityTypeSlug: "customer",
    filters: [
      { field: "stage", operator: "eq", value: "won" },
      { field: "seats", operator: "gte", value: 20 },
    ],
    sortBy: "seats",
    sortOrder: "desc",
  });
  return { won, large, history: await entities.history(lead.id) };
}
