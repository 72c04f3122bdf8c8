"use client";
import { Link } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { playerEnglish } from "../messages/playerEnglish.ts";
import type { Sharing } from "../provider/canShare.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useShareLinks } from "../provider/useShareLinks.ts";
import { CopyButton } from "../text/CopyButton.tsx";

/**
 * A read-only link of a run, made by whoever filled in the form; nothing where they may not. The button that makes it
 * keeps its place, the link is copied beside its address, and what withdraws it stands by itself below.
 */
export function ResultLink({ client, sessionId }: { client: Required<Sharing>; sessionId: string }): ReactNode {
  const { locale } = useKit();
  const { t } = useKit(playerEnglish);
  const { links, made, isBusy, error, make, withdraw } = useShareLinks(client, sessionId);
  const button = useRef<HTMLButtonElement>(null);
  const link = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (made) link.current?.focus();
  }, [made]);
  // Whoever may not list the links may not make one: their token says what it is for to the host alone.
  if (links === null) return null;
  const end = async (id: string) => {
    // What was pressed goes away with the link.
    button.current?.focus();
    await withdraw(id);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="cb-button"
        aria-disabled={isBusy || undefined}
        onClick={() => (made ? link.current?.focus() : void make())}
      >
        <Link size={16} aria-hidden />
        {t("share.result")}
      </button>
      {made && (
        <div role="group" className="cb-tool-block" aria-label={t("share.link")}>
          <input
            ref={link}
            readOnly
            dir="ltr"
            className="cb-input"
            value={made.url}
            aria-label={t("share.link")}
            onFocus={({ target }) => target.select()}
          />
          <div>
            <CopyButton text={made.url} label={t("share.copy")} />
          </div>
          <div>
            <p role="status">{t("share.made")}</p>
            <p>
              {t("share.until", {
                date: new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(
                  made.expiresAt,
                ),
              })}
            </p>
          </div>
          <button
            type="button"
            className="cb-inline-button"
            aria-disabled={isBusy || undefined}
            onClick={() => void end(made.id)}
          >
            {t("share.withdraw")}
          </button>
        </div>
      )}
      {error && (
        <p className="cb-field-error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
