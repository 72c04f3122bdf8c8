"use client";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { isHosted } from "./uploadRules.ts";

/** Edge of a preview in device pixels: twice what is shown. */
const edge = 96;

/**
 * A small picture of a file: one chosen here is drawn from its bytes, one of the page's own host is shown. Nothing is
 * fetched from anywhere else, and what is no picture is a sheet of paper.
 */
export function FilePreview({ file, url }: { file?: File; url?: string }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<File>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (!file?.type.startsWith("image/")) return;
    let current = true;
    createImageBitmap(file).then(
      (bitmap) => {
        const target = canvas.current;
        if (current && target) {
          const scale = Math.max(edge / bitmap.width, edge / bitmap.height);
          const [width, height] = [bitmap.width * scale, bitmap.height * scale];
          target.width = target.height = edge;
          target.getContext("2d")?.drawImage(bitmap, (edge - width) / 2, (edge - height) / 2, width, height);
          setDrawn(file);
        }
        bitmap.close();
      },
      () => {
        // Not a picture after all, or one that the browser cannot read: the sheet of paper stays.
      },
    );
    return () => {
      current = false;
    };
  }, [file]);
  const isDrawn = file !== undefined && drawn === file;
  const isPicture = !file && !isBroken && isHosted(url) && /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(url);
  return (
    <span className="cb-file-preview" aria-hidden="true">
      {file && <canvas ref={canvas} hidden={!isDrawn} />}
      {isPicture && <img src={url} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />}
      {!isDrawn && !isPicture && (
        <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5">
          <path d="M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8ZM14 3v5h5" strokeLinejoin="round" />
        </svg>
      )}
    </span>
  );
}
