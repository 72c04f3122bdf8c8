"use client";
import { childPointer, resolveNode, type ArrayNode, type Pointer } from "@callboard/core/form";
import { useState, type ReactNode } from "react";
import { useFormScope, useGroup } from "../api/formContext.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { Dropzone, pastedFiles, UploadRows } from "./Dropzone.tsx";
import { uploadLimit } from "./ImageDropzoneUploader.tsx";
import { acceptOf } from "./UploadInput.tsx";
import { usePendingProblem } from "./usePendingProblem.ts";
import { useUploads } from "./useUploads.ts";
import { uploadEnglish } from "../../messages/uploadEnglish.ts";

/** Where a list of files takes several at once; each becomes a row when it is stored. */
export function AddFiles({ node, path, label }: { node: ArrayNode; path: Pointer; label: string }): ReactNode {
  const { client, t } = useKit(uploadEnglish);
  const { store, locale, idOf, mode } = useFormScope();
  const { rows } = useGroup(path);
  const [said, setSaid] = useState("");
  const item = node.item && resolveNode(node.item);
  const details = item?.kind === "leaf" ? item.details : undefined;
  const rules = {
    accept: item?.kind === "leaf" ? acceptOf(item) : "",
    maxBytes: details?.maxBytes ?? uploadLimit,
  };
  const uploads = useUploads({
    send: client?.upload,
    rules,
    t,
    locale,
    say: setSaid,
    onStored({ url }) {
      const list = store.getValue(path);
      const at = Array.isArray(list) ? list.length : 0;
      store.insert(path);
      store.setValue(childPointer(path, at), url);
    },
  });
  usePendingProblem(path, rows, uploads.isPending, t);
  return (
    <div
      className="cb-upload"
      onPaste={(event) => {
        const files = pastedFiles(event);
        if (files.length > 0) uploads.add(files);
      }}
    >
      {uploads.list.length > 0 && (
        <ul className="cb-files">
          <UploadRows uploads={uploads} locale={locale} t={t} />
        </ul>
      )}
      <Dropzone
        id={`${idOf(path)}-files`}
        uploads={uploads}
        rules={rules}
        multiple
        compact={mode === "embed" || rows.length > 0}
        label={label}
        locale={locale}
        t={t}
      />
      <span className="cb-visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}
