import { createTransport, viewsClient, type ViewDraft } from "@callboard/core/client";

/** The view that the demo begins with: data in blocks, entities as they are, and a tool to fill in. */
const GLANCE: ViewDraft & { slug: string } = {
  slug: "customers-at-a-glance",
  title: "Customers at a glance",
  description: "How sales went, who is with us, and what a change would save the next one.",
  spec: {
    data: {
      lead: "The third quarter brought **two contracts**. Two pilots are open.",
      quarter: { contracts: 2, pilots: 2, lost: 1 },
      sales: [
        { quarter: "Q1", euros: 18_400 },
        { quarter: "Q2", euros: 22_900 },
        { quarter: "Q3", euros: 41_300 },
      ],
    },
    blocks: [
      { type: "text", key: "lead", label: "How it went" },
      {
        type: "summary",
        key: "quarter",
        label: "Third quarter",
        config: {
          fields: [
            { key: "contracts", label: "Contracts" },
            { key: "pilots", label: "Open pilots" },
            { key: "lost", label: "Lost" },
          ],
        },
      },
      {
        type: "chart",
        key: "sales",
        label: "Sales by quarter",
        config: {
          variant: "bar",
          x: { key: "quarter", label: "Quarter" },
          series: [{ key: "euros", label: "Sales", format: "currency", currency: "EUR" }],
        },
      },
      {
        type: "entities",
        entityTypeSlug: "customer",
        label: "With us",
        filters: [{ field: "stage", operator: "in", value: ["customer", "pilot"] }],
        sortBy: "title",
        columns: ["city", "stage", "seats"],
      },
      { type: "tool", tool: "time-savings-calculator", label: "What would they save?" },
    ],
  },
};

/** Enters the view that the demo begins with, where its workspace has none yet. */
export async function enterDemoViews(ask: (request: Request) => Response | Promise<Response>): Promise<void> {
  const asHost: typeof fetch = async (input, init) => ask(new Request(input, init));
  const views = viewsClient(createTransport({ baseUrl: "http://localhost", fetch: asHost }));
  if ((await views.list({ limit: 1 })).total > 0) return;
  const { slug, revision } = await views.create(GLANCE);
  await views.update(slug, revision, { isPublished: true });
}
