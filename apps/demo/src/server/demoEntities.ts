import { createTransport, entitiesClient, type EntityDraft } from "@callboard/core/client";
import type { EntityTypeDefinition } from "@callboard/platform";

const STAGES = ["lead", "pilot", "customer", "lost"];

/** What the demo's workspaces keep: whom they sell to, and what they may sell. */
export const DEMO_TYPES: readonly EntityTypeDefinition[] = [
  {
    slug: "customer",
    name: "Customer",
    pluralName: "Customers",
    description: "Whom we sell to, and how far we are.",
    icon: "building-2",
    jsonSchema: {
      type: "object",
      properties: {
        city: { type: "string", minLength: 1, maxLength: 100, title: "City" },
        stage: { type: "string", enum: STAGES, title: "Stage" },
        seats: { type: "integer", minimum: 1, maximum: 100_000, title: "Seats" },
        hasContract: { type: "boolean", title: "Has a contract" },
        notes: { type: "string", maxLength: 5_000, title: "Notes" },
      },
      required: ["city", "stage"],
      additionalProperties: false,
    },
  },
  {
    slug: "opportunity",
    name: "Opportunity",
    pluralName: "Opportunities",
    description: "What somebody may buy, with its amount and its date.",
    icon: "trending-up",
    jsonSchema: {
      type: "object",
      properties: {
        amount: { type: "number", minimum: 0, title: "Amount in euros" },
        probability: { type: "integer", minimum: 0, maximum: 100, title: "Probability in percent" },
        closes: { type: "string", format: "date", title: "Closes on" },
        products: {
          type: "array",
          items: { type: "string", enum: ["Tools", "Chat", "Embeds", "Knowledge"] },
          uniqueItems: true,
          title: "Products",
        },
      },
      required: ["amount"],
      additionalProperties: false,
    },
  },
  {
    slug: "note",
    name: "Note",
    pluralName: "Notes",
    description: "What came of a workshop, a pilot or an assessment.",
    icon: "notebook-text",
    jsonSchema: {
      type: "object",
      properties: {
        kind: { type: "string", enum: ["workshop", "pilot", "assessment"], title: "Kind" },
        text: { type: "string", minLength: 1, maxLength: 5_000, title: "Text" },
        hours: { type: "number", minimum: 0, title: "Hours a week that it is about" },
      },
      required: ["kind", "text"],
      additionalProperties: false,
    },
  },
];

/** What each brief of the demo contains. */
export const briefSettings = () => ({
  classification: "Internal",
  disclaimer: "Written by a program from this workspace's entries. Check it before you rely on it.",
});

const customer = (title: string, content: Record<string, unknown>, tags: string[] = []): EntityDraft => ({
  entityTypeSlug: "customer",
  title,
  content,
  tags,
});
const opportunity = (title: string, content: Record<string, unknown>): EntityDraft => ({
  entityTypeSlug: "opportunity",
  title,
  content,
});

const note = (title: string, kind: string, text: string, hours?: number): EntityDraft => ({
  entityTypeSlug: "note",
  title,
  content: { kind, text, ...(hours !== undefined && { hours }) },
});

const CUSTOMERS: readonly EntityDraft[] = [
  customer("Nordwind Logistik GmbH", { city: "Kiel", stage: "customer", seats: 140, hasContract: true }, ["logistics"]),
  customer("Brauerei Hofstetter", { city: "Regensburg", stage: "pilot", seats: 25, hasContract: false }, ["food"]),
  customer("Atelier Lumière", { city: "Lyon", stage: "lead", seats: 8 }, ["design"]),
  customer("مكتب النيل للهندسة", { city: "القاهرة", stage: "customer", seats: 60, hasContract: true }, ["engineering"]),
  customer("Harbour & Sons", {
    city: "Bristol",
    stage: "lost",
    notes: "Went with a spreadsheet. Ask again in spring.",
  }),
];

/** In the order of their customers. */
const OPPORTUNITIES: readonly EntityDraft[] = [
  opportunity("Nordwind: second warehouse", {
    amount: 48_000,
    probability: 70,
    closes: "2027-03-31",
    products: ["Tools", "Chat"],
  }),
  opportunity("Hofstetter: from pilot to contract", {
    amount: 9_500,
    probability: 40,
    closes: "2027-01-15",
    products: ["Tools"],
  }),
  opportunity("Lumière: tools in their own page", { amount: 3_200, probability: 20, products: ["Embeds"] }),
];

/** Of the first customer: with its opportunity, enough for a brief to be written from. */
const NOTES: readonly EntityDraft[] = [
  note(
    "Workshop with dispatch",
    "workshop",
    "Two desks type the same freight papers. Dispatch wants one form that drivers fill in on their phones.",
    18,
  ),
  note(
    "Pilot on the night shift",
    "pilot",
    "Six drivers used the form for three weeks: a paper takes four minutes in place of eleven. Without a network nothing was lost.",
    7,
  ),
  note(
    "Assessment of the old system",
    "assessment",
    "The warehouse system has no interface but a nightly file. Who may open it is not known, and its maker answers slowly.",
  ),
];

/** Enters what the demo begins with, where its workspace has none of a type yet. */
export async function enterDemoEntities(ask: (request: Request) => Response | Promise<Response>): Promise<void> {
  const asHost: typeof fetch = async (input, init) => ask(new Request(input, init));
  const entities = entitiesClient(createTransport({ baseUrl: "http://localhost", fetch: asHost }));
  const counts = new Map((await entities.types()).map(({ slug, count }) => [slug, count]));
  if (counts.get("customer") !== 0 || counts.get("opportunity") !== 0) return;
  const customers = await enter(CUSTOMERS);
  for (const [index, { id }] of (await enter(OPPORTUNITIES)).entries()) {
    const customer = customers[index];
    if (customer) await entities.relate(id, { entityId: customer.id, kind: "customer" });
  }
  const [first] = customers;
  for (const { id } of await enter(NOTES))
    if (first) await entities.relate(id, { entityId: first.id, kind: "customer" });

  async function enter(drafts: readonly EntityDraft[]) {
    const entered = [];
    for (const one of drafts) entered.push(await entities.create(one));
    return entered;
  }
}
