"use client";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { download, fileName, saveBlob } from "./download.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";

/** A quiet button that saves a file. */
export function DownloadButton(props: {
  kind: "csv" | "json" | "text";
  name: string;
  pieces?: () => Iterable<string>;
  /** The file, where it is made elsewhere. */
  file?: () => Promise<Blob>;
}): ReactNode {
  const { t } = useKit(viewEnglish);
  const { kind, name, pieces, file } = props;
  const [extension, type] = {
    csv: ["csv", "text/csv"],
    json: ["json", "application/json"],
    text: ["txt", "text/plain"],
  }[kind];
  return (
    <button
      type="button"
      className="cb-button cb-small-button"
      data-variant="quiet"
      aria-label={t(`view.download.${kind}.label`)}
      onClick={() => {
        const saved = fileName(name, extension!);
        if (file)
          void file().then(
            (blob) => saveBlob(saved, blob),
            () => {},
          );
        else if (pieces) void download(saved, `${type};charset=utf-8`, pieces());
      }}
    >
      <Download size={14} aria-hidden />
      {t(`view.download.${kind}`)}
    </button>
  );
}
