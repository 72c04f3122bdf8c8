import type { JsonSchema, RegisteredTool } from "@callboard/core";
import { toolGroups } from "@callboard/core/access";
import { toRegisteredTool } from "@callboard/core/catalog";
import type { Store } from "@callboard/server";
import { MOST_DAYS, readUsageStats, type ModelPrices } from "./usageStats.ts";

const DAY_MS = 86_400_000;
const count: JsonSchema = { type: "number" };
const orNone: JsonSchema = { type: ["number", "null"] };
const USE: Record<string, JsonSchema> = { calls: count, errors: count, p50: orNone, p95: orNone };

/** `getUsageStats`: what a workspace used, as its page says it, for agents of the group `context`. */
export function usageStatsTool(store: Pick<Store, "usage">, prices: ModelPrices): RegisteredTool {
  return toRegisteredTool({
    slug: "getUsageStats",
    name: "Usage",
    userDescription: "Says how often tools and models were used, how long they took and what they cost.",
    description:
      "Returns this workspace's usage in the last days: for each tool its calls, errors, median and 95th percentile in milliseconds; for each " +
      "model the same with its tokens, those that came from the provider's prompt cache (cachedInputTokens, and cacheHits: answers that had any), " +
      "and its spend in US dollars where its price is known. Use it to see what is slow, fails, or costs much, and whether prompts are cached.",
    category: "administration",
    icon: "chart-column",
    origin: "platform",
    group: toolGroups.context,
    requiredPermission: "runs.tenant.read",
    // People have a page for it.
    available: ({ source }) => source !== "web",
    examples: ["What did we spend on models this week?", "Which tools fail most?"],
    inputSchema: {
      type: "object",
      properties: {
        days: { type: "integer", minimum: 1, maximum: MOST_DAYS, default: 7, title: "Days", description: "Until now." },
      },
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: {
        from: { ...count, title: "From" },
        to: { ...count, title: "To" },
        tools: {
          type: "array",
          title: "By tool",
          items: { type: "object", properties: { tool: { type: "string" }, ...USE } },
        },
        models: {
          type: "array",
          title: "By model",
          items: {
            type: "object",
            properties: {
              model: { type: ["string", "null"] },
              ...USE,
              inputTokens: count,
              outputTokens: count,
              cachedInputTokens: count,
              cacheHits: count,
              spend: orNone,
            },
          },
        },
        isCut: { type: "boolean", title: "Newest alone" },
      },
    },
    async execute(input, { tenantId }) {
      if (!tenantId) throw new Error("Usage is of a tenant, and this call has none.");
      const { days = 7 } = input as { days?: number };
      const to = Date.now();
      return await readUsageStats(store, prices, { tenantId, from: to - days * DAY_MS, to });
    },
    messages: {
      de: {
        Usage: "Nutzung",
        "Says how often tools and models were used, how long they took and what they cost.":
          "Sagt, wie oft Werkzeuge und Modelle genutzt wurden, wie lange sie brauchten und was sie kosteten.",
        Days: "Tage",
        "Until now.": "Bis jetzt.",
        From: "Von",
        To: "Bis",
        "By tool": "Nach Werkzeug",
        "By model": "Nach Modell",
        "Newest alone": "Nur die neuesten",
      },
      ar: {
        Usage: "الاستخدام",
        "Says how often tools and models were used, how long they took and what they cost.":
          "تبيّن كم مرة استُخدمت الأدوات والنماذج، وكم استغرقت، وكم كلّفت.",
        Days: "الأيام",
        "Until now.": "حتى الآن.",
        From: "من",
        To: "إلى",
        "By tool": "حسب الأداة",
        "By model": "حسب النموذج",
        "Newest alone": "الأحدث فقط",
      },
    },
  });
}
