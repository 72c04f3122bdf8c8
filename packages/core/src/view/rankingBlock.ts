import type { BlockConfig } from "./viewSpec.ts";
import type { Column, NewBlock, RankingBlock, RankingItem } from "./block.ts";
import { keysOfRows, kindOfColumn, readColumnConfigs, toColumn, toNumber } from "./columns.ts";
import { isRecord, isScalar } from "../json/record.ts";
import { readPath } from "./outputPath.ts";
import { withoutKeys } from "./rest.ts";
import { boundsOf } from "./scale.ts";
import { itemsOf, schemaAtPath, schemaFormat } from "./schemaPart.ts";
import { base, isRecordList, type Part } from "./tableBlock.ts";

const labelKeys = ["label", "name", "title", "item", "option", "candidate", "id"];
const mostItems = 10_000;
const scoreKeys = ["score", "total", "value", "points", "weight", "priority"];
const reasonKeys = ["reason", "rationale", "explanation", "why", "description", "note", "summary"];

/**
 * A ranking of a part: a list of records with a name and a score, or a record of scores. Null where it has another
 * shape.
 */
export function toRankingBlock(part: Part, config: BlockConfig = {}): NewBlock | null {
  const rows = readRanked(part.value);
  if (!rows) return null;
  const { keys } = keysOfRows(rows);
  const numeric = keys.filter((key) => kindOfColumn(rows, key) === "number");
  const first = (names: string[], among: string[]) => names.find((name) => among.includes(name));
  const asked = readColumnConfigs(config.score)?.[0];
  const scoreKey = asked ?? first(scoreKeys, numeric) ?? numeric.find((key) => !/rank|position|index|id$/i.test(key));
  const texts = keys.filter((key) => kindOfColumn(rows, key) === "text");
  const labelKey = typeof config.label === "string" ? config.label : (first(labelKeys, keys) ?? texts[0]);
  const reasonKey =
    typeof config.reason === "string"
      ? config.reason
      : first(
          reasonKeys,
          texts.filter((key) => key !== labelKey),
        );
  if (scoreKey === undefined || labelKey === undefined) return null;
  const score = toColumn(scoreKey, itemsOf(part.schema), rows);
  const scores = rows.map((row) => toNumber(readPath(row, score.key)));
  if (scores.every((one) => one === null)) return null;
  const scale = scaleOfScores(scores, config, part, score);
  const items = rows.slice(0, mostItems).map((row, index): RankingItem => {
    const reason = reasonKey === undefined ? undefined : readPath(row, reasonKey);
    const value = scores[index] ?? null;
    const label = readPath(row, labelKey);
    const told = typeof reason === "string" && reason !== "";
    const shown = new Set([
      ...(isScalar(label) ? [labelKey] : []),
      ...(value !== null ? [score.key] : []),
      ...(told ? [reasonKey!] : []),
    ]);
    const rest = isRecord(row) ? withoutKeys(row, shown) : undefined;
    return {
      label: toWords(label),
      score: value,
      ...(told ? { reason } : {}),
      ...(rest ? { rest } : {}),
      share: value === null ? 0 : shareOf(value, scale),
    };
  });
  const format = score.format?.type === "plain" ? undefined : score.format;
  const formatOf = (key: string | undefined) =>
    key === undefined ? undefined : schemaFormat(schemaAtPath(itemsOf(part.schema), key));
  const labelFormat = formatOf(labelKey);
  const reasonFormat = formatOf(reasonKey);
  return {
    type: "ranking",
    ...base(part),
    items: inOrder(items, config.order),
    scale,
    ...(format ? { format } : {}),
    ...(labelFormat ? { labelFormat } : {}),
    ...(reasonFormat ? { reasonFormat } : {}),
  };
}

/** The ends of the bars: as spec, schema or a share's whole give them; a score beyond them is an end itself. */
function scaleOfScores(
  scores: readonly (number | null)[],
  config: BlockConfig,
  part: Part,
  score: Column,
): RankingBlock["scale"] {
  const { minimum = 0, maximum } = boundsOf(config, [schemaAtPath(itemsOf(part.schema), score.key)]);
  const values = scores.slice(0, mostItems).filter((one) => one !== null);
  const greatest = values.reduce((most, one) => Math.max(most, one), minimum);
  const whole = score.format?.type === "percent" ? (score.format.of ?? 1) : undefined;
  const end = maximum ?? whole ?? greatest;
  // Where everything lies below zero, a bar would say nothing.
  return { minimum, maximum: Math.max(end, greatest) };
}

const shareOf = (value: number, { minimum, maximum }: RankingBlock["scale"]): number =>
  maximum > minimum ? Math.min(1, Math.max(0, (value - minimum) / (maximum - minimum))) : 0;

const toWords = (value: unknown): string =>
  value === null || value === undefined ? "–" : typeof value === "object" ? "…" : String(value);

function readRanked(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value.length > 0 && isRecordList(value) ? value : null;
  if (!isRecord(value)) return null;
  const entries = Object.entries(value);
  if (entries.length === 0) return null;
  if (entries.every(([, one]) => toNumber(one) !== null)) return entries.map(([label, score]) => ({ label, score }));
  return null;
}

/** An output that is in order already, either way round, keeps it; else the best comes first. */
function inOrder(items: RankingItem[], order: unknown): RankingItem[] {
  const value = (item: RankingItem) => item.score ?? -Infinity;
  const falls = items.every((item, index) => index === 0 || value(items[index - 1]!) >= value(item));
  const rises = items.every((item, index) => index === 0 || value(items[index - 1]!) <= value(item));
  if (order === "given" || (order === undefined && (falls || rises))) return items;
  const direction = order === "ascending" ? 1 : -1;
  return [...items].sort((a, b) => (value(a) === value(b) ? 0 : value(a) < value(b) ? -direction : direction));
}
