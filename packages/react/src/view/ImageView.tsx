"use client";
import type { ImageBlock, LinkBlock } from "@callboard/core";
import { ImageIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { BlockFrame } from "./BlockFrame.tsx";
import { SafeAnchor } from "./SafeAnchor.tsx";

/** An image whose bytes are in the output. One that lives elsewhere is named with its host and opens on a click: drawing it asks nobody. */
export function ImageView({ block }: { block: ImageBlock }): ReactNode {
  const { t } = useCallboard();
  const [broken, setBroken] = useState(false);
  const { source } = block;
  if (source.kind === "data" && !broken) {
    return (
      <BlockFrame block={block}>
        <img
          className="cb-image"
          src={source.src}
          alt={block.label ?? t("view.image")}
          decoding="async"
          onError={() => setBroken(true)}
        />
      </BlockFrame>
    );
  }
  return (
    <BlockFrame block={block}>
      <p className="cb-chip">
        <ImageIcon size={14} aria-hidden />
        {source.kind === "remote" ? (
          <SafeAnchor link={source.link} title={t("view.image.remote", { host: source.link.host })} namesHost />
        ) : source.kind === "data" ? (
          t("view.image.broken")
        ) : (
          t("view.image.refused", { type: source.mediaType })
        )}
      </p>
    </BlockFrame>
  );
}

/** An address that is the output, or that a resource stands at. */
export function LinkView({ block }: { block: LinkBlock }): ReactNode {
  return (
    <BlockFrame block={block}>
      <p className="cb-text">
        <SafeAnchor link={block.link} title={block.title} />
      </p>
    </BlockFrame>
  );
}
