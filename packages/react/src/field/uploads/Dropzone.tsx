"use client";
import { useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from "react";
import { fieldIcon, IconButton } from "../api/fieldIcon.tsx";
import type { UploadTranslate } from "../../messages/messages.ts";
import { FilePreview } from "./FilePreview.tsx";
import { sizeWords } from "../../provider/sizeWords.ts";
import { acceptWords, isPictures, type UploadRules } from "./uploadRules.ts";
import type { Upload, Uploads } from "./useUploads.ts";

export interface DropzoneProps {
  id: string;
  uploads: Uploads;
  rules: UploadRules;
  multiple: boolean;
  compact: boolean;
  /** There is a file already that another would replace. */
  replaces?: boolean;
  labelledBy?: string;
  label?: string;
  describedBy?: string;
  invalid?: boolean;
  disabled?: boolean;
  locale: string;
  t: UploadTranslate;
  /** Said where more came than fits. */
  onTooMany?: () => void;
}

/**
 * Where files are dropped, pasted or chosen. The file input covers all of it, so a click anywhere and the keyboard both
 * reach it.
 */
export function Dropzone(props: DropzoneProps): ReactNode {
  const { id, uploads, rules, multiple, compact, labelledBy, label, locale, t } = props;
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const count = multiple ? 2 : 1;
  const words = isOver
    ? t("upload.release")
    : props.replaces
      ? t("upload.replace")
      : t(isPictures(rules.accept) ? "upload.drop.image" : "upload.drop.file", { count });
  const types = acceptWords(rules.accept, t, locale);
  const size = sizeWords(rules.maxBytes, locale);
  /** A fieldset's being disabled reaches the input alone. */
  const isOff = (): boolean => props.disabled === true || input.current?.matches(":disabled") === true;

  const take = (files: readonly File[]): void => {
    if (files.length === 0 || isOff()) return;
    if (!multiple && files.length > 1) props.onTooMany?.();
    uploads.add(multiple ? files : files.slice(0, 1));
  };
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes("Files");
  return (
    // Dropping is for the pointer; the input inside does the same by click and keyboard.
    <div
      role="presentation"
      className="cb-dropzone"
      data-compact={compact || props.replaces ? "" : undefined}
      data-over={isOver ? "" : undefined}
      data-invalid={props.invalid ? "" : undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = isOff() ? "none" : "copy";
        setOver(!isOff());
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      }}
    >
      <input
        ref={input}
        id={id}
        type="file"
        className="cb-dropzone-input"
        accept={rules.accept || undefined}
        multiple={multiple}
        disabled={props.disabled}
        aria-label={labelledBy === undefined ? `${label ?? ""} ${words}`.trim() : undefined}
        aria-labelledby={labelledBy === undefined ? undefined : `${labelledBy} ${id}-action`}
        aria-describedby={[`${id}-limits`, props.describedBy].filter(Boolean).join(" ")}
        aria-invalid={props.invalid || undefined}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          // The same file may be chosen again after it failed.
          event.target.value = "";
        }}
      />
      <span className="cb-dropzone-icon">{fieldIcon("upload")}</span>
      <span className="cb-dropzone-words" id={`${id}-action`}>
        {words}
      </span>
      <span className="cb-dropzone-limits" id={`${id}-limits`}>
        {types === undefined ? t("upload.limitsSize", { size }) : t("upload.limits", { types, size })}
      </span>
    </div>
  );
}

/** Files in what is pasted; the default is kept from happening only where there are some. */
export function pastedFiles(event: ClipboardEvent): File[] {
  const files = [...event.clipboardData.files];
  if (files.length > 0) event.preventDefault();
  return files;
}

/** Files that are under way or did not arrive, each with what can be done about it. */
export function UploadRows({
  uploads,
  locale,
  t,
}: {
  uploads: Uploads;
  locale: string;
  t: UploadTranslate;
}): ReactNode {
  return uploads.list.map((upload) => (
    <li key={upload.key} className="cb-file" data-state={upload.state}>
      <FilePreview file={upload.file} />
      <UploadRow upload={upload} uploads={uploads} locale={locale} t={t} />
    </li>
  ));
}

function UploadRow(props: { upload: Upload; uploads: Uploads; locale: string; t: UploadTranslate }): ReactNode {
  const { upload, uploads, locale, t } = props;
  const { name, size } = upload.file;
  const percent = new Intl.NumberFormat(locale, { style: "percent" }).format(upload.sent);
  const isSent = upload.sent >= 1;
  return (
    <>
      <div className="cb-file-words">
        <bdi className="cb-file-name">{name}</bdi>
        {upload.state === "sending" ? (
          <>
            <progress
              className="cb-file-progress"
              aria-label={t("upload.sending", { name })}
              {...(isSent ? {} : { value: upload.sent, max: 1 })}
            />
            <span className="cb-file-note">
              {isSent ? t("upload.storing") : t("upload.percent", { percent, size: sizeWords(size, locale) })}
            </span>
          </>
        ) : (
          <span className={upload.state === "failed" ? "cb-field-error" : "cb-file-note"}>
            {upload.state === "failed" && fieldIcon("alert")}
            <span>{upload.problem}</span>
          </span>
        )}
      </div>
      {upload.state === "sending" ? (
        <button
          type="button"
          className="cb-button"
          data-variant="quiet"
          aria-label={t("upload.cancelNamed", { name })}
          onClick={() => uploads.cancel(upload.key)}
        >
          {t("upload.cancel")}
        </button>
      ) : (
        <>
          {upload.canRetry && (
            <button
              type="button"
              className="cb-button"
              aria-label={t("upload.retryNamed", { name })}
              onClick={() => uploads.retry(upload.key)}
            >
              {t("upload.retry")}
            </button>
          )}
          <IconButton icon="remove" label={t("upload.remove", { name })} onClick={() => uploads.dismiss(upload.key)} />
        </>
      )}
    </>
  );
}
