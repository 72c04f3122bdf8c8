import { createTransport, viewsClient } from "@callboard/core/client";

/** Makes a view of sales with a tool below them, and publishes it. */
export async function publishSales(baseUrl: string, token: string, fetch?: typeof globalThis.fetch) {
  const views = viewsClient(createTransport({ baseUrl, token, ...(fetch && { fetch }) }));
  const draft = await views.create({
    title: "Sales of May",
    description: "What we sold, and what sending it costs.",
    spec: {
      data: {
        lead: "May was the **best month** so far.",
        weeks: [
          { week: 18, euros: 9_200 },
          { week: 19, euros: 11_400 },
        ],
      },
      blocks: [
        { type: "text", key: "lead" },
        { type: "chart", key: "weeks", label: "By week", config: { variant: "bar", x: "week", series: ["euros"] } },
        { type: "entities", entityTypeSlug: "customer", label: "Customers", columns: ["city"] },
        { type: "tool", tool: "shipping-cost", label: "What does it cost to send?" },
      ],
    },
  });
  const published = await views.update(draft.slug, draft.revision, { isPublished: true });
  return { published, listed: await views.list() };
}
