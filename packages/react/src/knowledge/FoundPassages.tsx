"use client";
import { ImageIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import { knowledgeEnglish } from "../messages/knowledgeEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { readableText } from "../text/visibleText.ts";
import { listOf, textOf } from "./listOf.ts";
import { PartLink, Place } from "./PartLink.tsx";
import type { KnowledgeBlockProps } from "./knowledgeBlockProps.ts";

const SHOWN_AT_FIRST = 5;
/** What stands in the place of an excerpt where an output has none, in characters. */
const BEGINNING = 280;

/** Passages that were found: each by its place, with the words of the query marked in what it says. */
export function FoundPassages({ value, hrefOf }: KnowledgeBlockProps): ReactNode {
  const { t } = useKit(knowledgeEnglish);
  const [isWhole, setWhole] = useState(false);
  const passages = listOf(value);
  if (passages.length === 0) return <p className="cb-nothing">{t("knowledge.nothing")}</p>;
  const shown = isWhole ? passages : passages.slice(0, SHOWN_AT_FIRST);
  return (
    <div className="cb-passages">
      <ol>
        {shown.map((passage, at) => (
          <li key={at}>
            <PartLink id={textOf(passage["path_part_id"])} hrefOf={hrefOf}>
              <Place breadcrumb={textOf(passage["breadcrumb"]) || textOf(passage["document"])} />
            </PartLink>
            {passage["has_image"] === true && (
              <span className="cb-passages-image">
                <ImageIcon size={14} aria-hidden />
                {t("knowledge.hasImage")}
              </span>
            )}
            <p dir="auto">
              {excerptOf(passage).map((piece, part) =>
                part % 2 === 1 ? <mark key={part}>{readableText(piece)}</mark> : readableText(piece),
              )}
            </p>
          </li>
        ))}
      </ol>
      {passages.length > SHOWN_AT_FIRST && (
        <button type="button" className="cb-inline-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t("knowledge.fewer") : t("knowledge.all", { count: passages.length })}
        </button>
      )}
    </div>
  );
}

function excerptOf({ excerpt, text }: Record<string, unknown>): string[] {
  if (Array.isArray(excerpt)) return excerpt.map(textOf);
  const whole = textOf(text);
  return [whole.length > BEGINNING ? `${whole.slice(0, BEGINNING)}…` : whole];
}
