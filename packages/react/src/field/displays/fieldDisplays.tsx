import type { FormNode } from "@callboard/core/form";
import { momentOf } from "@callboard/core/view";
import type { ReactNode } from "react";
import type { FieldDisplayProps } from "../api/fieldInput.ts";
import { numberText } from "../api/numberText.ts";
import { fileName } from "../uploads/fileName.ts";

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";
const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** A read-only field without a value. */
function Empty({ t }: Pick<FieldDisplayProps, "t">): ReactNode {
  return <span className="cb-value-empty">{t("form.notSet")}</span>;
}

/** A value of another type than the field's, as it is. */
function Foreign({ value }: { value: unknown }): ReactNode {
  return <bdi>{asText(value)}</bdi>;
}

/** Text as written, its lines kept; secrets as dots. */
export function TextDisplay({ node, value, t }: FieldDisplayProps): ReactNode {
  if (isEmpty(value)) return <Empty t={t} />;
  if (node.variant === "code") return <pre className="cb-value-json">{asText(value)}</pre>;
  return <span dir="auto">{node.variant === "password" ? "••••••••" : asText(value)}</span>;
}

/** A number by the reader's locale, with its unit or currency, or as a share. */
export function NumberDisplay({ node, value, locale, t }: FieldDisplayProps): ReactNode {
  if (typeof value !== "number") return isEmpty(value) ? <Empty t={t} /> : <Foreign value={value} />;
  return <span className="cb-value-number">{numberText(node, value, locale)}</span>;
}

export function BooleanDisplay({ value, t }: FieldDisplayProps): ReactNode {
  if (typeof value === "boolean") return t(value ? "form.yes" : "form.no");
  return isEmpty(value) ? <Empty t={t} /> : <Foreign value={value} />;
}

/** A date or time by the reader's locale. */
export function DateDisplay({ node, value, locale, t }: FieldDisplayProps): ReactNode {
  if (isEmpty(value)) return <Empty t={t} />;
  if (typeof value !== "string") return <Foreign value={value} />;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value);
  // A date that does not exist is as it is written: the engine would make another of it.
  const at = momentOf(value);
  if (node.variant === "time" || at === null) return value;
  const format = isDay
    ? ({ dateStyle: "medium", timeZone: "UTC" } as const)
    : ({ dateStyle: "medium", timeStyle: "short" } as const);
  return <time dateTime={value}>{new Intl.DateTimeFormat(locale, format).format(at)}</time>;
}

export function EnumDisplay({ node, value, t }: FieldDisplayProps): ReactNode {
  if (isEmpty(value)) return <Empty t={t} />;
  return node.options?.find((option) => Object.is(option.value, value))?.label ?? asText(value);
}

/** An address as text: nothing is loaded or linked because a value was shown. */
export function UrlDisplay({ value, t }: FieldDisplayProps): ReactNode {
  return isEmpty(value) ? <Empty t={t} /> : <span dir="ltr">{asText(value)}</span>;
}

export function MediaDisplay({ value, t }: FieldDisplayProps): ReactNode {
  return isEmpty(value) ? <Empty t={t} /> : <span dir="auto">{fileName(value) ?? asText(value)}</span>;
}

/** A list of choices, joined as the locale joins lists. */
export function ArrayDisplay({ node, value, locale, t }: FieldDisplayProps): ReactNode {
  if (isEmpty(value) || (Array.isArray(value) && value.length === 0)) return <Empty t={t} />;
  if (!Array.isArray(value)) return <Foreign value={value} />;
  const labels = value.map((one) => node.options?.find((option) => Object.is(option.value, one))?.label ?? asText(one));
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(labels);
}

/** Data without a shape of its own, as JSON. */
export function ObjectDisplay({ value, t }: FieldDisplayProps<FormNode>): ReactNode {
  return isEmpty(value) ? <Empty t={t} /> : <pre className="cb-value-json">{JSON.stringify(value, null, 2)}</pre>;
}
