"use client";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { download, fileName } from "./download.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";

/** A quiet button that saves a text, of which a page shows a part. */
export function DownloadButton({ text }: { text: string }): ReactNode {
  const { t } = useKit(viewEnglish);
  return (
    <button
      type="button"
      className="cb-button cb-small-button"
      data-variant="quiet"
      aria-label={t("view.download.text.label")}
      onClick={() => void download(fileName("", "txt"), "text/plain;charset=utf-8", [text])}
    >
      <Download size={14} aria-hidden />
      {t("view.download.text")}
    </button>
  );
}
