import { isRecord } from "../json/record.ts";
import { blockTypes, calloutTones, chartVariants } from "./viewSpec.ts";

/**
 * The first part of a ViewSpec that is not what it has to be, and what it has to be: a sentence for whoever wrote it.
 */
export function viewSpecProblem(spec: unknown): string | undefined {
  if (!isRecord(spec))
    return `It is ${JSON.stringify(spec)}; a ViewSpec is an object: { blocks: [{ type: "table" }] }.`;
  const { blocks, inChat } = spec;
  for (const name of ["only", "downloads"]) {
    const flag = spec[name];
    if (flag !== undefined && typeof flag !== "boolean")
      return `${name} is ${JSON.stringify(flag)}; it is true or false.`;
  }
  if (inChat !== undefined && inChat !== "open" && inChat !== "row")
    return `inChat is ${JSON.stringify(inChat)}; it is "open" or "row".`;
  return blocksProblem(blocks, "blocks");
}

/** The same of a list of blocks: those of a ViewSpec, or the `outputSections` of a tool. */
export function blocksProblem(blocks: unknown, at: string): string | undefined {
  if (!Array.isArray(blocks)) return `${at} is ${JSON.stringify(blocks) ?? "missing"} and has to be a list.`;
  for (const [index, block] of blocks.entries()) {
    const here = `${at}[${index}]`;
    if (!isRecord(block)) return `${here} is ${JSON.stringify(block)}; a block is an object: { type: "table" }.`;
    const { type, key, config } = block;
    if (!(blockTypes as readonly unknown[]).includes(type)) {
      return (
        `${here}.type is ${JSON.stringify(type) ?? "missing"}; the types are ${blockTypes.join(", ")}. ` +
        "A component of your own is drawn for the type custom, or stands at the slot of one of these."
      );
    }
    if (key !== undefined && typeof key !== "string") return `${here}.key is no text; it is a path, such as "a.b".`;
    const tone = type === "callout" && isRecord(config) ? config["tone"] : undefined;
    if (tone !== undefined && !(calloutTones as readonly unknown[]).includes(tone))
      return `${here}.config.tone is ${JSON.stringify(tone)}; the tones of a callout are ${calloutTones.join(", ")}.`;
    const variant = type === "chart" && isRecord(config) ? (config["variant"] ?? config["type"]) : undefined;
    if (variant !== undefined && !(chartVariants as readonly unknown[]).includes(variant))
      return `${here}.config.variant is ${JSON.stringify(variant)}; the variants of a chart are ${chartVariants.join(", ")}.`;
  }
  return undefined;
}
