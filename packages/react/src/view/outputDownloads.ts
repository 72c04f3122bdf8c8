"use client";
import { Download } from "lucide-react";
import { useContext } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { download, fileName, saveBlob } from "../text/download.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { GiantContext } from "./giantReader.ts";
import { useIsOnly, type OutputAction } from "./OutputMenu.tsx";
import { tableFile, type TableFile } from "./tableFile.ts";

const types = { csv: "text/csv", json: "application/json", text: "text/plain" } as const;
const endings = { csv: "csv", json: "json", text: "txt" } as const;

/** Makes actions that save a file, and say so where it cannot be made. */
export function useFileAction(): (
  kind: keyof typeof types | "svg" | "png",
  run: () => Promise<void>,
  failed?: string,
) => OutputAction {
  const { t } = useKit(viewEnglish);
  return (kind, run, failed) => ({
    label: t(`view.download.${kind}.label`),
    icon: Download,
    isDownload: true,
    run: () =>
      run().catch(
        (error: unknown) =>
          failed ?? t("view.download.failed", { message: error instanceof Error ? error.message : String(error) }),
      ),
  });
}

/** Makes actions that save a file of pieces. */
export function useDownload(): (
  kind: keyof typeof types,
  name: string,
  pieces: () => Iterable<string>,
) => OutputAction {
  const action = useFileAction();
  return (kind, name, pieces) =>
    action(kind, async () => download(fileName(name, endings[kind]), `${types[kind]};charset=utf-8`, pieces()));
}

interface SavedTable extends Omit<TableFile, "isOnly" | "complete"> {
  name: string;
  complete?: boolean;
  /** The block, where it stands in a giant output. */
  part?: string;
}

/** Saves rows as CSV and the value they came from as JSON. */
export function useTableDownloads(): (table: SavedTable) => OutputAction[] {
  const giant = useContext(GiantContext);
  const isOnly = useIsOnly();
  const action = useFileAction();
  const save = useDownload();
  return ({ name, complete = true, part, ...table }) =>
    (["csv", "json"] as const).map((kind) =>
      giant && part !== undefined && part in giant.totals
        ? // The reader of a giant output knows its values whole.
          action(kind, async () => saveBlob(fileName(name, kind), await giant.reader.file(part, kind)))
        : save(kind, name, () => tableFile(kind, { ...table, complete, isOnly })),
    );
}
