import type { BlockType } from "./viewSpec.ts";
import type { Block, NewBlock } from "./block.ts";
import { formatOfItems, formatOfKey } from "./keyFormat.ts";
import { valuesAt } from "./columns.ts";
import { adviceOf, isErrorText, readError } from "./errorText.ts";
import { fileAt, fileKind, fileOfBytes, fileOfDataUrl, isBareType, readFileRecord, type FileInfo } from "./fileInfo.ts";
import { labelOfKey } from "./labelOfKey.ts";
import { readMcpResult, repeatsStructured, textsOf, type ContentPart, type McpResult } from "./mcpContent.ts";
import { isRecord, isScalar } from "../json/record.ts";
import { joinPath } from "./outputPath.ts";
import {
  parseDelimitedText,
  parseDrawnTable,
  parseFactLines,
  parseJsonParts,
  parseJsonText,
  parseMarkdownTable,
  readCell,
} from "./outputText.ts";
import { besideAddress } from "./addressText.ts";
import { cleanText } from "./cleanText.ts";
import { isHollow, withoutKeys } from "./rest.ts";
import { toImageSource, toSafeLink, typeOfPicture } from "./safeUrl.ts";
import { imageType, isOpenText, itemsOf, schemaFormat, schemaOf, titleOf } from "./schemaPart.ts";
import { bareSurfaceMessages, isSurfaceType, readSurfaceMessages } from "./surfaceMessages.ts";
import { base, isRecordList, sheetKeys, toTableBlock, type Drawn, type Part } from "./tableBlock.ts";
import { formOfText, languageOfFile } from "./textForm.ts";

const mostBlocks = 40;
const mostFacts = 200;
const mostNested = 6;
const deepest = 2;
const longText = 160;
/** Characters of words before a table. */
const longestLead = 400;

/** The generic blocks of a value without a spec. Depth and count are bounded; the rest is one JSON block. */
export function inferBlocks(part: Part, depth = 0): NewBlock[] {
  const { value } = part;
  if (value === undefined || value === null) return [{ type: "empty", ...base(part), reason: "null" }];
  if (typeof value === "string") return inferText(part, value, depth);
  if (typeof value !== "object") return [{ type: "text", ...base(part), text: String(value), form: "plain" }];
  if (depth > deepest) return [{ type: "json", ...base(part) }];
  const messages = bareSurfaceMessages(value);
  if (messages) return [{ type: "surface", ...base(part), messages }];
  const result = readMcpResult(value);
  if (result) return inferMcp(part, result, depth);
  return Array.isArray(value)
    ? inferList(part, value, depth)
    : inferRecord(part, value as Record<string, unknown>, depth);
}

/** The block of a missing or empty part. */
export function emptyBlock(part: Part, reason: "missing" | "null" | "empty", of?: BlockType): NewBlock {
  return { type: "empty", ...base(part), reason, ...(of ? { of } : {}) };
}

function inferText(part: Part, given: string, depth: number): NewBlock[] {
  const text = cleanText(given);
  if (text.trim() === "") return [emptyBlock(part, "empty")];
  const parsed = parseJsonText(text);
  if (parsed !== undefined) return inferBlocks({ ...part, value: parsed }, depth);
  const image = imageType(part.schema) ?? typeOfPicture(text);
  const source = image || /^data:image\//i.test(text) ? toImageSource(text, image) : null;
  if (source) return [{ type: "image", ...base(part), source }];
  const bytes = /^data:/i.test(text) ? fileOfDataUrl(text) : null;
  if (bytes) return [fileBlock(part, bytes)];
  // An address with words behind it is a text.
  const isAddress = !besideAddress.test(text);
  const link = isAddress ? toSafeLink(text) : null;
  const file = isAddress ? fileAt(text) : undefined;
  const isNamed = file?.mediaType !== undefined && fileKind(file.mediaType) !== "image";
  if (file && (isNamed || file.source.kind === "upload")) return [fileBlock(part, file)];
  if (link) return [{ type: "link", ...base(part), link }];
  if (isErrorText(text)) return [errorBlock(part, text)];
  return inferData(part, text, depth) ?? [{ type: "text", ...base(part), text, ...formOfText(text) }];
}

/**
 * The data that a text holds in whole: JSON after some words, a table, a list of facts; null where it is anything else.
 */
function inferData(part: Part, text: string, depth: number): NewBlock[] | null {
  const json = parseJsonParts(text);
  if (json) {
    const [only] = json.values;
    const data = inferBlocks({ ...part, value: json.values.length === 1 ? only : json.values }, depth);
    if (json.lead === "") return data;
    const lead: NewBlock = {
      type: "text",
      ...base({ ...part, value: json.lead }),
      text: json.lead,
      ...formOfText(json.lead),
    };
    return [lead, ...data.map((block, index) => (index === 0 ? withoutLabel(block, part) : block))];
  }
  const gap = text.search(/\r?\n[ \t]*\r?\n/);
  const rest = gap > 0 && gap <= longestLead ? text.slice(gap).trim() : "";
  const below = rest === "" ? null : parseDelimitedText(rest);
  if (below) {
    const lead = text.slice(0, gap).trim();
    const [table] = inferData({ ...part, label: undefined, value: rest }, rest, depth)!;
    return [{ type: "text", ...base({ ...part, value: lead }), text: lead, ...formOfText(lead) }, table!];
  }
  const table = parseDelimitedText(text) ?? parseMarkdownTable(text) ?? parseDrawnTable(text);
  if (table) {
    const rows = table.rows.map((row) => row.map(readCell));
    const columns = table.header.map((label, index) => {
      const key = String(index);
      return { key, label, ...cellFormat(label, valuesAt(rows, key)) };
    });
    return [{ type: "table", ...base(part), rows, columns, columnsComplete: true }];
  }
  const facts = parseFactLines(text);
  if (!facts) return null;
  const items = facts.map(([label, text]) => {
    const value = readCell(text);
    return { label, value, ...cellFormat(label, [value]) };
  });
  return [{ type: "summary", ...base(part), items }];
}

/** A file as a block; a picture whose bytes are here is a picture. */
function fileBlock(part: Part, file: FileInfo): NewBlock {
  return { type: "file", ...base(part), file };
}

/** A part's heading stands over its first block alone. */
function withoutLabel(block: NewBlock, { label }: Part): NewBlock {
  if (label === undefined || block.label !== label) return block;
  const { label: _label, ...rest } = block;
  return rest as NewBlock;
}

/** The block of an error, with what to do about it. */
export function errorBlock(part: Part, message: string, code?: string): NewBlock {
  return {
    type: "error",
    ...base(part),
    message,
    ...(code === undefined ? {} : { code }),
    advice: adviceOf(message, code),
  };
}

const cellFormat = (label: string, values: readonly unknown[]) => {
  const format = formatOfKey(label, values);
  return format ? { format } : {};
};

function inferList(part: Part, list: readonly unknown[], depth: number): NewBlock[] {
  if (list.length === 0) return [emptyBlock(part, "empty")];
  if (list.length === 1 && isRecord(list[0])) {
    return inferBlocks(
      { ...part, value: list[0], path: joinPath(part.path, "0"), schema: schemaOf(part.schema, "0") },
      depth,
    );
  }
  if (list.every(isScalar)) return [listBlock(part, list)];
  if (isRecordList(list) || list.every(Array.isArray)) {
    const table = toTableBlock(part);
    if (table) return [table.block];
  }
  return [{ type: "json", ...base(part) }];
}

/** A list of scalars, each written as the schema of the items says, else the key of the list. */
export function listBlock(part: Part, items: readonly unknown[]): NewBlock {
  const key = part.path.slice(part.path.lastIndexOf(".") + 1);
  const format = schemaFormat(itemsOf(part.schema)) ?? formatOfItems(key, items);
  return { type: "list", ...base(part), items, ...(format ? { format } : {}) };
}

/** Whether a value fits a line of a summary: a short scalar, or a short list of short ones. */
function isFact(value: unknown): boolean {
  if (typeof value === "string") {
    return (
      value.length <= longText &&
      !value.includes("\n") &&
      !/^data:[^,]{0,200};base64,/i.test(value) &&
      typeOfPicture(value) === undefined &&
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
  const error = readError(record);
  if (error) {
    const { message, code, rest } = error;
    const beside = isHollow(rest) ? [] : inferRecord({ ...part, label: undefined, value: rest }, rest, depth);
    return [errorBlock(part, message, code), ...beside];
  }
  const described = readFileRecord(record);
  if (described) {
    const left = withoutKeys(record, new Set(described.shown));
    const beside = left ? inferRecord({ ...part, label: undefined, value: left }, left, depth) : [];
    const { file } = described;
    const picture =
      file.source.kind === "bytes" && fileKind(file.mediaType) === "image"
        ? toImageSource(file.source.base64, file.mediaType)
        : null;
    if (picture)
      return [{ type: "image", ...base({ ...part, label: part.label ?? file.name }), source: picture }, ...beside];
    return [fileBlock(part, file), ...beside];
  }
  const facts = keys.filter((key) => isFact(record[key]));
  const table = facts.length === 0 || sheetKeys(record) ? toTableBlock(part) : null;
  if (table) return withBeside(table, part, depth);
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

/** One entry of a summary, with label and format from the schema, else from the key. */
export function toSummaryItem(part: Part, record: Record<string, unknown>, key: string) {
  const schema = schemaOf(part.schema, key);
  const value = record[key];
  const ofList = Array.isArray(value) ? (schemaFormat(itemsOf(schema)) ?? formatOfItems(key, value)) : undefined;
  const format =
    schemaFormat(schema) ??
    (typeof value === "number" || typeof value === "string" ? formatOfKey(key, [value]) : ofList);
  const label = titleOf(schema) ?? labelOfKey(key);
  return { key, label, value, ...(format ? { format } : {}), ...(isOpenText(schema) && { isOpen: true }) };
}

/** A block, after the errors and facts of what its part holds beside it and before the rest of that. */
export function withBeside({ block, beside }: Drawn, part: Part, depth = 0): NewBlock[] {
  if (!beside) return [block];
  const others = inferBlocks({ ...part, label: undefined, value: beside }, depth);
  const first = others.filter((one) => one.type === "error" || (one.type === "summary" && one.path === part.path));
  return [...first, block, ...others.filter((one) => !first.includes(one))];
}

function inferMcp(part: Part, result: McpResult, depth: number): NewBlock[] {
  const structured = result.structured === undefined ? [] : inferBlocks({ ...part, value: result.structured }, depth);
  const records = structured.length === 0 && !result.isError ? recordsOf(result) : null;
  if (records) return inferBlocks({ ...part, value: records }, depth);
  const blocks = [...besideStructured(part, result, depth), ...structured];
  return blocks.length > 0 ? blocks : [emptyBlock(part, "empty")];
}

/** The records of a result that has one text for each of them, as servers write lists; null for any other. */
function recordsOf(result: McpResult): unknown[] | null {
  const texts = textsOf(result);
  if (texts.length < 2 || texts.length < result.parts.length) return null;
  const records = texts.map((text) => parseJsonText(text));
  return records.every(isRecord) ? records : null;
}

/**
 * The blocks of an MCP result but for its structured content and the texts that only repeat it. An error's texts are
 * the error.
 */
export function besideStructured(part: Part, result: McpResult, depth = 0): NewBlock[] {
  const message = result.isError ? textsOf(result).join("\n\n") : "";
  const isSaid = message.trim() !== "";
  const unsaid = result.parts.filter((one) => !(isSaid && one.type === "text"));
  const parts = repeatsStructured(result) ? unsaid.filter((one) => one.type !== "text") : unsaid;
  const shown = parts.slice(0, mostBlocks).flatMap((one) => inferContent(part, one, depth));
  if (parts.length > mostBlocks) shown.push({ type: "json", path: part.path, value: parts.slice(mostBlocks) });
  return isSaid ? [errorBlock(part, message), ...shown] : shown;
}

/**
 * What a content part says about itself beside what its block shows; its protocol's own marks are left to the raw view.
 */
function detailsOf(content: Record<string, unknown>, shown: readonly string[]): Record<string, unknown> | undefined {
  return withoutKeys(content, new Set([...shown, "type", "kind", "annotations", "_meta", "meta", "cache_control"]));
}

function inferContent(part: Part, content: ContentPart, depth: number): NewBlock[] {
  const at = { ...part, value: content as unknown };
  const withDetails = (blocks: NewBlock[], about: Record<string, unknown>, ...shown: string[]): NewBlock[] => {
    const details = detailsOf(about, shown);
    return details ? [...blocks, restBlock(part, details)] : blocks;
  };
  switch (content.type) {
    case "text": {
      const text = content.text as string;
      return withDetails(inferText({ ...part, value: text }, text, depth), content, "text");
    }
    case "image": {
      const source = toImageSource(content.data, content.mimeType as string);
      if (!source) return [{ type: "json", ...base(at) }];
      return withDetails([{ type: "image", ...base(at), source }], content, "data", "mimeType");
    }
    case "audio": {
      const file = fileOfBytes(content.data, content.mimeType, content.name);
      if (!file) return [{ type: "json", ...base(at) }];
      return withDetails(
        [fileBlock(at, file)],
        content,
        "data",
        ...(isBareType(content.mimeType) ? ["mimeType"] : []),
        ...(file.name === undefined ? [] : ["name"]),
      );
    }
    case "resource":
      return inferResource(at, content.resource as Record<string, unknown>, depth, withDetails);
    case "resource_link": {
      const link = toSafeLink(content.uri);
      const title = content.title ?? content.name;
      const file = link && fileAt(content.uri, { name: title, mediaType: content.mimeType, bytes: content.size });
      if (file?.mediaType !== undefined && file.mediaType !== "text/html") {
        const label = content.title === undefined ? "name" : "title";
        const said = [
          "uri",
          ...(file.bytes === undefined ? [] : ["size"]),
          ...(isBareType(content.mimeType) ? ["mimeType"] : []),
          ...(file.name === title ? [label] : []),
        ];
        return withDetails([fileBlock(at, file)], content, ...said);
      }
      if (!link) return [resourceFacts(at, content)];
      const named = typeof title === "string" ? { title } : {};
      const shown = ["uri", ...(named.title === undefined ? [] : [content.title === undefined ? "name" : "title"])];
      return withDetails([{ type: "link", ...base(at), link, ...named }], content, ...shown);
    }
    default:
      return [{ type: "json", ...base(at) }];
  }
}

/** A resource that only its server can read: what it says of itself, under its name. */
function resourceFacts(at: Part, content: ContentPart): NewBlock {
  const named = ["title", "name", "uri"].find((key) => typeof content[key] === "string")!;
  const facts = detailsOf(content, [named, "icons"]) ?? {};
  return summarise({ ...at, label: content[named] as string }, facts, Object.keys(facts));
}

function inferResource(
  at: Part,
  resource: Record<string, unknown>,
  depth: number,
  withDetails: (blocks: NewBlock[], about: Record<string, unknown>, ...shown: string[]) => NewBlock[],
): NewBlock[] {
  const named = ["title", "name", "uri"].find((key) => typeof resource[key] === "string")!;
  const label = resource[named] as string;
  const { text, mimeType } = resource;
  if (typeof text === "string") {
    const language = languageOfFile(mimeType, resource.uri);
    const whole = { ...at, label, value: text };
    const messages = isSurfaceType(mimeType) ? readSurfaceMessages(text) : null;
    if (messages) {
      const surface: NewBlock = { type: "surface", ...base({ ...at, label: undefined, value: text }), messages };
      return withDetails([surface], resource, named, "text", "mimeType");
    }
    const code: NewBlock[] | null =
      language && language !== "json" && text.trim() !== ""
        ? [{ type: "text", ...base(whole), text, form: "code", language }]
        : null;
    return withDetails(
      code ?? inferText(whole, text, depth),
      resource,
      named,
      "text",
      ...(language ? ["mimeType"] : []),
    );
  }
  const source = typeof mimeType === "string" ? toImageSource(resource.blob, mimeType) : null;
  const file = source ? null : fileOfBytes(resource.blob, mimeType, nameOfResource(resource, named));
  if (file)
    return withDetails([fileBlock(at, file)], resource, named, "blob", ...(isBareType(mimeType) ? ["mimeType"] : []));
  if (!source) return [{ type: "json", ...base({ ...at, label }) }];
  return withDetails([{ type: "image", ...base({ ...at, label }), source }], resource, named, "blob", "mimeType");
}

/** A resource's own name, else the end of its address. */
const nameOfResource = (resource: Record<string, unknown>, named: string): string => {
  const name = resource[named] as string;
  return named === "uri" ? (/([^/?#]+)[?#]?[^/]*$/.exec(name)?.[1] ?? name) : name;
};

/** A fold of parts that no other block shows. */
export function restBlock(part: Part, value: Record<string, unknown>): NewBlock {
  const blocks = withIds(inferBlocks({ ...part, label: undefined, value }, 1));
  return { type: "rest", path: part.path, value, keys: Object.keys(value), blocks };
}

/** Blocks with ids that are unique among them, and the same for the same shape. */
export function withIds(blocks: NewBlock[]): Block[] {
  const seen = new Map<string, number>();
  return blocks.map((block): Block => {
    const stem = `${block.type}:${block.path}`;
    const count = seen.get(stem) ?? 0;
    seen.set(stem, count + 1);
    return { ...block, id: count === 0 ? stem : `${stem}#${count}` } as Block;
  });
}
