"use client";
import type { Block, RestBlock } from "@callboard/core/view";
import { useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { readableText } from "../text/visibleText.ts";

const mostNamed = 6;

/** What no other block shows, folded: named, and drawn once opened. */
export function RestView({
  block,
  renderBlock,
}: {
  block: RestBlock;
  renderBlock: (block: Block) => ReactNode;
}): ReactNode {
  const { t } = useKit(viewEnglish);
  const [opened, setOpened] = useState(false);
  const { keys } = block;
  const names = readableText(keys.slice(0, mostNamed).join(", ")) + (keys.length > mostNamed ? " …" : "");
  return (
    <details className="cb-rest" onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>{keys.length > 0 ? t("view.rest", { names }) : t("view.rest.unnamed")}</summary>
      {opened && <div className="cb-output">{block.blocks.map(renderBlock)}</div>}
    </details>
  );
}
