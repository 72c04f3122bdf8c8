import type { BlockType } from "../spec/viewSpec.ts";
import type { NewBlock } from "./block.ts";
import { formatOfKey } from "./columns.ts";
import { labelOfKey } from "./labelOfKey.ts";
import { readMcpResult, textsOf, type ContentPart, type McpResult } from "./mcpContent.ts";
import { isRecord, isScalar, joinPath } from "./outputPath.ts";
import { looksLikeMarkdown, parseDelimitedText, parseJsonText } from "./outputText.ts";
import { toImageSource, toSafeLink } from "./safeUrl.ts";
import { imageType, schemaFormat, schemaOf, titleOf } from "./schemaPart.ts";
import { base, isRecordList, toTableBlock, type Part } from "./tableBlock.ts";

const mostBlocks = 40;
const mostFacts = 200;
const mostNested = 6;
const deepest = 2;
const longText = 160;

/** The generic blocks of a value that no spec speaks of. Depth and count are bounded; what lies beyond is one JSON block. */
export function inferBlocks(part: Part, depth = 0): NewBlock[] {
  const { value } = part;
  if (value === undefined || value === null) return [{ type: "empty", ...base(part), reason: "null" }];
  if (typeof value === "string") return inferText(part, value, depth);
  if (typeof value !== "object") return [{ type: "text", ...base(part), text: String(value), markdown: false }];
  if (depth > deepest) return [{ type: "json", ...base(part) }];
  const result = readMcpResult(value);
  if (result) return inferMcp(part, result, depth);
  return Array.isArray(value)
    ? inferList(part, value, depth)
    : inferRecord(part, value as Record<string, unknown>, depth);
}

/** A part that is not there or has nothing in it, said as such. */
export function emptyBlock(part: Part, reason: "missing" | "null" | "empty", of?: BlockType): NewBlock {
  return { type: "empty", ...base(part), reason, ...(of ? { of } : {}) };
}

function inferText(part: Part, text: string, depth: number): NewBlock[] {
  if (text.trim() === "") return [emptyBlock(part, "empty")];
  const parsed = parseJsonText(text);
  if (parsed !== undefined) return inferBlocks({ ...part, value: parsed }, depth);
  const image = imageType(part.schema);
  const source = image || /^data:image\//i.test(text) ? toImageSource(text, image) : null;
  if (source) return [{ type: "image", ...base(part), source }];
  const link = toSafeLink(text);
  if (link) return [{ type: "link", ...base(part), link }];
  const table = parseDelimitedText(text);
  if (table) {
    const rows = table.rows.map((row) => row.map(readCell));
    const columns = table.header.map((label, index) => ({ key: String(index), label, ...cellFormat(label) }));
    return [{ type: "table", ...base(part), rows, columns, columnsComplete: true }];
  }
  return [{ type: "text", ...base(part), text, markdown: looksLikeMarkdown(text) }];
}

const cellFormat = (label: string) => {
  const format = formatOfKey(label);
  return format ? { format } : {};
};

/** A number only where writing it back gives the same text: `007` and `1e3` stay as they are. */
function readCell(text: string): string | number {
  return text !== "" && String(Number(text)) === text && Number.isSafeInteger(Math.trunc(Number(text)))
    ? Number(text)
    : text;
}

function inferList(part: Part, list: readonly unknown[], depth: number): NewBlock[] {
  if (list.length === 0) return [emptyBlock(part, "empty")];
  if (list.length === 1 && isRecord(list[0])) {
    return inferBlocks(
      { ...part, value: list[0], path: joinPath(part.path, "0"), schema: schemaOf(part.schema, "0") },
      depth,
    );
  }
  if (list.every(isScalar)) return [{ type: "list", ...base(part), items: list }];
  if (isRecordList(list) || list.every(Array.isArray)) {
    const table = toTableBlock(part);
    if (table) return [table];
  }
  return [{ type: "json", ...base(part) }];
}

/** Whether a value fits a line of a summary: a short scalar, or a short list of short ones. */
function isFact(value: unknown): boolean {
  if (typeof value === "string") {
    return (
      value.length <= longText &&
      !value.includes("\n") &&
      !/^data:image\//i.test(value) &&
      parseJsonText(value) === undefined
    );
  }
  if (Array.isArray(value)) {
    return value.length > 0 && value.length <= 6 && value.every((one) => isScalar(one) && String(one).length <= 24);
  }
  return isScalar(value);
}

function inferRecord(part: Part, record: Record<string, unknown>, depth: number): NewBlock[] {
  const keys = Object.keys(record);
  if (keys.length === 0) return [emptyBlock(part, "empty")];
  // A lone `result`, `data` or `output` around everything is a wrapper, not a heading.
  if (keys.length === 1 && /^(?:result|results|data|output|response)$/.test(keys[0]!) && !isFact(record[keys[0]!])) {
    return inferBlocks({ ...child(part, record, keys[0]!), label: part.label }, depth);
  }
  if (Array.isArray(record.rows) && Array.isArray(record.columns)) {
    const table = toTableBlock(part);
    if (table) return [table];
  }
  const error = readError(record);
  if (error) {
    const rest = Object.fromEntries(keys.filter((key) => key !== "error").map((key) => [key, record[key]]));
    const said: NewBlock = { type: "error", ...base(part), ...error };
    return [said, ...(keys.length > 1 ? inferRecord({ ...part, label: undefined, value: rest }, rest, depth) : [])];
  }
  const facts = keys.filter((key) => isFact(record[key]));
  if (facts.length === 0) {
    const table = toTableBlock(part);
    if (table) return [table];
  }
  const blocks: NewBlock[] = facts.length > 0 ? [summarise(part, record, facts)] : [];
  const nested = keys.filter((key) => !isFact(record[key]));
  if (depth > 0 && nested.length > mostNested) return [{ type: "json", ...base(part) }];
  for (const [index, key] of nested.entries()) {
    if (blocks.length >= mostBlocks) {
      const rest = Object.fromEntries(nested.slice(index).map((one) => [one, record[one]]));
      blocks.push({ type: "json", path: part.path, value: rest });
      break;
    }
    blocks.push(...inferBlocks(child(part, record, key), depth + 1));
  }
  return blocks;
}

function child(part: Part, record: Record<string, unknown>, key: string): Part {
  const schema = schemaOf(part.schema, key);
  const own = titleOf(schema) ?? labelOfKey(key);
  return {
    value: record[key],
    path: joinPath(part.path, key),
    label: part.label ? `${part.label} › ${own}` : own,
    schema,
  };
}

function summarise(part: Part, record: Record<string, unknown>, keys: string[]): NewBlock {
  if (keys.length > mostFacts) {
    const rows = keys.map((key) => [key, record[key]]);
    const columns = [
      { key: "0", label: "Name", made: "name" as const },
      { key: "1", label: "Value", made: "value" as const },
    ];
    return { type: "table", ...base(part), rows, columns, columnsComplete: true };
  }
  return { type: "summary", ...base(part), items: keys.map((key) => toSummaryItem(part, record, key)) };
}

/** One fact of a record, with the words and the format that schema or key give it. */
export function toSummaryItem(part: Part, record: Record<string, unknown>, key: string) {
  const schema = schemaOf(part.schema, key);
  const value = record[key];
  const format = schemaFormat(schema) ?? (typeof value === "number" ? formatOfKey(key) : undefined);
  return { key, label: titleOf(schema) ?? labelOfKey(key), value, ...(format ? { format } : {}) };
}

function readError(record: Record<string, unknown>): { message: string; code?: string } | null {
  const { error } = record;
  if (typeof error === "string" && error !== "") return { message: error };
  if (!isRecord(error) || typeof error.message !== "string" || error.message === "") return null;
  const code = typeof error.code === "string" || typeof error.code === "number" ? { code: String(error.code) } : {};
  return { message: error.message, ...code };
}

function inferMcp(part: Part, result: McpResult, depth: number): NewBlock[] {
  if (result.isError) {
    const message = textsOf(result).join("\n\n");
    if (message.trim() !== "") return [{ type: "error", ...base(part), message }];
  }
  const structured = result.structured === undefined ? [] : inferBlocks({ ...part, value: result.structured }, depth);
  // Structured content is the same thing again in data: the texts beside it are its serialisation.
  const parts = structured.length > 0 ? result.parts.filter((one) => one.type !== "text") : result.parts;
  const shown = parts.slice(0, mostBlocks).flatMap((one) => inferContent(part, one, depth));
  if (parts.length > mostBlocks) shown.push({ type: "json", path: part.path, value: parts.slice(mostBlocks) });
  const blocks = [...structured, ...shown];
  return blocks.length > 0 ? blocks : [emptyBlock(part, "empty")];
}

function inferContent(part: Part, content: ContentPart, depth: number): NewBlock[] {
  const at = { ...part, value: content as unknown };
  if (content.type === "text") return inferText({ ...part, value: content.text }, content.text as string, depth);
  if (content.type === "image") {
    const source = toImageSource(content.data, content.mimeType as string);
    return source ? [{ type: "image", ...base(at), source }] : [{ type: "json", ...base(at) }];
  }
  if (content.type === "resource") {
    const resource = content.resource as Record<string, unknown>;
    const label = String(resource.title ?? resource.name ?? resource.uri);
    if (typeof resource.text === "string")
      return inferText({ ...at, label, value: resource.text }, resource.text, depth);
    const source = typeof resource.mimeType === "string" ? toImageSource(resource.blob, resource.mimeType) : null;
    return source
      ? [{ type: "image", ...base({ ...at, label }), source }]
      : [{ type: "json", ...base({ ...at, label }) }];
  }
  const link = toSafeLink(content.uri);
  const title = content.title ?? content.name;
  if (content.type === "resource_link" && link) {
    return [{ type: "link", ...base(at), link, ...(typeof title === "string" ? { title } : {}) }];
  }
  return [{ type: "json", ...base(at) }];
}
