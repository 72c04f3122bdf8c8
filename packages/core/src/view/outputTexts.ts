import { isRecord } from "../json/record.ts";
import { readPath, stepsOfPath } from "./outputPath.ts";

/** The parts of a config that may name a place in the output, and what they may find there. */
const placed: Readonly<Record<string, "string" | "number">> = {
  currency: "string",
  unit: "string",
  splitX: "number",
  splitY: "number",
};

/**
 * A block's config with the currencies, units and splits that stand in the output; `reached` gets the steps to each. A
 * text that is not there is left out.
 */
export function withOutputTexts<Config>(config: Config, output: unknown, reached: string[][]): Config;
export function withOutputTexts(config: unknown, output: unknown, reached: string[][]): unknown {
  if (Array.isArray(config)) return config.map((part: unknown) => withOutputTexts(part, output, reached));
  if (!isRecord(config)) return config;
  return Object.fromEntries(
    Object.entries(config).map(([name, part]) => {
      if (!Object.hasOwn(placed, name) || !isRecord(part) || typeof part["key"] !== "string") {
        return [name, withOutputTexts(part, output, reached)];
      }
      const steps = stepsOfPath(output, part["key"]);
      const text = steps && readPath(output, part["key"]);
      if (typeof text !== placed[name]) return [name, undefined];
      reached.push(steps!);
      return [name, text];
    }),
  );
}
