"use client";
import type { Block } from "@callboard/core/view";
import { useContext, useId, useMemo, useRef, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { MenuPartContext, MenuSlotContext, noActions, useOutputActions, type OutputAction } from "./OutputMenu.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { readableText } from "../text/visibleText.ts";

/** Blocks as wide as there is room, which leave none beside them for the menu of the output. */
const WIDE: readonly Block["type"][] = ["table", "json", "chart", "radar"];

/** The frame of every block: heading, the menu of the output at its first block, and body. */
export function BlockFrame(props: {
  block: Pick<Block, "type" | "label" | "note">;
  /** What the menu of the output offers of this block, after what its body offers. */
  actions?: readonly OutputAction[] | undefined;
  children: ReactNode;
}): ReactNode {
  const { block, children, actions = noActions } = props;
  const { t } = useKit(viewEnglish);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const part = useMemo(() => ({ label: block.label, element: root }), [block.label]);
  const menu = useOutputActions(actions, 1, block.label, part);
  const slot = useContext(MenuSlotContext);
  const inHead = slot ?? menu;
  const hasHead = block.label !== undefined || (inHead !== null && WIDE.includes(block.type));
  return (
    <div
      ref={root}
      className="cb-block"
      data-block={block.type}
      data-corner={(inHead !== null && !hasHead) || undefined}
      {...(block.label === undefined ? {} : { role: "group", "aria-labelledby": id })}
    >
      {!hasHead && inHead}
      {hasHead && (
        <div className="cb-block-head">
          {block.label !== undefined && (
            <h3 id={id} className="cb-block-label" dir="auto">
              {block.label}
            </h3>
          )}
          {inHead && <div className="cb-block-actions">{inHead}</div>}
        </div>
      )}
      {block.note && (
        <p className="cb-note">
          {t(`view.note.${block.note.reason}`, { names: readableText(block.note.names?.join(", ") ?? "") })}
        </p>
      )}
      <MenuPartContext.Provider value={part}>{children}</MenuPartContext.Provider>
    </div>
  );
}
