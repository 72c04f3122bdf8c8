import { ToolClientError } from "@callboard/core";
import { sizeWords } from "../../provider/sizeWords.ts";
import type { UploadTranslate } from "../../messages/messages.ts";

/** The files that an uploader accepts. */
export interface UploadRules {
  /** As in a file input's `accept`; empty accepts any file. */
  accept: string;
  /** The largest file, in bytes. */
  maxBytes: number;
}

const partsOf = (accept: string): string[] =>
  accept
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== "" && part !== "*/*");

/** Whether a file is of an accepted type, by its media type or, as file inputs do, by the ending of its name. */
function isAccepted(file: { name: string; type: string }, accept: string): boolean {
  const parts = partsOf(accept);
  const type = file.type.toLowerCase();
  return (
    parts.length === 0 ||
    parts.some((part) =>
      part.startsWith(".")
        ? file.name.toLowerCase().endsWith(part)
        : part.endsWith("/*")
          ? type.startsWith(part.slice(0, -1))
          : type === part,
    )
  );
}

/** Whether only pictures are accepted. */
export const isPictures = (accept: string): boolean => {
  const parts = partsOf(accept);
  return parts.length > 0 && parts.every((part) => /^image\/|^\.(?:png|jpe?g|gif|webp|avif|svg)$/.test(part));
};

/** The accepted types in words; undefined where anything is. */
export function acceptWords(accept: string, t: UploadTranslate, locale: string): string | undefined {
  const words = partsOf(accept).map((part) => {
    const [, family, sub] = /^(\w+)\/(.+)$/.exec(part) ?? [];
    if (sub === "*" && (family === "image" || family === "audio" || family === "video" || family === "text")) {
      return t(`upload.kind.${family}`);
    }
    return (sub?.replace(/^x-|\+xml$/g, "") ?? part.replace(/^\./, "")).toUpperCase();
  });
  if (words.length === 0) return undefined;
  return new Intl.ListFormat(locale, { type: "disjunction" }).format(new Set(words));
}

/** Why a file is not even sent; undefined where it may be. */
export function refusalOf(file: File, rules: UploadRules, t: UploadTranslate, locale: string): string | undefined {
  if (!isAccepted(file, rules.accept)) {
    return t("upload.problem.type", { types: acceptWords(rules.accept, t, locale) ?? "" });
  }
  if (file.size === 0) return t("upload.problem.empty");
  if (file.size > rules.maxBytes) {
    const [size, limit] = [sizeWords(file.size, locale), sizeWords(rules.maxBytes, locale)];
    return t("upload.problem.size", { size, limit });
  }
  return undefined;
}

/** A failed upload in words that say what to do, and whether trying again may help. */
export function failureOf(error: unknown, t: UploadTranslate): { words: string; canRetry: boolean } {
  const { code, status, message } =
    error instanceof ToolClientError ? error : { code: "unknown", status: 0, message: undefined };
  if (code === "unreachable") {
    const isOffline = typeof navigator === "object" && navigator.onLine === false;
    return { words: t(isOffline ? "upload.problem.offline" : "upload.problem.unreachable"), canRetry: true };
  }
  if (status === 413) return { words: t("upload.problem.hostSize"), canRetry: false };
  if (status === 415) return { words: t("upload.problem.hostType"), canRetry: false };
  if (status === 401 || status === 403) return { words: t("upload.problem.refused"), canRetry: true };
  if (status === 507) return { words: t("upload.problem.full"), canRetry: true };
  if (status >= 400 && status < 500 && message !== undefined) return { words: message, canRetry: true };
  return { words: t("upload.problem.host"), canRetry: true };
}

/** Whether an address is that of a file on the page's own host, which may be shown without asking anybody else. */
export function isHosted(value: unknown): value is string {
  if (typeof value !== "string" || typeof location !== "object") return false;
  const url = URL.canParse(value, location.href) ? new URL(value, location.href) : undefined;
  return url?.origin === location.origin && /^\/api\/uploads\/[\w.:@-]+/.test(url.pathname);
}
