import { toJsonSchema, type JsonSchema, type Schema } from "../schema/jsonSchema.ts";
import type { BlockConfig, BlockSpec, ToolOutputSection, ViewSpec } from "../spec/viewSpec.ts";
import type { Block, NewBlock, SummaryItem } from "./block.ts";
import { toChartBlock, toRadarBlock } from "./chartBlock.ts";
import { readColumnConfigs, toColumn } from "./columns.ts";
import { emptyBlock, inferBlocks, toSummaryItem } from "./inferBlocks.ts";
import { labelOfKey } from "./labelOfKey.ts";
import { readMcpResult, textsOf } from "./mcpContent.ts";
import { findPath, isRecord, isScalar, readPath, type Found } from "./outputPath.ts";
import { looksLikeMarkdown, parseJsonText } from "./outputText.ts";
import { toRankingBlock } from "./rankingBlock.ts";
import { toImageSource } from "./safeUrl.ts";
import { imageType, schemaAtPath, titleOf, wholeSchema, type SchemaPart } from "./schemaPart.ts";
import { base, toTableBlock, type Part } from "./tableBlock.ts";

/** An output, and whatever is known about how it is shown. */
export interface ToolOutputRequest {
  output: unknown;
  viewSpec?: ViewSpec | undefined;
  outputSections?: ToolOutputSection[] | undefined;
  outputSchema?: Schema | undefined;
  /** Names the slot of `custom` blocks: `tool-output-<slug>`. */
  slug?: string | undefined;
}

/**
 * The blocks an output is shown in: by its ViewSpec, else by its outputSections, else inferred from the value. It never throws: a missing
 * part is an empty block, a wrongly shaped part is drawn as what it is, and an output that none of the spec fits is shown whole.
 * @example
 * ```ts
 * toolOutputToBlocks({ output: { npv: 1200 }, outputSections: [{ key: "npv", label: "NPV", type: "summary" }] });
 * ```
 */
export function toolOutputToBlocks(request: ToolOutputRequest): Block[] {
  let blocks: NewBlock[];
  try {
    blocks = resolveBlocks(request);
  } catch {
    // Only outputs that are not JSON come here: getters that throw, exotic proxies.
    blocks = [{ type: "json", path: "", value: request.output }];
  }
  return withIds(blocks);
}

function withIds(blocks: NewBlock[]): Block[] {
  const seen = new Map<string, number>();
  return blocks.map((block): Block => {
    const stem = `${block.type}:${block.path}`;
    const count = seen.get(stem) ?? 0;
    seen.set(stem, count + 1);
    return { ...block, id: count === 0 ? stem : `${stem}#${count}` } as Block;
  });
}

function resolveBlocks({ output, viewSpec, outputSections, outputSchema, slug }: ToolOutputRequest): NewBlock[] {
  const schema = readSchema(outputSchema);
  const whole: Part = { value: output, path: "", label: undefined, schema };
  const specs: readonly BlockSpec[] = readSpecs(viewSpec?.blocks) ?? readSpecs(outputSections) ?? [];
  if (specs.length === 0) return atMost(inferBlocks(whole), output);
  if (output === null || output === undefined) return [emptyBlock(whole, "null")];
  const value = unwrap(output);
  let found = 0;
  const blocks = specs.flatMap((spec): NewBlock[] => {
    const path = typeof spec.key === "string" ? spec.key : "";
    const at: Found = findPath(value, path);
    const part: Part = {
      value: at.found ? at.value : undefined,
      path,
      label: typeof spec.label === "string" ? spec.label : path === "" ? undefined : labelOfPath(schema, path),
      schema: schemaAtPath(schema, path),
    };
    if (!at.found) return [emptyBlock(part, "missing", spec.type)];
    found++;
    return toBlocks(spec, part, slug);
  });
  const nothingElse = isRecord(value) && Object.keys(value).length === 0;
  return found === 0 && !nothingElse ? [...blocks, ...atMost(inferBlocks(whole), output)] : blocks;
}

const mostBlocks = 60;

/** More blocks than anybody reads end in the whole output as JSON. */
function atMost(blocks: NewBlock[], output: unknown): NewBlock[] {
  if (blocks.length <= mostBlocks) return blocks;
  return [...blocks.slice(0, mostBlocks), { type: "json", path: "", value: output }];
}

function readSpecs(given: unknown): BlockSpec[] | null {
  const specs = Array.isArray(given)
    ? given.filter((one): one is BlockSpec => isRecord(one) && typeof one.type === "string")
    : [];
  return specs.length > 0 ? specs : null;
}

function readSchema(schema: Schema | undefined): SchemaPart | undefined {
  try {
    const json: JsonSchema | undefined = schema && toJsonSchema(schema, "output");
    return wholeSchema(json);
  } catch {
    return undefined;
  }
}

/** What keys are looked up in: an MCP result's structured content or JSON text, a JSON text, else the output itself. */
function unwrap(output: unknown): unknown {
  if (typeof output === "string") return parseJsonText(output) ?? output;
  const result = readMcpResult(output);
  if (!result) return output;
  if (result.structured !== undefined) return result.structured;
  const texts = textsOf(result);
  return (texts.length === 1 ? parseJsonText(texts[0]!) : undefined) ?? output;
}

const labelOfPath = (schema: SchemaPart | undefined, path: string): string =>
  titleOf(schemaAtPath(schema, path)) ?? labelOfKey(path);

function toBlocks(spec: BlockSpec, part: Part, slug: string | undefined): NewBlock[] {
  const config: BlockConfig = isRecord(spec.config) ? spec.config : {};
  const { value } = part;
  if (spec.type === "custom") {
    const fallback = withIds(inferBlocks({ ...part, label: undefined }));
    return [{ type: "custom", ...base(part), slot: `tool-output-${slug ?? ""}`, config, fallback }];
  }
  if (spec.type === "json") return [{ type: "json", ...base(part) }];
  if (value === null || value === undefined) return [emptyBlock(part, "null", spec.type)];
  const hollow =
    value === "" || (Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0);
  if (hollow) return [emptyBlock(part, "empty", spec.type)];
  const parsed = typeof value === "string" && spec.type !== "text" ? parseJsonText(value) : undefined;
  const block = drawAs(spec.type, parsed === undefined ? part : { ...part, value: parsed }, config);
  if (block) return [block];
  const [first, ...rest] = inferBlocks({ ...part, label: undefined });
  // The heading that was asked for stays with what is shown in its place.
  return first && part.label !== undefined ? [{ ...first, label: part.label }, ...rest] : [first!, ...rest];
}

function drawAs(type: BlockSpec["type"], part: Part, config: BlockConfig): NewBlock | null {
  const { value } = part;
  switch (type) {
    case "summary":
      return toSummaryBlock(part, config);
    case "table":
      return toTableBlock(part, config);
    case "chart":
      return toChartBlock(part, config);
    case "radar":
      return toRadarBlock(part, config);
    case "ranking":
      return toRankingBlock(part, config);
    case "list":
      return Array.isArray(value) && value.every(isScalar) ? { type: "list", ...base(part), items: value } : null;
    case "text":
      return isScalar(value)
        ? { type: "text", ...base(part), text: String(value), markdown: looksLikeMarkdown(String(value)) }
        : null;
    case "image": {
      const source = toImageSource(value, imageType(part.schema));
      return source && { type: "image", ...base(part), source };
    }
    default:
      return null;
  }
}

/** Facts of a record, or of a list of `{ label, value }`. */
function toSummaryBlock(part: Part, config: BlockConfig): NewBlock | null {
  const { value } = part;
  if (Array.isArray(value)) {
    const named = value.every((one) => isRecord(one) && isScalar(one.label) && one.label != null && "value" in one);
    if (!named) return null;
    const items = value.map((one): SummaryItem => {
      const { label, value: fact, format } = one as Record<string, unknown>;
      const written =
        typeof format === "string" ? toColumn({ key: "value", format: format as never }, undefined).format : undefined;
      return { label: String(label), value: fact, ...(written ? { format: written } : {}) };
    });
    return { type: "summary", ...base(part), items };
  }
  if (!isRecord(value)) return null;
  const fields = readColumnConfigs(config.fields);
  const items = fields
    ? fields.map((field): SummaryItem => {
        const { key, label, format } = toColumn(field, part.schema);
        return { key, label, value: readPath(value, key), ...(format ? { format } : {}) };
      })
    : Object.keys(value).map((key): SummaryItem => toSummaryItem(part, value, key));
  return { type: "summary", ...base(part), items };
}
