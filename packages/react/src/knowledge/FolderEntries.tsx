"use client";
import { FileText, Folder } from "lucide-react";
import type { ReactNode } from "react";
import { knowledgeEnglish } from "../messages/knowledgeEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { readableText } from "../text/visibleText.ts";
import { listOf, numberOf, textOf } from "./listOf.ts";
import { PartLink } from "./PartLink.tsx";
import type { KnowledgeBlockProps } from "./knowledgeBlockProps.ts";

/** Folders and documents, with how much is in each. */
export function FolderEntries({ value, hrefOf }: KnowledgeBlockProps): ReactNode {
  const { t } = useKit(knowledgeEnglish);
  const entries = listOf(value);
  if (entries.length === 0) return <p className="cb-nothing">{t("knowledge.noEntries")}</p>;
  return (
    <ul className="cb-folder-entries">
      {entries.map((entry, at) => {
        const isFolder = entry["kind"] === "FOLDER";
        const size = numberOf(entry[isFolder ? "children" : "characters"]);
        const name = textOf(entry["name"]);
        const title = textOf(entry["title"]);
        const Icon = isFolder ? Folder : FileText;
        const state = entry["state"];
        return (
          <li key={at}>
            <Icon size={16} aria-label={t(isFolder ? "knowledge.folder" : "knowledge.document")} role="img" />
            <PartLink id={textOf(entry["path_part_id"])} hrefOf={hrefOf}>
              <bdi>{readableText(name)}</bdi>
            </PartLink>
            <span className="cb-folder-entries-facts">
              {title !== "" && title !== name && <bdi>{readableText(title)}</bdi>}
              {state === "failed" ? (
                <span>{t("knowledge.unread")}</span>
              ) : (
                size !== undefined && (
                  <span>{t(isFolder ? "knowledge.entries" : "knowledge.characters", { count: size })}</span>
                )
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
