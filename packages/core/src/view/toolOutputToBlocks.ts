import type { JsonSchema, Schema } from "../schema/jsonSchema.ts";
import { toJsonSchema } from "../schema/toJsonSchema.ts";
import { calloutTones, type BlockConfig, type BlockSpec, type ToolOutputSection, type ViewSpec } from "./viewSpec.ts";
import type { Block, ChartNote, NewBlock, SummaryItem } from "./block.ts";
import { toChartBlock, toRadarBlock } from "./chartBlock.ts";
import { readColumnConfigs, toColumn } from "./columns.ts";
import { readError } from "./errorText.ts";
import {
  besideStructured,
  emptyBlock,
  errorBlock,
  inferBlocks,
  listBlock,
  restBlock,
  toSummaryItem,
  withBeside,
  withIds,
} from "./inferBlocks.ts";
import { labelOfPath } from "./labelOfKey.ts";
import { readMcpResult, textsOf } from "./mcpContent.ts";
import { isRecord, isScalar } from "../json/record.ts";
import { readPath, stepsOfPath } from "./outputPath.ts";
import { parseJsonText } from "./outputText.ts";
import { plainValue } from "./plainValue.ts";
import { toRankingBlock } from "./rankingBlock.ts";
import { cleanText } from "./cleanText.ts";
import { isHollow, withoutKeys, withoutPaths } from "./rest.ts";
import { toImageSource } from "./safeUrl.ts";
import {
  imageType,
  isOpenText,
  schemaAtPath,
  schemaFormat,
  titleOf,
  wholeSchema,
  type SchemaPart,
} from "./schemaPart.ts";
import { base, toTableBlock, type Drawn, type Part } from "./tableBlock.ts";
import { formOfText } from "./textForm.ts";
import { withOutputTexts } from "./outputTexts.ts";

/** An output, with the specs and schema that describe it. */
export interface ToolOutputRequest {
  output: unknown;
  viewSpec?: ViewSpec | undefined;
  outputSections?: ToolOutputSection[] | undefined;
  outputSchema?: Schema | undefined;
  /** Names the slot of `custom` blocks: `tool-output-<slug>`. */
  slug?: string | undefined;
}

/**
 * The blocks an output is shown in: by its ViewSpec, else by its outputSections, else inferred from the value. It never
 * throws: a missing part is an empty block, a wrongly shaped part is drawn by its own shape, and an output that does
 * not fit the spec at all is shown whole.
 * @example
 * ```ts
 * toolOutputToBlocks({ output: { npv: 1200 }, outputSections: [{ key: "npv", label: "NPV", type: "summary" }] });
 * ```
 */
export function toolOutputToBlocks(request: ToolOutputRequest): Block[] {
  let blocks: NewBlock[];
  try {
    blocks = resolveBlocks(request);
    if (blocks.length === 0) {
      blocks = [emptyBlock({ value: request.output, path: "", label: undefined, schema: undefined }, "empty")];
    }
  } catch {
    // Only outputs that are not JSON throw: getters that throw, exotic proxies.
    blocks = [{ type: "json", path: "", value: request.output }];
  }
  return withIds(blocks);
}

function resolveBlocks({ output: given, viewSpec, outputSections, outputSchema, slug }: ToolOutputRequest): NewBlock[] {
  const output = plainValue(given);
  const schema = readSchema(outputSchema);
  const whole: Part = { value: output, path: "", label: undefined, schema };
  const specs: readonly BlockSpec[] = readSpecs(viewSpec?.blocks) ?? readSpecs(outputSections) ?? [];
  if (specs.length === 0) return atMost(inferBlocks(whole), output);
  if (output === null || output === undefined) return [emptyBlock(whole, "null")];
  const { value, beside } = unwrap(whole);
  const reached: string[][] = [];
  const texts: string[][] = [];
  const blocks = specs.flatMap((written): NewBlock[] => {
    const spec = { ...written, config: withOutputTexts(written.config, value, texts) };
    const path = typeof spec.key === "string" ? spec.key : "";
    const steps = stepsOfPath(value, path);
    const part: Part = {
      value: steps ? (path === "" ? value : readPath(value, path)) : undefined,
      path,
      label: typeof spec.label === "string" ? spec.label : hasHeading(spec) ? headingOf(schema, path) : undefined,
      schema: schemaAtPath(schema, path),
    };
    if (steps) reached.push(steps);
    // A callout is there where its text is.
    if (spec.type === "callout" && isHollow(part.value)) return [];
    if (!steps) return [emptyBlock(part, "missing", spec.type)];
    return toBlocks(spec, part, slug);
  });
  const nothingElse = isRecord(value) && Object.keys(value).length === 0;
  if (reached.length === 0 && !nothingElse) return [...blocks, ...atMost(inferBlocks(whole), output)];
  if (viewSpec?.only === true) {
    const error = isRecord(value) ? readError(value) : null;
    const own = error
      ? [errorBlock({ ...whole, value: (value as { error?: unknown }).error }, error.message, error.code)]
      : [];
    return [...beside.filter(isError), ...own, ...blocks.flatMap(namedAlone)];
  }
  return [
    ...beside.filter(isError),
    ...addRest(blocks, { ...whole, value: withoutPaths(value, [...reached, ...texts]) }, beside),
  ];
}

/** A block with what its spec names alone; what lies beside that is none. */
function namedAlone(block: NewBlock): NewBlock[] {
  if (block.type === "rest") return [];
  if (block.type === "table") return [{ ...block, columns: block.columns.filter(({ hidden = false }) => !hidden) }];
  if (block.type === "ranking") return [{ ...block, items: block.items.map(({ rest: _rest, ...item }) => item) }];
  if (block.type !== "summary") return [block];
  const { more: _more, ...named } = block;
  return [named];
}

const isError = (block: NewBlock): boolean => block.type === "error";

/** The blocks that were asked for, after the error that stands beside them and before a fold of whatever else does. */
function addRest(blocks: NewBlock[], rest: Part, beside: NewBlock[]): NewBlock[] {
  const others = beside.filter((block) => !isError(block));
  if (others.length > 0) {
    const value = others.map((block) => block.value);
    blocks = [...blocks, { type: "rest", path: "", value, keys: [], blocks: withIds(others) }];
  }
  if (rest.value === undefined) return blocks;
  if (!isRecord(rest.value)) return [...blocks, ...inferBlocks(rest)];
  const error = readError(rest.value);
  const left = error ? error.rest : rest.value;
  return [
    ...(error ? [errorBlock({ ...rest, value: rest.value.error }, error.message, error.code)] : []),
    ...blocks,
    ...(isHollow(left) ? [] : [restBlock(rest, left)]),
  ];
}

const mostBlocks = 60;

/** The limit of blocks; beyond it the whole output is shown as JSON. */
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

/**
 * The value that paths start from (an MCP result's structured content or JSON text, a JSON text, else the output
 * itself), and the blocks of what an MCP result holds beside it.
 */
function unwrap(whole: Part): { value: unknown; beside: NewBlock[] } {
  const output = whole.value;
  if (typeof output === "string") return { value: parseJsonText(output) ?? output, beside: [] };
  const result = readMcpResult(output);
  if (!result) return { value: output, beside: [] };
  const at = { ...whole, schema: undefined };
  if (result.structured !== undefined) return { value: result.structured, beside: besideStructured(at, result) };
  const texts = textsOf(result);
  const value = texts.length === 1 ? parseJsonText(texts[0]!) : undefined;
  if (value === undefined) return { value: output, beside: [] };
  const parts = result.parts.filter((part) => part.type !== "text");
  return { value, beside: besideStructured(at, { ...result, parts }) };
}

/** What a callout says needs no heading but one that its spec gives. */
const hasHeading = ({ type, key }: BlockSpec): boolean => type !== "callout" && typeof key === "string" && key !== "";

const headingOf = (schema: SchemaPart | undefined, path: string): string =>
  titleOf(schemaAtPath(schema, path)) ?? labelOfPath(path);

function toBlocks(spec: BlockSpec, part: Part, slug: string | undefined): NewBlock[] {
  const config: BlockConfig = isRecord(spec.config) ? spec.config : {};
  const { value } = part;
  if (spec.type === "custom") {
    const own = { ...part, label: undefined };
    const table = config.columns ? toTableBlock(own, config) : null;
    const fallback = withIds(table && "block" in table ? withBeside(table, own) : inferBlocks(own));
    return [{ type: "custom", ...base(part), slot: `tool-output-${slug ?? ""}`, config, fallback }];
  }
  if (spec.type === "json") return [{ type: "json", ...base(part) }];
  if (value === null || value === undefined) return [emptyBlock(part, "null", spec.type)];
  const hollow =
    value === "" || (Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0);
  if (hollow) return [emptyBlock(part, "empty", spec.type)];
  const isWords = spec.type === "text" || spec.type === "callout";
  const parsed = typeof value === "string" && !isWords ? parseJsonText(value) : undefined;
  const read = parsed === undefined ? part : { ...part, value: parsed };
  const drawn = drawAs(spec.type, read, config);
  if (drawn && "block" in drawn) return withBeside(drawn, read);
  const [first, ...rest] = inferBlocks({ ...part, label: undefined });
  // The fallback keeps the configured heading, and says why it stands here.
  const own = first!.label === undefined ? "" : ` › ${first!.label}`;
  const heading = part.label === undefined ? {} : { label: `${part.label}${own}` };
  return [{ ...first!, ...heading, ...(drawn ? { note: drawn } : {}) }, ...rest];
}

function drawAs(type: BlockSpec["type"], part: Part, config: BlockConfig): Drawn | ChartNote | null {
  const { value } = part;
  switch (type) {
    case "summary":
      return drawn(toSummaryBlock(part, config));
    case "table":
      return toTableBlock(part, config);
    case "chart":
      return toChartBlock(part, config);
    case "radar":
      return toRadarBlock(part, config);
    case "ranking":
      return drawn(toRankingBlock(part, config));
    case "list":
      return Array.isArray(value) && value.every(isScalar) ? drawn(listBlock(part, value)) : null;
    case "text":
      return isScalar(value) ? { block: textBlock(part, cleanText(String(value))) } : null;
    case "callout":
      return typeof value === "string" ? drawn(calloutBlock(part, cleanText(value), config)) : null;
    case "image": {
      const source = toImageSource(value, imageType(part.schema));
      return source && { block: { type: "image", ...base(part), source } };
    }
    default:
      return null;
  }
}

const textBlock = (part: Part, text: string): NewBlock => ({ type: "text", ...base(part), text, ...formOfText(text) });

function calloutBlock(part: Part, text: string, { tone: asked }: BlockConfig): NewBlock {
  const format = schemaFormat(part.schema);
  const tone = calloutTones.find((one) => one === asked) ?? "info";
  return { type: "callout", ...base(part), text, tone, ...(format ? { format } : {}) };
}

const drawn = (block: NewBlock | null): Drawn | null => block && { block };

const namedKeys = new Set(["label", "value", "format"]);

/** Facts of a record, or of a list of `{ label, value }`. */
function toSummaryBlock(part: Part, config: BlockConfig): NewBlock | null {
  const { value } = part;
  if (Array.isArray(value)) {
    const isNamed = (one: Record<string, unknown>) =>
      isScalar(one.label) && one.label != null && "value" in one && !withoutKeys(one, namedKeys);
    const named = value.every((one) => isRecord(one) && isNamed(one));
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
  const all = (keys: readonly string[]) => keys.map((key): SummaryItem => toSummaryItem(part, value, key));
  if (!fields) return { type: "summary", ...base(part), items: all(Object.keys(value)) };
  const items = fields.map((field): SummaryItem => {
    const { key, label, format } = toColumn(field, part.schema, [value]);
    const isOpen = isOpenText(schemaAtPath(part.schema, key));
    return { key, label, value: readPath(value, key), ...(format ? { format } : {}), ...(isOpen && { isOpen }) };
  });
  const more = all(Object.keys(withoutKeys(value, new Set(items.map((item) => item.key!))) ?? {}));
  return { type: "summary", ...base(part), items, ...(more.length > 0 ? { more } : {}) };
}
