import { isRecord } from "../json/record.ts";
import { readPath, stepsOfPath } from "./outputPath.ts";

/** The parts of a format that may name a place in the output. */
const placed = ["currency", "unit"];

/** A block's config with the currencies and units that stand in the output; `reached` gets the steps to each. A text that is not there is left out. */
export function withOutputTexts<Config>(config: Config, output: unknown, reached: string[][]): Config;
export function withOutputTexts(config: unknown, output: unknown, reached: string[][]): unknown {
  if (Array.isArray(config)) return config.map((part: unknown) => withOutputTexts(part, output, reached));
  if (!isRecord(config)) return config;
  return Object.fromEntries(
    Object.entries(config).map(([name, part]) => {
      if (!placed.includes(name) || !isRecord(part) || typeof part["key"] !== "string") {
        return [name, withOutputTexts(part, output, reached)];
      }
      const steps = stepsOfPath(output, part["key"]);
      const text = steps && readPath(output, part["key"]);
      if (typeof text !== "string") return [name, undefined];
      reached.push(steps!);
      return [name, text];
    }),
  );
}
