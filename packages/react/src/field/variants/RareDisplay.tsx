"use client";
import { momentOf, toSafeLink } from "@callboard/core/view";
import type { ReactNode } from "react";
import { SafeAnchor } from "../../text/SafeAnchor.tsx";
import {
  ArrayDisplay,
  BooleanDisplay,
  DateDisplay,
  NumberDisplay,
  TextDisplay,
  UrlDisplay,
} from "../displays/fieldDisplays.tsx";
import type { FieldDisplayProps } from "../api/fieldInput.ts";
import { durationText, parseDuration } from "./duration.ts";
import { numberText, starCount } from "../api/numberText.ts";
import { Star } from "./Star.tsx";
import { TagList } from "../pickers/TagList.tsx";
import { fieldPartsEnglish } from "../../messages/fieldPartsEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";

/** The displays of the variants that few forms have. A value that does not fit its variant is shown as what it is. */
export function RareDisplay(props: FieldDisplayProps): ReactNode {
  const { node, value, locale } = props;
  const { t: words } = useKit(fieldPartsEnglish);
  switch (node.type) {
    case "number": {
      if (typeof value !== "number") return <NumberDisplay {...props} />;
      const text = numberText(node, value, locale);
      if (node.variant !== "rating") return <span className="cb-value-number">{text}</span>;
      const max = starCount(node.maximum);
      return (
        <span className="cb-rating" role="img" aria-label={words("field.rating", { value, max })}>
          {Array.from({ length: max }, (_, index) => (
            <span key={index} className="cb-star" data-on={index < value ? "" : undefined}>
              <Star isOn={index < value} />
            </span>
          ))}
        </span>
      );
    }
    case "text":
      if (node.variant !== "color" || typeof value !== "string" || !/^#[\da-f]{3,8}$/i.test(value))
        return <TextDisplay {...props} />;
      return (
        <span className="cb-color-value">
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <rect className="cb-color-swatch" x="0.5" y="0.5" width="15" height="15" rx="3.5" fill={value} />
          </svg>
          <code>{value}</code>
        </span>
      );
    case "date": {
      const duration = node.variant === "duration" ? parseDuration(value) : undefined;
      if (duration) return <time dateTime={String(value)}>{durationText(duration, locale)}</time>;
      return node.variant === "zoned" ? <ZonedDisplay {...props} /> : <DateDisplay {...props} />;
    }
    case "array":
      if (!Array.isArray(value) || value.length === 0 || node.variant !== "tags") return <ArrayDisplay {...props} />;
      return (
        <TagList tags={value.map((tag: unknown) => ({ text: typeof tag === "string" ? tag : JSON.stringify(tag) }))} />
      );
    case "boolean":
      return <BooleanDisplay {...props} />;
    default: {
      const link = toSafeLink(node.type === "email" ? `mailto:${String(value)}` : value);
      return link ? <SafeAnchor link={link} /> : <UrlDisplay {...props} />;
    }
  }
}

/** The time on the clock that was meant, with how far from UTC that clock is. */
function ZonedDisplay(props: FieldDisplayProps): ReactNode {
  const { value, locale } = props;
  const [, clock, offset] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/i.exec(String(value)) ?? [];
  const wall = clock === undefined ? null : momentOf(`${clock}Z`);
  if (wall === null) return <DateDisplay {...props} />;
  const text = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(
    wall,
  );
  return (
    <time dateTime={String(value)}>
      {text} <span className="cb-value-zone">{offset === "Z" || offset === "z" ? "UTC" : `UTC${offset}`}</span>
    </time>
  );
}
