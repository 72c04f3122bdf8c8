"use client";
import { formatValue, labelOfKey } from "@callboard/core/view";
import { type ReactNode } from "react";
import { stillEnglish } from "../messages/stillEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { isRecord } from "../isRecord.ts";
import { readableText } from "../text/visibleText.ts";
import { StillAction } from "./StillAction.tsx";
import { areFigures } from "./summaryLayout.ts";

const mostCharacters = 1_200;
const mostFacts = 20;
const mostRows = 50;
const mostColumns = 12;
const mostLines = 40;
const mostKeys = 500;
const mostBlocks = 12;
const longestCell = 180;
const longestLine = 160;
const longestParsed = 200_000;
// The whole view draws records within records so far as blocks of their own.
const deepest = 2;
const mostNested = 6;

/**
 * An output in its plainest form, at once: texts, facts, rows and what lies within them as they are, at the size of the
 * blocks that the whole view makes of them. It stands until the rest is fetched.
 */
export function StillOutput({ value }: { value: unknown }): ReactNode {
  const { language } = useKit();
  return (
    <div {...language} className="callboard cb-output">
      {value === undefined || value === null ? (
        <Block label={undefined} body={nothing} />
      ) : (
        textsOf(value).map((one, index) => <Blocks key={index} value={one} />)
      )}
    </div>
  );
}

interface Part {
  value: unknown;
  label?: string | undefined;
  depth?: number;
}

function Blocks({ value: given, label, depth = 0 }: Part): ReactNode {
  const value = parsed(given);
  if (typeof value !== "object" || value === null) return <Block label={label} body={<Text value={value} />} />;
  if (depth > deepest) return <Tree label={label} value={value} />;
  if (Array.isArray(value)) {
    if (value.length === 1 && isRecord(value[0])) return <Blocks value={value[0]} label={label} depth={depth} />;
    const first = value.slice(0, mostRows);
    if (first.length === 0) return <Block label={label} body={nothing} />;
    if (first.every(isScalar)) return <Block label={label} body={<List items={first} />} />;
    if (
      first.every((row) => isRecord(row) || row === null) ||
      first.every((row) => Array.isArray(row) && row.every(isScalar))
    )
      return <Rows label={label} rows={first} count={value.length} />;
    return <Tree label={label} value={value} />;
  }
  const record = value as Record<string, unknown>;
  const keys = Object.keys(record).slice(0, mostKeys);
  if (keys.length === 0) return <Block label={label} body={nothing} />;
  if (keys.length === 1 && /^(?:result|results|data|output|response)$/.test(keys[0]!) && !isFact(record[keys[0]!]))
    return <Blocks value={record[keys[0]!]} label={label} depth={depth} />;
  const nested = keys.filter((key) => !isFact(record[key]));
  const facts = keys.filter((key) => isFact(record[key]));
  if (facts.length === 0 && keys.length > 1 && keys.every((key) => isFlat(record[key]))) {
    const rows = keys.map((key) => ({ "": key, ...(record[key] as object) }));
    return <Rows label={label} rows={rows.slice(0, mostRows)} count={rows.length} />;
  }
  if (depth > 0 && nested.length > mostNested) return <Tree label={label} value={value} />;
  return (
    <>
      {facts.length > 0 && <Block label={label} body={<Facts record={record} keys={facts} />} />}
      {nested.slice(0, mostBlocks).map((key) => {
        const own = labelOfKey(key);
        return <Blocks key={key} value={record[key]} label={label ? `${label} › ${own}` : own} depth={depth + 1} />;
      })}
    </>
  );
}

function Block({
  label,
  hasActions,
  body,
}: {
  label: string | undefined;
  hasActions?: boolean;
  body: ReactNode;
}): ReactNode {
  return (
    <div className="cb-block">
      {(label !== undefined || hasActions) && (
        <div className="cb-block-head">
          {label !== undefined && (
            <h3 className="cb-block-label" dir="auto">
              {readableText(label)}
            </h3>
          )}
          {hasActions && (
            <div className="cb-block-actions">
              <StillAction />
            </div>
          )}
        </div>
      )}
      {body}
    </div>
  );
}

const nothing = <p className="cb-nothing">{"\u00a0"}</p>;

const Text = ({ value }: { value: unknown }): ReactNode => (
  <div className="cb-text" dir="auto">
    {typeof value === "string" ? readableText(value.slice(0, mostCharacters)) : <Words value={value} />}
  </div>
);

const List = ({ items }: { items: readonly unknown[] }): ReactNode => (
  <>
    <ul className="cb-list">
      {items.slice(0, mostFacts).map((item, index) => (
        <li key={index} dir="auto">
          <Words value={item} />
        </li>
      ))}
    </ul>
    {items.length > mostFacts && (
      <span className="cb-inline-button" aria-hidden>
        {"\u00a0"}
      </span>
    )}
  </>
);

function Facts({ record, keys }: { record: Record<string, unknown>; keys: readonly string[] }): ReactNode {
  const { locale } = useKit();
  const items = keys.map((key) => ({ label: labelOfKey(key), value: record[key] }));
  return (
    <dl className="cb-summary" data-layout={areFigures(items, locale) ? "figures" : "lines"}>
      {items.slice(0, mostFacts).map((item, index) => (
        <div key={index} className="cb-summary-item">
          <dt dir="auto">{readableText(item.label)}</dt>
          <dd dir="auto">
            <Words value={item.value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Rows({
  label,
  rows,
  count,
}: {
  label: string | undefined;
  rows: readonly unknown[];
  count: number;
}): ReactNode {
  const { t } = useKit(stillEnglish);
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row ?? {})))].slice(0, mostColumns);
  const table = (
    <div className="cb-table-frame">
      <div className="cb-table-scroll" role="group" tabIndex={0}>
        <table className="cb-table" aria-rowcount={count + 1}>
          <thead>
            <tr>
              {keys.map((key) => (
                <th key={key} scope="col">
                  <span className="cb-table-sort">{readableText(labelOfKey(key)) || t("view.column.name")}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {keys.map((key) => (
                  <td key={key}>
                    <Words value={(row as Record<string, unknown> | null)?.[key]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
  const body = (
    <>
      {table}
      {count > 10 && <p className="cb-note">{"\u00a0"}</p>}
    </>
  );
  return <Block label={label} hasActions={label === undefined} body={body} />;
}

/**
 * The lines of a tree that are open at first, as the tree itself opens them: the next level, and the one below where
 * all of it is short.
 */
function linesOf(value: object): { depth: number; key: string; value: unknown }[] {
  const entries = Object.entries(value).slice(0, 100);
  const below = entries.reduce((sum, [, one]) => sum + 1 + (isScalar(one) ? 0 : Object.keys(one as object).length), 0);
  const opened = (key: string, one: unknown) => [
    { depth: 1, key, value: one },
    ...(isScalar(one) || below > 24
      ? []
      : Object.entries(one as object).map(([inner, last]) => ({ depth: 2, key: inner, value: last as unknown }))),
  ];
  return [{ depth: 0, key: "", value }, ...entries.flatMap(([key, one]) => opened(key, one))];
}

function Tree({ label, value }: { label: string | undefined; value: object }): ReactNode {
  const lines = linesOf(value).slice(0, mostLines);
  const body = (
    <div className="cb-tree-frame">
      <div className="cb-tree">
        {lines.map(({ depth, key, value: one }, index) => (
          <div key={index} className="cb-tree-row">
            {Array.from({ length: depth }, (_, guide) => (
              <span key={guide} className="cb-tree-guide" aria-hidden />
            ))}
            <span className="cb-tree-marker" />
            <span className="cb-tree-words">
              {readableText(
                `${key} ${isScalar(one) ? (typeof one === "string" ? JSON.stringify(one) : String(one)) : "…"}`.slice(
                  0,
                  longestLine,
                ),
              )}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
  return <Block label={label} hasActions={label === undefined} body={body} />;
}

function Words({ value }: { value: unknown }): ReactNode {
  const { locale } = useKit();
  const isText = typeof value === "string";
  const text = isScalar(value)
    ? formatValue(value, undefined, locale)
    : Array.isArray(value) && value.every(isScalar)
      ? value.join(", ")
      : "…";
  // What a locale writes has marks of its own.
  return <bdi>{(isText ? readableText(text.slice(0, longestCell)) : text.slice(0, longestCell)) || "–"}</bdi>;
}

const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null;

const isFlat = (value: unknown): boolean => isRecord(value) && Object.values(value).every(isScalar);

/** Whether a value is a line among facts, as the whole view tells them from what has a block of its own. */
function isFact(value: unknown): boolean {
  if (typeof value === "string")
    return value.length <= longestLine && !/\n|^data:[^,]*;base64,/i.test(value) && parsed(value) === value;
  if (Array.isArray(value))
    return value.length > 0 && value.length <= 6 && value.every((one) => isScalar(one) && String(one).length <= 24);
  return isScalar(value);
}

/** The record or list that a text is the JSON of, else the value itself. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string" || value.length > longestParsed || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/**
 * What a tool's result says: the texts of MCP's parts, or the value that it has beside them; any other value is itself.
 */
function textsOf(value: unknown): unknown[] {
  const { content, structuredContent } = (Array.isArray(value) ? { content: value } : value) as Record<string, unknown>;
  const isMcp =
    Array.isArray(content) && content.length > 0 && content.every((part) => isRecord(part) && part["type"] === "text");
  if (!isMcp) return [value];
  const texts = content.map((part: { text?: unknown }) => part.text);
  const records = texts.map(parsed);
  return structuredContent ? [structuredContent] : texts.length > 1 && records.every(isRecord) ? [records] : texts;
}
