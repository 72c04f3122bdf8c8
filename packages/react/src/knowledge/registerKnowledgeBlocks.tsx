"use client";
import { Suspense, type ComponentType, type ReactNode } from "react";
import { lazyComponent } from "../provider/lazyModule.ts";
import { uiRegistry, type UiRegistry } from "../provider/uiRegistry.ts";
import { PendingOutput } from "../view/PendingOutput.tsx";
import type { KnowledgeBlockProps } from "./knowledgeBlockProps.ts";
import type { CustomBlockProps } from "../view/outputProps.ts";

const FoundPassages = lazyComponent(
  () => import("./FoundPassages.tsx"),
  (module) => module.FoundPassages,
);
const FolderEntries = lazyComponent(
  () => import("./FolderEntries.tsx"),
  (module) => module.FolderEntries,
);
const FolderTree = lazyComponent(
  () => import("./FolderTree.tsx"),
  (module) => module.FolderTree,
);
const DocumentReader = lazyComponent(
  () => import("./DocumentReader.tsx"),
  (module) => module.DocumentReader,
);

const BLOCKS: readonly (readonly [component: ComponentType<KnowledgeBlockProps>, slugs: readonly string[]])[] = [
  [FoundPassages, ["search_knowledge", "search_keyword", "search_documents"]],
  [FolderEntries, ["list_contents", "find", "list_folder_contents"]],
  [FolderTree, ["folder_tree"]],
  [DocumentReader, ["read", "read_around"]],
];

export interface KnowledgeBlocksOptions {
  /**
   * The address at which a page opens a document, section or passage; `/knowledge/<id>` unless given, undefined where
   * there is none.
   */
  hrefOf?: (id: string) => string | undefined;
}

/**
 * Draws what the tools of `@callboard/knowledge` answer: passages with the words that were found, folders, trees, and a
 * reader that is open at its passage. Without it they are tables. Gives back what ends it.
 * @example
 * ```ts
 * registerKnowledgeBlocks(uiRegistry, { hrefOf: (id) => `/docs/${id}` });
 * ```
 */
export function registerKnowledgeBlocks(
  registry: UiRegistry = uiRegistry,
  { hrefOf = (id) => `/knowledge/${encodeURIComponent(id)}` }: KnowledgeBlocksOptions = {},
): () => void {
  const ends = BLOCKS.flatMap(([Block, slugs]) =>
    slugs.map((slug) =>
      registry.register("block", `tool-output-${slug}`, ({ value }: CustomBlockProps): ReactNode => (
        <Suspense fallback={<PendingOutput />}>
          <Block value={value} hrefOf={hrefOf} />
        </Suspense>
      )),
    ),
  );
  return () => {
    for (const end of ends) end();
  };
}
