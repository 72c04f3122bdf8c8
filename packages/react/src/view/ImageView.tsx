"use client";
import type { ImageBlock, LinkBlock } from "@callboard/core/view";
import { ImageIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { BlockFrame } from "./BlockFrame.tsx";
import { useFileAddress } from "./useFileAddress.ts";
import { SafeAnchor } from "../text/SafeAnchor.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";

/**
 * An image whose bytes are in the output, or whose address may be loaded. Any other is a link with its host's name:
 * drawing it sends no request.
 */
export function ImageView({ block, alt = block.label }: { block: ImageBlock; alt?: string }): ReactNode {
  const { t } = useKit(viewEnglish);
  const [broken, setBroken] = useState<string>();
  const { source } = block;
  const { address, renew } = useFileAddress(source.kind === "remote" ? source.link.href : null);
  const src = source.kind === "data" ? source.src : address;
  if (src !== null && src !== broken) {
    return (
      <BlockFrame block={block}>
        <img
          className="cb-image"
          src={src}
          alt={alt ?? t("view.image")}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => {
            setBroken(src);
            renew();
          }}
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

/** An address that is the whole output, or that of a resource. */
export function LinkView({ block }: { block: LinkBlock }): ReactNode {
  return (
    <BlockFrame block={block}>
      <p className="cb-text">
        <SafeAnchor link={block.link} title={block.title} />
      </p>
      <Preview address={block.link.href} alt={block.title ?? ""} />
    </BlockFrame>
  );
}

/** The picture at an address that may be loaded; nothing for any other, and where it is none. */
export function Preview(props: { address: string; alt: string; isImage?: boolean }): ReactNode {
  const { address, alt, isImage = /\.(?:png|jpe?g|gif|webp|avif|bmp)(?:[?#]|$)/i.test(address) } = props;
  const { address: src, renew } = useFileAddress(isImage ? address : null);
  const [broken, setBroken] = useState<string>();
  if (src === null || broken === src) return null;
  return (
    <img
      className="cb-image"
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => {
        setBroken(src);
        renew();
      }}
    />
  );
}
