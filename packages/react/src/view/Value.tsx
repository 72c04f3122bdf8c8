"use client";
import type { ValueFormat } from "@callboard/core";
import { besideAddress, fitPhrase, formatValue, toSafeLink, typeOfName, type SafeLink } from "@callboard/core/view";
import { useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { Preview } from "./ImageView.tsx";
import { LazyJsonTree } from "./LazyJsonTree.tsx";
import { OutputMenuContext } from "./OutputMenu.tsx";
import { LinkedText } from "../text/LinkedText.tsx";
import { SafeAnchor } from "../text/SafeAnchor.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { readableText } from "../text/visibleText.ts";

const longestLine = 180;
const longestShown = 20_000;
const longestBadge = 32;
const mailbox = /^[\w.+-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i;
// Three digits alone may be the number of an issue.
const colour = /^(?:#(?:[0-9a-f]{8}|[0-9a-f]{6}|(?=[0-9a-f]*[a-f])[0-9a-f]{3,4})|(?:rgb|hsl)a?\([\d\s.,%/]{3,40}\))$/i;

/** One value on a line: a scalar by its format and the reader's locale, or a record or list that can be opened. */
export function Value({ value, format }: { value: unknown; format?: ValueFormat | undefined }): ReactNode {
  const { locale, t, translator } = useKit(viewEnglish);
  if (format?.words && typeof value === "string") {
    const { words, ...own } = format;
    const phrase = fitPhrase(words, value);
    if (phrase) return <ShortText text={translator.fill(phrase.words, readableValues(phrase.values))} format={own} />;
  }
  if (value === null || value === undefined || value === "") {
    if (typeof format?.none === "string") return <ShortText text={readableText(format.none)} />;
    return (
      <span className="cb-value" data-kind="none">
        <span aria-hidden>–</span>
        <span className="cb-visually-hidden">{t("view.none")}</span>
      </span>
    );
  }
  if (typeof value === "boolean") return <span className="cb-value">{t(value ? "view.yes" : "view.no")}</span>;
  if (typeof value === "object") return <Nested value={value} format={format} />;
  if (typeof value !== "string") {
    return (
      // A number that is rounded for reading can be read exactly.
      <span
        className="cb-value"
        data-kind="number"
        title={format?.type === "bytes" || format?.type === "milliseconds" ? String(value) : undefined}
      >
        {formatValue(value, format, locale)}
      </span>
    );
  }
  if (/^(?:https?:\/)?\/\S+\.(?:png|jpe?g|gif|webp|avif|bmp)(?:\?\S*)?$/i.test(value))
    return <Picture address={value} />;
  const isAddress = !besideAddress.test(value);
  const link = (isAddress ? toSafeLink(value) : null) ?? (mailbox.test(value) ? toSafeLink(`mailto:${value}`) : null);
  if (link) return <Link link={link} />;
  if (isBadge(value, format)) return <ShortText text={readableText(value)} format={format} />;
  if (colour.test(value)) {
    return (
      <span className="cb-value" data-kind="colour">
        <svg className="cb-swatch" width="12" height="12" aria-hidden>
          <rect width="12" height="12" fill={value} />
        </svg>
        <bdi>{value}</bdi>
      </span>
    );
  }
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
  return value.length > longestLine || value.includes("\n") ? (
    <LongValue text={value} />
  ) : value.includes("://") ? (
    <bdi>
      <LinkedText text={value} />
    </bdi>
  ) : (
    <ShortText text={readableText(value)} />
  );
}

const isBadge = (text: string, format: ValueFormat | undefined): boolean =>
  format?.type === "badge" && text.length <= longestBadge && !text.includes("\n");

/** A text on a line, as it is: whoever draws it has seen to what it hides. */
function ShortText({ text, format }: { text: string; format?: ValueFormat | undefined }): ReactNode {
  if (!isBadge(text, format)) return <bdi>{text}</bdi>;
  return (
    <span className="cb-badge" dir="auto">
      {text}
    </span>
  );
}

/**
 * Values before they stand in a sentence, which isolates those of another direction by characters that are hidden, too.
 */
const readableValues = (values: Record<string, string | number>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? readableText(value) : value]),
  );

/** An address, with the type of the file that it says it leads to. */
function Link({ link }: { link: SafeLink }): ReactNode {
  const ending = typeOfName(link.href) && /\.([a-z0-9]{1,7})(?:[?#].*)?$/i.exec(link.href)?.[1];
  return (
    <>
      <SafeAnchor link={link} />
      {ending && <span className="cb-note"> {ending.toUpperCase()}</span>}
    </>
  );
}

/** The address of a picture: with a small view of it, where it may be loaded. */
function Picture({ address }: { address: string }): ReactNode {
  const link = toSafeLink(address);
  return (
    <span className="cb-value" data-kind="picture">
      {link ? <SafeAnchor link={link} /> : <bdi>{readableText(address)}</bdi>}
      <Preview address={address} alt="" />
    </span>
  );
}

function LongValue({ text }: { text: string }): ReactNode {
  const { t } = useKit(viewEnglish);
  const [open, setOpen] = useState(false);
  const line = text.slice(0, longestLine).split("\n")[0]!.trimEnd();
  const cut = open && text.length > longestShown;
  return (
    <span className="cb-value" data-kind="long" data-open={open || undefined}>
      <span dir="auto">
        <LinkedText text={open ? text.slice(0, longestShown) : line} cut={!open || cut} />
        {!open && " …"}
      </span>{" "}
      {cut && <span className="cb-note">{t("view.text.cut", { shown: longestShown, count: text.length })} </span>}
      <button type="button" className="cb-inline-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? "view.showLess" : "view.showMore")}
      </button>
    </span>
  );
}

function Nested({ value, format }: { value: object; format: ValueFormat | undefined }): ReactNode {
  const { t, locale } = useKit(viewEnglish);
  const [open, setOpen] = useState(false);
  const list = Array.isArray(value);
  if (list && value.length > 0 && value.length <= 8) {
    const words = value.map((one: unknown) => {
      if (typeof one === "object") return null;
      const text = formatValue(one, format, locale);
      return typeof one === "string" ? readableText(text) : text;
    });
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
      {open && (
        <OutputMenuContext.Provider value={null}>
          <LazyJsonTree value={value} label={words} />
        </OutputMenuContext.Provider>
      )}
    </div>
  );
}
