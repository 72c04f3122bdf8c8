"use client";
import { parentPointer } from "@callboard/core/form";
import { useContext, useState, type ReactNode } from "react";
import { FormContext } from "../api/formContext.ts";
import type { FieldInputProps } from "../api/fieldInput.ts";
import { FilePreview } from "./FilePreview.tsx";
import { fileName } from "./fileName.ts";
import { ImageDropzoneUploader, uploadLimit } from "./ImageDropzoneUploader.tsx";
import { isHosted } from "./uploadRules.ts";
import { usePendingProblem } from "./usePendingProblem.ts";
import { uploadEnglish } from "../../messages/uploadEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";

/** A form's field of one file. In a list the row around it removes it, so a stored file is only shown. */
export function UploadInput(props: FieldInputProps): ReactNode {
  const { id, node, path, value, onChange } = props;
  const { t } = useKit(uploadEnglish);
  const form = useContext(FormContext);
  const [isPending, setPending] = useState(false);
  usePendingProblem(path, value, isPending, t);
  const inList = form !== undefined && path !== "" && Array.isArray(form.store.getValue(parentPointer(path)));
  if (inList && isHosted(value)) {
    return (
      <div className="cb-file" id={id} tabIndex={-1}>
        <FilePreview url={value} />
        <bdi className="cb-file-name">{fileName(value) ?? t("upload.file")}</bdi>
      </div>
    );
  }
  return (
    <ImageDropzoneUploader
      id={id}
      value={value as string | undefined}
      onChange={onChange}
      onPendingChange={setPending}
      onBlur={props.onBlur}
      compact={form?.mode === "embed"}
      accept={acceptOf(node)}
      maxBytes={node.details?.maxBytes ?? uploadLimit}
      labelledBy={props.labelledBy}
      describedBy={props.describedBy}
      invalid={props.invalid}
      disabled={props.readOnly}
      placeholder={node.placeholder}
    />
  );
}

/** The files that a field accepts, by its `accept` or its schema's media type. */
export function acceptOf({ details, schema }: Pick<FieldInputProps["node"], "details" | "schema">): string {
  const type = schema["contentMediaType"];
  return details?.accept ?? (typeof type === "string" && type !== "application/octet-stream" ? type : "");
}
