"use client";
import { fileKind, typeOfName, type FileBlock, type FileInfo, type FileSource } from "@callboard/core/view";
import { Download, FileText, Film, Image, Music } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { sizeWords } from "../provider/sizeWords.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { fileName, saveBlob } from "../text/download.ts";
import { SafeAnchor } from "../text/SafeAnchor.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { BlockFrame } from "./BlockFrame.tsx";
import { Preview } from "./ImageView.tsx";
import { useFileAddress } from "./useFileAddress.ts";
import { readableText } from "../text/visibleText.ts";

const icons = { audio: Music, video: Film, image: Image, other: FileText };

/**
 * A file with its name, type and size: to open or save, and to play where it is sound or film that may be loaded.
 * Drawing it fetches nothing.
 */
export function FileView({ block }: { block: FileBlock }): ReactNode {
  const { t, locale } = useKit(viewEnglish);
  const { file } = block;
  const { source, mediaType, bytes } = file;
  const kind = fileKind(mediaType);
  const Icon = icons[kind];
  const name = file.name === undefined ? t(`view.file.${kind}`) : readableText(file.name);
  const about = [typeWords(file), ...(bytes === undefined ? [] : [sizeWords(bytes, locale)])].filter(Boolean);
  return (
    <BlockFrame block={block}>
      <p className="cb-file">
        <Icon size={16} aria-hidden />
        {source.kind === "remote" ? (
          <SafeAnchor link={source.link} title={name} />
        ) : source.kind === "upload" ? (
          <UploadLink path={source.path} name={name} />
        ) : (
          <bdi className="cb-file-name">{name}</bdi>
        )}
        {about.length > 0 && <span className="cb-note">{about.join(" · ")}</span>}
        {source.kind === "bytes" && (
          <button
            type="button"
            className="cb-button cb-small-button"
            data-variant="quiet"
            onClick={() => saveBlob(saveName(file), toBlob(source, mediaType))}
          >
            <Download size={14} aria-hidden />
            {t("view.file.save")}
          </button>
        )}
      </p>
      {kind === "image" && source.kind !== "bytes" && <Preview address={addressOf(source)!} alt={name} isImage />}
      {(kind === "audio" || kind === "video") && <Player file={file} kind={kind} name={name} />}
    </BlockFrame>
  );
}

const addressOf = (source: FileSource): string | null =>
  source.kind === "remote" ? source.link.href : source.kind === "upload" ? source.path : null;

/** An upload of the page's own host. Its address may have to be signed to be opened. */
function UploadLink({ path, name }: { path: string; name: string }): ReactNode {
  const { address } = useFileAddress(path);
  return (
    <a className="cb-link" href={address ?? path} target="_blank" rel="noopener noreferrer">
      <bdi>{name}</bdi>
    </a>
  );
}

/**
 * Sound or film: of the output's own bytes, or at an address that may be loaded, of which nothing is fetched before it
 * is played.
 */
function Player({ file, kind, name }: { file: FileInfo; kind: "audio" | "video"; name: string }): ReactNode {
  const { source, mediaType } = file;
  const { address, renew } = useFileAddress(addressOf(source));
  const [broken, setBroken] = useState<string | null>();
  const media = useRef<HTMLMediaElement>(null);
  const isOwn = source.kind === "bytes";
  const isShown = isOwn ? broken === undefined : address !== null && address !== broken;
  useEffect(() => {
    if (source.kind !== "bytes" || !isShown) return;
    const url = URL.createObjectURL(toBlob(source, mediaType));
    media.current!.src = url;
    return () => URL.revokeObjectURL(url);
  }, [source, mediaType, isShown]);
  if (!isShown) return null;
  const Media = kind;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the output brings no captions
    <Media
      ref={media as RefObject<HTMLVideoElement | null>}
      className="cb-media"
      controls
      preload={isOwn ? "metadata" : "none"}
      src={isOwn ? undefined : (address ?? undefined)}
      aria-label={name}
      onError={() => {
        setBroken(address);
        renew();
      }}
    />
  );
}

function toBlob({ base64 }: FileSource & { kind: "bytes" }, mediaType: string | undefined): Blob {
  const text = atob(base64.replace(/\s/g, ""));
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  // Only what is played keeps its type: a page that is saved must not be opened as one.
  return new Blob([bytes], { type: fileKind(mediaType) === "other" ? "application/octet-stream" : mediaType! });
}

/** A file's name without its path, or one with the ending of its type. */
function saveName({ name, mediaType }: FileInfo): string {
  const [, stem, ending] = /^(.*?)(?:\.([A-Za-z0-9]{1,8}))?$/s.exec(name ?? "") ?? [];
  return fileName(stem, ending ?? endingOf(mediaType));
}

const endings = ["pdf", "mp3", "mp4", "wav", "ogg", "webm", "flac", "csv", "zip", "docx", "xlsx", "pptx", "gz", "epub"];

const endingOf = (mediaType: string | undefined): string =>
  endings.find((ending) => typeOfName(`a.${ending}`) === mediaType) ?? "bin";

/** A media type as people say it: `PDF`, `MP3`, else the end of the type. */
function typeWords({ mediaType, name }: FileInfo): string {
  if (mediaType === undefined) return "";
  const ending = /\.([a-z0-9]{1,7})$/i.exec(name ?? "")?.[1];
  if (ending !== undefined && typeOfName(`a.${ending}`) === mediaType) return ending.toUpperCase();
  const known = endingOf(mediaType);
  return known === "bin" ? mediaType : known.toUpperCase();
}
