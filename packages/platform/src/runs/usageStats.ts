import type { UsageStats } from "@callboard/core/client";
import type { CountedModelUse, Store } from "@callboard/server";

/** What a model costs, in US dollars for a million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  /** Of input that the provider had kept; as all input unless given. */
  cachedInput?: number;
}

/** What models cost, by the names under which their providers answer. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

const DAY_MS = 86_400_000;
/** The longest time that is counted at once. */
export const MOST_DAYS = 92;

/** What a tenant used in a time, with what its models cost; in the last seven days unless a time is given. */
export async function readUsageStats(
  { usage }: Pick<Store, "usage">,
  prices: ModelPrices,
  { tenantId, to = Date.now(), from = to - 7 * DAY_MS }: { tenantId: string; from?: number; to?: number },
): Promise<UsageStats> {
  const counted = await usage.read(tenantId, { from: Math.max(from, to - MOST_DAYS * DAY_MS), to });
  return { ...counted, models: counted.models.map((use) => ({ ...use, spend: spendOf(use, prices) })) };
}

function spendOf({ model, inputTokens, outputTokens, cachedInputTokens }: CountedModelUse, prices: ModelPrices) {
  const price = model !== null && Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (!price) return null;
  const { input, output, cachedInput = input } = price;
  const fresh = Math.max(inputTokens - cachedInputTokens, 0);
  return (fresh * input + cachedInputTokens * cachedInput + outputTokens * output) / 1_000_000;
}
