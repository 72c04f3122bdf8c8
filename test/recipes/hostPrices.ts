import { createPlatform } from "@callboard/platform";
import { createHost, type HostOptions } from "@callboard/server";

/** US dollars for a million tokens, by the names under which models answer. */
const prices = { "gpt-5-mini": { input: 0.25, output: 2, cachedInput: 0.025 } };

export const hostWithPrices = (options: HostOptions) =>
  createHost({ ...options, modules: [createPlatform({ prices })] });
