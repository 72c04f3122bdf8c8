"use client";
import { formatValue, toSafeLink, type ValueFormat } from "@callboard/core";
import { useState, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { JsonTree } from "./JsonTree.tsx";
import { SafeAnchor } from "./SafeAnchor.tsx";

const longestLine = 180;
const longestShown = 20_000;

/** One value where a line is meant: a scalar by its format and the reader's locale, or what a record or list holds, to be opened. */
export function Value({ value, format }: { value: unknown; format?: ValueFormat | undefined }): ReactNode {
  const { locale, t } = useCallboard();
  if (value === null || value === undefined || value === "") {
    return (
      <span className="cb-value" data-kind="none">
        <span aria-hidden>–</span>
        <span className="cb-visually-hidden">{t("view.none")}</span>
      </span>
    );
  }
  if (typeof value === "boolean") return <span className="cb-value">{t(value ? "view.yes" : "view.no")}</span>;
  if (typeof value === "object") return <Nested value={value} />;
  if (typeof value !== "string") {
    return (
      <span className="cb-value" data-kind="number">
        {formatValue(value, format, locale)}
      </span>
    );
  }
  const link = toSafeLink(value);
  if (link) return <SafeAnchor link={link} />;
  const text = formatValue(value, format, locale);
  if (text !== value) {
    const dated = !format || format.type === "date" || format.type === "datetime";
    // The server's time zone is not the reader's.
    return dated ? (
      <time className="cb-value" dateTime={value} suppressHydrationWarning>
        {text}
      </time>
    ) : (
      <span className="cb-value" data-kind="number">
        {text}
      </span>
    );
  }
  return value.length > longestLine || value.includes("\n") ? <LongValue text={value} /> : <bdi>{value}</bdi>;
}

function LongValue({ text }: { text: string }): ReactNode {
  const { t } = useCallboard();
  const [open, setOpen] = useState(false);
  const line = text.slice(0, longestLine).split("\n")[0]!.trimEnd();
  const cut = open && text.length > longestShown;
  return (
    <span className="cb-value" data-kind="long" data-open={open || undefined}>
      <span dir="auto">{open ? text.slice(0, longestShown) : `${line} …`}</span>{" "}
      {cut && <span className="cb-note">{t("view.text.cut", { shown: longestShown, count: text.length })} </span>}
      <button type="button" className="cb-inline-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? "view.showLess" : "view.showMore")}
      </button>
    </span>
  );
}

function Nested({ value }: { value: object }): ReactNode {
  const { t, locale } = useCallboard();
  const [open, setOpen] = useState(false);
  const list = Array.isArray(value);
  if (list && value.length > 0 && value.length <= 8) {
    const words = value.map((one: unknown) => (typeof one === "object" ? null : formatValue(one, undefined, locale)));
    if (words.every((word) => word !== null && word.length <= 40)) return <bdi>{words.join(", ")}</bdi>;
  }
  const count = list ? value.length : Object.keys(value).length;
  const words = t(list ? "view.items" : "view.fields", { count });
  if (count === 0) {
    return (
      <span className="cb-value" data-kind="none">
        {t("view.empty.empty")}
      </span>
    );
  }
  return (
    <div className="cb-value" data-kind="nested">
      <button type="button" className="cb-inline-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {words}
      </button>
      {open && <JsonTree value={value} label={words} />}
    </div>
  );
}
