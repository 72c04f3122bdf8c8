"use client";
import type { Block } from "@callboard/core/view";
import type { ReactNode } from "react";
import { BrokenNote } from "../provider/BrokenNote.tsx";
import { Contained } from "../provider/Contained.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { BlockFrame } from "./BlockFrame.tsx";
import { LazyJsonTree } from "./LazyJsonTree.tsx";
import { useIsOnly } from "./OutputMenu.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";

interface Props {
  block: Block;
  /** Where an app put the component that draws the block, if it did: slot and key. */
  slot?: string | undefined;
  children: ReactNode;
}

/**
 * Contains the error of a renderer within its block: a note, which names the app's own component, and the raw value
 * replace it, and the next value is drawn normally again. Even the raw value is replaced by a note where it cannot be
 * drawn, and it and the error are left out where a view shows nothing but what it names.
 */
export function BlockBoundary({ block, slot, children }: Props): ReactNode {
  const { t } = useKit(viewEnglish);
  const isOnly = useIsOnly();
  const note = (said: "view.broken.only" | "view.broken.raw") => (
    <BlockFrame block={block}>
      <p className="cb-note">{t(said)}</p>
    </BlockFrame>
  );
  return (
    <Contained
      from={[block.value]}
      renderInstead={(error) =>
        isOnly ? (
          note("view.broken.only")
        ) : (
          <Contained from={[block.value]} renderInstead={() => note("view.broken.raw")}>
            <BlockFrame block={block}>
              <BrokenNote error={error}>
                {slot === undefined ? t("view.broken") : t("view.broken.slot", { slot })}
              </BrokenNote>
              <LazyJsonTree value={block.value} label={block.label ?? t("view.json.label")} />
            </BlockFrame>
          </Contained>
        )
      }
    >
      {children}
    </Contained>
  );
}
