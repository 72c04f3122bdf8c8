"use client";
import type { StoredFile, ToolClient } from "@callboard/core";
import { useEffect, useId, useInsertionEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { isComposing } from "../../isComposing.ts";
import { fieldError } from "../api/fieldMarks.tsx";
import { useKit } from "../../provider/ToolProvider.tsx";
import { useLatest } from "../../provider/useLatest.ts";
import { IconButton } from "../api/fieldIcon.tsx";
import { Dropzone, pastedFiles, UploadRows } from "./Dropzone.tsx";
import { FilePreview } from "./FilePreview.tsx";
import { fileName } from "./fileName.ts";
import { sizeWords } from "../../provider/sizeWords.ts";
import { isHosted } from "./uploadRules.ts";
import { useUploads } from "./useUploads.ts";
import { uploadEnglish } from "../../messages/uploadEnglish.ts";

/** The largest file in bytes, which is also a host's default. */
export const uploadLimit = 20_000_000;

export interface ImageDropzoneUploaderProps {
  /** The address of the stored file, or a list of them with `multiple`. */
  value?: string | readonly string[] | null;
  onChange?: (value: string | string[] | undefined) => void;
  /** Lower, and without the field for an address: for embeds. */
  compact?: boolean;
  /** No field for an address; the height is kept. */
  hideManualUrl?: boolean;
  /** Accepted files, as in a file input's `accept`; pictures unless given, any file where it is empty. */
  accept?: string;
  /** The largest file, in bytes; 20 MB unless given. */
  maxBytes?: number;
  multiple?: boolean;
  /** Where files go; the nearest provider's client unless given. */
  upload?: ToolClient["upload"];
  /** Told when the first upload begins and when the last one ends: a form is not whole in between. */
  onPendingChange?: (isPending: boolean) => void;
  /** Told of each file that was stored, besides `onChange`. */
  onStored?: (file: StoredFile) => void;
  /** Told when the focus leaves it. */
  onBlur?: () => void;
  id?: string;
  /** Its name, where no label is tied to it. */
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  invalid?: boolean;
  disabled?: boolean;
  placeholder?: string;
  className?: string;
}

/**
 * Accepts files by drop, paste, choice or address, and streams them to the host. Its value is where they are stored,
 * never their bytes.
 * @example
 * ```tsx
 * <ImageDropzoneUploader label="Cover" value={cover} onChange={setCover} accept="image/png,image/jpeg" />
 * ```
 */
export function ImageDropzoneUploader(props: ImageDropzoneUploaderProps): ReactNode {
  const { client, t, locale } = useKit(uploadEnglish);
  const { compact = false, multiple = false, accept = "image/*", maxBytes = uploadLimit, disabled = false } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const [said, setSaid] = useState("");
  const [hasTooMany, setTooMany] = useState(false);
  const [known, setKnown] = useState<ReadonlyMap<string, { file: File; stored: StoredFile }>>(new Map());
  const values = listOf(props.value);
  /** Two uploads may end before the first is drawn. */
  const current = useRef(values);
  useInsertionEffect(() => {
    current.current = values;
  });

  const set = (next: readonly string[]): void => {
    current.current = [...next];
    props.onChange?.(multiple ? [...next] : next[0]);
  };
  const uploads = useUploads({
    send: props.upload ?? client?.upload,
    rules: { accept, maxBytes },
    t,
    locale,
    say: setSaid,
    onStored(stored, file) {
      setKnown((before) => new Map(before).set(stored.url, { file, stored }));
      set(multiple ? [...current.current, stored.url] : [stored.url]);
      props.onStored?.(stored);
    },
  });
  const { isPending } = uploads;
  const onPendingChange = useLatest(props.onPendingChange);
  useEffect(() => onPendingChange.current?.(isPending), [isPending, onPendingChange]);

  const isFile = (value: string): boolean => known.has(value) || isHosted(value);
  // One address is written in its own field; every other value is a row.
  const rows = multiple ? values : values.filter(isFile);
  const root = useRef<HTMLDivElement>(null);
  const remove = (value: string, name: string): void => {
    const at = current.current.indexOf(value);
    set(current.current.filter((_, index) => index !== at));
    setSaid(t("upload.removed", { name }));
    root.current?.querySelector<HTMLElement>(".cb-dropzone-input")?.focus();
  };
  return (
    <div
      ref={root}
      className={["callboard", "cb-upload", props.className].filter(Boolean).join(" ")}
      onPaste={(event) => {
        const files = disabled ? [] : pastedFiles(event);
        if (files.length > 0) uploads.add(multiple ? files : files.slice(0, 1));
      }}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || isPending || props.onBlur?.()}
    >
      {(rows.length > 0 || uploads.list.length > 0) && (
        <ul className="cb-files">
          {rows.map((value, index) => {
            const one = known.get(value);
            const name = one?.stored.name ?? fileName(value) ?? (isHosted(value) ? t("upload.file") : value);
            return (
              <li key={`${index} ${value}`} className="cb-file">
                <FilePreview {...(one ? { file: one.file } : { url: value })} />
                <div className="cb-file-words">
                  <bdi className="cb-file-name">{name}</bdi>
                  <span className="cb-file-note">
                    {one ? sizeWords(one.stored.bytes, locale) : isHosted(value) ? "" : hostOf(value)}
                  </span>
                </div>
                {!disabled && (
                  <IconButton icon="remove" label={t("upload.remove", { name })} onClick={() => remove(value, name)} />
                )}
              </li>
            );
          })}
          <UploadRows uploads={uploads} locale={locale} t={t} />
        </ul>
      )}
      <Dropzone
        {...props}
        id={id}
        uploads={uploads}
        rules={{ accept, maxBytes }}
        multiple={multiple}
        compact={compact}
        replaces={!multiple && rows.length > 0}
        disabled={disabled}
        locale={locale}
        t={t}
        onTooMany={() => setTooMany(true)}
      />
      {!compact && !props.hideManualUrl && (multiple || rows.length === 0) && (
        <AddressField
          id={`${id}-url`}
          value={multiple ? undefined : (values[0] ?? textOf(props.value))}
          disabled={disabled}
          placeholder={props.placeholder}
          invalid={props.invalid === true}
          describedBy={props.describedBy}
          onWrite={(text) => set(text === "" ? [] : [text])}
          onAdd={(url) => set([...current.current, url])}
        />
      )}
      <p className="cb-field-help" role="status" hidden={!hasTooMany}>
        {hasTooMany && t("upload.problem.onlyOne")}
      </p>
      <span className="cb-visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}

/** A file by its address: written straight into the value where there is one, else added to the list. */
function AddressField(props: {
  id: string;
  value: string | undefined;
  disabled: boolean;
  placeholder: string | undefined;
  invalid: boolean;
  describedBy: string | undefined;
  onWrite: (text: string) => void;
  onAdd: (url: string) => void;
}): ReactNode {
  const { t } = useKit(uploadEnglish);
  const { id, value, disabled } = props;
  const [typed, setTyped] = useState("");
  const [isBad, setBad] = useState(false);
  const isList = value === undefined;
  const add = (): void => {
    const text = typed.trim();
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return setBad(text !== "");
    props.onAdd(text);
    setTyped("");
    setBad(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || isComposing(event) || typed.trim() === "") return;
    event.preventDefault();
    add();
  };
  return (
    <div className="cb-upload-url">
      <label className="cb-upload-url-label" htmlFor={id}>
        {t("upload.url")}
      </label>
      <input
        id={id}
        type="url"
        inputMode="url"
        autoComplete="url"
        className="cb-input"
        dir="auto"
        disabled={disabled}
        placeholder={props.placeholder}
        value={isList ? typed : value}
        aria-invalid={props.invalid || isBad || undefined}
        aria-describedby={isBad ? `${id}-error` : props.describedBy}
        onChange={({ target }) => (isList ? setTyped(target.value) : props.onWrite(target.value))}
        onKeyDown={isList ? onKeyDown : undefined}
      />
      {isList && (
        <button type="button" className="cb-button" disabled={disabled} onClick={add}>
          {t("upload.addUrl")}
        </button>
      )}
      {isBad && fieldError(id, t("upload.badUrl"))}
    </div>
  );
}

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (one): one is string => typeof one === "string" && one !== "",
  );

/** A value of another kind, as its JSON: nothing that stands there is hidden. */
const textOf = (value: unknown): string =>
  value === undefined || value === null || value === "" ? "" : JSON.stringify(value);

const hostOf = (value: string): string => (URL.canParse(value) ? new URL(value).host : "");
