"use client";
import { Folder } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { isRecord } from "../isRecord.ts";
import { knowledgeEnglish } from "../messages/knowledgeEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { readableText } from "../text/visibleText.ts";
import { listOf, numberOf, textOf } from "./listOf.ts";
import { PartLink } from "./PartLink.tsx";
import type { KnowledgeBlockProps } from "./knowledgeBlockProps.ts";

interface Branch {
  id: string;
  name: string;
  documents: number | undefined;
  below: Branch[];
}

/** The folders of a source as a tree, each with how many documents stand in it. */
export function FolderTree({ value, hrefOf }: KnowledgeBlockProps): ReactNode {
  const { t } = useKit(knowledgeEnglish);
  const roots = useMemo(() => branchesOf(listOf(isRecord(value) ? value["folders"] : value)), [value]);
  if (roots.length === 0) return <p className="cb-nothing">{t("knowledge.noEntries")}</p>;
  return (
    <div className="cb-folder-tree">
      <Branches branches={roots} hrefOf={hrefOf} />
    </div>
  );
}

function Branches({
  branches,
  hrefOf,
}: { branches: readonly Branch[] } & Pick<KnowledgeBlockProps, "hrefOf">): ReactNode {
  const { t } = useKit(knowledgeEnglish);
  return (
    <ul>
      {branches.map(({ id, name, documents, below }, at) => (
        <li key={at}>
          <span className="cb-folder-tree-row">
            <Folder size={16} aria-hidden />
            <PartLink id={id} hrefOf={hrefOf}>
              <bdi>{readableText(name)}</bdi>
            </PartLink>
            {documents !== undefined && (
              <span className="cb-folder-tree-count">{t("knowledge.documents", { count: documents })}</span>
            )}
          </span>
          {below.length > 0 && <Branches branches={below} hrefOf={hrefOf} />}
        </li>
      ))}
    </ul>
  );
}

/** Folders in the order of a tree, each with its depth, as branches. */
function branchesOf(folders: readonly Record<string, unknown>[]): Branch[] {
  const roots: Branch[] = [];
  const open: { depth: number; branch: Branch }[] = [];
  for (const folder of folders) {
    const branch: Branch = {
      id: textOf(folder["path_part_id"]),
      name: textOf(folder["name"]),
      documents: numberOf(folder["documents"]),
      below: [],
    };
    const depth = numberOf(folder["depth"]) ?? 0;
    while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= depth) open.pop();
    (open.at(-1)?.branch.below ?? roots).push(branch);
    open.push({ depth, branch });
  }
  return roots;
}
