"use client";
import { csvChunks, jsonChunks, keysOfRows, readPath, type Column } from "@callboard/core/view";
import { Download } from "lucide-react";
import { useContext } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { download, fileName, saveBlob } from "../text/download.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { GiantContext } from "./giantReader.ts";
import { OnlyContext, type OutputAction } from "./OutputMenu.tsx";

const types = { csv: "text/csv", json: "application/json", text: "text/plain" } as const;
const endings = { csv: "csv", json: "json", text: "txt" } as const;

type FileKind = keyof typeof types;

/** Saves a file, and says why there is none where it could not be made. */
function useSaving(): (save: () => Promise<void>) => Promise<string | void> {
  const { t } = useKit(viewEnglish);
  return async (save) => {
    try {
      await save();
    } catch (cause) {
      return t("view.download.failed", { message: cause instanceof Error ? cause.message : String(cause) });
    }
  };
}

/** Makes actions that save a file of pieces. */
export function useDownload(): (kind: FileKind, name: string, pieces: () => Iterable<string>) => OutputAction {
  const { t } = useKit(viewEnglish);
  const saving = useSaving();
  return (kind, name, pieces) => ({
    label: t(`view.download.${kind}.label`),
    icon: Download,
    isDownload: true,
    run: () => saving(() => download(fileName(name, endings[kind]), `${types[kind]};charset=utf-8`, pieces())),
  });
}

interface TableFiles {
  columns: readonly Column[];
  rows: readonly unknown[];
  value: unknown;
  name: string;
  complete?: boolean;
  /** The block, where it stands in a giant output. */
  part?: string;
}

/** Saves rows as CSV (all rows, all columns) and the value they came from as JSON. */
export function useTableDownloads(): (files: TableFiles) => OutputAction[] {
  const { t } = useKit(viewEnglish);
  const giant = useContext(GiantContext);
  const isOnly = useContext(OnlyContext);
  const save = useDownload();
  const saving = useSaving();
  return ({ columns, rows, value, name, complete = true, part }) => {
    if (giant && part !== undefined && part in giant.totals) {
      // The reader of a giant output knows its values whole.
      const kinds = isOnly ? (["csv"] as const) : (["csv", "json"] as const);
      return kinds.map((kind) => ({
        label: t(`view.download.${kind}.label`),
        icon: Download,
        isDownload: true,
        run: () => saving(() => giant.reader.file(part, kind).then((blob) => saveBlob(fileName(name, kind), blob))),
      }));
    }
    function* csv(): Generator<string> {
      // Spreadsheets recognize UTF-8 by this byte order mark.
      yield "\ufeff";
      const listed = new Set(columns.map((column) => column.key));
      const later = complete || isOnly ? [] : keysOfRows(rows, Infinity).keys.filter((key) => !listed.has(key));
      yield* csvChunks([...columns, ...later.map((key) => ({ key, label: key }))], rows);
    }
    const named = () => rows.map((row) => Object.fromEntries(columns.map(({ key }) => [key, readPath(row, key)])));
    return [save("csv", name, csv), save("json", name, () => jsonChunks(isOnly ? named() : value))];
  };
}
