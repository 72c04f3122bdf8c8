"use client";
import type { JsonSchema } from "@callboard/core";
import { jsonChunks } from "@callboard/core/view";
import { Fragment, useMemo, useRef, useState, type ReactNode } from "react";
import { useKit } from "../../provider/ToolProvider.tsx";
import { useReachedEnd } from "./reach.ts";
import { visibleParts } from "../../text/visibleText.ts";
import { askEnglish } from "../../messages/askEnglish.ts";
import { isRecord } from "../../isRecord.ts";

/** A larger value is shown as JSON text, so that the page stays quick. */
const mostParts = 600;
const deepest = 8;

/**
 * A value exactly and whole: nothing is folded, shortened, rounded or hidden, and invisible characters are written as
 * their codes.
 */
export function ExactValue({
  value,
  schema,
  label,
}: {
  value: unknown;
  schema?: JsonSchema | undefined;
  label: string;
}): ReactNode {
  const small = useMemo(() => isSmall(value), [value]);
  if (small && isRecord(value)) return <Fields value={value} schema={schema} />;
  return (
    <div className="cb-exact">
      {small ? (
        <Part value={value} name={label} schema={schema} />
      ) : (
        <Box name={label} text={[...jsonChunks(value)].join("")} kind="json" />
      )}
    </div>
  );
}

function Fields({ value, schema }: { value: Record<string, unknown>; schema?: JsonSchema | undefined }): ReactNode {
  const properties = recordOr(recordOr(schema)?.["properties"]);
  return (
    <dl className="cb-exact">
      {inOrderOf(properties, Object.entries(value)).map(([key, item]) => {
        const part = properties && Object.hasOwn(properties, key) ? recordOr(properties[key]) : undefined;
        const title = part?.["title"];
        const name = typeof title === "string" && title !== "" ? title : key;
        return (
          <Fragment key={key}>
            <dt className="cb-call-note">
              <Visible text={name} />
            </dt>
            <dd data-key={key}>
              <Part value={item} name={name} schema={part} />
            </dd>
          </Fragment>
        );
      })}
    </dl>
  );
}

/** Entries in the order of the tool's form; those that the schema does not list come last. */
function inOrderOf(properties: Record<string, unknown> | undefined, entries: [string, unknown][]): [string, unknown][] {
  if (!properties) return entries;
  const places = new Map(Object.keys(properties).map((key, index) => [key, index]));
  const placeOf = ([key]: [string, unknown]) => places.get(key) ?? places.size;
  return entries.sort((one, other) => placeOf(one) - placeOf(other));
}

function Part({ value, name, schema }: { value: unknown; name: string; schema?: JsonSchema | undefined }): ReactNode {
  const { t } = useKit(askEnglish);
  if (Array.isArray(value)) {
    if (value.length === 0) return <span className="cb-exact-none">{t("approval.emptyList")}</span>;
    const items = recordOr(recordOr(schema)?.["items"]);
    return (
      <ol className="cb-exact-list">
        {value.map((one: unknown, index) => (
          <li key={index}>
            <Part value={one} name={`${name} ${index + 1}`} schema={items} />
          </li>
        ))}
      </ol>
    );
  }
  if (isRecord(value)) {
    if (Object.keys(value).length === 0) return <span className="cb-exact-none">{t("approval.emptyRecord")}</span>;
    return (
      <div className="cb-exact-list">
        <Fields value={value} schema={schema} />
      </div>
    );
  }
  if (value === "") return <span className="cb-exact-none">{t("approval.emptyText")}</span>;
  if (typeof value === "string") return <Box name={name} text={value} kind="text" />;
  return (
    <code className="cb-exact-value" data-exact="">
      {String(value)}
    </code>
  );
}

/** Text in full, with its length: a long one scrolls in its own box, until it is shown whole. */
function Box({ name, text, kind }: { name: string; text: string; kind: "text" | "json" }): ReactNode {
  const { t } = useKit(askEnglish);
  const [isWhole, setWhole] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const isLong = text.length > 240 || text.split("\n", 7).length > 6;
  const isCut = useReachedEnd(box, name, isLong) && !isWhole;
  const showWhole = () => {
    setWhole(true);
    // The button that was pressed goes away: what it showed is read next.
    box.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <div
        ref={box}
        className="cb-exact-value"
        data-exact=""
        data-kind={kind}
        data-long={(isLong && !isWhole) || undefined}
        dir="auto"
        {...(isLong && { tabIndex: isCut ? 0 : -1, role: "region", "aria-label": t("approval.value", { name }) })}
      >
        <Visible text={text} />
      </div>
      {isLong && (
        <p className="cb-call-note cb-exact-length">
          {t("approval.characters", { count: [...text].length })}
          {isCut && (
            <button type="button" className="cb-inline-button" onClick={showWhole}>
              {t("approval.showAll", { name })}
            </button>
          )}
        </p>
      )}
    </>
  );
}

/** A text whose invisible characters are written as their codes. */
export function Visible({ text }: { text: string }): ReactNode {
  const parts = useMemo(() => visibleParts(text), [text]);
  return parts.map((part, index) =>
    "text" in part ? (
      part.text
    ) : (
      <bdi key={index} className="cb-exact-escape">
        {part.escape}
      </bdi>
    ),
  );
}

/** True where a character of a value, or of a key, would be invisible. */
export function hidesSomething(value: unknown): boolean {
  for (const piece of jsonChunks(value, 0)) {
    if (visibleParts(piece).some((part) => "escape" in part)) return true;
    // JSON.stringify writes control characters as its own escapes.
    if (/\\u00[01]|\\[bfr]/.test(piece)) return true;
  }
  return false;
}

function recordOr(value: unknown): Record<string, unknown> | undefined {
  return isRecord(value) ? value : undefined;
}

function isSmall(value: unknown): boolean {
  const work: [unknown, number][] = [[value, 0]];
  for (let seen = 0; work.length > 0; seen++) {
    const [one, depth] = work.pop()!;
    if (seen > mostParts || depth > deepest) return false;
    if (typeof one !== "object" || one === null) continue;
    const inner: unknown[] = Array.isArray(one) ? one : Object.values(one);
    if (inner.length > mostParts) return false;
    for (const part of inner) work.push([part, depth + 1]);
  }
  return true;
}
