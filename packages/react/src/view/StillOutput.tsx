"use client";
import { formatValue, labelOfKey } from "@callboard/core/view";
import type { ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { isRecord } from "../isRecord.ts";
import { readableText } from "../text/visibleText.ts";
import { StillAction, StillTools } from "./StillTools.tsx";
import { areFigures } from "./summaryLayout.ts";

const mostCharacters = 1_200;
const mostFacts = 20;
const mostRows = 50;
const mostColumns = 12;
const longestCell = 180;

/** An output in its plainest form, at once: a text, facts or rows as they are, anything else as JSON. It stands until the rest is fetched. */
export function StillOutput({ value }: { value: unknown }): ReactNode {
  const { language } = useKit();
  return (
    <div {...language} className="callboard cb-output">
      {value === undefined || value === null ? null : <StillValue value={value} />}
    </div>
  );
}

function StillValue({ value }: { value: unknown }): ReactNode {
  const { locale } = useKit();
  if (isFlatRecord(value)) {
    const items = Object.entries(value).map(([label, one]) => ({ label: labelOfKey(label), value: one }));
    return (
      <dl className="cb-summary" data-layout={areFigures(items, locale) ? "figures" : "lines"}>
        {items.slice(0, mostFacts).map((item) => (
          <div key={item.label} className="cb-summary-item">
            <dt dir="auto">{readableText(item.label)}</dt>
            <dd dir="auto">
              <Words value={item.value} locale={locale} />
            </dd>
          </div>
        ))}
      </dl>
    );
  }
  if (Array.isArray(value) && value.length > 0 && value.slice(0, mostRows).every(isFlatRecord)) {
    const rows = value.slice(0, mostRows) as Record<string, unknown>[];
    const keys = [...new Set(rows.flatMap(Object.keys))].slice(0, mostColumns);
    return (
      <div className="cb-block">
        <div className="cb-block-head">
          <div className="cb-block-actions">
            <StillAction />
          </div>
        </div>
        <div className="cb-table-frame">
          <StillTools />
          <div className="cb-table-scroll" role="group" tabIndex={0}>
            <table className="cb-table" aria-rowcount={value.length + 1}>
              <thead>
                <tr>
                  {keys.map((key) => (
                    <th key={key} scope="col">
                      <span className="cb-table-sort">{readableText(labelOfKey(key))}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, index) => (
                  <tr key={index}>
                    {keys.map((key) => (
                      <td key={key}>
                        <Words value={row[key]} locale={locale} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
        {value.length > 10 && <p className="cb-note">{"\u00a0"}</p>}
      </div>
    );
  }
  if (Array.isArray(value) && value.length > 0 && value.slice(0, mostFacts).every(isScalar)) {
    return (
      <ul className="cb-list">
        {value.slice(0, mostFacts).map((item, index) => (
          <li key={index} dir="auto">
            <Words value={item} locale={locale} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className="cb-text" dir="auto">
      {readableText(textOf(value).slice(0, mostCharacters))}
    </div>
  );
}

function Words({ value, locale }: { value: unknown; locale: string }): ReactNode {
  const text = formatValue(value, undefined, locale).slice(0, longestCell);
  // What a locale writes has marks of its own.
  return <bdi>{(typeof value === "string" ? readableText(text) : text) || "–"}</bdi>;
}

const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null;

const isFlatRecord = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && Object.keys(value).length > 0 && Object.values(value).every(isScalar);

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, null, 2) ?? "";
  } catch {
    // Deep beyond measure, or circular: the whole view says what it is.
    return "";
  }
}
