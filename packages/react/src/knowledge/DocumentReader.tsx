"use client";
import { useEffect, useRef, type ReactNode } from "react";
import { isRecord } from "../isRecord.ts";
import { knowledgeEnglish } from "../messages/knowledgeEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { Markdown, usePreloadedMarkdown } from "../text/Markdown.tsx";
import { readableText } from "../text/visibleText.ts";
import { PendingOutput } from "../view/PendingOutput.tsx";
import { listOf, numberOf, textOf } from "./listOf.ts";
import { PartLink, Place } from "./PartLink.tsx";
import type { KnowledgeBlockProps } from "./knowledgeBlockProps.ts";

/** What was read of a document: its contents, or its text, open at the passage that was asked for. */
export function DocumentReader({ value, hrefOf }: KnowledgeBlockProps): ReactNode {
  const { t } = useKit(knowledgeEnglish);
  const output = isRecord(value) ? value : {};
  const anchor = isRecord(output["anchor"]) ? textOf(output["anchor"]["path_part_id"]) : "";
  const chunks = listOf(output["chunks"]);
  const sections = listOf(output["sections"]);
  const breadcrumb = textOf(output["breadcrumb"]);
  const id = textOf(output["path_part_id"]) || anchor;
  // Else the text would grow under the place that it is open at.
  const isReady = usePreloadedMarkdown();
  const isPart = typeof output["next_offset"] === "number" || (numberOf(output["offset"]) ?? 0) > 0;
  return (
    <div className="cb-document">
      {breadcrumb !== "" && (
        <p className="cb-document-place">
          <PartLink id={id} hrefOf={hrefOf}>
            <Place breadcrumb={breadcrumb} />
          </PartLink>
        </p>
      )}
      {sections.length > 0 && <Contents sections={sections} hrefOf={hrefOf} />}
      {chunks.length > 0 && !isReady && <PendingOutput />}
      {chunks.length > 0 && isReady && (
        <Text key={anchor} chunks={chunks} anchor={anchor} label={t("knowledge.text")} />
      )}
      {isPart && (
        <p className="cb-note">
          {t("knowledge.part", {
            from: (numberOf(output["offset"]) ?? 0) + 1,
            to: (numberOf(output["offset"]) ?? 0) + Math.max(chunks.length, sections.length),
            total: numberOf(output["total"]) ?? 0,
          })}
        </p>
      )}
    </div>
  );
}

function Text({
  chunks,
  anchor,
  label,
}: {
  chunks: readonly Record<string, unknown>[];
  anchor: string;
  label: string;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const passage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Only the box moves: the page stays where its reader left it.
    if (box.current && passage.current) box.current.scrollTop = passage.current.offsetTop;
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by the keyboard
    <div ref={box} className="cb-document-text" role="region" aria-label={label} tabIndex={0}>
      {chunks.map((chunk, at) => {
        const isAnchor = anchor !== "" && chunk["path_part_id"] === anchor;
        return (
          <div key={at} ref={isAnchor ? passage : undefined} data-anchor={isAnchor || undefined}>
            <Markdown text={textOf(chunk["text"])} />
          </div>
        );
      })}
    </div>
  );
}

function Contents({
  sections,
  hrefOf,
}: { sections: readonly Record<string, unknown>[] } & Pick<KnowledgeBlockProps, "hrefOf">): ReactNode {
  const { t } = useKit(knowledgeEnglish);
  const least = Math.min(...sections.map((section) => numberOf(section["depth"]) ?? 1));
  return (
    <ol className="cb-document-contents" aria-label={t("knowledge.contents")}>
      {sections.map((section, at) => {
        const characters = numberOf(section["characters"]);
        return (
          <li key={at} data-depth={Math.min(5, (numberOf(section["depth"]) ?? 1) - least)}>
            <PartLink id={textOf(section["path_part_id"])} hrefOf={hrefOf}>
              <bdi>{readableText(textOf(section["title"]))}</bdi>
            </PartLink>
            {characters !== undefined && <span>{t("knowledge.characters", { count: characters })}</span>}
          </li>
        );
      })}
    </ol>
  );
}
